"""Finds the type of self-describing values, as the DDL text that the decode functions take."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pyspark.sql import functions as F
from pyspark.sql.types import ArrayType, StructType

from sparkwire.errors import InvalidCall
from sparkwire.formats import Call, parameters

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import Column, DataFrame
    from pyspark.sql.types import DataType

VARIANT = "VARIANT"
# The name of a type, a name in backticks or without, or a sign.
_TOKEN = re.compile(r"`(?:[^`]|``)*`|[A-Z_]+\(\d+, ?\d+\)|[\w@$.\-]+|[<>:,]")
# The fields of an object that stands for a value that VARIANT has no type for.
_MARKS = {"@type", "data", "ms", "nanos", "seconds", "unscaled", "scale"}


def schema_of(df: DataFrame, column: str, format: str, **arguments: Any) -> str:  # noqa: ANN401
    """Find the type that fits all values of a column, for formats that decode to VARIANT.

    Parameters
    ----------
    df : DataFrame
        A table, not a stream. It is read once; take a sample of a large one.
    column : str
        The name of the column with the values. Malformed values are ignored.
    format : str
        ``msgpack``, ``ignite``, ``aerospike``, ``cernan`` or ``kafka_record``.
    **arguments
        The other arguments of the format's functions by name, as for `sparkwire.profile`.

    Returns
    -------
    str
        The argument `ddl` of the decode function (`bins_ddl` for ``aerospike``). For ``cernan`` and
        ``kafka_record``, the type of the VARIANT in the result, for ``variant_get``. Fields that
        are always NULL are left out; values of different types become VARIANT.

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
    decoded = df.select(call.column(f"try_{call.format}_decode", column, columns).alias("d"))
    found = _variant(decoded.schema["d"].dataType, F.col("d"))
    if found is None:
        raise InvalidCall(
            f"{call.format} decodes to a type of its own; schema_of is for values that describe"
            " themselves: msgpack, ignite, aerospike, cernan, kafka_record."
        )
    values, is_array = found
    if is_array:
        decoded, values = decoded.select(F.explode(values).alias("d")), F.col("d")
    said = decoded.select(F.schema_of_variant_agg(values)).collect()[0][0]
    takes_fields = any(one.is_schema for one in parameters(call.format).values())
    return ddl_of(said, is_root=takes_fields and call.format != "cernan")


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
    tokens = iter([*_TOKEN.findall(said), ""])
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
