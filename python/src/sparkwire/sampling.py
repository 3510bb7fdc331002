"""Reads the beginnings of some values of a column, for `sparkwire.guess`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sparkwire.errors import InvalidCall

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

COLUMN = "value"


def sampled(
    df: Any,  # noqa: ANN401
    column: str | None,
    sample: int,
    most: int,
) -> tuple[list[bytes], list[int]]:
    """Return the first `most` bytes of some values, and the sizes of the values."""
    from pyspark.sql import functions as F

    from sparkwire._rows import column as named

    if df.isStreaming:
        raise InvalidCall(
            "a stream has no first rows: guess on a batch of it, inside foreachBatch, or on a table"
            " of its source."
        )
    name = _column(df, column)
    chosen = named(name).cast("BINARY")
    rows = (
        df.select(F.substring(chosen, 1, most).alias("head"), F.length(chosen).alias("size"))
        .where("head IS NOT NULL")
        .limit(sample)
        .collect()
    )
    if not rows:
        raise InvalidCall(f"column {name} holds no value.")
    return [bytes(row["head"]) for row in rows], [row["size"] for row in rows]


def _column(df: DataFrame, column: str | None) -> str:
    types = dict(df.dtypes)
    binary = [name for name, type in types.items() if type == "binary"]
    if column is not None:
        if types.get(column) not in ("binary", "string"):
            raise InvalidCall(_no_column(column, types))
        return column
    if len(binary) == 1:
        return binary[0]
    if COLUMN in binary:
        return COLUMN
    said = f"has the BINARY columns {', '.join(binary)}" if binary else "has no BINARY column"
    raise InvalidCall(f"the DataFrame {said}: name one, guess(df, column).")


def _no_column(column: str, types: dict[str, str]) -> str:
    if column in types:
        return f"column {column} is {types[column].upper()}: values are BINARY or STRING."
    return f"no column {column}; there are: {', '.join(types)}."
