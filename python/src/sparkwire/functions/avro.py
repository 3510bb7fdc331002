"""Avro data and Avro containers.

Longer than other files, because every wrapper is mostly its documentation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sparkwire._call import call, literal

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


def try_avro_decode(value: ColumnOrName, schema: str, options: Options | None = None) -> Column:
    """Decode one Avro value by a known schema, giving NULL for malformed bytes.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one value in Avro's binary form, without a header.
    schema : str
        As for `avro_decode`.
    options : dict, optional
        As for `avro_decode`.

    Returns
    -------
    Column
        The value that `avro_decode` gives, or NULL.

    See Also
    --------
    avro_decode : fails for malformed bytes.
    avro_fault : why bytes are malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from sparkwire.demo import load, samples
    >>> df = spark.createDataFrame(samples("avro"), ["name", "value"])
    >>> schema = load("avro").schema
    >>> df.select("name", wire.try_avro_decode("value", schema).id.alias("id")).show()
    +--------------------+----+
    |                name|  id|
    +--------------------+----+
    |            an order|1001|
    |            a coupon|1002|
    |             cut off|NULL|
    |a union of two ha...|NULL|
    +--------------------+----+
    """
    return call("try_avro_decode", value, literal(schema), options=options)


def avro_fault(value: ColumnOrName, schema: str, options: Options | None = None) -> Column:
    """Say why bytes are no Avro value of a schema.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one value in Avro's binary form, without a header.
    schema : str
        As for `avro_decode`.
    options : dict, optional
        As for `avro_decode`.

    Returns
    -------
    Column
        NULL where `avro_decode` succeeds, else STRUCT of ``reason``, ``offset`` of the
        first byte at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_avro_decode : the values of the rows that have no fault.
    avro_dissect : every byte up to the fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from sparkwire.demo import load, samples
    >>> df = spark.createDataFrame(samples("avro"), ["name", "value"])
    >>> schema = load("avro").schema
    >>> fault = wire.avro_fault("value", schema).alias("fault")
    >>> df.select(fault).where("fault IS NOT NULL").select("fault.reason", "fault.path").show()
    +---------------+------+
    |         reason|  path|
    +---------------+------+
    |truncated-datum|placed|
    |bad-union-index|coupon|
    +---------------+------+
    """
    return call("avro_fault", value, literal(schema), options=options)


def avro_dissect(value: ColumnOrName, schema: str, options: Options | None = None) -> Column:
    """Say what each byte of an Avro value is.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one value in Avro's binary form, without a header.
    schema : str
        As for `avro_decode`.
    options : dict, optional
        As for `avro_decode`.

    Returns
    -------
    Column
        ARRAY of STRUCT of ``offset``, ``length``, ``path``, ``type``, ``value``, in the order of
        the bytes. Malformed bytes end with a row of type ``FAULT``.

    See Also
    --------
    sparkwire.view.dissection : the same as a picture.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from sparkwire.demo import load, samples
    >>> df = spark.createDataFrame(samples("avro"), ["name", "value"])
    >>> schema = load("avro").schema
    >>> from pyspark.sql import functions as F
    >>> df.limit(1).select(F.inline(wire.avro_dissect("value", schema))).show()
    +------+------+--------+------+----------------+
    |offset|length|    path|  type|           value|
    +------+------+--------+------+----------------+
    |     0|     2|      id|  long|            1001|
    |     2|     4|customer|string|           "Ada"|
    |     6|     6|  placed|  long|1708372672123000|
    |    12|     3|   total| bytes|         1999E-2|
    |    15|     1|   items| array|                |
    |    16|     4|items[0]|string|           "pen"|
    |    20|     4|items[1]|string|           "ink"|
    |    24|     1|   items| block|               0|
    |    25|     1|  coupon| union|               0|
    |    26|     0|  coupon|  null|                |
    +------+------+--------+------+----------------+
    """
    return call("avro_dissect", value, literal(schema), options=options)


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


def try_avro_variant(
    value: ColumnOrName, schema: ColumnOrName, options: Options | None = None
) -> Column:
    """Decode one Avro value to VARIANT, giving NULL for malformed bytes.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one value in Avro's binary form, without a header.
    schema : Column or str
        As for `avro_variant`.
    options : dict, optional
        As for `avro_decode`.

    Returns
    -------
    Column
        The VARIANT that `avro_variant` gives, or NULL.

    See Also
    --------
    avro_variant : fails for malformed bytes.
    avro_variant_fault : why bytes are malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> df = spark.createDataFrame([(b"T", '"int"'), (b"T", "no schema")], ["value", "schema"])
    >>> df.select(wire.try_avro_variant("value", "schema").alias("value")).show()
    +-----+
    |value|
    +-----+
    |   42|
    | NULL|
    +-----+
    """
    return call("try_avro_variant", value, schema, options=options)


def avro_variant_fault(
    value: ColumnOrName, schema: ColumnOrName, options: Options | None = None
) -> Column:
    """Say why bytes are no Avro value of the schema beside them.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one value in Avro's binary form, without a header.
    schema : Column or str
        As for `avro_variant`.
    options : dict, optional
        As for `avro_decode`.

    Returns
    -------
    Column
        NULL where `avro_variant` succeeds, else STRUCT of ``reason``, ``offset`` of the
        first byte at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_avro_variant : the values of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> df = spark.createDataFrame([(b"T", '"int"'), (b"T", "no schema")], ["value", "schema"])
    >>> df.select(wire.avro_variant_fault("value", "schema").reason.alias("reason")).show()
    +----------+
    |    reason|
    +----------+
    |      NULL|
    |bad-schema|
    +----------+
    """
    return call("avro_variant_fault", value, schema, options=options)


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


def try_avro_container_decode(
    value: ColumnOrName, reader_schema: str | None = None, options: Options | None = None
) -> Column:
    """Decode one Avro object container, giving NULL for malformed bytes.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole container.
    reader_schema : str, optional
        As for `avro_container_decode`.
    options : dict, optional
        As for `avro_container_decode`.

    Returns
    -------
    Column
        The STRUCT that `avro_container_decode` gives, or NULL.

    See Also
    --------
    avro_container_decode : fails for malformed bytes.
    avro_container_fault : why bytes are malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> df = spark.createDataFrame([(b"no container",)], ["value"])
    >>> df.select(wire.try_avro_container_decode("value").alias("container")).show()
    +---------+
    |container|
    +---------+
    |     NULL|
    +---------+
    """
    return call("try_avro_container_decode", value, literal(reader_schema), options=options)


def avro_container_fault(
    value: ColumnOrName, reader_schema: str | None = None, options: Options | None = None
) -> Column:
    """Say why bytes are no Avro container, or none with the records asked for.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole container.
    reader_schema : str, optional
        As for `avro_container_decode`.
    options : dict, optional
        As for `avro_container_decode`.

    Returns
    -------
    Column
        NULL where `avro_container_decode` succeeds, else STRUCT of ``reason``, ``offset`` of the
        first byte at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_avro_container_decode : the values of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> df = spark.createDataFrame([(b"no container",)], ["value"])
    >>> df.select(wire.avro_container_fault("value").reason.alias("reason")).show()
    +--------------+
    |        reason|
    +--------------+
    |bad-avro-magic|
    +--------------+
    """
    return call("avro_container_fault", value, literal(reader_schema), options=options)


def avro_container_dissect(
    value: ColumnOrName, reader_schema: str | None = None, options: Options | None = None
) -> Column:
    """Say what each byte of an Avro container is.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole container.
    reader_schema : str, optional
        As for `avro_container_decode`.
    options : dict, optional
        As for `avro_container_decode`.

    Returns
    -------
    Column
        ARRAY of STRUCT of ``offset``, ``length``, ``path``, ``type``, ``value``, in the order of
        the bytes. Malformed bytes end with a row of type ``FAULT``. A packed block is one row.

    See Also
    --------
    sparkwire.view.dissection : the same as a picture.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from sparkwire.demo import samples
    >>> df = spark.createDataFrame(samples("cernan")[:1], ["name", "value"])
    >>> df = df.select(wire.cernan_decode("value").avro.alias("value"))
    >>> from pyspark.sql import functions as F
    >>> df.select(F.inline(wire.avro_container_dissect("value"))).where("offset >= 231").show()
    +------+------+-------------+------------+-----------------+
    |offset|length|         path|        type|            value|
    +------+------+-------------+------------+-----------------+
    |   243|     1|avro_metadata|       block|                0|
    |   244|    16|             | sync marker|                 |
    |   260|     1|   records[0]|record count|                1|
    |   261|     1|   records[0]|  block size|               36|
    |   262|    36|   records[0]|     deflate|31 bytes unpacked|
    |   298|    16|   records[0]| sync marker|                0|
    +------+------+-------------+------------+-----------------+
    """
    return call("avro_container_dissect", value, literal(reader_schema), options=options)
