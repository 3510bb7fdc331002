"""How a wrapper reaches Spark: by the name of the function, the same on classic and Connect."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from sparkwire.errors import NO_PYSPARK, SetUpError
from sparkwire.session import how_to_add_the_jar

try:
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession
    from pyspark.sql import functions as F
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(NO_PYSPARK, name="pyspark") from error

if TYPE_CHECKING:
    from pyspark.sql import Column

ColumnOrName: TypeAlias = "Column | str"
Options: TypeAlias = Mapping[str, "str | int | bool"]
Schemas: TypeAlias = "Mapping[int, str] | Mapping[str, str] | Mapping[bytes, str]"

# Functions that a session of this process was seen to have. A second session without them is rare;
# asking every time would cost Connect a round trip per column.
_known: set[str] = set()


def call(name: str, *arguments: ColumnOrName | None, options: Options | None = None) -> Column:
    """Call a function of the jar; arguments that are None are left out."""
    _require(name)
    given = [argument for argument in arguments if argument is not None]
    if options:
        given.append(_map(options))
    return F.call_function(name, *given)


def literal(value: Any) -> Column | None:  # noqa: ANN401
    """Turn a Python value into a constant argument; None stays None, which leaves it out."""
    return None if value is None else F.lit(value)


def schemas(value: str | Column | Schemas) -> Column:
    """Turn a schema, or a mapping from ids to schemas, into a constant; columns stay."""
    if isinstance(value, Mapping):
        return F.create_map(*(F.lit(part) for pair in value.items() for part in pair))
    return F.lit(value) if isinstance(value, str) else value


def schemas_or_column(value: ColumnOrName | Schemas) -> ColumnOrName:
    """Turn a mapping from ids to schemas into a constant; columns and their names stay."""
    return schemas(value) if isinstance(value, Mapping) else value


def constant_or_column(value: int | ColumnOrName | None) -> Column | str | None:
    """Turn a number into a constant argument; columns and their names stay what they are."""
    return F.lit(value) if isinstance(value, int) else value


def _map(options: Options) -> Column:
    if not isinstance(options, Mapping):
        raise TypeError(f"options is a dict such as {{'verify': 'none'}}, not {options!r}")
    return F.create_map(*(F.lit(_text(part)) for pair in options.items() for part in pair))


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int)):
        return str(value)
    raise TypeError(f"an option is a str, an int or a bool, not {value!r}")


def _require(name: str) -> None:
    # Without the jar Spark says UNRESOLVED_ROUTINE, on Connect not before the query runs. Say it
    # here, with what to do, whenever there is a session to ask.
    if name in _known:
        return
    session = SparkSession.getActiveSession()
    if session is None:
        return
    try:
        exists = session.catalog.functionExists(name)
    except PySparkException:  # not allowed to ask: then Spark will say what it thinks
        return
    if not exists:
        raise SetUpError(f"This Spark session does not know {name}. {how_to_add_the_jar(session)}")
    _known.add(name)
