"""Avro data and Avro containers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sparkwire._call import call, literal
from sparkwire.functions._twins.avro import *

if TYPE_CHECKING:
    from pyspark.sql import Column

    from sparkwire._call import ColumnOrName, Options

__all__ = [
    "avro_container_decode",
    "avro_container_dissect",
    "avro_container_fault",
    "avro_decode",
    "avro_dissect",
    "avro_fault",
    "avro_variant",
    "avro_variant_fault",
    "try_avro_container_decode",
    "try_avro_decode",
    "try_avro_variant",
]


def avro_decode(value: ColumnOrName, schema: str, options: Options | None = None) -> Column:
    """Decode one Avro value by a known schema.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one value in Avro's binary form, without a header.
    schema : str
        The Avro schema in JSON that the value was written by.
    options : dict, optional
        ``invalidUtf8`` (``fail``, ``replace``), ``trailing`` (``fail``, ``ignore``: bytes behind
        the value are not looked at), ``unions`` (``value``, ``named``: in a VARIANT the value of a
        union of several types is an object of one field that has the type's name), ``verify``
        (``full``, ``none``), ``maxDepth``, ``maxSize``.

    Returns
    -------
    Column
        The type of the schema, as Spark's own Avro reader has it. NULL for NULL; malformed bytes
        fail the query with the condition ``SPARKWIRE_MALFORMED``, and so do bytes behind the value.

    See Also
    --------
    try_avro_decode : NULL for malformed bytes.
    avro_variant : schemas that differ from row to row, recursive schemas.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from sparkwire.demo import load, samples
    >>> df = spark.createDataFrame(samples("avro"), ["name", "value"])
    >>> schema = load("avro").schema
    >>> order = wire.avro_decode("value", schema).alias("order")
    >>> df.limit(2).select(order).select("order.id", "order.total", "order.coupon").show()
    +----+-----+------+
    |  id|total|coupon|
    +----+-----+------+
    |1001|19.99|  NULL|
    |1002|-4.50|SPRING|
    +----+-----+------+
    """
    return call("avro_decode", value, literal(schema), options=options)


def avro_variant(
    value: ColumnOrName, schema: ColumnOrName, options: Options | None = None
) -> Column:
    """Decode one Avro value to VARIANT, by a schema that may differ from row to row.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one value in Avro's binary form, without a header.
    schema : Column or str
        STRING: the Avro schema in JSON that the value was written by, a column or ``F.lit``. NULL
        gives NULL; a text that is no schema is malformed.
    options : dict, optional
        As for `avro_decode`.

    Returns
    -------
    Column
        VARIANT. NULL for NULL; malformed bytes fail the query with the condition
        ``SPARKWIRE_MALFORMED``.

    See Also
    --------
    avro_decode : a typed column, for one known schema.
    try_avro_variant : NULL for malformed bytes.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> df = spark.createDataFrame(
    ...     [(b"T", '"int"'), (bytes([2, 4]) + b"hi", '["int", "string"]')], ["value", "schema"]
    ... )
    >>> df.select(wire.avro_variant("value", "schema").alias("value")).show()
    +-----+
    |value|
    +-----+
    |   42|
    | "hi"|
    +-----+
    """
    return call("avro_variant", value, schema, options=options)


def avro_container_decode(
    value: ColumnOrName, reader_schema: str | None = None, options: Options | None = None
) -> Column:
    """Decode one Avro object container with its records.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole container.
    reader_schema : str, optional
        An Avro schema in JSON to which the records are resolved. Without it they are VARIANT.
    options : dict, optional
        ``invalidUtf8`` (``fail``, ``replace``), ``unions`` (``value``, ``named``: the value of a
        union of several types is an object of one field that has the type's name), ``verify``
        (``full``, ``none``), ``maxDepth``, ``maxSize``.

    Returns
    -------
    Column
        STRUCT of ``avro_schema``, ``avro_codec``, ``avro_metadata``, ``record_count`` and
        ``records``. NULL for NULL; malformed bytes fail the query with the condition
        ``SPARKWIRE_MALFORMED``.

    See Also
    --------
    try_avro_container_decode : NULL for malformed bytes.
    cernan_decode : a container in a packet.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from sparkwire.demo import samples
    >>> df = spark.createDataFrame(samples("cernan")[:1], ["name", "value"])
    >>> df = df.select(wire.cernan_decode("value").avro.alias("value"))
    >>> container = wire.avro_container_decode("value").alias("container")
    >>> df.select(container).select("container.records").show(1, False)
    +--------------------------------------------------------------------------------+
    |records                                                                         |
    +--------------------------------------------------------------------------------+
    |[{"favorite_color":"Nonyabusiness","favorite_number":24,"name":"Foo Bar Matic"}]|
    +--------------------------------------------------------------------------------+
    """
    return call("avro_container_decode", value, literal(reader_schema), options=options)
