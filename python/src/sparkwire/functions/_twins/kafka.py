# Made by `make wrappers` (python/wrappers) from kafka.py and the catalogue. Do not edit.
"""Twins of `sparkwire.functions.kafka`: the same decodings, other endings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sparkwire._call import call, constant_or_column, literal

if TYPE_CHECKING:
    from pyspark.sql import Column

    from sparkwire._call import ColumnOrName, Options

__all__ = [
    "kafka_dissect",
    "kafka_encode_fault",
    "kafka_fault",
    "kafka_record_dissect",
    "kafka_record_encode_fault",
    "kafka_record_fault",
    "kafka_records_dissect",
    "kafka_records_encode_fault",
    "kafka_records_fault",
    "kafka_request_dissect",
    "kafka_request_encode_fault",
    "kafka_request_fault",
    "kafka_response_dissect",
    "kafka_response_encode_fault",
    "kafka_response_fault",
    "kafka_tags_dissect",
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


def try_kafka_decode(
    value: ColumnOrName,
    layout: str,
    version: int | ColumnOrName | None = None,
    options: Options | None = None,
) -> Column:
    """Decode one value in Kafka's wire types; NULL for malformed input.

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
        As for `kafka_decode`.
    options : dict, optional
        As for `kafka_decode`.

    Returns
    -------
    Column
        The result of `kafka_decode`, or NULL.

    See Also
    --------
    kafka_decode : fails for malformed input.
    kafka_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("0007"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.try_kafka_decode("value", "INT32").alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call(
        "try_kafka_decode", value, literal(layout), constant_or_column(version), options=options
    )


def kafka_fault(
    value: ColumnOrName,
    layout: str,
    version: int | ColumnOrName | None = None,
    options: Options | None = None,
) -> Column:
    """Explain why `kafka_decode` rejects a value.

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
        As for `kafka_decode`.
    options : dict, optional
        As for `kafka_decode`.

    Returns
    -------
    Column
        NULL where `kafka_decode` succeeds, else STRUCT of ``reason``, ``offset`` of the first byte
        at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_kafka_decode : the values of the rows that have no fault.
    kafka_dissect : every byte up to the fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("0007"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.kafka_fault("value", "INT32").reason.alias("reason")).show()
    +---------+
    |   reason|
    +---------+
    |truncated|
    +---------+
    """
    return call("kafka_fault", value, literal(layout), constant_or_column(version), options=options)


def kafka_dissect(
    value: ColumnOrName,
    layout: str,
    version: int | ColumnOrName | None = None,
    options: Options | None = None,
) -> Column:
    """Show what each byte means that `kafka_decode` reads.

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
        As for `kafka_decode`.
    options : dict, optional
        As for `kafka_decode`.

    Returns
    -------
    Column
        ARRAY of STRUCT of ``offset``, ``length``, ``path``, ``type``, ``value``, in the order of
        the bytes. Malformed bytes end with a row of type ``FAULT``.

    See Also
    --------
    kafka_fault : only what is wrong.
    sparkwire.view.dissection : the same as a picture.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> value = bytes.fromhex("0007 0561626364")
    >>> df = spark.createDataFrame([(value,)], ["value"])
    >>> df.select(F.inline(wire.kafka_dissect("value", "id INT16, name COMPACT_STRING"))).show()
    +------+------+----+--------------+------+
    |offset|length|path|          type| value|
    +------+------+----+--------------+------+
    |     0|     2|  id|         int16|     7|
    |     2|     5|name|compact_string|"abcd"|
    +------+------+----+--------------+------+
    """
    return call(
        "kafka_dissect", value, literal(layout), constant_or_column(version), options=options
    )


def try_kafka_encode(
    value: ColumnOrName,
    layout: str,
    version: int | ColumnOrName | None = None,
    options: Options | None = None,
) -> Column:
    """Encode one value in Kafka's wire types; NULL for a value that cannot be encoded.

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
        As for `kafka_encode`.
    options : dict, optional
        As for `kafka_encode`.

    Returns
    -------
    Column
        The result of `kafka_encode`, or NULL.

    See Also
    --------
    kafka_encode : fails for such a value.
    kafka_encode_fault : why a value cannot be written.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(7,), (300,)], "id INT")
    >>> value = wire.try_kafka_encode(F.struct("id"), "id INT8")
    >>> df.select("id", F.hex(value).alias("value")).show()
    +---+-----+
    | id|value|
    +---+-----+
    |  7|   07|
    |300| NULL|
    +---+-----+
    """
    return call(
        "try_kafka_encode", value, literal(layout), constant_or_column(version), options=options
    )


def kafka_encode_fault(
    value: ColumnOrName,
    layout: str,
    version: int | ColumnOrName | None = None,
    options: Options | None = None,
) -> Column:
    """Explain why `kafka_encode` rejects a value.

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
        As for `kafka_encode`.
    options : dict, optional
        As for `kafka_encode`.

    Returns
    -------
    Column
        NULL where `kafka_encode` succeeds, else STRUCT of ``reason``, ``path`` of the part that
        cannot be written and ``message``.

    See Also
    --------
    try_kafka_encode : the bytes of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(300,)], "id INT")
    >>> fault = wire.kafka_encode_fault(F.struct("id"), "id INT8")
    >>> df.select(fault.reason.alias("reason"), fault.path.alias("path")).show()
    +------------+----+
    |      reason|path|
    +------------+----+
    |out-of-range|  id|
    +------------+----+
    """
    return call(
        "kafka_encode_fault", value, literal(layout), constant_or_column(version), options=options
    )


def try_kafka_record_decode(
    topic: ColumnOrName, key: ColumnOrName, value: ColumnOrName, options: Options | None = None
) -> Column:
    """Decode one record of one of Kafka's internal topics; NULL for malformed input.

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
        As for `kafka_record_decode`.

    Returns
    -------
    Column
        The result of `kafka_record_decode`, or NULL.

    See Also
    --------
    kafka_record_decode : fails for malformed input.
    kafka_record_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = ("__consumer_offsets", bytes.fromhex("00"), None)
    >>> df = spark.createDataFrame([row], "topic STRING, key BINARY, value BINARY")
    >>> df.select(wire.try_kafka_record_decode("topic", "key", "value").alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_kafka_record_decode", topic, key, value, options=options)


def kafka_record_fault(
    topic: ColumnOrName, key: ColumnOrName, value: ColumnOrName, options: Options | None = None
) -> Column:
    """Explain why `kafka_record_decode` rejects a value.

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
        As for `kafka_record_decode`.

    Returns
    -------
    Column
        NULL where `kafka_record_decode` succeeds, else STRUCT of ``reason``, ``offset`` of the
        first byte at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_kafka_record_decode : the values of the rows that have no fault.
    kafka_record_dissect : every byte up to the fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = ("__consumer_offsets", bytes.fromhex("00"), None)
    >>> df = spark.createDataFrame([row], "topic STRING, key BINARY, value BINARY")
    >>> df.select(wire.kafka_record_fault("topic", "key", "value").reason.alias("reason")).show()
    +---------+
    |   reason|
    +---------+
    |truncated|
    +---------+
    """
    return call("kafka_record_fault", topic, key, value, options=options)


def kafka_record_dissect(
    topic: ColumnOrName, key: ColumnOrName, value: ColumnOrName, options: Options | None = None
) -> Column:
    """Show what each byte means that `kafka_record_decode` reads.

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
        As for `kafka_record_decode`.

    Returns
    -------
    Column
        ARRAY of STRUCT of ``offset``, ``length``, ``path``, ``type``, ``value``, in the order of
        the bytes. Malformed bytes end with a row of type ``FAULT``.

    See Also
    --------
    kafka_record_fault : only what is wrong.
    sparkwire.view.dissection : the same as a picture.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> key = bytes.fromhex("0001 00026731 000174 0000000a")
    >>> value = bytes.fromhex("0003 0000000000000064 ffffffff 0000 0000018bcfe568ab")
    >>> row = ("__consumer_offsets", key, value)
    >>> df = spark.createDataFrame([row], ["topic", "key", "value"])
    >>> df.select(F.inline(wire.kafka_record_dissect("topic", "key", "value"))).show()
    +------+------+--------------------+-----------+-------------+
    |offset|length|                path|       type|        value|
    +------+------+--------------------+-----------+-------------+
    |     0|     2|         record_type|record type|            1|
    |     2|     4|           key.group|     string|         "g1"|
    |     6|     3|           key.topic|     string|          "t"|
    |     9|     4|       key.partition|      int32|           10|
    |     0|     2|             version|    version|            3|
    |     2|     8|        value.offset|      int64|          100|
    |    10|     4|   value.leaderEpoch|      int32|           -1|
    |    14|     2|      value.metadata|     string|           ""|
    |    16|     8|value.commitTimes...|      int64|1700000000171|
    +------+------+--------------------+-----------+-------------+
    """
    return call("kafka_record_dissect", topic, key, value, options=options)


def try_kafka_record_encode(
    value: ColumnOrName, topic: ColumnOrName, options: Options | None = None
) -> Column:
    """Encode one record of an internal topic; NULL for a value that cannot be encoded.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        What `kafka_record_decode` gives: ``record_type``, ``version``, ``key`` and ``value``, the
        last two as VARIANT or as STRUCTs of the fields that Kafka's definitions have.
    topic : Column or str
        STRING: the internal topic. NULL returns NULL.
    options : dict, optional
        As for `kafka_record_encode`.

    Returns
    -------
    Column
        The result of `kafka_record_encode`, or NULL.

    See Also
    --------
    kafka_record_encode : fails for such a value.
    kafka_record_encode_fault : why a value cannot be written.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(77, "__consumer_offsets")], "record_type INT, topic STRING")
    >>> result = wire.try_kafka_record_encode(F.struct("record_type"), "topic")
    >>> df.select(result.alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_kafka_record_encode", value, topic, options=options)


def kafka_record_encode_fault(
    value: ColumnOrName, topic: ColumnOrName, options: Options | None = None
) -> Column:
    """Explain why `kafka_record_encode` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        What `kafka_record_decode` gives: ``record_type``, ``version``, ``key`` and ``value``, the
        last two as VARIANT or as STRUCTs of the fields that Kafka's definitions have.
    topic : Column or str
        STRING: the internal topic. NULL returns NULL.
    options : dict, optional
        As for `kafka_record_encode`.

    Returns
    -------
    Column
        NULL where `kafka_record_encode` succeeds, else STRUCT of ``reason``, ``path`` of the part
        that cannot be written and ``message``.

    See Also
    --------
    try_kafka_record_encode : the bytes of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(77, "__consumer_offsets")], "record_type INT, topic STRING")
    >>> fault = wire.kafka_record_encode_fault(F.struct("record_type"), "topic")
    >>> df.select(fault.reason.alias("reason"), fault.path.alias("path")).show()
    +------------+-----------+
    |      reason|       path|
    +------------+-----------+
    |unknown-type|record_type|
    +------------+-----------+
    """
    return call("kafka_record_encode_fault", value, topic, options=options)


def try_kafka_request_decode(value: ColumnOrName, options: Options | None = None) -> Column:
    """Decode one request of Kafka's protocol; NULL for malformed input.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole request with its header.
    options : dict, optional
        As for `kafka_request_decode`.

    Returns
    -------
    Column
        The result of `kafka_request_decode`, or NULL.

    See Also
    --------
    kafka_request_decode : fails for malformed input.
    kafka_request_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("00"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.try_kafka_request_decode("value").alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_kafka_request_decode", value, options=options)


def kafka_request_fault(value: ColumnOrName, options: Options | None = None) -> Column:
    """Explain why `kafka_request_decode` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole request with its header.
    options : dict, optional
        As for `kafka_request_decode`.

    Returns
    -------
    Column
        NULL where `kafka_request_decode` succeeds, else STRUCT of ``reason``, ``offset`` of the
        first byte at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_kafka_request_decode : the values of the rows that have no fault.
    kafka_request_dissect : every byte up to the fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("00"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.kafka_request_fault("value").reason.alias("reason")).show()
    +---------+
    |   reason|
    +---------+
    |truncated|
    +---------+
    """
    return call("kafka_request_fault", value, options=options)


def kafka_request_dissect(value: ColumnOrName, options: Options | None = None) -> Column:
    """Show what each byte means that `kafka_request_decode` reads.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole request with its header.
    options : dict, optional
        As for `kafka_request_decode`.

    Returns
    -------
    Column
        ARRAY of STRUCT of ``offset``, ``length``, ``path``, ``type``, ``value``, in the order of
        the bytes. Malformed bytes end with a row of type ``FAULT``.

    See Also
    --------
    kafka_request_fault : only what is wrong.
    sparkwire.view.dissection : the same as a picture.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> request = bytes.fromhex("0012 0000 00000007 00026331")
    >>> df = spark.createDataFrame([(request,)], ["value"])
    >>> df.select(F.inline(wire.kafka_request_dissect("value"))).show()
    +------+------+--------------+------+-----+
    |offset|length|          path|  type|value|
    +------+------+--------------+------+-----+
    |     0|     2|       api_key| int16|   18|
    |     2|     2|   api_version| int16|    0|
    |     4|     4|correlation_id| int32|    7|
    |     8|     4|     client_id|string| "c1"|
    +------+------+--------------+------+-----+
    """
    return call("kafka_request_dissect", value, options=options)


def try_kafka_request_encode(value: ColumnOrName, options: Options | None = None) -> Column:
    """Encode one request of Kafka's protocol; NULL for a value that cannot be encoded.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        What `kafka_request_decode` gives: ``api_key``, ``api_version``, ``correlation_id``,
        ``client_id`` and ``body``, a VARIANT or a STRUCT of the fields that Kafka's definition has.
    options : dict, optional
        As for `kafka_request_encode`.

    Returns
    -------
    Column
        The result of `kafka_request_encode`, or NULL.

    See Also
    --------
    kafka_request_encode : fails for such a value.
    kafka_request_encode_fault : why a value cannot be written.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(18, 99)], "api_key INT, api_version INT")
    >>> result = wire.try_kafka_request_encode(F.struct("api_key", "api_version"))
    >>> df.select(result.alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_kafka_request_encode", value, options=options)


def kafka_request_encode_fault(value: ColumnOrName, options: Options | None = None) -> Column:
    """Explain why `kafka_request_encode` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        What `kafka_request_decode` gives: ``api_key``, ``api_version``, ``correlation_id``,
        ``client_id`` and ``body``, a VARIANT or a STRUCT of the fields that Kafka's definition has.
    options : dict, optional
        As for `kafka_request_encode`.

    Returns
    -------
    Column
        NULL where `kafka_request_encode` succeeds, else STRUCT of ``reason``, ``path`` of the part
        that cannot be written and ``message``.

    See Also
    --------
    try_kafka_request_encode : the bytes of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(18, 99)], "api_key INT, api_version INT")
    >>> fault = wire.kafka_request_encode_fault(F.struct("api_key", "api_version"))
    >>> df.select(fault.reason.alias("reason"), fault.path.alias("path")).show()
    +-------------------+-----------+
    |             reason|       path|
    +-------------------+-----------+
    |unsupported-version|api_version|
    +-------------------+-----------+
    """
    return call("kafka_request_encode_fault", value, options=options)


def try_kafka_response_decode(
    value: ColumnOrName,
    api_key: int | ColumnOrName,
    api_version: int | ColumnOrName,
    options: Options | None = None,
) -> Column:
    """Decode one response of Kafka's protocol; NULL for malformed input.

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
        As for `kafka_response_decode`.

    Returns
    -------
    Column
        The result of `kafka_response_decode`, or NULL.

    See Also
    --------
    kafka_response_decode : fails for malformed input.
    kafka_response_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("00"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.try_kafka_response_decode("value", 18, 0).alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call(
        "try_kafka_response_decode",
        value,
        constant_or_column(api_key),
        constant_or_column(api_version),
        options=options,
    )


def kafka_response_fault(
    value: ColumnOrName,
    api_key: int | ColumnOrName,
    api_version: int | ColumnOrName,
    options: Options | None = None,
) -> Column:
    """Explain why `kafka_response_decode` rejects a value.

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
        As for `kafka_response_decode`.

    Returns
    -------
    Column
        NULL where `kafka_response_decode` succeeds, else STRUCT of ``reason``, ``offset`` of the
        first byte at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_kafka_response_decode : the values of the rows that have no fault.
    kafka_response_dissect : every byte up to the fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("00"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.kafka_response_fault("value", 18, 0).reason.alias("reason")).show()
    +---------+
    |   reason|
    +---------+
    |truncated|
    +---------+
    """
    return call(
        "kafka_response_fault",
        value,
        constant_or_column(api_key),
        constant_or_column(api_version),
        options=options,
    )


def kafka_response_dissect(
    value: ColumnOrName,
    api_key: int | ColumnOrName,
    api_version: int | ColumnOrName,
    options: Options | None = None,
) -> Column:
    """Show what each byte means that `kafka_response_decode` reads.

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
        As for `kafka_response_decode`.

    Returns
    -------
    Column
        ARRAY of STRUCT of ``offset``, ``length``, ``path``, ``type``, ``value``, in the order of
        the bytes. Malformed bytes end with a row of type ``FAULT``.

    See Also
    --------
    kafka_response_fault : only what is wrong.
    sparkwire.view.dissection : the same as a picture.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> response = bytes.fromhex("00000007 0023 00000000")
    >>> df = spark.createDataFrame([(response,)], ["value"])
    >>> df.select(F.inline(wire.kafka_response_dissect("value", 18, 0))).show()
    +------+------+--------------+------------+-----+
    |offset|length|          path|        type|value|
    +------+------+--------------+------------+-----+
    |     0|     4|correlation_id|       int32|    7|
    |     4|     2|body.errorCode|       int16|   35|
    |     6|     4|  body.apiKeys|[]ApiVersion|    0|
    +------+------+--------------+------------+-----+
    """
    return call(
        "kafka_response_dissect",
        value,
        constant_or_column(api_key),
        constant_or_column(api_version),
        options=options,
    )


def try_kafka_response_encode(
    value: ColumnOrName,
    api_key: int | ColumnOrName | None = None,
    api_version: int | ColumnOrName | None = None,
    options: Options | None = None,
) -> Column:
    """Encode one response of Kafka's protocol; NULL for a value that cannot be encoded.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        What `kafka_response_decode` gives.
    api_key : int, Column or str, optional
        As for `kafka_response_encode`.
    api_version : int, Column or str, optional
        As for `kafka_response_encode`.
    options : dict, optional
        As for `kafka_request_encode`.

    Returns
    -------
    Column
        The result of `kafka_response_encode`, or NULL.

    See Also
    --------
    kafka_response_encode : fails for such a value.
    kafka_response_encode_fault : why a value cannot be written.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(18, 0)], "api_key INT, api_version INT")
    >>> result = wire.try_kafka_response_encode(F.struct("api_key", "api_version"))
    >>> df.select(result.alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call(
        "try_kafka_response_encode",
        value,
        constant_or_column(api_key),
        constant_or_column(api_version),
        options=options,
    )


def kafka_response_encode_fault(
    value: ColumnOrName,
    api_key: int | ColumnOrName | None = None,
    api_version: int | ColumnOrName | None = None,
    options: Options | None = None,
) -> Column:
    """Explain why `kafka_response_encode` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        What `kafka_response_decode` gives.
    api_key : int, Column or str, optional
        As for `kafka_response_encode`.
    api_version : int, Column or str, optional
        As for `kafka_response_encode`.
    options : dict, optional
        As for `kafka_request_encode`.

    Returns
    -------
    Column
        NULL where `kafka_response_encode` succeeds, else STRUCT of ``reason``, ``path`` of the part
        that cannot be written and ``message``.

    See Also
    --------
    try_kafka_response_encode : the bytes of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(18, 0)], "api_key INT, api_version INT")
    >>> fault = wire.kafka_response_encode_fault(F.struct("api_key", "api_version"))
    >>> df.select(fault.reason.alias("reason"), fault.path.alias("path")).show()
    +-------------+----+
    |       reason|path|
    +-------------+----+
    |missing-field|body|
    +-------------+----+
    """
    return call(
        "kafka_response_encode_fault",
        value,
        constant_or_column(api_key),
        constant_or_column(api_version),
        options=options,
    )


def try_kafka_records_decode(value: ColumnOrName, options: Options | None = None) -> Column:
    """Decode Kafka's record batches; NULL for malformed input.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: record batches end to end, as in the files of a log or in a field of type records.
    options : dict, optional
        As for `kafka_records_decode`.

    Returns
    -------
    Column
        The result of `kafka_records_decode`, or NULL.

    See Also
    --------
    kafka_records_decode : fails for malformed input.
    kafka_records_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("00"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.try_kafka_records_decode("value").alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_kafka_records_decode", value, options=options)


def kafka_records_fault(value: ColumnOrName, options: Options | None = None) -> Column:
    """Explain why `kafka_records_decode` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: record batches end to end, as in the files of a log or in a field of type records.
    options : dict, optional
        As for `kafka_records_decode`.

    Returns
    -------
    Column
        NULL where `kafka_records_decode` succeeds, else STRUCT of ``reason``, ``offset`` of the
        first byte at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_kafka_records_decode : the values of the rows that have no fault.
    kafka_records_dissect : every byte up to the fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("00"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.kafka_records_fault("value").reason.alias("reason")).show()
    +---------+
    |   reason|
    +---------+
    |truncated|
    +---------+
    """
    return call("kafka_records_fault", value, options=options)


def kafka_records_dissect(value: ColumnOrName, options: Options | None = None) -> Column:
    """Show what each byte means that `kafka_records_decode` reads.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: record batches end to end, as in the files of a log or in a field of type records.
    options : dict, optional
        As for `kafka_records_decode`.

    Returns
    -------
    Column
        ARRAY of STRUCT of ``offset``, ``length``, ``path``, ``type``, ``value``, in the order of
        the bytes. Malformed bytes end with a row of type ``FAULT``.

    See Also
    --------
    kafka_records_fault : only what is wrong.
    sparkwire.view.dissection : the same as a picture.

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
    >>> df.select(F.inline(wire.kafka_records_dissect("value"))).show()
    +------+------+--------------------+-----------------+-------------+
    |offset|length|                path|             type|        value|
    +------+------+--------------------+-----------------+-------------+
    |     0|     8|     [0].base_offset|            int64|          500|
    |     8|     4|                 [0]|     length int32|           66|
    |    12|     4|[0].partition_lea...|            int32|            7|
    |    16|     1|           [0].magic|             int8|            2|
    |    17|     4|                 [0]|              crc|   2165726926|
    |    21|     2|           [0].codec|       attributes|       "none"|
    |    23|     4|                 [0]|last offset delta|            0|
    |    27|     8|                 [0]|   base timestamp|1700000000000|
    |    35|     8|                 [0]|    max timestamp|1700000000000|
    |    43|     8|     [0].producer_id|            int64|           77|
    |    51|     2|  [0].producer_epoch|            int16|            3|
    |    53|     4|                 [0]|    base sequence|           -1|
    |    57|     4|                 [0]|     record count|            1|
    |    61|     1|          [0].record|    record length|           16|
    |    62|     1|          [0].record|       attributes|            0|
    |    63|     1|[0].record.timest...|        timestamp|1700000000000|
    |    64|     1|   [0].record.offset|     offset delta|          500|
    |    65|     5|      [0].record.key|            bytes|     00000001|
    |    70|     7|    [0].record.value|            bytes| 000000000004|
    |    77|     1|  [0].record.headers|     header count|            0|
    +------+------+--------------------+-----------------+-------------+
    """
    return call("kafka_records_dissect", value, options=options)


def try_kafka_records_encode(value: ColumnOrName, options: Options | None = None) -> Column:
    """Encode records as Kafka's record batches; NULL for a value that cannot be encoded.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        ARRAY as `kafka_records_decode` gives it: one STRUCT for each record, those of a batch
        together. Missing fields are those of a batch that a producer writes.
    options : dict, optional
        As for `kafka_records_encode`.

    Returns
    -------
    Column
        The result of `kafka_records_encode`, or NULL.

    See Also
    --------
    kafka_records_encode : fails for such a value.
    kafka_records_encode_fault : why a value cannot be written.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([("brotli", b"a")], "codec STRING, value BINARY")
    >>> rows = F.array(F.struct("codec", F.struct("value").alias("record")))
    >>> df.select(wire.try_kafka_records_encode(rows).alias("batch")).show()
    +-----+
    |batch|
    +-----+
    | NULL|
    +-----+
    """
    return call("try_kafka_records_encode", value, options=options)


def kafka_records_encode_fault(value: ColumnOrName, options: Options | None = None) -> Column:
    """Explain why `kafka_records_encode` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        ARRAY as `kafka_records_decode` gives it: one STRUCT for each record, those of a batch
        together. Missing fields are those of a batch that a producer writes.
    options : dict, optional
        As for `kafka_records_encode`.

    Returns
    -------
    Column
        NULL where `kafka_records_encode` succeeds, else STRUCT of ``reason``, ``path`` of the part
        that cannot be written and ``message``.

    See Also
    --------
    try_kafka_records_encode : the bytes of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([("brotli", b"a")], "codec STRING, value BINARY")
    >>> rows = F.array(F.struct("codec", F.struct("value").alias("record")))
    >>> fault = wire.kafka_records_encode_fault(rows)
    >>> df.select(fault.reason.alias("reason"), fault.path.alias("path")).show()
    +-------------+---------+
    |       reason|     path|
    +-------------+---------+
    |type-mismatch|[0].codec|
    +-------------+---------+
    """
    return call("kafka_records_encode_fault", value, options=options)


def try_kafka_tags_decode(value: ColumnOrName, options: Options | None = None) -> Column:
    """Decode a section of tagged fields; NULL for malformed input.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole tag section.
    options : dict, optional
        As for `kafka_tags_decode`.

    Returns
    -------
    Column
        The result of `kafka_tags_decode`, or NULL.

    See Also
    --------
    kafka_tags_decode : fails for malformed input.
    kafka_tags_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("01"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.try_kafka_tags_decode("value").alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_kafka_tags_decode", value, options=options)


def kafka_tags_fault(value: ColumnOrName, options: Options | None = None) -> Column:
    """Explain why `kafka_tags_decode` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole tag section.
    options : dict, optional
        As for `kafka_tags_decode`.

    Returns
    -------
    Column
        NULL where `kafka_tags_decode` succeeds, else STRUCT of ``reason``, ``offset`` of the first
        byte at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_kafka_tags_decode : the values of the rows that have no fault.
    kafka_tags_dissect : every byte up to the fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("01"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.kafka_tags_fault("value").reason.alias("reason")).show()
    +----------------+
    |          reason|
    +----------------+
    |truncated-varint|
    +----------------+
    """
    return call("kafka_tags_fault", value, options=options)


def kafka_tags_dissect(value: ColumnOrName, options: Options | None = None) -> Column:
    """Show what each byte means that `kafka_tags_decode` reads.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole tag section.
    options : dict, optional
        As for `kafka_tags_decode`.

    Returns
    -------
    Column
        ARRAY of STRUCT of ``offset``, ``length``, ``path``, ``type``, ``value``, in the order of
        the bytes. Malformed bytes end with a row of type ``FAULT``.

    See Also
    --------
    kafka_tags_fault : only what is wrong.
    sparkwire.view.dissection : the same as a picture.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(bytes.fromhex("01 05 03 616263"),)], ["value"])
    >>> df.select(F.inline(wire.kafka_tags_dissect("value"))).show()
    +------+------+--------+-----+------+
    |offset|length|    path| type| value|
    +------+------+--------+-----+------+
    |     0|     1|        |array|     1|
    |     1|     1| [0].tag|  tag|     5|
    |     2|     1|[0].data| size|     3|
    |     3|     3|[0].data|bytes|616263|
    +------+------+--------+-----+------+
    """
    return call("kafka_tags_dissect", value, options=options)


def try_kafka_tags_encode(value: ColumnOrName, options: Options | None = None) -> Column:
    """Encode a section of tagged fields; NULL for a value that cannot be encoded.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        ARRAY of STRUCT of ``tag`` and ``data``, as `kafka_tags_decode` gives it, in any order.
    options : dict, optional
        As for `kafka_tags_encode`.

    Returns
    -------
    Column
        The result of `kafka_tags_encode`, or NULL.

    See Also
    --------
    kafka_tags_encode : fails for such a value.
    kafka_tags_encode_fault : why a value cannot be written.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([([(-1, b"")],)], "tags ARRAY<STRUCT<tag INT, data BINARY>>")
    >>> df.select(wire.try_kafka_tags_encode("tags").alias("value")).show()
    +-----+
    |value|
    +-----+
    | NULL|
    +-----+
    """
    return call("try_kafka_tags_encode", value, options=options)


def kafka_tags_encode_fault(value: ColumnOrName, options: Options | None = None) -> Column:
    """Explain why `kafka_tags_encode` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        ARRAY of STRUCT of ``tag`` and ``data``, as `kafka_tags_decode` gives it, in any order.
    options : dict, optional
        As for `kafka_tags_encode`.

    Returns
    -------
    Column
        NULL where `kafka_tags_encode` succeeds, else STRUCT of ``reason``, ``path`` of the part
        that cannot be written and ``message``.

    See Also
    --------
    try_kafka_tags_encode : the bytes of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([([(-1, b"")],)], "tags ARRAY<STRUCT<tag INT, data BINARY>>")
    >>> fault = wire.kafka_tags_encode_fault("tags")
    >>> df.select(fault.reason.alias("reason"), fault.path.alias("path")).show()
    +------------+-------+
    |      reason|   path|
    +------------+-------+
    |out-of-range|[0].tag|
    +------------+-------+
    """
    return call("kafka_tags_encode_fault", value, options=options)


# help() shows them, and pickle finds them, where users import them from.
for _name in __all__:
    globals()[_name].__module__ = "sparkwire.functions.kafka"
