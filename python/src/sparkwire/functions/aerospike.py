"""Aerospike change notifications, as its connectors ship them in MessagePack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sparkwire._call import call, literal
from sparkwire.functions._twins.aerospike import *

if TYPE_CHECKING:
    from pyspark.sql import Column

    from sparkwire._call import ColumnOrName, Options

__all__ = [
    "aerospike_bins",
    "aerospike_bins_fault",
    "aerospike_decode",
    "aerospike_digest",
    "aerospike_dissect",
    "aerospike_encode",
    "aerospike_encode_fault",
    "aerospike_fault",
    "aerospike_key_decode",
    "aerospike_key_dissect",
    "aerospike_key_encode",
    "aerospike_key_encode_fault",
    "aerospike_key_fault",
    "try_aerospike_bins",
    "try_aerospike_decode",
    "try_aerospike_encode",
    "try_aerospike_key_decode",
    "try_aerospike_key_encode",
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


def aerospike_bins(value: ColumnOrName, options: Options | None = None) -> Column:
    """List the bins of an Aerospike change notification, with their types.

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


def aerospike_encode(value: ColumnOrName, options: Options | None = None) -> Column:
    """Encode one Aerospike change notification.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        STRUCT as `aerospike_decode` gives it: fields by their names, in any order; missing ones are
        NULL. ``bins`` may be a VARIANT, MAP or STRUCT.
    options : dict, optional
        ``derived`` (``make``, ``check``: a field that follows from others must be right if it is
        given), ``lutUnit`` (``millis``, ``seconds``), ``maxDepth``, ``maxSize``.

    Returns
    -------
    Column
        BINARY. The type of each bin follows from its value, the digest from set and user key. NULL
        for NULL; a message that cannot be written fails the query with the condition
        ``SPARKWIRE_UNENCODABLE``.

    See Also
    --------
    try_aerospike_encode : NULL for a message that cannot be written.
    aerospike_encode_fault : why a message cannot be written.
    aerospike_decode : the way back.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(123, "Ada", 3)], "id INT, name STRING, visits INT")
    >>> message = F.struct(
    ...     F.lit("WRITE").alias("op"),
    ...     F.lit("test").alias("namespace"),
    ...     F.lit("demo").alias("set"),
    ...     F.col("id").alias("user_key"),
    ...     F.struct("name", "visits").alias("bins"),
    ... )
    >>> encoded = wire.aerospike_encode(message)
    >>> df.select(wire.aerospike_decode(encoded).bins.alias("bins")).show(truncate=False)
    +-------------------------+
    |bins                     |
    +-------------------------+
    |{"name":"Ada","visits":3}|
    +-------------------------+
    """
    return call("aerospike_encode", value, options=options)


def aerospike_key_encode(value: ColumnOrName, options: Options | None = None) -> Column:
    """Encode the key of an Aerospike record.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        STRUCT as `aerospike_key_decode` gives it.
    options : dict, optional
        ``derived`` (``make``, ``check``: a digest must be right if it is given), ``maxDepth``,
        ``maxSize``.

    Returns
    -------
    Column
        BINARY. The digest is computed from the set and the user key. NULL for NULL; a key that
        cannot be written fails the query with the condition ``SPARKWIRE_UNENCODABLE``.

    See Also
    --------
    try_aerospike_key_encode : NULL for a key that cannot be written.
    aerospike_key_encode_fault : why a key cannot be written.
    aerospike_key_decode : the way back.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(123,)], "id INT")
    >>> key = F.struct(
    ...     F.lit("test").alias("namespace"),
    ...     F.lit("demo").alias("set"),
    ...     F.col("id").alias("user_key"),
    ... )
    >>> decoded = wire.aerospike_key_decode(wire.aerospike_key_encode(key))
    >>> made = wire.aerospike_digest(F.lit("demo"), "id")
    >>> df.select((decoded.digest == made).alias("same")).show()
    +----+
    |same|
    +----+
    |true|
    +----+
    """
    return call("aerospike_key_encode", value, options=options)


def aerospike_digest(set: ColumnOrName | None, user_key: ColumnOrName) -> Column:
    """Compute the digest that identifies a record in Aerospike.

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
