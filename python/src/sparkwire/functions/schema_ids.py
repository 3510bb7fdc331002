"""The ids of schemas in the headers of Kafka, and before payloads that are not Avro."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sparkwire._call import call, constant_or_column, literal
from sparkwire.functions._twins.schema_ids import *

if TYPE_CHECKING:
    from pyspark.sql import Column

    from sparkwire._call import ColumnOrName, Options

__all__ = [
    "avro_header",
    "avro_header_id",
    "avro_header_id_fault",
    "registry_frame",
    "registry_frame_dissect",
    "registry_frame_fault",
    "try_avro_header_id",
    "try_registry_frame",
]


def avro_header_id(
    headers: ColumnOrName, part: str | None = None, options: Options | None = None
) -> Column:
    """Return the id of a schema from the headers of a Kafka record.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    headers : Column or str
        ARRAY of STRUCT of ``key`` and ``value``: the column ``headers`` of Spark's Kafka source,
        which has it with ``includeHeaders``.
    part : str, optional
        The part of the record that the schema belongs to: ``value`` (default) for the header
        ``__value_schema_id``, ``key`` for ``__key_schema_id``.
    options : dict, optional
        ``verify`` (``full``, ``none``), ``maxDepth``, ``maxSize``; they change nothing here.

    Returns
    -------
    Column
        What `avro_frame` gives, with ``confluent-header`` as the ``frame``: the id is
        ``schema_id`` or ``schema_uuid``. Of several headers of the name the last one counts. NULL
        if there is none, or if it has no value; one that is malformed fails the query with the
        condition ``SPARKWIRE_MALFORMED``.

    See Also
    --------
    try_avro_header_id : NULL for a malformed header.
    avro_decode : reads the value with this id.
    avro_header : the way back.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> schema = "headers ARRAY<STRUCT<key: STRING, value: BINARY>>, value BINARY"
    >>> headers = [("__value_schema_id", bytes.fromhex("000000002a"))]
    >>> df = spark.createDataFrame([(headers, b"T")], schema)
    >>> id = wire.avro_header_id("headers").schema_id
    >>> value = wire.avro_decode("value", {42: '"int"'}, '"int"', id)
    >>> df.select(id.alias("id"), value.alias("value")).show()
    +---+-----+
    | id|value|
    +---+-----+
    | 42|   42|
    +---+-----+
    """
    return call("avro_header_id", headers, literal(part), options=options)


def avro_header(id: int | ColumnOrName) -> Column:
    """Return the value of the header that names a schema by its id.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    id : int, Column or str
        INT, STRING with a GUID, or BINARY with the 4 or 16 bytes of either. A str is the name of a
        column: ``F.lit`` makes a constant.

    Returns
    -------
    Column
        BINARY: ``00`` and the number, or ``01`` and the GUID. NULL for NULL, and for an id in a
        column that is none of these.

    See Also
    --------
    avro_header_id : the way back.
    avro_encode : encodes the value, with the option ``frame`` = ``confluent-header``.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(42,), (7,)], "id INT")
    >>> df.select(F.hex(wire.avro_header("id")).alias("value")).show()
    +----------+
    |     value|
    +----------+
    |000000002A|
    |0000000007|
    +----------+
    """
    return call("avro_header", constant_or_column(id))


def registry_frame(value: ColumnOrName, options: Options | None = None) -> Column:
    """Return the schema id before JSON or Protobuf, and the payload after it.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one value as the serializers of Confluent's or Glue's registry write it, or one
        without a frame.
    options : dict, optional
        ``payload`` (``json``, ``protobuf``: the indexes of the message precede the payload),
        ``verify`` (``full``, ``none``), ``maxDepth``, ``maxSize`` (how large a compressed payload
        may become).

    Returns
    -------
    Column
        STRUCT of ``frame`` (``none``, ``confluent``, ``glue``), the id as ``schema_id`` or
        ``schema_uuid``, the ``message_indexes`` of Protobuf, ``offset``, where the payload begins,
        and ``payload``, which Glue may have compressed and is decompressed here. NULL for NULL; a
        frame that is cut off fails the query with the condition ``SPARKWIRE_MALFORMED``.

    See Also
    --------
    try_registry_frame : NULL for malformed bytes.
    avro_frame : for values in Avro.
    avro_header_id : for ids in the headers of Kafka.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> value = bytes.fromhex("0000000007") + b'{"path": "/a"}'
    >>> df = spark.createDataFrame([(value,)], "value BINARY")
    >>> frame = wire.registry_frame("value")
    >>> hit = F.from_json(frame.payload.cast("string"), "path STRING")
    >>> df.select(frame.schema_id.alias("id"), hit.path.alias("path")).show()
    +---+----+
    | id|path|
    +---+----+
    |  7|  /a|
    +---+----+
    """
    return call("registry_frame", value, options=options)
