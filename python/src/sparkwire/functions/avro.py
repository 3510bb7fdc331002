"""Avro data and Avro containers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sparkwire._call import call, constant_or_column, literal, schemas, schemas_or_column
from sparkwire.functions._twins.avro import *

if TYPE_CHECKING:
    from pyspark.sql import Column

    from sparkwire._call import ColumnOrName, Options, Schemas

__all__ = [
    "avro_container_agg",
    "avro_container_decode",
    "avro_container_dissect",
    "avro_container_encode",
    "avro_container_encode_fault",
    "avro_container_fault",
    "avro_decode",
    "avro_dissect",
    "avro_encode",
    "avro_encode_fault",
    "avro_fault",
    "avro_fingerprint",
    "avro_fingerprint_fault",
    "avro_frame",
    "avro_frame_dissect",
    "avro_frame_fault",
    "avro_schema",
    "avro_schema_fault",
    "avro_schema_of",
    "avro_variant",
    "avro_variant_fault",
    "try_avro_container_decode",
    "try_avro_container_encode",
    "try_avro_decode",
    "try_avro_encode",
    "try_avro_fingerprint",
    "try_avro_frame",
    "try_avro_schema",
    "try_avro_variant",
]


def avro_decode(
    value: ColumnOrName,
    writer: str | Column | Schemas,
    reader: str | None = None,
    id: int | ColumnOrName | None = None,
    options: Options | None = None,
) -> Column:
    """Decode one Avro value to a typed column, with or without the id of its schema before it.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one value in Avro's binary encoding, possibly after a frame (`avro_frame`).
    writer : str, dict or Column
        The Avro schema in JSON that the value was written by, or a mapping from ids to such
        schemas: int for Confluent's registry, str with a UUID for Glue's, bytes for fingerprints
        and other ids as they precede the values. With a reader it may also be a column of schemas
        or of maps; NULL returns NULL.
    reader : str, optional
        An Avro schema in JSON to which values are resolved. Needed where the writer is a mapping or
        a column; without it the result has the type of the writer.
    id : int, Column or str, optional
        The id to look up in the mapping, if it does not precede the value: from a header
        (`avro_header_id`), for instance. INT, STRING with a UUID, or BINARY. NULL returns NULL.
    options : dict, optional
        ``frame`` (``none``, ``confluent``, ``single-object``, ``glue``, ``auto``: what stands in
        front; ``none`` is the default for a schema, ``auto`` for a mapping), ``invalidUtf8``
        (``fail``, ``replace``), ``trailing`` (``fail``, ``ignore``: bytes behind the value are not
        looked at), ``unions`` (``value``, ``named``: in a VARIANT the value of a union of several
        types is an object of one field that has the type's name), ``time`` (``number``, ``time``:
        ``time-millis`` and ``time-micros`` become TIME, which needs Spark 4.1 or later with
        ``spark.sql.timeType.enabled``), ``verify`` (``full``, ``none``), ``maxDepth``,
        ``maxSize``.

    Returns
    -------
    Column
        The type of the reader's schema, else of the writer's, as Spark's own Avro reader has it.
        NULL for NULL; malformed bytes fail the query with the condition ``SPARKWIRE_MALFORMED``,
        and so do bytes behind the value and an id that the mapping does not have.

    See Also
    --------
    try_avro_decode : NULL for malformed bytes.
    avro_variant : VARIANT, for schemas without a common type and for recursive ones.
    avro_frame : what precedes a value.

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

    Values of several versions of a schema, each after the id of its version:

    >>> hit = '{"type": "record", "name": "Hit", "fields": [%s]}'
    >>> writers = {
    ...     1: hit % '{"name": "path", "type": "string"}',
    ...     2: hit % '{"name": "path", "type": "string"}, {"name": "ms", "type": "int"}',
    ... }
    >>> reader = hit % (
    ...     '{"name": "path", "type": "string"}, {"name": "ms", "type": "long", "default": -1}'
    ... )
    >>> values = [bytes.fromhex("0000000001042f61"), bytes.fromhex("0000000002042f6254")]
    >>> df = spark.createDataFrame([(value,) for value in values], "value BINARY")
    >>> df.select(wire.avro_decode("value", writers, reader).alias("hit")).select("hit.*").show()
    +----+---+
    |path| ms|
    +----+---+
    |  /a| -1|
    |  /b| 42|
    +----+---+
    """
    return call(
        "avro_decode",
        value,
        schemas(writer),
        literal(reader),
        constant_or_column(id),
        options=options,
    )


def avro_encode(
    value: ColumnOrName,
    schema: str,
    id: int | ColumnOrName | None = None,
    options: Options | None = None,
) -> Column:
    """Encode one value in Avro's binary encoding, with or without the id of its schema before it.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        What `avro_decode` or `avro_variant` gives for the schema. Fields are found by their names,
        in any order; those that are not given have their defaults.
    schema : str
        The Avro schema in JSON.
    id : int, Column or str, optional
        The id of the schema in the frame: an int or a column of them for Confluent's registry, a
        column of UUIDs for Glue's. NULL returns NULL.
    options : dict, optional
        ``frame`` (``none``, ``confluent``, ``single-object``, ``glue``, ``confluent-header``:
        nothing, because `avro_header` makes the id), ``id`` (the id of the schema, if it is the
        same for all values), ``maxDepth``, ``maxSize``.

    Returns
    -------
    Column
        BINARY. NULL for NULL; a value that cannot be written fails the query with the condition
        ``SPARKWIRE_UNENCODABLE``.

    See Also
    --------
    try_avro_encode : NULL for a value that cannot be written.
    avro_encode_fault : why a value cannot be written.
    avro_decode : the way back.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([("/a", 42)], "path STRING, ms INT")
    >>> fields = '{"name": "path", "type": "string"}, {"name": "ms", "type": "int"}'
    >>> hit = '{"type": "record", "name": "Hit", "fields": [' + fields + "]}"
    >>> value = wire.avro_encode(F.struct("ms", "path"), hit, 7, {"frame": "confluent"})
    >>> df.select(F.hex(value).alias("value")).show()
    +------------------+
    |             value|
    +------------------+
    |0000000007042F6154|
    +------------------+
    """
    return call("avro_encode", value, literal(schema), constant_or_column(id), options=options)


def avro_variant(
    value: ColumnOrName,
    writer: ColumnOrName | Schemas,
    id: int | ColumnOrName | None = None,
    options: Options | None = None,
) -> Column:
    """Decode one Avro value to VARIANT, by a schema that may differ from row to row.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one value in Avro's binary encoding, possibly after a frame (`avro_frame`).
    writer : Column, str or dict
        STRING: the Avro schema in JSON that the value was written by, a column or ``F.lit``. NULL
        returns NULL; a text that is not a schema is malformed. Or a mapping or MAP from ids to such
        schemas, as for `avro_decode`.
    id : int, Column or str, optional
        As for `avro_decode`.
    options : dict, optional
        As for `avro_decode`.

    Returns
    -------
    Column
        VARIANT. NULL for NULL; malformed bytes fail the query with the condition
        ``SPARKWIRE_MALFORMED``.

    See Also
    --------
    avro_decode : a typed column, for one known schema or for several that a reader's resolves.
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
    return call(
        "avro_variant", value, schemas_or_column(writer), constant_or_column(id), options=options
    )


