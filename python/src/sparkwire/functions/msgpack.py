"""MessagePack values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sparkwire._call import call, literal
from sparkwire.functions._twins.msgpack import *

if TYPE_CHECKING:
    from pyspark.sql import Column

    from sparkwire._call import ColumnOrName, Options

__all__ = [
    "msgpack_agg",
    "msgpack_decode",
    "msgpack_decode_all",
    "msgpack_dissect",
    "msgpack_encode",
    "msgpack_encode_fault",
    "msgpack_fault",
    "try_msgpack_decode",
    "try_msgpack_encode",
]


def msgpack_agg(value: ColumnOrName, options: Options | None = None) -> Column:
    """Encode the values of all rows as MessagePack, one after the other.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        As for `msgpack_encode`. Rows with NULL are skipped.
    options : dict, optional
        ``maxDepth``, ``maxSize`` of each value.

    Returns
    -------
    Column
        BINARY, as `msgpack_decode_all` reads it; NULL without a value. The order is that of the
        rows; in SQL, ``WITHIN GROUP (ORDER BY ...)`` determines it.

    See Also
    --------
    msgpack_encode : one value.
    msgpack_decode_all : the way back.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([("a",), ("b",)], "name STRING").coalesce(1)
    >>> df.select(F.hex(wire.msgpack_agg("name")).alias("encoded")).show()
    +--------+
    | encoded|
    +--------+
    |A161A162|
    +--------+
    """
    return call("msgpack_agg", value, options=options)


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
        not fit makes only its own field NULL), ``structs`` (``named``, ``positional``, ``either``:
        a STRUCT is filled by name from a map, by position from an array, or from whichever comes),
        ``ext`` (``plain``, ``aerospike``: ext values of
        Aerospike's types are binary or text, ``fluent``: those of type 0 are times), ``verify``
        (``full``, ``none``), ``maxDepth``, ``maxSize``.

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
    """Decode all MessagePack values of one value, such as a file of a log shipper.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: any number of values.
    ddl : str, optional
        As for `msgpack_decode`, for each of the values.
    options : dict, optional
        As for `msgpack_decode`. With ``resync`` = ``true`` and a `ddl` of fields, the next map that
        has some of these fields is looked for after a broken value.

    Returns
    -------
    Column
        STRUCT of ``values``, an ARRAY of ``offset`` and ``value``, and ``tail``: the reason and
        offset of the first bytes that are not a value, or NULL. Malformed bytes are not an error; a
        value that does not fit the type is NULL. With ``resync``, it also has ``gaps``, an ARRAY of
        STRUCT of ``offset``, ``length`` and ``reason``.

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


def msgpack_encode(value: ColumnOrName, options: Options | None = None) -> Column:
    """Encode a value as MessagePack.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        What `msgpack_decode` gives, VARIANT or typed, or any other value: a STRUCT becomes a map
        from the names of its fields.
    options : dict, optional
        ``maxDepth``, ``maxSize``.

    Returns
    -------
    Column
        BINARY, each part in its shortest form. NULL for NULL; a value that MessagePack cannot hold
        fails the query with the condition ``SPARKWIRE_UNENCODABLE``.

    See Also
    --------
    try_msgpack_encode : NULL for a value that cannot be written.
    msgpack_encode_fault : why a value cannot be written.
    msgpack_decode : the way back.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(7, ["a", "b"])], "id INT, tags ARRAY<STRING>")
    >>> encoded = wire.msgpack_encode(F.struct("id", "tags"))
    >>> df.select(F.hex(encoded).alias("encoded")).show()
    +--------------------+
    |             encoded|
    +--------------------+
    |82A2696407A474616...|
    +--------------------+
    >>> df.select(wire.msgpack_decode(encoded).alias("decoded")).show(truncate=False)
    +-------------------------+
    |decoded                  |
    +-------------------------+
    |{"id":7,"tags":["a","b"]}|
    +-------------------------+
    """
    return call("msgpack_encode", value, options=options)
