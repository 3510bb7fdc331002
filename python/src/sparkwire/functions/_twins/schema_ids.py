# Made by `make wrappers` (python/wrappers) from schema_ids.py and the catalogue. Do not edit.
"""Twins of `sparkwire.functions.schema_ids`: the same decodings, other endings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sparkwire._call import call, literal

if TYPE_CHECKING:
    from pyspark.sql import Column

    from sparkwire._call import ColumnOrName, Options

__all__ = [
    "avro_header_id_fault",
    "registry_frame_dissect",
    "registry_frame_fault",
    "try_avro_header_id",
    "try_registry_frame",
]


def try_avro_header_id(
    headers: ColumnOrName, part: str | None = None, options: Options | None = None
) -> Column:
    """Return the id of a schema from the headers of a Kafka record; NULL for malformed input.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    headers : Column or str
        ARRAY of STRUCT of ``key`` and ``value``: the column ``headers`` of Spark's Kafka source,
        which has it with ``includeHeaders``.
    part : str, optional
        As for `avro_header_id`.
    options : dict, optional
        As for `avro_header_id`.

    Returns
    -------
    Column
        The result of `avro_header_id`, or NULL.

    See Also
    --------
    avro_header_id : fails for malformed input.
    avro_header_id_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> import sparkwire.functions as wire
    >>> headers = [("__value_schema_id", bytes.fromhex("0000"))]
    >>> schema = "headers ARRAY<STRUCT<key: STRING, value: BINARY>>"
    >>> df = spark.createDataFrame([(headers,)], schema)
    >>> df.select(wire.try_avro_header_id("headers").alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_avro_header_id", headers, literal(part), options=options)


def avro_header_id_fault(
    headers: ColumnOrName, part: str | None = None, options: Options | None = None
) -> Column:
    """Explain why `avro_header_id` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    headers : Column or str
        ARRAY of STRUCT of ``key`` and ``value``: the column ``headers`` of Spark's Kafka source,
        which has it with ``includeHeaders``.
    part : str, optional
        As for `avro_header_id`.
    options : dict, optional
        As for `avro_header_id`.

    Returns
    -------
    Column
        NULL where `avro_header_id` succeeds, else STRUCT of ``reason``, ``offset`` of the first
        byte at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_avro_header_id : the values of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> import sparkwire.functions as wire
    >>> headers = [("__value_schema_id", bytes.fromhex("0000"))]
    >>> schema = "headers ARRAY<STRUCT<key: STRING, value: BINARY>>"
    >>> df = spark.createDataFrame([(headers,)], schema)
    >>> df.select(wire.avro_header_id_fault("headers").reason.alias("reason")).show()
    +---------------+
    |         reason|
    +---------------+
    |truncated-frame|
    +---------------+
    """
    return call("avro_header_id_fault", headers, literal(part), options=options)


def try_registry_frame(value: ColumnOrName, options: Options | None = None) -> Column:
    """Return the schema id before JSON or Protobuf; NULL for malformed input.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one value as the serializers of Confluent's or Glue's registry write it, or one
        without a frame.
    options : dict, optional
        As for `registry_frame`.

    Returns
    -------
    Column
        The result of `registry_frame`, or NULL.

    See Also
    --------
    registry_frame : fails for malformed input.
    registry_frame_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("0000"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.try_registry_frame("value").alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_registry_frame", value, options=options)


def registry_frame_fault(value: ColumnOrName, options: Options | None = None) -> Column:
    """Explain why `registry_frame` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one value as the serializers of Confluent's or Glue's registry write it, or one
        without a frame.
    options : dict, optional
        As for `registry_frame`.

    Returns
    -------
    Column
        NULL where `registry_frame` succeeds, else STRUCT of ``reason``, ``offset`` of the first
        byte at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_registry_frame : the values of the rows that have no fault.
    registry_frame_dissect : every byte up to the fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("0000"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.registry_frame_fault("value").reason.alias("reason")).show()
    +---------------+
    |         reason|
    +---------------+
    |truncated-frame|
    +---------------+
    """
    return call("registry_frame_fault", value, options=options)


def registry_frame_dissect(value: ColumnOrName, options: Options | None = None) -> Column:
    """Show what each byte means that `registry_frame` reads.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one value as the serializers of Confluent's or Glue's registry write it, or one
        without a frame.
    options : dict, optional
        As for `registry_frame`.

    Returns
    -------
    Column
        ARRAY of STRUCT of ``offset``, ``length``, ``path``, ``type``, ``value``, in the order of
        the bytes. Malformed bytes end with a row of type ``FAULT``.

    See Also
    --------
    registry_frame_fault : only what is wrong.
    sparkwire.view.dissection : the same as a picture.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> df = spark.createDataFrame([(bytes.fromhex("000000000702020807"),)], "value BINARY")
    >>> from pyspark.sql import functions as F
    >>> message = {"payload": "protobuf"}
    >>> df.select(F.inline(wire.registry_frame_dissect("value", message))).show()
    +------+------+------------------+------------+-----------+
    |offset|length|              path|        type|      value|
    +------+------+------------------+------------+-----------+
    |     0|     1|             frame|       magic|"confluent"|
    |     1|     4|         schema_id|       int32|          7|
    |     5|     1|   message_indexes|count varint|          1|
    |     6|     1|message_indexes[0]|      varint|          1|
    |     7|     2|           payload|       bytes|       0807|
    +------+------+------------------+------------+-----------+
    """
    return call("registry_frame_dissect", value, options=options)


# help() shows them, and pickle finds them, where users import them from.
for _name in __all__:
    globals()[_name].__module__ = "sparkwire.functions.schema_ids"
