"""Finds the type of self-describing values, as the DDL text that the decode functions take."""

from __future__ import annotations

import re
import warnings
from typing import TYPE_CHECKING, Any

from pyspark.sql import functions as F
from pyspark.sql.types import ArrayType, StructType

from sparkwire._shapes import TOKEN, Other, Shape, rare, summed
from sparkwire.errors import InvalidCall
from sparkwire.formats import Call, parameters

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import Column, DataFrame
    from pyspark.sql.types import DataType

VARIANT = "VARIANT"
# The fields of an object that stands for a value that VARIANT has no type for.
_MARKS = {"@type", "data", "ms", "nanos", "seconds", "unscaled", "scale"}
# How many types of values are looked at to find those that are rare, and how long the text of one
# may be: they come to the driver, and a value may have any number of names.
_MOST_SHAPES = 2000
_LONGEST_SHAPE = 1 << 14
_EXAMPLE_BYTES = 64


class Schema(str):
    """A type as DDL text, and the values that it does not fit.

    Attributes
    ----------
    others : tuple
        For each place and kind: ``path``, ``kind``, ``count``, and ``example``, the first bytes of
        one of the values. Empty if the type fits all values.
    """

    others: tuple[Other, ...] = ()

    def __new__(cls, ddl: str, others: tuple[Other, ...] = ()) -> Schema:
        """Create the text."""
        made = super().__new__(cls, ddl)
        made.others = others
        return made


def schema_of(df: DataFrame, column: str, format: str, **arguments: Any) -> Schema:  # noqa: ANN401
    """Find the type that fits the values of a column, for formats that decode to VARIANT.

    A few values of another kind do not decide: up to 5 % of the values at a place, such as an array
    where all others are objects, or a text in a field of numbers, are left out. A warning counts
    them and shows one of each kind.

    Parameters
    ----------
    df : DataFrame
        A table, not a stream. It is read once, and twice more if the values have several types;
        take a sample of a large one.
    column : str
        The name of the column with the values. Malformed values are counted, and left out.
    format : str
        ``msgpack``, ``ignite``, ``aerospike``, ``cernan`` or ``kafka_record``.
    **arguments
        The other arguments of the format's functions by name, as for `sparkwire.profile`.

    Returns
    -------
    Schema
        A str, the argument `ddl` of the decode function (`bins_ddl` for ``aerospike``). For
        ``cernan`` and ``kafka_record``, the type of the VARIANT in the result, for ``variant_get``.
        Fields that are always NULL are left out; values of different types become VARIANT. Its
        attribute ``others`` lists the values that it does not fit.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> values = [bytes.fromhex("82a2696407a474616773 92a161a162"), bytes.fromhex("81a2696408")]
    >>> df = spark.createDataFrame([(value,) for value in values], "value BINARY")
    >>> ddl = sparkwire.schema_of(df, "value", "msgpack")
    >>> ddl
    'id BIGINT, tags ARRAY<STRING>'
    >>> df.select(wire.msgpack_decode("value", ddl).alias("d")).select("d.*").show()
    +---+------+
    | id|  tags|
    +---+------+
    |  7|[a, b]|
    |  8|  NULL|
    +---+------+
    """
    columns = {name: value for name, value in arguments.items() if hasattr(value, "isNotNull")}
    constants = {name: value for name, value in arguments.items() if name not in columns}
    call = Call.of(format, constants, tuple(columns))
    decoded = df.select(
        call.column(f"try_{call.format}_decode", column, columns).alias("d"),
        F.col(column).alias("value"),
    )
    found = _variant(decoded.schema["d"].dataType, F.col("d"))
    if found is None:
        raise InvalidCall(
            f"{call.format} decodes to a type of its own; schema_of is for values that describe"
            " themselves: msgpack, ignite, aerospike, cernan, kafka_record."
        )
    values, is_array = found
    malformed = F.col("d").isNull() & F.col("value").isNotNull()
    each = F.explode_outer(values) if is_array else values
    decoded = decoded.select(each.alias("v"), malformed.alias("bad"), "value")
    said, bad, example = decoded.agg(
        F.schema_of_variant_agg("v"),
        F.count_if("bad"),
        F.first(F.when(F.col("bad"), _head()), ignorenulls=True),
    ).collect()[0]
    others = [Other("", "malformed", bad, bytes(example))] if bad else []
    if VARIANT in said:
        said, left_out = _of_most(decoded.where("v IS NOT NULL"), said)
        others += left_out
    takes_fields = any(one.is_schema for one in parameters(call.format).values())
    ddl = ddl_of(said, is_root=takes_fields and call.format != "cernan")
    schema = Schema(ddl, summed(others))
    if schema.others:
        warnings.warn(_said(schema.others, call.format), stacklevel=2)
    return schema


