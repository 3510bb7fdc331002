"""Calls Spark functions by name, which works on both classic Spark and Spark Connect."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from sparkwire.errors import NO_PYSPARK, SetUpError, check_spark
from sparkwire.session import how_to_add_the_jar

try:
    import pyspark
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession
    from pyspark.sql import functions as F
    from pyspark.sql.types import ArrayType, DataType, MapType, StructType
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(NO_PYSPARK, name="pyspark") from error

if TYPE_CHECKING:
    from pyspark.sql import Column

ColumnOrName: TypeAlias = "Column | str"
Options: TypeAlias = Mapping[str, "str | int | bool"]
Schemas: TypeAlias = "Mapping[int, Any] | Mapping[str, Any] | Mapping[bytes, Any]"

# Functions that some session of this process is known to have. A second session without them is
# rare, and asking every time would cost a round trip per column on Spark Connect.
_known: set[str] = set()


def call(
    name: str, *arguments: ColumnOrName | None, options: Options | Column | None = None
) -> Column:
    """Call a function of the jar; a None is NULL, and at the end it is omitted."""
    check_spark(pyspark.__version__)
    _require(name)
    given: list[Any] = list(arguments)
    while given and given[-1] is None:
        given.pop()
    given = [_constant(argument) for argument in given]
    if given and isinstance(given[-1], Mapping):
        # The optional schema before the options was omitted, so this dict is the options.
        if options is not None:
            raise TypeError(
                f"{name}: {given[-1]!r} is not a schema, and options are given as well."
            )
        options = given.pop()
    for argument in given:
        if isinstance(argument, Mapping):
            raise TypeError(f"{name}: {argument!r} is not a schema.")
    if isinstance(options, Mapping):
        given.extend([_map(options)] if options else [])
    elif options is not None:
        given.append(_column(options))
    return F.call_function(name, *given)


def _constant(argument: Any) -> Any:  # noqa: ANN401
    # Not text, which is the name of a column.
    if argument is None:
        return F.lit(None)
    if isinstance(argument, (bytes, bytearray, memoryview)):
        return F.lit(bytes(argument))
    return argument


def literal(value: Any) -> Any:  # noqa: ANN401
    """Turn a Python value into a constant argument; None stays None and is omitted by `call`.

    A dict that is not a schema stays a dict: `call` takes it for the options.
    """
    text = schema_text(value)
    return text if text is None or isinstance(text, Mapping) else F.lit(text)


def schema_text(value: Any) -> Any:  # noqa: ANN401
    """Convert a schema to the text that the functions take: Spark types to DDL, dicts to JSON.

    The schemas in a mapping are converted one by one. Other values are returned unchanged.
    """
    if isinstance(value, DataType):
        return _ddl(value)
    # Avro schemas and Kafka definitions have the key "type"; no option has this name.
    if isinstance(value, list) or (isinstance(value, Mapping) and "type" in value):
        return json.dumps(value)
    if isinstance(value, Mapping):  # of schemas by their ids, or options
        return {key: schema_text(held) for key, held in value.items()}
    return value


def schemas(value: str | Column | Schemas) -> Column:
    """Turn a schema, or a mapping from ids to schemas, into a constant; keep columns."""
    value = schema_text(value)
    if isinstance(value, Mapping):
        return F.create_map(*(F.lit(part) for pair in value.items() for part in pair))
    return F.lit(value) if isinstance(value, str) else value


def schemas_or_column(value: ColumnOrName | Schemas) -> ColumnOrName:
    """Turn a mapping from ids to schemas into a constant; keep columns and their names."""
    return schemas(value) if isinstance(value, (Mapping, list)) else value


def constant_or_column(value: int | ColumnOrName | None) -> Column | str | None:
    """Turn a number into a constant argument; keep columns and their names."""
    return F.lit(value) if isinstance(value, int) else value


def _ddl(asked: DataType, is_root: bool = True) -> str:
    if isinstance(asked, StructType):
        colon = "" if is_root else ":"
        fields = ", ".join(
            f"`{field.name.replace('`', '``')}`{colon} {_ddl(field.dataType, False)}"
            for field in asked.fields
        )
        return fields if is_root else f"STRUCT<{fields}>"
    if isinstance(asked, ArrayType):
        return f"ARRAY<{_ddl(asked.elementType, False)}>"
    if isinstance(asked, MapType):
        return f"MAP<{_ddl(asked.keyType, False)}, {_ddl(asked.valueType, False)}>"
    return asked.simpleString().upper()


def _map(options: Options) -> Column:
    return F.create_map(*(F.lit(_text(part)) for pair in options.items() for part in pair))


def _column(options: object) -> Any:  # noqa: ANN401
    # A Column, such as `F.create_map(...)`. Classic and Connect have different Column classes, so
    # an attribute identifies it.
    if hasattr(options, "isNotNull"):
        return options
    raise TypeError(f"options is a dict such as {{'verify': 'none'}}, not {options!r}")


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int)):
        return str(value)
    raise TypeError(f"an option is a str, an int or a bool, not {value!r}")


def _require(name: str) -> None:
    # Without the jar Spark raises UNRESOLVED_ROUTINE, on Connect only when the query runs. If there
    # is a session to ask, fail here instead, with a message that says how to fix it.
    if name in _known:
        return
    session = SparkSession.getActiveSession()
    if session is None:
        return
    try:
        exists = session.catalog.functionExists(name)
    except PySparkException:  # not permitted to ask: leave the error to Spark
        return
    if not exists:
        raise SetUpError(f"This Spark session does not know {name}. {how_to_add_the_jar(session)}")
    _known.add(name)
