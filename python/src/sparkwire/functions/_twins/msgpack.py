# Made by `make wrappers` (python/wrappers) from msgpack.py and the catalogue. Do not edit.
"""Twins of `sparkwire.functions.msgpack`: the same decodings, other endings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sparkwire._call import call, literal

if TYPE_CHECKING:
    from pyspark.sql import Column

    from sparkwire._call import ColumnOrName, Options

__all__ = [
    "msgpack_dissect",
    "msgpack_encode_fault",
    "msgpack_fault",
    "try_msgpack_decode",
    "try_msgpack_encode",
]


def try_msgpack_decode(
    value: ColumnOrName, ddl: str | None = None, options: Options | None = None
) -> Column:
    """Decode one MessagePack value; NULL for malformed input.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole value.
    ddl : str, optional
        As for `msgpack_decode`.
    options : dict, optional
        As for `msgpack_decode`.

    Returns
    -------
    Column
        The result of `msgpack_decode`, or NULL.

    See Also
    --------
    msgpack_decode : fails for malformed input.
    msgpack_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("c1"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.try_msgpack_decode("value").alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_msgpack_decode", value, literal(ddl), options=options)


def msgpack_fault(
    value: ColumnOrName, ddl: str | None = None, options: Options | None = None
) -> Column:
    """Explain why `msgpack_decode` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole value.
    ddl : str, optional
        As for `msgpack_decode`.
    options : dict, optional
        As for `msgpack_decode`.

    Returns
    -------
    Column
        NULL where `msgpack_decode` succeeds, else STRUCT of ``reason``, ``offset`` of the first
        byte at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_msgpack_decode : the values of the rows that have no fault.
    msgpack_dissect : every byte up to the fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> df = spark.createDataFrame([(bytes.fromhex("9201a178"),)], ["value"])
    >>> faults = df.select(wire.msgpack_fault("value", "ARRAY<INT>").alias("fault"))
    >>> faults.select("fault.reason", "fault.offset", "fault.path").show()
    +-------------+------+----+
    |       reason|offset|path|
    +-------------+------+----+
    |type-mismatch|     2| [1]|
    +-------------+------+----+
    """
    return call("msgpack_fault", value, literal(ddl), options=options)


def msgpack_dissect(
    value: ColumnOrName, ddl: str | None = None, options: Options | None = None
) -> Column:
    """Show what each byte means that `msgpack_decode` reads.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole value.
    ddl : str, optional
        As for `msgpack_decode`.
    options : dict, optional
        As for `msgpack_decode`.

    Returns
    -------
    Column
        ARRAY of STRUCT of ``offset``, ``length``, ``path``, ``type``, ``value``, in the order of
        the bytes. Malformed bytes end with a row of type ``FAULT``.

    See Also
    --------
    msgpack_fault : only what is wrong.
    sparkwire.view.dissection : the same as a picture.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(bytes.fromhex("82a26964 07 a16c 9101"),)], ["value"])
    >>> df.select(F.inline(wire.msgpack_dissect("value"))).show()
    +------+------+----+-----+-----+
    |offset|length|path| type|value|
    +------+------+----+-----+-----+
    |     0|     1|    |  map|    2|
    |     1|     3|  id|  key| "id"|
    |     4|     1|  id|  int|    7|
    |     5|     2|   l|  key|  "l"|
    |     7|     1|   l|array|    1|
    |     8|     1|l[0]|  int|    1|
    +------+------+----+-----+-----+
    """
    return call("msgpack_dissect", value, literal(ddl), options=options)


def try_msgpack_encode(value: ColumnOrName, options: Options | None = None) -> Column:
    r"""Encode a value as MessagePack; NULL for a value that cannot be encoded.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        What `msgpack_decode` gives, VARIANT or typed, or any other value: a STRUCT becomes a map
        from the names of its fields.
    options : dict, optional
        As for `msgpack_encode`.

    Returns
    -------
    Column
        The result of `msgpack_encode`, or NULL.

    See Also
    --------
    msgpack_encode : fails for such a value.
    msgpack_encode_fault : why a value cannot be written.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(b"a",), (b"\xff",)], "value BINARY")
    >>> text = F.col("value").cast("string")
    >>> df.select(F.hex(wire.try_msgpack_encode(text)).alias("result")).show()
    +------+
    |result|
    +------+
    |  A161|
    |  NULL|
    +------+
    """
    return call("try_msgpack_encode", value, options=options)


def msgpack_encode_fault(value: ColumnOrName, options: Options | None = None) -> Column:
    r"""Explain why `msgpack_encode` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        What `msgpack_decode` gives, VARIANT or typed, or any other value: a STRUCT becomes a map
        from the names of its fields.
    options : dict, optional
        As for `msgpack_encode`.

    Returns
    -------
    Column
        NULL where `msgpack_encode` succeeds, else STRUCT of ``reason``, ``path`` of the part that
        cannot be written and ``message``.

    See Also
    --------
    try_msgpack_encode : the bytes of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(b"a",), (b"\xff",)], "value BINARY")
    >>> fault = wire.msgpack_encode_fault(F.struct(F.col("value").cast("string").alias("name")))
    >>> df.select(fault.reason.alias("reason"), fault.path.alias("path")).show()
    +--------+----+
    |  reason|path|
    +--------+----+
    |    NULL|NULL|
    |not-text|name|
    +--------+----+
    """
    return call("msgpack_encode_fault", value, options=options)


# help() shows them, and pickle finds them, where users import them from.
for _name in __all__:
    globals()[_name].__module__ = "sparkwire.functions.msgpack"