def _of_most(decoded: DataFrame, said: str) -> tuple[str, list[Other]]:
    """Return the type of the values without those whose kind is rare, and the latter."""
    shape = F.schema_of_variant("v")
    counted = (
        decoded.where(F.length(shape) <= _LONGEST_SHAPE)
        .groupBy(shape.alias("shape"))
        .agg(F.count("*").alias("count"), F.first(_head()).alias("example"))
        .orderBy(F.desc("count"), "shape")
        .limit(_MOST_SHAPES)
    )
    found = rare([Shape(row.shape, row["count"], bytes(row.example)) for row in counted.collect()])
    if not found:
        return said, []
    kept = decoded.where(~shape.isin([one.said for one, _ in found]))
    return kept.select(F.schema_of_variant_agg("v")).collect()[0][0], [other for _, other in found]


# What values of a kind are called, if not by the name of the kind.
NOUNS = {
    "malformed": "malformed value",
    "binary": "binary value",
    "timestamp_ntz": "local timestamp",
}


def _head() -> Column:
    return F.col("value").substr(1, _EXAMPLE_BYTES)


def _counted(other: Other) -> str:
    """Return the number of values of a kind in words, such as ``2 arrays``."""
    noun = NOUNS.get(other.kind, other.kind)
    return f"{other.count:,} {noun}{'' if other.count == 1 else 's'}"


def _said(others: tuple[Other, ...], format: str) -> str:
    """Say which values a type does not fit, and what to do with them."""
    lines = "".join(
        f"\n  {_counted(other)}{f' in {other.path}' if other.path else ''}, such as"
        f" {other.example.hex()}"
        for other in others
    )
    advice = f"{format}_fault says why, and try_{format}_decode gives NULL."
    if any(other.path for other in others):
        advice += " With the option mismatch = 'null' only the field is NULL."
    return f"values that the type does not fit:{lines}\n{advice}"


def _variant(type: DataType, value: Column) -> tuple[Column, bool] | None:
    """Find the first VARIANT, or array of VARIANT, in a result; return whether it is an array."""
    if type.simpleString() == "variant":
        return value, False
    if isinstance(type, ArrayType) and type.elementType.simpleString() == "variant":
        return value, True
    if isinstance(type, StructType):
        for field in type.fields:
            found = _variant(field.dataType, value[field.name])
            if found:
                return found
    return None


def ddl_of(said: str, is_root: bool = True) -> str:
    """Convert what Spark's ``schema_of_variant`` prints to DDL.

    Parameters
    ----------
    said : str
        Such as ``OBJECT<id: BIGINT, note: VOID>``.
    is_root : bool, optional
        Whether to write the fields of the outermost object without STRUCT around them.
    """
    tokens = iter([*TOKEN.findall(said), ""])
    ddl = _type(next(tokens), tokens)[0] or VARIANT
    if is_root and ddl.startswith("STRUCT<"):
        return _fields_apart(ddl)
    return ddl


def _fields_apart(ddl: str) -> str:
    """Write ``STRUCT<a: INT, b: STRUCT<c: INT>>`` as ``a INT, b STRUCT<c: INT>``."""
    depth, out = 0, []
    for token in re.findall(r"`(?:[^`]|``)*`|.", ddl[len("STRUCT<") : -1], re.DOTALL):
        depth += (token == "<") - (token == ">")
        if token == ":" and depth == 0:
            continue
        out.append(token)
    return "".join(out)


def _type(name: str, tokens: Iterator[str]) -> tuple[str | None, str]:
    """Return a type, None for VOID, and the token that follows it."""
    if name == "ARRAY":
        _expect("<", next(tokens))
        element, end = _type(next(tokens), tokens)
        _expect(">", end)
        return f"ARRAY<{element or VARIANT}>", next(tokens)
    if name == "OBJECT":
        _expect("<", next(tokens))
        return _object(tokens)
    return None if name == "VOID" else name, next(tokens)


def _object(tokens: Iterator[str]) -> tuple[str, str]:
    fields: dict[str, str | None] = {}
    token = next(tokens)
    while token != ">":
        _expect(":", next(tokens))
        fields[token], end = _type(next(tokens), tokens)
        token = next(tokens) if end == "," else end
    names = {name.strip("`") for name in fields}
    if "@type" in names and names <= _MARKS:
        return VARIANT, next(tokens)
    kept = [f"{name}: {type}" for name, type in fields.items() if type and name != "`@type`"]
    return f"STRUCT<{', '.join(kept)}>" if kept else VARIANT, next(tokens)


def _expect(sign: str, token: str) -> None:
    if token != sign:
        raise ValueError(f"{sign} expected in the type, not {token!r}")
