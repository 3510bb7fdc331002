"""MessagePack values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sparkwire._call import call, literal
from sparkwire.functions._twins.msgpack import *

if TYPE_CHECKING:
    from pyspark.sql import Column

    from sparkwire._call import ColumnOrName, Options

__all__ = [
    "msgpack_decode",
    "msgpack_decode_all",
    "msgpack_dissect",
    "msgpack_fault",
    "try_msgpack_decode",
]


def msgpack_decode(
    value: ColumnOrName, ddl: str | None = None, options: Options | None = None
) -> Column:
    """Decode one MessagePack value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole value.
    ddl : str, optional
        The type to read, such as ``"id BIGINT, tags ARRAY<STRING>"`` (a STRUCT of these fields) or
        ``"ARRAY<BIGINT>"``. Without it the result is VARIANT.
    options : dict, optional
        ``invalidUtf8`` (``fail``, ``replace``), ``mismatch`` (``fail``, ``null``: a value that does
        not fit makes only its own field NULL), ``ext`` (``plain``, ``aerospike``: ext values of
        Aerospike's types are binary or text), ``verify`` (``full``, ``none``), ``maxDepth``,
        ``maxSize``.

    Returns
    -------
    Column
        VARIANT, or the type that `ddl` says. NULL for NULL, but a VARIANT null for a nil of
        MessagePack; malformed bytes, and values that do not fit the type, fail the query with the
        condition ``SPARKWIRE_MALFORMED``.

    See Also
    --------
    try_msgpack_decode : NULL for malformed bytes.
    msgpack_fault : why bytes are malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> value = bytes.fromhex("83a26964 07a474616773 92a161a162 a36e6577 c3")
    >>> df = spark.createDataFrame([(value,)], ["value"])
    >>> df.select(wire.msgpack_decode("value").alias("decoded")).show(truncate=False)
    +------------------------------------+
    |decoded                             |
    +------------------------------------+
    |{"id":7,"new":true,"tags":["a","b"]}|
    +------------------------------------+
    >>> typed = wire.msgpack_decode("value", "id BIGINT, tags ARRAY<STRING>")
    >>> df.select(typed.alias("decoded")).select("decoded.*").show()
    +---+------+
    | id|  tags|
    +---+------+
    |  7|[a, b]|
    +---+------+
    """
    return call("msgpack_decode", value, literal(ddl), options=options)


def msgpack_decode_all(
    value: ColumnOrName, ddl: str | None = None, options: Options | None = None
) -> Column:
    """Decode MessagePack values end to end in one value, as streams and log shippers write them.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: any number of values.
    ddl : str, optional
        As for `msgpack_decode`, for each of the values.
    options : dict, optional
        As for `msgpack_decode`.

    Returns
    -------
    Column
        STRUCT of ``values``, an ARRAY of ``offset`` and ``value``, and ``tail``: the reason and
        offset of what is no value any more, NULL if there is nothing. Bad bytes are no error; a
        value that does not fit the type is NULL.

    See Also
    --------
    msgpack_decode : one value.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(bytes.fromhex("01 a16e 02 93"),)], ["value"])
    >>> decoded = df.select(wire.msgpack_decode_all("value", "INT").alias("all"))
    >>> decoded.select(F.inline("all.values")).show()
    +------+-----+
    |offset|value|
    +------+-----+
    |     0|    1|
    |     1| NULL|
    |     3|    2|
    +------+-----+
    >>> decoded.select("all.tail.*").show()
    +---------+------+
    |   reason|offset|
    +---------+------+
    |truncated|     4|
    +---------+------+
    """
    return call("msgpack_decode_all", value, literal(ddl), options=options)
