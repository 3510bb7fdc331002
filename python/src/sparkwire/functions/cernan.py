"""Packets of Cernan's Avro source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sparkwire._call import call, literal
from sparkwire.functions._twins.cernan import *

if TYPE_CHECKING:
    from pyspark.sql import Column

    from sparkwire._call import ColumnOrName, Options

__all__ = [
    "cernan_ack",
    "cernan_agg",
    "cernan_decode",
    "cernan_decode_all",
    "cernan_dissect",
    "cernan_encode",
    "cernan_encode_fault",
    "cernan_fault",
    "try_cernan_decode",
    "try_cernan_encode",
]


def cernan_decode(
    value: ColumnOrName, reader_schema: str | None = None, options: Options | None = None
) -> Column:
    """Decode one packet of Cernan's Avro source.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole packet.
    reader_schema : str, optional
        An Avro schema in JSON to which the records are resolved. Without it they are VARIANT.
    options : dict, optional
        ``invalidUtf8`` (``fail``, ``replace``), ``unions`` (``value``, ``named``: in a VARIANT the
        value of a union of several types is an object of one field that has the type's name),
        ``verify`` (``full``, ``none``), ``maxDepth``, ``maxSize``.

    Returns
    -------
    Column
        STRUCT of ``version``, ``sync``, ``id``, ``shard_by``, ``kafka_key``, ``metadata``,
        ``pairs``, ``avro_schema``, ``avro_codec``, ``record_count``, ``records`` and so on. NULL
        for NULL; malformed bytes fail the query with the condition ``SPARKWIRE_MALFORMED``.

    See Also
    --------
    try_cernan_decode : NULL for malformed bytes.
    cernan_fault : why bytes are malformed.
    avro_container_decode : what Cernan's Kafka sink writes.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from sparkwire.demo import samples
    >>> df = spark.createDataFrame(samples("cernan"), ["name", "value"])
    >>> packet = wire.cernan_decode("value").alias("packet")
    >>> fields = ["packet.kafka_key", "packet.records"]
    >>> df.limit(1).select(packet).select(*fields).show(truncate=False)
    +---------+--------------------------------------------------------------------------------+
    |kafka_key|records                                                                         |
    +---------+--------------------------------------------------------------------------------+
    |4D       |[{"favorite_color":"Nonyabusiness","favorite_number":24,"name":"Foo Bar Matic"}]|
    +---------+--------------------------------------------------------------------------------+
    """
    return call("cernan_decode", value, literal(reader_schema), options=options)


def cernan_decode_all(
    value: ColumnOrName, reader_schema: str | None = None, options: Options | None = None
) -> Column:
    """Decode all packets of one value, such as the data of a connection.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: any number of packets.
    reader_schema : str, optional
        As for `cernan_decode`.
    options : dict, optional
        As for `cernan_decode`. With ``resync`` = ``true``, the next packet is looked for after a
        broken one.

    Returns
    -------
    Column
        STRUCT of ``packets``, an ARRAY of ``offset`` and ``packet``, and ``tail``: the reason and
        offset of the first bytes that are not a packet, or NULL. Malformed bytes are not an error;
        a packet whose Avro blocks are broken stays, without its records. With ``resync``, it also
        has ``gaps``, an ARRAY of STRUCT of ``offset``, ``length`` and ``reason``.

    See Also
    --------
    cernan_decode : one packet.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from sparkwire.demo import samples
    >>> df = spark.createDataFrame(samples("cernan"), ["name", "value"])
    >>> both = df.select(wire.cernan_decode_all("value").alias("all"))
    >>> both.selectExpr("size(all.packets) AS packets", "all.tail.reason").show(3)
    +-------+------+
    |packets|reason|
    +-------+------+
    |      1|  NULL|
    |      1|  NULL|
    |      1|  NULL|
    +-------+------+
    only showing top 3 rows
    """
    return call("cernan_decode_all", value, literal(reader_schema), options=options)


def cernan_encode(
    value: ColumnOrName, schema: str | None = None, options: Options | None = None
) -> Column:
    """Encode one packet of Cernan's Avro source.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        What `cernan_decode` gives. ``avro`` has the container; without it, one is built from
        ``avro_schema``, ``avro_codec``, ``avro_metadata`` and ``records``.
    schema : str, optional
        An Avro schema in JSON for records whose schema the value does not name.
    options : dict, optional
        As for `avro_container_encode`.

    Returns
    -------
    Column
        BINARY. The length is made, ``sync`` and ``kafka_key`` follow from ``control`` and
        ``shard_by``. NULL for NULL; a value that cannot be written fails the query with the
        condition ``SPARKWIRE_UNENCODABLE``.

    See Also
    --------
    try_cernan_encode : NULL for a value that cannot be written.
    cernan_encode_fault : why a value cannot be written.
    cernan_decode : the way back.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> from sparkwire.demo import samples
    >>> df = spark.createDataFrame(samples("cernan"), ["name", "value"])
    >>> again = wire.cernan_encode(wire.cernan_decode("value"))
    >>> df.limit(1).select((again == F.col("value")).alias("same")).distinct().show()
    +----+
    |same|
    +----+
    |true|
    +----+
    """
    return call("cernan_encode", value, literal(schema), options=options)


def cernan_agg(
    value: ColumnOrName, schema: str | None = None, options: Options | None = None
) -> Column:
    """Encode the packets of all rows, one after the other.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        As for `cernan_encode`. Rows with NULL are skipped.
    schema : str, optional
        An Avro schema in JSON for records whose schema the value does not name.
    options : dict, optional
        As for `avro_container_encode`, for each packet.

    Returns
    -------
    Column
        BINARY, as `cernan_decode_all` reads it; NULL without a packet. The order is that of the
        rows; in SQL, ``WITHIN GROUP (ORDER BY ...)`` determines it.

    See Also
    --------
    cernan_encode : one packet.
    cernan_decode_all : the way back.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from sparkwire.demo import samples
    >>> packet = samples("cernan")[0][1]
    >>> df = spark.createDataFrame([(packet,)] * 2, "value BINARY").coalesce(1)
    >>> together = df.select(wire.cernan_agg(wire.cernan_decode("value")).alias("value"))
    >>> together.selectExpr("size(cernan_decode_all(value).packets) AS packets").show()
    +-------+
    |packets|
    +-------+
    |      2|
    +-------+
    """
    return call("cernan_agg", value, literal(schema), options=options)


def cernan_ack(value: ColumnOrName) -> Column:
    """Return the eight bytes with which Cernan answers a packet that asks for it.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole packet.

    Returns
    -------
    Column
        BINARY: the id of the packet. NULL where Cernan would send no answer, malformed bytes
        included.

    See Also
    --------
    cernan_decode : the whole packet.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from sparkwire.demo import samples
    >>> df = spark.createDataFrame(samples("cernan"), ["name", "value"])
    >>> from pyspark.sql import functions as F
    >>> df.limit(2).select(F.hex(wire.cernan_ack("value")).alias("ack")).show()
    +----------------+
    |             ack|
    +----------------+
    |0102030405060708|
    |0000000000000007|
    +----------------+
    """
    return call("cernan_ack", value)
