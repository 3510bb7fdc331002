# Made by `make wrappers` (python/wrappers) from cernan.py and the catalogue. Do not edit.
"""Twins of `sparkwire.functions.cernan`: the same decodings, other endings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sparkwire._call import call, literal

if TYPE_CHECKING:
    from pyspark.sql import Column

    from sparkwire._call import ColumnOrName, Options

__all__ = [
    "cernan_dissect",
    "cernan_encode_fault",
    "cernan_fault",
    "try_cernan_decode",
    "try_cernan_encode",
]


def try_cernan_decode(
    value: ColumnOrName, reader_schema: str | None = None, options: Options | None = None
) -> Column:
    """Decode one packet of Cernan's Avro source; NULL for malformed input.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole packet.
    reader_schema : str, optional
        As for `cernan_decode`.
    options : dict, optional
        As for `cernan_decode`.

    Returns
    -------
    Column
        The result of `cernan_decode`, or NULL.

    See Also
    --------
    cernan_decode : fails for malformed input.
    cernan_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("000000"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.try_cernan_decode("value").alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_cernan_decode", value, literal(reader_schema), options=options)


def cernan_fault(
    value: ColumnOrName, reader_schema: str | None = None, options: Options | None = None
) -> Column:
    """Explain why `cernan_decode` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole packet.
    reader_schema : str, optional
        As for `cernan_decode`.
    options : dict, optional
        As for `cernan_decode`.

    Returns
    -------
    Column
        NULL where `cernan_decode` succeeds, else STRUCT of ``reason``, ``offset`` of the first byte
        at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_cernan_decode : the values of the rows that have no fault.
    cernan_dissect : every byte up to the fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from sparkwire.demo import samples
    >>> df = spark.createDataFrame(samples("cernan"), ["name", "value"])
    >>> fault = wire.cernan_fault("value").alias("fault")
    >>> df.select("name", fault).where("fault IS NOT NULL").select(
    ...     "name", "fault.reason", "fault.offset", "fault.path"
    ... ).show()
    +-----------+---------------+------+--------------------+
    |       name|         reason|offset|                path|
    +-----------+---------------+------+--------------------+
    |a bad block| bad-enum-index|   134|          records[0]|
    |    cut off|length-past-end|    56|avro_metadata."av...|
    +-----------+---------------+------+--------------------+
    """
    return call("cernan_fault", value, literal(reader_schema), options=options)


def cernan_dissect(
    value: ColumnOrName, reader_schema: str | None = None, options: Options | None = None
) -> Column:
    """Show what each byte means that `cernan_decode` reads.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole packet.
    reader_schema : str, optional
        As for `cernan_decode`.
    options : dict, optional
        As for `cernan_decode`.

    Returns
    -------
    Column
        ARRAY of STRUCT of ``offset``, ``length``, ``path``, ``type``, ``value``, in the order of
        the bytes. Malformed bytes end with a row of type ``FAULT``.

    See Also
    --------
    cernan_fault : only what is wrong.
    sparkwire.view.dissection : the same as a picture.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from sparkwire.demo import samples
    >>> df = spark.createDataFrame(samples("cernan"), ["name", "value"])
    >>> from pyspark.sql import functions as F
    >>> df.limit(1).select(F.inline(wire.cernan_dissect("value"))).show(6)
    +------+------+--------+-------------+-----------------+
    |offset|length|    path|         type|            value|
    +------+------+--------+-------------+-----------------+
    |     0|     4|        |length uint32|              339|
    |     4|     4| version|       uint32|                2|
    |     8|     4| control|       uint32|                1|
    |    12|     8|      id|       uint64|72623859790382856|
    |    20|     8|shard_by|       uint64|               77|
    |    28|     1|   pairs|  count uint8|                0|
    +------+------+--------+-------------+-----------------+
    only showing top 6 rows
    """
    return call("cernan_dissect", value, literal(reader_schema), options=options)


def try_cernan_encode(
    value: ColumnOrName, schema: str | None = None, options: Options | None = None
) -> Column:
    """Encode one packet of Cernan's Avro source; NULL for a value that cannot be encoded.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        What `cernan_decode` gives. ``avro`` has the container; without it, one is built from
        ``avro_schema``, ``avro_codec``, ``avro_metadata`` and ``records``.
    schema : str, optional
        As for `cernan_encode`.
    options : dict, optional
        As for `avro_container_encode`.

    Returns
    -------
    Column
        The result of `cernan_encode`, or NULL.

    See Also
    --------
    cernan_encode : fails for such a value.
    cernan_encode_fault : why a value cannot be written.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(-1,)], "id BIGINT")
    >>> df.select(wire.try_cernan_encode(F.struct("id")).alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_cernan_encode", value, literal(schema), options=options)


def cernan_encode_fault(
    value: ColumnOrName, schema: str | None = None, options: Options | None = None
) -> Column:
    """Explain why `cernan_encode` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        What `cernan_decode` gives. ``avro`` has the container; without it, one is built from
        ``avro_schema``, ``avro_codec``, ``avro_metadata`` and ``records``.
    schema : str, optional
        As for `cernan_encode`.
    options : dict, optional
        As for `avro_container_encode`.

    Returns
    -------
    Column
        NULL where `cernan_encode` succeeds, else STRUCT of ``reason``, ``path`` of the part that
        cannot be written and ``message``.

    See Also
    --------
    try_cernan_encode : the bytes of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(-1,)], "id BIGINT")
    >>> fault = wire.cernan_encode_fault(F.struct("id"))
    >>> df.select(fault.reason.alias("reason"), fault.path.alias("path")).show()
    +------------+----+
    |      reason|path|
    +------------+----+
    |out-of-range|  id|
    +------------+----+
    """
    return call("cernan_encode_fault", value, literal(schema), options=options)


# help() shows them, and pickle finds them, where users import them from.
for _name in __all__:
    globals()[_name].__module__ = "sparkwire.functions.cernan"
