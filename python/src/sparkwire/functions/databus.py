"""Databus change events, versions 1 and 2."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sparkwire._call import call, literal
from sparkwire.functions._twins.databus import *

if TYPE_CHECKING:
    from pyspark.sql import Column

    from sparkwire._call import ColumnOrName, Options

__all__ = [
    "databus_agg",
    "databus_checksum",
    "databus_checksum_fault",
    "databus_decode",
    "databus_decode_all",
    "databus_decode_json",
    "databus_decode_json_fault",
    "databus_dissect",
    "databus_encode",
    "databus_encode_fault",
    "databus_fault",
    "databus_schema_id",
    "databus_schema_id_fault",
    "databus_to_json",
    "databus_to_json_fault",
    "try_databus_checksum",
    "try_databus_decode",
    "try_databus_decode_json",
    "try_databus_encode",
    "try_databus_schema_id",
    "try_databus_to_json",
]


def databus_checksum(value: ColumnOrName, options: Options | None = None) -> Column:
    """Compute the checksums of one Databus event, whether or not those in its header are right.

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
        STRUCT of ``header_crc`` and ``body_crc``, as they stand in the header, and
        ``right_header_crc`` and ``right_body_crc``, as they should be.

    See Also
    --------
    databus_fault : whether an event has a wrong checksum.
    databus_encode : an event with right checksums.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from sparkwire.demo import samples
    >>> df = spark.createDataFrame([(dict(samples("databus"))["one bit flipped"],)], ["value"])
    >>> df.select(wire.databus_checksum("value").alias("sums")).select("sums.*").show()
    +----------+----------------+----------+--------------+
    |header_crc|right_header_crc|  body_crc|right_body_crc|
    +----------+----------------+----------+--------------+
    |3507290491|      3507290491|2391067022|    1393692683|
    +----------+----------------+----------+--------------+
    """
    return call("databus_checksum", value, options=options)


def databus_agg(value: ColumnOrName, options: Options | None = None) -> Column:
    """Encode the events of all rows, one after the other.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        As for `databus_encode`. Rows with NULL are skipped.
    options : dict, optional
        ``derived``, ``maxDepth``, ``maxSize`` of each event.

    Returns
    -------
    Column
        BINARY, as `databus_decode_all` reads it; NULL without an event. The order is that of the
        rows; in SQL, ``WITHIN GROUP (ORDER BY ...)`` determines it.

    See Also
    --------
    databus_encode : one event.
    databus_decode_all : the way back.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from sparkwire.demo import samples
    >>> event = dict(samples("databus"))["upsert"]
    >>> df = spark.createDataFrame([(event,)] * 3, "value BINARY").coalesce(1)
    >>> together = df.select(wire.databus_agg(wire.databus_decode("value")).alias("value"))
    >>> together.selectExpr("size(databus_decode_all(value).events) AS events").show()
    +------+
    |events|
    +------+
    |     3|
    +------+
    """
    return call("databus_agg", value, options=options)


def databus_decode(value: ColumnOrName, options: Options | None = None) -> Column:
    """Decode one Databus event of version 1 or 2.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole event.
    options : dict, optional
        ``byteOrder`` (``auto``, ``big``, ``little``), ``verify`` (``full``, ``none``), ``maxSize``,
        ``maxDepth``.

    Returns
    -------
    Column
        STRUCT of the event's fields: ``opcode``, ``key``, ``sequence``, ``payload`` and so on. NULL
        for NULL; malformed bytes fail the query with the condition ``SPARKWIRE_MALFORMED``.

    See Also
    --------
    try_databus_decode : NULL for malformed bytes.
    databus_fault : why bytes are malformed.
    databus_decode_all : many events end to end.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from sparkwire.demo import samples
    >>> df = spark.createDataFrame(samples("databus")[:3], ["name", "value"])
    >>> events = df.select("name", wire.databus_decode("value").alias("event"))
    >>> events.select("name", "event.opcode", "event.key", "event.key_bytes").show(truncate=False)
    +----------------+------+-----+----------------------------+
    |name            |opcode|key  |key_bytes                   |
    +----------------+------+-----+----------------------------+
    |upsert          |UPSERT|12345|NULL                        |
    |delete, text key|DELETE|NULL |[6D 65 6D 62 65 72 3A 34 32]|
    |little endian   |UPSERT|12345|NULL                        |
    +----------------+------+-----+----------------------------+
    """
    return call("databus_decode", value, options=options)


def databus_decode_all(value: ColumnOrName, options: Options | None = None) -> Column:
    """Decode Databus events that stand end to end, as relays send them and log files hold them.

    Bad bytes never fail: the whole events before them are kept.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: any number of events.
    options : dict, optional
        As for `databus_decode`; the byte order found at the first event holds for all. With
        ``resync`` = ``true``, the next event is looked for after a broken one.

    Returns
    -------
    Column
        STRUCT of ``events``, an ARRAY of STRUCT of ``offset`` and ``event``, and ``tail``: NULL
        when the bytes end with an event, else STRUCT of ``reason`` and ``offset``. With
        ``resync``, it also has ``gaps``, an ARRAY of STRUCT of ``offset``, ``length`` and
        ``reason``.

    See Also
    --------
    databus_decode : one event.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from sparkwire.demo import samples
    >>> event = dict(samples("databus"))["upsert"]
    >>> df = spark.createDataFrame([(event + event + event[:20],)], ["value"])
    >>> batches = df.select(wire.databus_decode_all("value").alias("batch"))
    >>> batches.select("batch.events.offset", "batch.events.event.key", "batch.tail").show(
    ...     truncate=False
    ... )
    +-------+--------------+-----------------------+
    |offset |key           |tail                   |
    +-------+--------------+-----------------------+
    |[0, 66]|[12345, 12345]|{truncated-header, 132}|
    +-------+--------------+-----------------------+
    """
    return call("databus_decode_all", value, options=options)


def databus_to_json(
    value: ColumnOrName, valueEnc: str | None = None, options: Options | None = None
) -> Column:
    """Write a Databus event as its JSON line.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole event.
    valueEnc : str, optional
        ``JSON`` (the default: payloads as base64) or ``JSON_PLAIN_VALUE`` (as text).
    options : dict, optional
        As for `databus_decode`.

    Returns
    -------
    Column
        STRING: one line, to the letter as Databus itself writes it.

    See Also
    --------
    databus_decode_json : reads such a line.
    try_databus_to_json : NULL for malformed bytes.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from sparkwire.demo import samples
    >>> df = spark.createDataFrame(samples("databus")[:1], ["name", "value"])
    >>> print(df.select(wire.databus_to_json("value", "JSON_PLAIN_VALUE")).first()[0])
    {"opcode":"UPSERT","key":12345,...,"value":"hello"}
    """
    return call("databus_to_json", value, literal(valueEnc), options=options)


def databus_decode_json(text: ColumnOrName) -> Column:
    """Read a Databus JSON line back into an event.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    text : Column or str
        STRING: one line, as `databus_to_json` writes it.

    Returns
    -------
    Column
        The STRUCT that `databus_decode` gives; what the line does not hold is NULL.

    See Also
    --------
    databus_to_json : writes such a line.
    try_databus_decode_json : NULL for malformed text.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> line = '{"timestampInNanos": 1, "sequence": 777, "endOfPeriod": true}'
    >>> df = spark.createDataFrame([(line,)], ["line"])
    >>> events = df.select(wire.databus_decode_json("line").alias("event"))
    >>> events.select("event.sequence", "event.src_id", "event.is_end_of_period").show()
    +--------+------+----------------+
    |sequence|src_id|is_end_of_period|
    +--------+------+----------------+
    |     777|    -2|            true|
    +--------+------+----------------+
    """
    return call("databus_decode_json", text)


def databus_encode(value: ColumnOrName, options: Options | None = None) -> Column:
    """Encode one Databus event.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        STRUCT as `databus_decode` gives it: fields by their names, in any order; missing ones are
        NULL.
    options : dict, optional
        ``derived`` (``make``, ``check``: a field that follows from others must be right if it is
        given), ``maxDepth``, ``maxSize``.

    Returns
    -------
    Column
        BINARY, version 2 and big endian unless ``version`` and ``byte_order`` say otherwise.
        Lengths and checksums are computed. NULL for NULL; an event that cannot be written fails the
        query with the condition ``SPARKWIRE_UNENCODABLE``.

    See Also
    --------
    try_databus_encode : NULL for an event that cannot be written.
    databus_encode_fault : why an event cannot be written.
    databus_decode : the way back.

    Examples
    --------
    Mend an event with a wrong checksum:

    >>> import sparkwire.functions as wire
    >>> from sparkwire.demo import samples
    >>> good = dict(samples("databus"))["upsert"]
    >>> bad = good[:1] + bytes(1) + good[2:]
    >>> df = spark.createDataFrame([(bad, good)], "bad BINARY, good BINARY")
    >>> unverified = {"verify": "none", "byteOrder": "big"}
    >>> mended = wire.databus_encode(wire.databus_decode("bad", unverified))
    >>> df.select((mended == df.good).alias("mended")).show()
    +------+
    |mended|
    +------+
    |  true|
    +------+
    """
    return call("databus_encode", value, options=options)


def databus_schema_id(avro_schema: ColumnOrName) -> Column:
    """Compute the id of an Avro schema in Databus events.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    avro_schema : Column or str
        STRING: an Avro schema as JSON.

    Returns
    -------
    Column
        BINARY: 16 bytes, equal to ``schema_id`` of the events written with that schema. A text that
        is not a schema fails the query with the condition ``SPARKWIRE_INVALID_SCHEMA``.

    See Also
    --------
    try_databus_schema_id : NULL for a text that is not a schema.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> schema = '{"type": "record", "name": "R", "fields": [{"name": "a", "type": "int"}]}'
    >>> df = spark.createDataFrame([(schema,)], ["schema"])
    >>> df.select(wire.databus_schema_id("schema")).first()[0].hex()
    'e4d94c3fc345bad6d759ac6f42ea94f7'
    """
    return call("databus_schema_id", avro_schema)
