"""Kafka's own bytes: messages, requests, record batches and the records of its internal topics.

Longer than other files, because every wrapper is mostly its documentation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sparkwire._call import call, constant_or_column, literal
from sparkwire.functions._twins.kafka import *

if TYPE_CHECKING:
    from pyspark.sql import Column

    from sparkwire._call import ColumnOrName, Options

__all__ = [
    "kafka_decode",
    "kafka_dissect",
    "kafka_encode",
    "kafka_encode_fault",
    "kafka_fault",
    "kafka_layouts",
    "kafka_record_decode",
    "kafka_record_dissect",
    "kafka_record_encode",
    "kafka_record_encode_fault",
    "kafka_record_fault",
    "kafka_records_agg",
    "kafka_records_decode",
    "kafka_records_dissect",
    "kafka_records_encode",
    "kafka_records_encode_fault",
    "kafka_records_fault",
    "kafka_request_decode",
    "kafka_request_dissect",
    "kafka_request_encode",
    "kafka_request_encode_fault",
    "kafka_request_fault",
    "kafka_response_decode",
    "kafka_response_dissect",
    "kafka_response_encode",
    "kafka_response_encode_fault",
    "kafka_response_fault",
    "kafka_tags_decode",
    "kafka_tags_dissect",
    "kafka_tags_encode",
    "kafka_tags_encode_fault",
    "kafka_tags_fault",
    "try_kafka_decode",
    "try_kafka_encode",
    "try_kafka_record_decode",
    "try_kafka_record_encode",
    "try_kafka_records_decode",
    "try_kafka_records_encode",
    "try_kafka_request_decode",
    "try_kafka_request_encode",
    "try_kafka_response_decode",
    "try_kafka_response_encode",
    "try_kafka_tags_decode",
    "try_kafka_tags_encode",
]


def kafka_decode(
    value: ColumnOrName,
    layout: str,
    version: int | ColumnOrName | None = None,
    options: Options | None = None,
) -> Column:
    """Decode one value in Kafka's wire types: a message by its definition, or types.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole value.
    layout : str
        The name of one of Kafka's messages (see `kafka_layouts`), the text of a message definition
        in Kafka's JSON, or types, such as ``"COMPACT_STRING"`` or ``"id INT16, name
        COMPACT_STRING"``.
    version : int, Column or str, optional
        The version of the message, or a column of versions. Without it the newest.
    options : dict, optional
        ``absent`` (``null``, ``default``: a field that the version does not have is its default),
        ``versionPrefix`` (``false``, ``true``: the value starts with an INT16 version),
        ``tagHeader`` (``standard``, ``interleaved``), ``verify`` (``full``, ``none``),
        ``maxDepth``, ``maxSize``.

    Returns
    -------
    Column
        For a message or a list of types a STRUCT of the fields and ``_unknown_tags``, for one type
        its value. NULL for NULL; malformed bytes fail the query with the condition
        ``SPARKWIRE_MALFORMED``.

    See Also
    --------
    try_kafka_decode : NULL for malformed bytes.
    kafka_fault : why bytes are malformed.
    kafka_layouts : the messages that are known by name.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> value = bytes.fromhex("0007 0561626364")
    >>> df = spark.createDataFrame([(value,)], ["value"])
    >>> layout = "id INT16, name COMPACT_STRING"
    >>> df.select(wire.kafka_decode("value", layout).alias("v")).select("v.id", "v.name").show()
    +---+----+
    | id|name|
    +---+----+
    |  7|abcd|
    +---+----+
    """
    return call(
        "kafka_decode", value, literal(layout), constant_or_column(version), options=options
    )


def kafka_encode(
    value: ColumnOrName,
    layout: str,
    version: int | ColumnOrName | None = None,
    options: Options | None = None,
) -> Column:
    """Encode one value in Kafka's wire types: a message by its definition, or types.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        What `kafka_decode` gives: for a message or a list of types a STRUCT of fields by their
        names, in any order, for one type its value.
    layout : str
        The name of one of Kafka's messages (see `kafka_layouts`), the text of a message definition
        in Kafka's JSON, or types, such as ``"COMPACT_STRING"`` or ``"id INT16, name
        COMPACT_STRING"``.
    version : int, Column or str, optional
        The version of the message, or a column of versions. Without it the newest.
    options : dict, optional
        ``versionPrefix`` (``false``, ``true``: the field ``_version`` is written first, as an
        INT16), ``tagHeader`` (``standard``, ``interleaved``), ``maxDepth``, ``maxSize``.

    Returns
    -------
    Column
        BINARY. Missing fields take their defaults, and tagged fields with default values are
        omitted, as in Kafka's own software. NULL for NULL; a value that cannot be written fails the
        query with the condition ``SPARKWIRE_UNENCODABLE``.

    See Also
    --------
    try_kafka_encode : NULL for a value that cannot be written.
    kafka_encode_fault : why a value cannot be written.
    kafka_decode : the way back.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([("orders", [1, 2])], "topic STRING, ids ARRAY<INT>")
    >>> layout = "topic COMPACT_STRING, ids COMPACT_ARRAY<INT32>"
    >>> value = wire.kafka_encode(F.struct("topic", "ids"), layout)
    >>> df.select(F.hex(value).alias("value")).show(truncate=False)
    +--------------------------------+
    |value                           |
    +--------------------------------+
    |076F7264657273030000000100000002|
    +--------------------------------+
    """
    return call(
        "kafka_encode", value, literal(layout), constant_or_column(version), options=options
    )


def kafka_record_decode(
    topic: ColumnOrName, key: ColumnOrName, value: ColumnOrName, options: Options | None = None
) -> Column:
    """Decode one record of one of Kafka's internal topics.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    topic : Column or str
        STRING: the internal topic, ``__consumer_offsets``, ``__transaction_state``,
        ``__share_group_state``, ``__cluster_metadata`` or ``__remote_log_metadata``. A column gives
        NULL for any other; a constant that is none of them is refused.
    key : Column or str
        BINARY: the key of the record.
    value : Column or str
        BINARY: the value of the record; NULL is a tombstone.
    options : dict, optional
        ``verify`` (``full``, ``none``), ``maxDepth``, ``maxSize``.

    Returns
    -------
    Column
        STRUCT of ``record``, ``record_type``, ``version``, ``tombstone``, ``key`` and ``value``
        (both VARIANT). Types of records that are not known have only ``record_type``; at versions
        that are not known ``value`` is NULL, and only `kafka_record_fault` calls them
        ``unsupported-version``. Malformed bytes fail the query with the condition
        ``SPARKWIRE_MALFORMED``; the path of a fault begins with ``key`` or ``value``.

    See Also
    --------
    try_kafka_record_decode : NULL for malformed bytes.
    kafka_record_fault : why bytes are malformed.
    kafka_records_decode : the records of a log.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> key = bytes.fromhex("0001 00026731 000174 0000000a")
    >>> value = bytes.fromhex("0003 0000000000000064 ffffffff 0000 0000018bcfe568ab")
    >>> row = ("__consumer_offsets", key, value)
    >>> df = spark.createDataFrame([row], ["topic", "key", "value"])
    >>> record = wire.kafka_record_decode("topic", "key", "value").alias("record")
    >>> df.select(record).select("record.record", "record.version", "record.key").show(
    ...     truncate=False
    ... )
    +------------+-------+-----------------------------------------+
    |record      |version|key                                      |
    +------------+-------+-----------------------------------------+
    |OffsetCommit|3      |{"group":"g1","partition":10,"topic":"t"}|
    +------------+-------+-----------------------------------------+
    """
    return call("kafka_record_decode", topic, key, value, options=options)


def kafka_record_encode(
    value: ColumnOrName, topic: ColumnOrName, options: Options | None = None
) -> Column:
    """Encode one record of an internal topic.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        What `kafka_record_decode` gives: ``record_type``, ``version``, ``key`` and ``value``, the
        last two as VARIANT or as STRUCTs of the fields that Kafka's definitions have.
    topic : Column or str
        STRING: the internal topic. NULL returns NULL.
    options : dict, optional
        ``derived`` (``make``, ``check``: ``tombstone`` must be what it is made), ``maxDepth``,
        ``maxSize``.

    Returns
    -------
    Column
        STRUCT of ``key`` and ``value``, both BINARY. Without a value the record is a tombstone; a
        value without a version gets the newest. NULL for NULL; a value that cannot be written fails
        the query with the condition ``SPARKWIRE_UNENCODABLE``.

    See Also
    --------
    try_kafka_record_encode : NULL for a value that cannot be written.
    kafka_record_encode_fault : why a value cannot be written.
    kafka_record_decode : the way back.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([("g1", "orders", 3)], "group STRING, topic STRING, p INT")
    >>> key = F.struct("group", "topic", F.col("p").alias("partition"))
    >>> record = F.struct(F.lit(1).alias("record_type"), key.alias("key"))
    >>> tombstone = wire.kafka_record_encode(record, F.lit("__consumer_offsets"))
    >>> df.select(tombstone.alias("r")).select(F.hex("r.key").alias("key"), "r.value").show()
    +--------------------+-----+
    |                 key|value|
    +--------------------+-----+
    |00010002673100066...| NULL|
    +--------------------+-----+
    """
    return call("kafka_record_encode", value, topic, options=options)


def kafka_request_decode(value: ColumnOrName, options: Options | None = None) -> Column:
    """Decode one request of Kafka's protocol.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole request with its header.
    options : dict, optional
        ``sizePrefix`` (``false``, ``true``: the value starts with the size of the frame),
        ``verify`` (``full``, ``none``), ``maxDepth``, ``maxSize``.

    Returns
    -------
    Column
        STRUCT of ``api``, ``api_key``, ``api_version``, ``correlation_id``, ``client_id`` and
        ``body`` (VARIANT). NULL for NULL; malformed bytes fail the query with the condition
        ``SPARKWIRE_MALFORMED``.

    See Also
    --------
    try_kafka_request_decode : NULL for malformed bytes.
    kafka_request_fault : why bytes are malformed.
    kafka_response_decode : what answers it.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> request = bytes.fromhex("0012 0000 00000007 00026331")
    >>> df = spark.createDataFrame([(request,)], ["value"])
    >>> request = wire.kafka_request_decode("value").alias("request")
    >>> df.select(request).select("request.api", "request.client_id").show()
    +-----------+---------+
    |        api|client_id|
    +-----------+---------+
    |ApiVersions|       c1|
    +-----------+---------+
    """
    return call("kafka_request_decode", value, options=options)


def kafka_request_encode(value: ColumnOrName, options: Options | None = None) -> Column:
    """Encode one request of Kafka's protocol.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        What `kafka_request_decode` gives: ``api_key``, ``api_version``, ``correlation_id``,
        ``client_id`` and ``body``, a VARIANT or a STRUCT of the fields that Kafka's definition has.
    options : dict, optional
        ``sizePrefix`` (``false``, ``true``: the size of the frame is written first), ``derived``
        (``make``, ``check``: ``api`` must be the name of the API), ``maxDepth``, ``maxSize``.

    Returns
    -------
    Column
        BINARY. NULL for NULL; a value that cannot be written fails the query with the condition
        ``SPARKWIRE_UNENCODABLE``.

    See Also
    --------
    try_kafka_request_encode : NULL for a value that cannot be written.
    kafka_request_encode_fault : why a value cannot be written.
    kafka_request_decode : the way back.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(18, 0, "{}")], "api_key INT, api_version INT, body STRING")
    >>> request = F.struct("api_key", "api_version", F.parse_json("body").alias("body"))
    >>> df.select(F.hex(wire.kafka_request_encode(request)).alias("request")).show()
    +--------------------+
    |             request|
    +--------------------+
    |0012000000000000FFFF|
    +--------------------+
    """
    return call("kafka_request_encode", value, options=options)


def kafka_response_decode(
    value: ColumnOrName,
    api_key: int | ColumnOrName,
    api_version: int | ColumnOrName,
    options: Options | None = None,
) -> Column:
    """Decode one response of Kafka's protocol.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole response with its header.
    api_key : int, Column or str
        The api key of the request that it answers.
    api_version : int, Column or str
        The api version of that request.
    options : dict, optional
        ``sizePrefix`` (``false``, ``true``: the value starts with the size of the frame),
        ``verify`` (``full``, ``none``), ``maxDepth``, ``maxSize``.

    Returns
    -------
    Column
        STRUCT of ``api``, ``api_key``, ``api_version``, ``correlation_id``, ``client_id`` (NULL)
        and ``body`` (VARIANT). NULL for NULL; malformed bytes fail the query with the condition
        ``SPARKWIRE_MALFORMED``.

    See Also
    --------
    try_kafka_response_decode : NULL for malformed bytes.
    kafka_response_fault : why bytes are malformed.
    kafka_request_decode : what it answers.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> response = bytes.fromhex("00000007 0023 00000000")
    >>> df = spark.createDataFrame([(response,)], ["value"])
    >>> response = wire.kafka_response_decode("value", 18, 0).alias("response")
    >>> df.select(response).select("response.correlation_id", "response.body").show(truncate=False)
    +--------------+-----------------------------+
    |correlation_id|body                         |
    +--------------+-----------------------------+
    |7             |{"apiKeys":[],"errorCode":35}|
    +--------------+-----------------------------+
    """
    return call(
        "kafka_response_decode",
        value,
        constant_or_column(api_key),
        constant_or_column(api_version),
        options=options,
    )


def kafka_response_encode(
    value: ColumnOrName,
    api_key: int | ColumnOrName | None = None,
    api_version: int | ColumnOrName | None = None,
    options: Options | None = None,
) -> Column:
    """Encode one response of Kafka's protocol.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        What `kafka_response_decode` gives.
    api_key : int, Column or str, optional
        The key of the API, for values that do not name it. NULL returns NULL.
    api_version : int, Column or str, optional
        Its version, likewise.
    options : dict, optional
        As for `kafka_request_encode`.

    Returns
    -------
    Column
        BINARY. NULL for NULL; a value that cannot be written fails the query with the condition
        ``SPARKWIRE_UNENCODABLE``.

    See Also
    --------
    try_kafka_response_encode : NULL for a value that cannot be written.
    kafka_response_encode_fault : why a value cannot be written.
    kafka_response_decode : the way back.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(bytes.fromhex("00000007000000000000"),)], "value BINARY")
    >>> again = wire.kafka_response_encode(wire.kafka_response_decode("value", 18, 0))
    >>> df.select(F.hex(again).alias("again")).show()
    +--------------------+
    |               again|
    +--------------------+
    |00000007000000000000|
    +--------------------+
    """
    return call(
        "kafka_response_encode",
        value,
        constant_or_column(api_key),
        constant_or_column(api_version),
        options=options,
    )


def kafka_records_agg(value: ColumnOrName, options: Options | None = None) -> Column:
    """Encode the records of all rows as Kafka record batches.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        One record: a STRUCT of ``key``, ``value``, ``headers``, ``timestamp`` and so on; or a row
        as `kafka_records_decode` gives it, with such a ``record`` and the fields of its batch, such
        as ``codec``. Rows with NULL are skipped.
    options : dict, optional
        ``maxDepth``, ``maxSize``.

    Returns
    -------
    Column
        BINARY; NULL without a record. The order is that of the rows; in SQL, ``WITHIN GROUP (ORDER
        BY ...)`` determines it.

    See Also
    --------
    kafka_records_encode : the batches of one row's array.
    kafka_records_decode : the way back.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(b"a",), (b"b",)], "value BINARY").coalesce(1)
    >>> batch = df.select(wire.kafka_records_agg(F.struct("value")).alias("batch"))
    >>> batch.select(F.size(wire.kafka_records_decode("batch")).alias("records")).show()
    +-------+
    |records|
    +-------+
    |      2|
    +-------+
    """
    return call("kafka_records_agg", value, options=options)


def kafka_records_decode(value: ColumnOrName, options: Options | None = None) -> Column:
    """Decode Kafka's record batches: magic 0, 1 and 2, in any compression.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: record batches end to end, as in the files of a log or in a field of type records.
    options : dict, optional
        ``tail`` (``fail``, ``drop``: an incomplete last batch is left out), ``verify`` (``full``,
        ``none``), ``maxDepth``, ``maxSize``.

    Returns
    -------
    Column
        ARRAY of STRUCT, one for each record: ``base_offset``, ``codec``, ``control`` and so on of
        its batch, and ``record`` with ``offset``, ``timestamp``, ``key``, ``value``, ``headers``.
        NULL for NULL; malformed bytes fail the query with the condition ``SPARKWIRE_MALFORMED``.

    See Also
    --------
    try_kafka_records_decode : NULL for malformed bytes.
    kafka_records_fault : why bytes are malformed.
    kafka_record_decode : the records of internal topics.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> head = "00000000000001f4 00000042 00000007 02 81165ece 0030 00000000"
    >>> times = "0000018bcfe56800 0000018bcfe56800"
    >>> producer = "000000000000004d 0003 ffffffff"
    >>> record = "20 00 00 00 08 00000001 0c 000000000004 00"
    >>> batch = bytes.fromhex(head + times + producer + "00000001" + record)
    >>> df = spark.createDataFrame([(batch,)], ["value"])
    >>> row = F.inline(wire.kafka_records_decode("value"))
    >>> df.select(row).select("control", "record.offset", "record.timestamp_ms").show()
    +-------+------+-------------+
    |control|offset| timestamp_ms|
    +-------+------+-------------+
    |   true|   500|1700000000000|
    +-------+------+-------------+
    """
    return call("kafka_records_decode", value, options=options)


def kafka_records_encode(value: ColumnOrName, options: Options | None = None) -> Column:
    """Encode records as Kafka's record batches.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        ARRAY as `kafka_records_decode` gives it: one STRUCT for each record, those of a batch
        together. Missing fields are those of a batch that a producer writes.
    options : dict, optional
        ``maxDepth``, ``maxSize``.

    Returns
    -------
    Column
        BINARY: batches of magic 2, end to end, compressed with the ``codec`` of their rows. NULL
        for NULL; records that cannot be written fail the query with the condition
        ``SPARKWIRE_UNENCODABLE``.

    See Also
    --------
    try_kafka_records_encode : NULL for records that cannot be written.
    kafka_records_encode_fault : why records cannot be written.
    kafka_records_decode : the way back.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(b"a",), (b"b",)], "value BINARY")
    >>> row = F.struct(F.struct("value").alias("record"))
    >>> batch = df.agg(wire.kafka_records_encode(F.collect_list(row)).alias("batch"))
    >>> records = wire.kafka_records_decode("batch")
    >>> batch.select(F.inline(records)).select("record.offset", "record.value").show()
    +------+-----+
    |offset|value|
    +------+-----+
    |     0| [61]|
    |     1| [62]|
    +------+-----+
    """
    return call("kafka_records_encode", value, options=options)


def kafka_tags_decode(value: ColumnOrName, options: Options | None = None) -> Column:
    """Decode a section of tagged fields.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole tag section.
    options : dict, optional
        ``tagHeader`` (``standard``, ``interleaved``), ``verify`` (``full``, ``none``),
        ``maxDepth``, ``maxSize``.

    Returns
    -------
    Column
        ARRAY of STRUCT of ``tag`` and ``data``. NULL for NULL; malformed bytes fail the query with
        the condition ``SPARKWIRE_MALFORMED``.

    See Also
    --------
    try_kafka_tags_decode : NULL for malformed bytes.
    kafka_tags_fault : why bytes are malformed.
    kafka_decode : the tags of a layout by their names.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> df = spark.createDataFrame([(bytes.fromhex("01 05 03 616263"),)], ["value"])
    >>> df.select(wire.kafka_tags_decode("value").alias("tags")).show(truncate=False)
    +-----------------+
    |tags             |
    +-----------------+
    |[{5, [61 62 63]}]|
    +-----------------+
    """
    return call("kafka_tags_decode", value, options=options)


def kafka_tags_encode(value: ColumnOrName, options: Options | None = None) -> Column:
    """Encode a section of tagged fields.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        ARRAY of STRUCT of ``tag`` and ``data``, as `kafka_tags_decode` gives it, in any order.
    options : dict, optional
        ``tagHeader`` (``standard``, ``interleaved``), ``maxDepth``, ``maxSize``.

    Returns
    -------
    Column
        BINARY, in ascending order of the tags. NULL for NULL; a value that cannot be written fails
        the query with the condition ``SPARKWIRE_UNENCODABLE``.

    See Also
    --------
    try_kafka_tags_encode : NULL for a value that cannot be written.
    kafka_tags_encode_fault : why a value cannot be written.
    kafka_tags_decode : the way back.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([([(5, b"abc")],)], "tags ARRAY<STRUCT<tag INT, data BINARY>>")
    >>> df.select(F.hex(wire.kafka_tags_encode("tags")).alias("value")).show()
    +------------+
    |       value|
    +------------+
    |010503616263|
    +------------+
    """
    return call("kafka_tags_encode", value, options=options)


def kafka_layouts() -> Column:
    """List the messages of Kafka itself that `kafka_decode` knows by their names.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    There are none.

    Returns
    -------
    Column
        ARRAY of STRUCT of ``name``, ``type``, ``api_key``, ``valid_versions``,
        ``flexible_versions`` and ``releases``: an ARRAY of STRUCT of ``kafka``, a version of Kafka,
        and ``versions``, those of the message that it defines, the newest Kafka first.

    See Also
    --------
    kafka_decode : decodes by a name.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> known = spark.range(1).select(F.inline(wire.kafka_layouts()))
    >>> known.where("name = 'FetchRequest'").drop("type", "flexible_versions").show(truncate=False)
    +------------+-------+--------------+-----------------------------+
    |name        |api_key|valid_versions|releases                     |
    +------------+-------+--------------+-----------------------------+
    |FetchRequest|1      |0-18          |[{4.4.0, 4-18}, {3.9.1, 0-3}]|
    +------------+-------+--------------+-----------------------------+
    """
    return call("kafka_layouts")
