"""Aerospike change notifications, as its connectors ship them in MessagePack.

Longer than other files, because every wrapper is mostly its documentation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sparkwire._call import call, literal

if TYPE_CHECKING:
    from pyspark.sql import Column

    from sparkwire._call import ColumnOrName, Options

__all__ = [
    "aerospike_bins",
    "aerospike_bins_fault",
    "aerospike_decode",
    "aerospike_digest",
    "aerospike_dissect",
    "aerospike_fault",
    "aerospike_key_decode",
    "aerospike_key_dissect",
    "aerospike_key_fault",
    "try_aerospike_bins",
    "try_aerospike_decode",
    "try_aerospike_key_decode",
]


def aerospike_decode(
    value: ColumnOrName, bins_ddl: str | None = None, options: Options | None = None
) -> Column:
    """Decode one Aerospike change notification in MessagePack, a write or a delete.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole message.
    bins_ddl : str, optional
        The bins to read and their types, such as ``"name STRING, visits BIGINT"``. Without it
        ``bins`` is VARIANT.
    options : dict, optional
        ``lutUnit`` (``millis``, ``seconds``), ``verifyDigest`` (``false``, ``true``),
        ``invalidUtf8`` (``fail``, ``replace``), ``mismatch`` (``fail``, ``null``), ``verify``
        (``full``, ``none``), ``maxDepth``, ``maxSize``.

    Returns
    -------
    Column
        STRUCT of ``op``, ``namespace``, ``set``, ``digest``, ``user_key``, ``generation``,
        ``last_update``, ``bins`` and so on. NULL for NULL; malformed bytes fail the query with the
        condition ``SPARKWIRE_MALFORMED``.

    See Also
    --------
    try_aerospike_decode : NULL for malformed bytes.
    aerospike_fault : why bytes are malformed.
    aerospike_bins : the bins with their types.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> key = "94a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b"
    >>> bin = "94a47476616c0300aa746573742d76616c7565"
    >>> write = bytes.fromhex("93010195" + key + "01ce6565ee38cf0000018b7babc48d91" + bin)
    >>> df = spark.createDataFrame([(write,)], ["value"])
    >>> message = wire.aerospike_decode("value", "tval STRING").alias("message")
    >>> df.select(message).select("message.op", "message.user_key", "message.bins.*").show()
    +-----+--------+----------+
    |   op|user_key|      tval|
    +-----+--------+----------+
    |WRITE|     123|test-value|
    +-----+--------+----------+
    """
    return call("aerospike_decode", value, literal(bins_ddl), options=options)


def try_aerospike_decode(
    value: ColumnOrName, bins_ddl: str | None = None, options: Options | None = None
) -> Column:
    """Decode one Aerospike change notification, giving NULL for malformed bytes.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole message.
    bins_ddl : str, optional
        As for `aerospike_decode`.
    options : dict, optional
        As for `aerospike_decode`.

    Returns
    -------
    Column
        The STRUCT that `aerospike_decode` gives, or NULL.

    See Also
    --------
    aerospike_decode : fails for malformed bytes.
    aerospike_fault : why bytes are malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> df = spark.createDataFrame([(b"no message",)], ["value"])
    >>> df.select(wire.try_aerospike_decode("value").alias("message")).show()
    +-------+
    |message|
    +-------+
    |   NULL|
    +-------+
    """
    return call("try_aerospike_decode", value, literal(bins_ddl), options=options)


def aerospike_fault(
    value: ColumnOrName, bins_ddl: str | None = None, options: Options | None = None
) -> Column:
    """Say why bytes are no Aerospike change notification, or none with the bins asked for.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole message.
    bins_ddl : str, optional
        As for `aerospike_decode`.
    options : dict, optional
        As for `aerospike_decode`.

    Returns
    -------
    Column
        NULL where `aerospike_decode` succeeds, else STRUCT of ``reason``, ``offset`` of the first
        byte at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_aerospike_decode : the values of the rows that have no fault.
    aerospike_dissect : every byte up to the fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> key = "94a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b"
    >>> bin = "94a47476616c0300aa746573742d76616c7565"
    >>> write = bytes.fromhex("93010195" + key + "01ce6565ee38cf0000018b7babc48d91" + bin)
    >>> df = spark.createDataFrame([(write,)], ["value"])
    >>> faults = df.select(wire.aerospike_fault("value", "tval INT").alias("fault"))
    >>> faults.select("fault.reason", "fault.offset", "fault.path").show()
    +-------------+------+---------+
    |       reason|offset|     path|
    +-------------+------+---------+
    |type-mismatch|    62|bins.tval|
    +-------------+------+---------+
    """
    return call("aerospike_fault", value, literal(bins_ddl), options=options)


def aerospike_dissect(
    value: ColumnOrName, bins_ddl: str | None = None, options: Options | None = None
) -> Column:
    """Say what each byte of an Aerospike change notification is.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole message.
    bins_ddl : str, optional
        As for `aerospike_decode`.
    options : dict, optional
        As for `aerospike_decode`.

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
    >>> from pyspark.sql import functions as F
    >>> key = "94a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b"
    >>> bin = "94a47476616c0300aa746573742d76616c7565"
    >>> write = bytes.fromhex("93010195" + key + "01ce6565ee38cf0000018b7babc48d91" + bin)
    >>> df = spark.createDataFrame([(write,)], ["value"])
    >>> df.select(F.inline(wire.aerospike_dissect("value"))).show(7)
    +------+------+---------+-------+-------+
    |offset|length|     path|   type|  value|
    +------+------+---------+-------+-------+
    |     0|     1|         |message|       |
    |     1|     1|  version|    int|      1|
    |     2|     1|       op|    int|"WRITE"|
    |     3|     1|         |payload|       |
    |     4|     1|         |    key|       |
    |     5|     5|namespace|    str| "test"|
    |    10|     5|      set|    str| "demo"|
    +------+------+---------+-------+-------+
    only showing top 7 rows
    """
    return call("aerospike_dissect", value, literal(bins_ddl), options=options)


def aerospike_bins(value: ColumnOrName, options: Options | None = None) -> Column:
    """List the bins of an Aerospike change notification with their types.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole message.
    options : dict, optional
        As for `aerospike_decode`.

    Returns
    -------
    Column
        ARRAY of STRUCT of ``name``, ``type``, ``type_name``, ``flags`` and ``value`` (VARIANT), in
        the order of the bytes. NULL for a delete.

    See Also
    --------
    aerospike_decode : the whole message.
    try_aerospike_bins : NULL for malformed bytes.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> key = "94a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b"
    >>> bin = "94a47476616c0300aa746573742d76616c7565"
    >>> write = bytes.fromhex("93010195" + key + "01ce6565ee38cf0000018b7babc48d91" + bin)
    >>> df = spark.createDataFrame([(write,)], ["value"])
    >>> df.select(F.inline(wire.aerospike_bins("value"))).show()
    +----+----+---------+-----+------------+
    |name|type|type_name|flags|       value|
    +----+----+---------+-----+------------+
    |tval|   3|   STRING|    0|"test-value"|
    +----+----+---------+-----+------------+
    """
    return call("aerospike_bins", value, options=options)


def try_aerospike_bins(value: ColumnOrName, options: Options | None = None) -> Column:
    """List the bins of an Aerospike change notification, giving NULL for malformed bytes.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole message.
    options : dict, optional
        As for `aerospike_decode`.

    Returns
    -------
    Column
        The ARRAY that `aerospike_bins` gives, or NULL.

    See Also
    --------
    aerospike_bins : fails for malformed bytes.
    aerospike_bins_fault : why bytes are malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> df = spark.createDataFrame([(b"no message",)], ["value"])
    >>> df.select(wire.try_aerospike_bins("value").alias("bins")).show()
    +----+
    |bins|
    +----+
    |NULL|
    +----+
    """
    return call("try_aerospike_bins", value, options=options)


def aerospike_bins_fault(value: ColumnOrName, options: Options | None = None) -> Column:
    """Say why the bins of bytes cannot be listed.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole message.
    options : dict, optional
        As for `aerospike_decode`.

    Returns
    -------
    Column
        NULL where `aerospike_bins` succeeds, else STRUCT of ``reason``, ``offset`` of the first
        byte at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_aerospike_bins : the bins of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> df = spark.createDataFrame([(b"no message",)], ["value"])
    >>> df.select(wire.aerospike_bins_fault("value").reason.alias("reason")).show()
    +-----------------+
    |           reason|
    +-----------------+
    |message-not-array|
    +-----------------+
    """
    return call("aerospike_bins_fault", value, options=options)


def aerospike_key_decode(value: ColumnOrName, options: Options | None = None) -> Column:
    """Decode the key of an Aerospike record standing alone, as Kafka message keys can be.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one key, as it stands in a message.
    options : dict, optional
        As for `aerospike_decode`.

    Returns
    -------
    Column
        STRUCT of ``namespace``, ``set``, ``digest`` and ``user_key`` (VARIANT).

    See Also
    --------
    try_aerospike_key_decode : NULL for malformed bytes.
    aerospike_digest : the digest of set and user key.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> key = bytes.fromhex("94a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b")
    >>> df = spark.createDataFrame([(key,)], ["value"])
    >>> key = wire.aerospike_key_decode("value").alias("key")
    >>> df.select(key).select("key.namespace", "key.set", "key.user_key").show()
    +---------+----+--------+
    |namespace| set|user_key|
    +---------+----+--------+
    |     test|demo|     123|
    +---------+----+--------+
    """
    return call("aerospike_key_decode", value, options=options)


def try_aerospike_key_decode(value: ColumnOrName, options: Options | None = None) -> Column:
    """Decode the key of an Aerospike record, giving NULL for malformed bytes.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one key, as it stands in a message.
    options : dict, optional
        As for `aerospike_decode`.

    Returns
    -------
    Column
        The STRUCT that `aerospike_key_decode` gives, or NULL.

    See Also
    --------
    aerospike_key_decode : fails for malformed bytes.
    aerospike_key_fault : why bytes are malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> df = spark.createDataFrame([(b"no key",)], ["value"])
    >>> df.select(wire.try_aerospike_key_decode("value").alias("key")).show()
    +----+
    | key|
    +----+
    |NULL|
    +----+
    """
    return call("try_aerospike_key_decode", value, options=options)


def aerospike_key_fault(value: ColumnOrName, options: Options | None = None) -> Column:
    """Say why bytes are no key of an Aerospike record.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one key, as it stands in a message.
    options : dict, optional
        As for `aerospike_decode`.

    Returns
    -------
    Column
        NULL where `aerospike_key_decode` succeeds, else STRUCT of ``reason``, ``offset`` of the
        first byte at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_aerospike_key_decode : the keys of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> df = spark.createDataFrame([(b"no key",)], ["value"])
    >>> df.select(wire.aerospike_key_fault("value").reason.alias("reason")).show()
    +-------+
    | reason|
    +-------+
    |bad-key|
    +-------+
    """
    return call("aerospike_key_fault", value, options=options)


def aerospike_key_dissect(value: ColumnOrName, options: Options | None = None) -> Column:
    """Say what each byte of the key of an Aerospike record is.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one key, as it stands in a message.
    options : dict, optional
        As for `aerospike_decode`.

    Returns
    -------
    Column
        ARRAY of STRUCT of ``offset``, ``length``, ``path``, ``type``, ``value``, in the order of
        the bytes. Malformed bytes end with a row of type ``FAULT``.

    See Also
    --------
    aerospike_dissect : the same for a whole message.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> key = bytes.fromhex("94a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b")
    >>> df = spark.createDataFrame([(key,)], ["value"])
    >>> df.select(F.inline(wire.aerospike_key_dissect("value"))).drop("value").show()
    +------+------+---------+----+
    |offset|length|     path|type|
    +------+------+---------+----+
    |     0|     1|         | key|
    |     1|     5|namespace| str|
    |     6|     5|      set| str|
    |    11|    22|   digest| bin|
    |    33|     1| user_key| int|
    +------+------+---------+----+
    """
    return call("aerospike_key_dissect", value, options=options)


def aerospike_digest(set: ColumnOrName | None, user_key: ColumnOrName) -> Column:
    """Give the digest by which Aerospike knows a record.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    set : Column or str or None
        STRING: the name of the set; None or NULL for none. A name of a column, as everywhere: for a
        constant pass ``F.lit("demo")``.
    user_key : Column or str
        The key: an integer, STRING, BINARY, DOUBLE, or the VARIANT ``user_key`` of
        `aerospike_decode`.

    Returns
    -------
    Column
        BINARY: 20 bytes, RIPEMD-160 of set and key. NULL for a NULL key, and for a VARIANT that is
        none of the kinds above.

    See Also
    --------
    aerospike_decode : its option ``verifyDigest`` compares the digest of a message.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(123,)], ["id"])
    >>> df.select(wire.aerospike_digest(F.lit("demo"), "id")).first()[0].hex()
    '595a7b63eb185dbebd842553a44802b1a30ec159'
    """
    return call("aerospike_digest", literal("") if set is None else set, user_key)
