# Made by `make wrappers` (python/wrappers) from layouts.py and the catalogue. Do not edit.
"""Twins of `sparkwire.functions.layouts`: the same decodings, other endings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sparkwire._call import call, literal

if TYPE_CHECKING:
    from pyspark.sql import Column

    from sparkwire._call import ColumnOrName, Options

__all__ = [
    "layout_dissect",
    "layout_encode_fault",
    "layout_fault",
    "try_layout_decode",
    "try_layout_encode",
]


def try_layout_decode(value: ColumnOrName, layout: str, options: Options | None = None) -> Column:
    """Decode one value of a format that a layout describes; NULL for malformed input.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole value.
    layout : str
        The text of a ``.ksy`` file of Kaitai Struct. `sparkwire.layout` reads it from a file,
        together with the files that it imports.
    options : dict, optional
        As for `layout_decode`.

    Returns
    -------
    Column
        The result of `layout_decode`, or NULL.

    See Also
    --------
    layout_decode : fails for malformed input.
    layout_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> layout = "{seq: [{id: n, type: u2be}, {id: name, type: str, size: n, encoding: UTF-8}]}"
    >>> rows = [(bytes.fromhex("00026162"),), (bytes.fromhex("00036162"),)]
    >>> df = spark.createDataFrame(rows, "value BINARY")
    >>> df.select(wire.try_layout_decode("value", layout).alias("result")).show()
    +-------+
    | result|
    +-------+
    |{2, ab}|
    |   NULL|
    +-------+
    """
    return call("try_layout_decode", value, literal(layout), options=options)


def layout_fault(value: ColumnOrName, layout: str, options: Options | None = None) -> Column:
    """Explain why `layout_decode` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole value.
    layout : str
        The text of a ``.ksy`` file of Kaitai Struct. `sparkwire.layout` reads it from a file,
        together with the files that it imports.
    options : dict, optional
        As for `layout_decode`.

    Returns
    -------
    Column
        NULL where `layout_decode` succeeds, else STRUCT of ``reason``, ``offset`` of the first byte
        at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_layout_decode : the values of the rows that have no fault.
    layout_dissect : every byte up to the fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> layout = "{seq: [{id: n, type: u2be}, {id: name, type: str, size: n, encoding: UTF-8}]}"
    >>> df = spark.createDataFrame([(bytes.fromhex("00036162"),)], "value BINARY")
    >>> fault = wire.layout_fault("value", layout).alias("fault")
    >>> df.select(fault).select("fault.reason", "fault.offset", "fault.path").show()
    +---------+------+----+
    |   reason|offset|path|
    +---------+------+----+
    |truncated|     2|name|
    +---------+------+----+
    """
    return call("layout_fault", value, literal(layout), options=options)


def layout_dissect(value: ColumnOrName, layout: str, options: Options | None = None) -> Column:
    """Show what each byte means that `layout_decode` reads.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole value.
    layout : str
        The text of a ``.ksy`` file of Kaitai Struct. `sparkwire.layout` reads it from a file,
        together with the files that it imports.
    options : dict, optional
        As for `layout_decode`.

    Returns
    -------
    Column
        ARRAY of STRUCT of ``offset``, ``length``, ``path``, ``type``, ``value``, in the order of
        the bytes. Malformed bytes end with a row of type ``FAULT``.

    See Also
    --------
    layout_fault : only what is wrong.
    sparkwire.view.dissection : the same as a picture.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> layout = "{seq: [{id: n, type: u2be}, {id: name, type: str, size: n, encoding: UTF-8}]}"
    >>> df = spark.createDataFrame([(bytes.fromhex("00026162"),)], "value BINARY")
    >>> df.select(F.inline(wire.layout_dissect("value", layout))).show()
    +------+------+----+----+-----+
    |offset|length|path|type|value|
    +------+------+----+----+-----+
    |     0|     2|   n|  u2|    2|
    |     2|     2|name| str| "ab"|
    +------+------+----+----+-----+
    """
    return call("layout_dissect", value, literal(layout), options=options)


def try_layout_encode(value: ColumnOrName, layout: str, options: Options | None = None) -> Column:
    """Encode one value by a layout; NULL for a value that cannot be encoded.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        STRUCT, as `layout_decode` gives it: the fields by their names, in any order. Sizes, counts,
        checksums and constant bytes are made.
    layout : str
        As for `layout_decode`, without instances at positions and types with ``as``.
    options : dict, optional
        As for `layout_encode`.

    Returns
    -------
    Column
        The result of `layout_encode`, or NULL.

    See Also
    --------
    layout_encode : fails for such a value.
    layout_encode_fault : why a value cannot be written.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> layout = "{seq: [{id: n, type: u1}, {id: k, type: u1}]}"
    >>> df = spark.createDataFrame([(1, 2), (1, 300)], "n INT, k INT")
    >>> df.select(F.hex(wire.try_layout_encode(F.struct("n", "k"), layout)).alias("result")).show()
    +------+
    |result|
    +------+
    |  0102|
    |  NULL|
    +------+
    """
    return call("try_layout_encode", value, literal(layout), options=options)


def layout_encode_fault(value: ColumnOrName, layout: str, options: Options | None = None) -> Column:
    """Explain why `layout_encode` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        STRUCT, as `layout_decode` gives it: the fields by their names, in any order. Sizes, counts,
        checksums and constant bytes are made.
    layout : str
        As for `layout_decode`, without instances at positions and types with ``as``.
    options : dict, optional
        As for `layout_encode`.

    Returns
    -------
    Column
        NULL where `layout_encode` succeeds, else STRUCT of ``reason``, ``path`` of the part that
        cannot be written and ``message``.

    See Also
    --------
    try_layout_encode : the bytes of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> layout = "{seq: [{id: n, type: u1}, {id: k, type: u1}]}"
    >>> df = spark.createDataFrame([(1, 2), (1, 300)], "n INT, k INT")
    >>> fault = wire.layout_encode_fault(F.struct("n", "k"), layout)
    >>> df.select(fault.reason.alias("reason"), fault.path.alias("path")).show()
    +------------+----+
    |      reason|path|
    +------------+----+
    |        NULL|NULL|
    |out-of-range|   k|
    +------------+----+
    """
    return call("layout_encode_fault", value, literal(layout), options=options)


# help() shows them, and pickle finds them, where users import them from.
for _name in __all__:
    globals()[_name].__module__ = "sparkwire.functions.layouts"
