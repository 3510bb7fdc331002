# Made by `make wrappers` (python/wrappers) from databus.py and the catalogue. Do not edit.
"""Twins of `sparkwire.functions.databus`: the same decodings, other endings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sparkwire._call import call, literal

if TYPE_CHECKING:
    from pyspark.sql import Column

    from sparkwire._call import ColumnOrName, Options

__all__ = [
    "databus_checksum_fault",
    "databus_decode_json_fault",
    "databus_dissect",
    "databus_encode_fault",
    "databus_fault",
    "databus_schema_id_fault",
    "databus_to_json_fault",
    "try_databus_checksum",
    "try_databus_decode",
    "try_databus_decode_json",
    "try_databus_encode",
    "try_databus_schema_id",
    "try_databus_to_json",
]


def try_databus_checksum(value: ColumnOrName, options: Options | None = None) -> Column:
    """Compute the checksums of one Databus event; NULL for malformed input.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole event.
    options : dict, optional
        As for `databus_decode`.

    Returns
    -------
    Column
        The result of `databus_checksum`, or NULL.

    See Also
    --------
    databus_checksum : fails for malformed input.
    databus_checksum_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("01"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.try_databus_checksum("value").alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_databus_checksum", value, options=options)


def databus_checksum_fault(value: ColumnOrName, options: Options | None = None) -> Column:
    """Explain why `databus_checksum` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole event.
    options : dict, optional
        As for `databus_decode`.

    Returns
    -------
    Column
        NULL where `databus_checksum` succeeds, else STRUCT of ``reason``, ``offset`` of the first
        byte at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_databus_checksum : the values of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("01"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.databus_checksum_fault("value").reason.alias("reason")).show()
    +-----------+
    |     reason|
    +-----------+
    |bad-version|
    +-----------+
    """
    return call("databus_checksum_fault", value, options=options)


def try_databus_decode(value: ColumnOrName, options: Options | None = None) -> Column:
    """Decode one Databus event of version 1 or 2; NULL for malformed input.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole event.
    options : dict, optional
        As for `databus_decode`.

    Returns
    -------
    Column
        The result of `databus_decode`, or NULL.

    See Also
    --------
    databus_decode : fails for malformed input.
    databus_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("01"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.try_databus_decode("value").alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_databus_decode", value, options=options)


def databus_fault(value: ColumnOrName, options: Options | None = None) -> Column:
    """Explain why `databus_decode` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole event.
    options : dict, optional
        As for `databus_decode`.

    Returns
    -------
    Column
        NULL where `databus_decode` succeeds, else STRUCT of ``reason``, ``offset`` of the first
        byte at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_databus_decode : the values of the rows that have no fault.
    databus_dissect : every byte up to the fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> df = spark.createDataFrame([(b"no event",)], ["value"])
    >>> faults = df.select(wire.databus_fault("value").alias("fault"))
    >>> faults.select("fault.reason", "fault.offset", "fault.path").show()
    +-----------+------+-------+
    |     reason|offset|   path|
    +-----------+------+-------+
    |bad-version|     0|version|
    +-----------+------+-------+
    """
    return call("databus_fault", value, options=options)


def databus_dissect(value: ColumnOrName, options: Options | None = None) -> Column:
    """Show what each byte means that `databus_decode` reads.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole event.
    options : dict, optional
        As for `databus_decode`.

    Returns
    -------
    Column
        ARRAY of STRUCT of ``offset``, ``length``, ``path``, ``type``, ``value``, in the order of
        the bytes. Malformed bytes end with a row of type ``FAULT``.

    See Also
    --------
    databus_fault : only what is wrong.
    sparkwire.view.dissection : the same as a picture.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> from sparkwire.demo import samples
    >>> df = spark.createDataFrame(samples("databus")[:1], ["name", "value"])
    >>> df.select(F.inline(wire.databus_dissect("value"))).show(4, truncate=False)
    +------+------+----------+------+----------+
    |offset|length|path      |type  |value     |
    +------+------+----------+------+----------+
    |0     |1     |version   |int8  |0         |
    |1     |4     |header_crc|crc32 |2201145599|
    |5     |4     |size      |int32 |66        |
    |9     |2     |attributes|uint16|1         |
    +------+------+----------+------+----------+
    only showing top 4 rows
    """
    return call("databus_dissect", value, options=options)


def try_databus_to_json(
    value: ColumnOrName, valueEnc: str | None = None, options: Options | None = None
) -> Column:
    """Write a Databus event as its JSON line; NULL for malformed input.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole event.
    valueEnc : str, optional
        As for `databus_to_json`.
    options : dict, optional
        As for `databus_decode`.

    Returns
    -------
    Column
        The result of `databus_to_json`, or NULL.

    See Also
    --------
    databus_to_json : fails for malformed input.
    databus_to_json_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("01"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.try_databus_to_json("value").alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_databus_to_json", value, literal(valueEnc), options=options)


def databus_to_json_fault(
    value: ColumnOrName, valueEnc: str | None = None, options: Options | None = None
) -> Column:
    """Explain why `databus_to_json` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole event.
    valueEnc : str, optional
        As for `databus_to_json`.
    options : dict, optional
        As for `databus_decode`.

    Returns
    -------
    Column
        NULL where `databus_to_json` succeeds, else STRUCT of ``reason``, ``offset`` of the first
        byte at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_databus_to_json : the values of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("01"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.databus_to_json_fault("value").reason.alias("reason")).show()
    +-----------+
    |     reason|
    +-----------+
    |bad-version|
    +-----------+
    """
    return call("databus_to_json_fault", value, literal(valueEnc), options=options)


def try_databus_decode_json(text: ColumnOrName) -> Column:
    """Read a Databus JSON line back into an event; NULL for malformed input.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    text : Column or str
        STRING: one line, as `databus_to_json` writes it.

    Returns
    -------
    Column
        The result of `databus_decode_json`, or NULL.

    See Also
    --------
    databus_decode_json : fails for malformed input.
    databus_decode_json_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = ("{}",)
    >>> df = spark.createDataFrame([row], "text STRING")
    >>> df.select(wire.try_databus_decode_json("text").alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_databus_decode_json", text)


def databus_decode_json_fault(text: ColumnOrName) -> Column:
    """Explain why `databus_decode_json` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    text : Column or str
        STRING: one line, as `databus_to_json` writes it.

    Returns
    -------
    Column
        NULL where `databus_decode_json` succeeds, else STRUCT of ``reason``, ``offset`` of the
        first byte at fault in the text's UTF-8, ``path`` of the field and ``message``.

    See Also
    --------
    try_databus_decode_json : the values of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = ("{}",)
    >>> df = spark.createDataFrame([row], "text STRING")
    >>> df.select(wire.databus_decode_json_fault("text").reason.alias("reason")).show()
    +--------------+
    |        reason|
    +--------------+
    |bad-json-event|
    +--------------+
    """
    return call("databus_decode_json_fault", text)


def try_databus_encode(value: ColumnOrName, options: Options | None = None) -> Column:
    """Encode one Databus event; NULL for a value that cannot be encoded.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        STRUCT as `databus_decode` gives it: fields by their names, in any order; missing ones are
        NULL.
    options : dict, optional
        As for `databus_encode`.

    Returns
    -------
    Column
        The result of `databus_encode`, or NULL.

    See Also
    --------
    databus_encode : fails for such a value.
    databus_encode_fault : why a value cannot be written.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([("UPSERT",), ("INSERT",)], "opcode STRING")
    >>> event = F.struct(
    ...     "opcode",
    ...     F.lit(7).alias("key"),
    ...     F.lit(5).alias("sequence"),
    ...     F.lit(1).alias("timestamp_nanos"),
    ...     F.lit(15).alias("src_id"),
    ... )
    >>> df.select("opcode", F.length(wire.try_databus_encode(event)).alias("bytes")).show()
    +------+-----+
    |opcode|bytes|
    +------+-----+
    |UPSERT|   53|
    |INSERT| NULL|
    +------+-----+
    """
    return call("try_databus_encode", value, options=options)


def databus_encode_fault(value: ColumnOrName, options: Options | None = None) -> Column:
    """Explain why `databus_encode` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        STRUCT as `databus_decode` gives it: fields by their names, in any order; missing ones are
        NULL.
    options : dict, optional
        As for `databus_encode`.

    Returns
    -------
    Column
        NULL where `databus_encode` succeeds, else STRUCT of ``reason``, ``path`` of the part that
        cannot be written and ``message``.

    See Also
    --------
    try_databus_encode : the bytes of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(7, b"k")], "key BIGINT, key_bytes BINARY")
    >>> fault = wire.databus_encode_fault(F.struct("key", "key_bytes"))
    >>> df.select(fault.reason.alias("reason"), fault.path.alias("path")).show()
    +-----------------+---------+
    |           reason|     path|
    +-----------------+---------+
    |conflicting-field|key_bytes|
    +-----------------+---------+
    """
    return call("databus_encode_fault", value, options=options)


def try_databus_schema_id(avro_schema: ColumnOrName) -> Column:
    """Compute the id of an Avro schema in Databus events; NULL for malformed input.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    avro_schema : Column or str
        STRING: an Avro schema as JSON.

    Returns
    -------
    Column
        The result of `databus_schema_id`, or NULL.

    See Also
    --------
    databus_schema_id : fails for malformed input.
    databus_schema_id_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = ("no schema",)
    >>> df = spark.createDataFrame([row], "avro_schema STRING")
    >>> df.select(wire.try_databus_schema_id("avro_schema").alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_databus_schema_id", avro_schema)


def databus_schema_id_fault(avro_schema: ColumnOrName) -> Column:
    """Explain why `databus_schema_id` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    avro_schema : Column or str
        STRING: an Avro schema as JSON.

    Returns
    -------
    Column
        NULL where `databus_schema_id` succeeds, else STRUCT of ``reason``, ``offset`` of the first
        byte at fault in the text's UTF-8, ``path`` of the field and ``message``.

    See Also
    --------
    try_databus_schema_id : the values of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = ("no schema",)
    >>> df = spark.createDataFrame([row], "avro_schema STRING")
    >>> df.select(wire.databus_schema_id_fault("avro_schema").reason.alias("reason")).show()
    +----------+
    |    reason|
    +----------+
    |bad-schema|
    +----------+
    """
    return call("databus_schema_id_fault", avro_schema)


# help() shows them, and pickle finds them, where users import them from.
for _name in __all__:
    globals()[_name].__module__ = "sparkwire.functions.databus"
