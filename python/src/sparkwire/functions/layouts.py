"""Values of a format of your own, which a layout describes: a `.ksy` file of Kaitai Struct."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sparkwire._call import call, literal
from sparkwire.functions._twins.layouts import *

if TYPE_CHECKING:
    from pyspark.sql import Column

    from sparkwire._call import ColumnOrName, Options

__all__ = [
    "layout_decode",
    "layout_decode_all",
    "layout_dissect",
    "layout_encode",
    "layout_encode_fault",
    "layout_fault",
    "layout_schema",
    "try_layout_decode",
    "try_layout_encode",
]


def layout_decode(value: ColumnOrName, layout: str, options: Options | None = None) -> Column:
    """Decode one value of a format that a layout describes.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole value.
    layout : str
        The text of a ``.ksy`` file of Kaitai Struct. `sparkwire.layout` reads it from a file,
        together with the files that it imports.
    options : dict, optional
        ``enums`` (``label``, ``number``), ``switch`` (``struct``, ``variant``), ``instances``
        (``all``, ``none``, or names separated by commas), ``trailing`` (``fail``, ``ignore``),
        ``invalidUtf8`` (``fail``, ``replace``), ``verify`` (``full``, ``none``), ``maxDepth``,
        ``maxSize``.

    Returns
    -------
    Column
        STRUCT of the fields and instances of the layout; `layout_schema` shows its type. NULL for
        NULL; malformed bytes fail the query with the condition ``SPARKWIRE_MALFORMED``.

    See Also
    --------
    try_layout_decode : NULL for malformed bytes.
    layout_fault : why bytes are malformed.
    layout_decode_all : several values end to end.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> layout = '''
    ... seq:
    ...   - {id: id, type: u4be}
    ...   - {id: length, type: u1}
    ...   - {id: name, type: str, size: length, encoding: UTF-8}
    ... '''
    >>> df = spark.createDataFrame([(bytes.fromhex("0000000703416461"),)], "value BINARY")
    >>> order = wire.layout_decode("value", layout).alias("order")
    >>> df.select(order).select("order.*").show()
    +---+------+----+
    | id|length|name|
    +---+------+----+
    |  7|     3| Ada|
    +---+------+----+
    """
    return call("layout_decode", value, literal(layout), options=options)


def layout_decode_all(value: ColumnOrName, layout: str, options: Options | None = None) -> Column:
    """Decode all values of a layout that stand end to end in one value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: values, one after the other.
    layout : str
        As for `layout_decode`.
    options : dict, optional
        As for `layout_decode`, and ``resync`` (``false``, ``true``: look for the next value after a
        malformed one; only for layouts that begin with ``contents``).

    Returns
    -------
    Column
        STRUCT of ``values``, an ARRAY of STRUCT of ``offset`` and ``value``, and of ``tail``: NULL,
        or STRUCT of ``reason`` and ``offset`` where the first malformed value begins. With
        ``resync`` also ``gaps``, the bytes that were skipped.

    See Also
    --------
    layout_decode : a single value.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> layout = "{seq: [{id: n, type: u1}, {id: name, type: str, size: n, encoding: ASCII}]}"
    >>> df = spark.createDataFrame([(bytes.fromhex("02616201630564"),)], "value BINARY")
    >>> names = wire.layout_decode_all("value", layout).alias("names")
    >>> df.select(names).select("names.values.value.name", "names.tail").show()
    +-------+--------------+
    |   name|          tail|
    +-------+--------------+
    |[ab, c]|{truncated, 5}|
    +-------+--------------+
    """
    return call("layout_decode_all", value, literal(layout), options=options)


def layout_encode(value: ColumnOrName, layout: str, options: Options | None = None) -> Column:
    """Encode one value by a layout.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        STRUCT, as `layout_decode` gives it: the fields by their names, in any order. Sizes, counts,
        checksums and constant bytes are made.
    layout : str
        As for `layout_decode`, without instances at positions and types with ``as``.
    options : dict, optional
        ``derived`` (``make``, ``check``: a field that is made must equal the one that is given),
        ``enums``, ``switch`` and ``instances`` as for `layout_decode`, ``maxDepth``, ``maxSize``.

    Returns
    -------
    Column
        BINARY. NULL for NULL; a value that the layout cannot hold fails the query with the
        condition ``SPARKWIRE_UNENCODABLE``.

    See Also
    --------
    try_layout_encode : NULL for a value that the layout cannot hold.
    layout_encode_fault : why the layout cannot hold it.
    layout_decode : the way back.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> layout = "{seq: [{id: n, type: u2be}, {id: name, type: str, size: n, encoding: UTF-8}]}"
    >>> df = spark.createDataFrame([("ab",)], "name STRING")
    >>> df.select(F.hex(wire.layout_encode(F.struct("name"), layout)).alias("encoded")).show()
    +--------+
    | encoded|
    +--------+
    |00026162|
    +--------+
    """
    return call("layout_encode", value, literal(layout), options=options)


def layout_schema(layout: str, options: Options | None = None) -> Column:
    """Show the type of the column that `layout_decode` returns for a layout.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    layout : str
        As for `layout_decode`.
    options : dict, optional
        As for `layout_decode`.

    Returns
    -------
    Column
        STRING: the type as DDL.

    See Also
    --------
    layout_decode : a value of this type.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> layout = "{seq: [{id: id, type: u4be}, {id: flags, type: u1, repeat: eos}]}"
    >>> spark.range(1).select(wire.layout_schema(layout)).first()[0]
    'STRUCT<id: BIGINT, flags: ARRAY<SMALLINT>>'
    """
    return call("layout_schema", literal(layout), options=options)