def avro_frame(value: ColumnOrName, options: Options | None = None) -> Column:
    """Return the frame around an Avro value and the id of its schema.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one Avro value, framed or bare.
    options : dict, optional
        ``verify`` (``full``, ``none``), ``maxDepth``, ``maxSize``; they change nothing here.

    Returns
    -------
    Column
        STRUCT of ``frame`` (``none``, ``confluent``, ``single-object``, ``glue``), the id as
        ``schema_id``, ``schema_uuid`` or ``fingerprint``, ``compression`` (``none``, ``zlib``) of
        Glue's frame, and ``offset``, where the value begins. NULL for NULL; a frame that is cut off
        fails the query with the condition ``SPARKWIRE_MALFORMED``.

    See Also
    --------
    try_avro_frame : NULL for malformed bytes.
    avro_decode : reads the value by the schema that the id leads to.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> values = [bytes.fromhex("0000000007042f6154"), bytes.fromhex("042f6154")]
    >>> df = spark.createDataFrame([(value,) for value in values], "value BINARY")
    >>> frame = wire.avro_frame("value").alias("frame")
    >>> df.select(frame).select("frame.frame", "frame.schema_id", "frame.offset").show()
    +---------+---------+------+
    |    frame|schema_id|offset|
    +---------+---------+------+
    |confluent|        7|     5|
    |     none|     NULL|     0|
    +---------+---------+------+
    """
    return call("avro_frame", value, options=options)


def avro_fingerprint(
    schema: ColumnOrName, algorithm: str | None = None, options: Options | None = None
) -> Column:
    """Compute the fingerprint of an Avro schema, the same for all texts of one canonical form.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    schema : Column or str
        STRING: an Avro schema in JSON.
    algorithm : str, optional
        ``CRC-64-AVRO`` (default), the 8 bytes of the single-object encoding as they stand there;
        ``MD5`` or ``SHA-256``.
    options : dict, optional
        ``verify`` (``full``, ``none``), ``maxDepth``, ``maxSize``; they change nothing here.

    Returns
    -------
    Column
        BINARY. NULL for NULL; a text that is not a schema fails the query with the condition
        ``SPARKWIRE_INVALID_SCHEMA``.

    See Also
    --------
    try_avro_fingerprint : NULL for a text that is not a schema.
    databus_schema_id : the id of a schema in Databus events.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([('"int"',), ('{"type": "int"}',)], ["schema"])
    >>> df.select(F.hex(wire.avro_fingerprint("schema")).alias("fingerprint")).show()
    +----------------+
    |     fingerprint|
    +----------------+
    |8F5C393F1AD57572|
    |8F5C393F1AD57572|
    +----------------+
    """
    return call("avro_fingerprint", schema, literal(algorithm), options=options)


def avro_schema(schema: ColumnOrName, options: Options | None = None) -> Column:
    """Return the column type of an Avro schema, as DDL.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    schema : Column or str
        STRING: an Avro schema in JSON.
    options : dict, optional
        ``time`` (``number``, ``time``: as for `avro_decode`), ``verify`` (``full``, ``none``),
        ``maxDepth``, ``maxSize``; the others change nothing here.

    Returns
    -------
    Column
        STRING: the type as DDL. NULL for NULL; a text that is not a schema, or the schema of a type
        that no column has, fails the query with the condition ``SPARKWIRE_INVALID_SCHEMA``.

    See Also
    --------
    try_avro_schema : NULL for a text that is not a schema.
    avro_schema_of : the way back.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> schema = F.lit('{"type": "map", "values": ["null", "int"]}')
    >>> spark.range(1).select(wire.avro_schema(schema).alias("type")).show()
    +----------------+
    |            type|
    +----------------+
    |MAP<STRING, INT>|
    +----------------+
    """
    return call("avro_schema", schema, options=options)


def avro_schema_of(ddl: str) -> Column:
    """Return an Avro schema that reads values of other schemas into a column type.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    ddl : str
        The type as DDL.

    Returns
    -------
    Column
        STRING: the schema in JSON. All of it may be null; a field that was not written is NULL.

    See Also
    --------
    avro_decode : takes it as a reader.
    avro_schema : the way back.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> spark.range(1).select(wire.avro_schema_of("ARRAY<INT>").alias("schema")).show(1, False)
    +---------------------------------------+
    |schema                                 |
    +---------------------------------------+
    |{"type":"array","items":["null","int"]}|
    +---------------------------------------+
    """
    return call("avro_schema_of", literal(ddl))


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
        union of several types is an object of one field that has the type's name), ``time``
        (``number``, ``time``: as for `avro_decode`, with a reader's schema), ``verify`` (``full``,
        ``none``), ``maxDepth``, ``maxSize``.

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


def avro_container_encode(
    value: ColumnOrName, schema: str | None = None, options: Options | None = None
) -> Column:
    """Encode one Avro object container.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        What `avro_container_decode` gives: ``avro_schema``, ``avro_codec``, ``avro_metadata`` and
        ``records``. The records are written by the schema that the value names.
    schema : str, optional
        An Avro schema in JSON, if the value does not name one.
    options : dict, optional
        ``codec`` (``null``, ``deflate``, ``snappy``, ``bzip2``, ``xz``, ``zstandard``: whichever
        the value names), ``codecs`` (the codecs that a value may name, separated by commas; by
        default those that cost little), ``sync`` (32 hex digits; by default the hash of the
        content), ``blockSize``, ``derived`` (``make``, ``check``), ``maxDepth``, ``maxSize``.

    Returns
    -------
    Column
        BINARY. NULL for NULL; a value that cannot be written fails the query with the condition
        ``SPARKWIRE_UNENCODABLE``.

    See Also
    --------
    try_avro_container_encode : NULL for a value that cannot be written.
    avro_container_encode_fault : why a value cannot be written.
    avro_container_decode : the way back.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([([1, 2, 3],)], "records ARRAY<INT>")
    >>> file = wire.avro_container_encode(F.struct("records"), '"int"', {"codec": "deflate"})
    >>> df.select(wire.avro_container_decode(file).alias("file")).select("file.records").show()
    +---------+
    |  records|
    +---------+
    |[1, 2, 3]|
    +---------+
    """
    return call("avro_container_encode", value, literal(schema), options=options)


def avro_container_agg(value: ColumnOrName, schema: str, options: Options | None = None) -> Column:
    """Encode the records of all rows as one Avro object container.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        One record, as for `avro_encode`. Rows with NULL are skipped.
    schema : str
        The Avro schema of a record in JSON.
    options : dict, optional
        As for `avro_container_encode`.

    Returns
    -------
    Column
        BINARY; NULL without a record. The order is that of the rows; in SQL, ``WITHIN GROUP (ORDER
        BY ...)`` determines it.

    See Also
    --------
    avro_container_encode : one container of each row.
    avro_container_decode : the way back.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> df = spark.createDataFrame([(1,), (2,)], "id INT").coalesce(1)
    >>> file = df.select(wire.avro_container_agg("id", '"int"').alias("file"))
    >>> file.select(wire.avro_container_decode("file").alias("f")).select("f.records").show()
    +-------+
    |records|
    +-------+
    | [1, 2]|
    +-------+
    """
    return call("avro_container_agg", value, literal(schema), options=options)
