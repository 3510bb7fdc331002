"""JSON lines as an input of ``sparkwire decode``: one field of each holds a value in base64."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pyspark.sql import functions as F

from sparkwire import inputs
from sparkwire._alone import Value
from sparkwire._rows import BROKEN, ROW, VALUE
from sparkwire._rows import column as named
from sparkwire.errors import SetUpError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pyspark.sql import Column, DataFrame, SparkSession

SUFFIXES = (".jsonl", ".ndjson", ".json")
FIRST = b'{"'
COLUMN = "value"
# Arguments of functions that are BINARY.
BINARY = ("key",)


def is_lines(file: Path) -> bool:
    """Return whether a file is JSON lines, by its name, or for standard input by its beginning."""
    if file.suffix in SUFFIXES:
        return True
    if file.suffix:
        return False
    with file.open("rb") as opened:
        return opened.read(len(FIRST)) == FIRST


def names(file: Path) -> tuple[str, ...]:
    """Return the names of the fields of the first line."""
    with file.open(encoding="utf-8", errors="replace") as opened:
        first = next((line for line in opened if line.strip()), "")
    try:
        document = json.loads(first)
    except (ValueError, RecursionError):
        return ()
    return tuple(document) if isinstance(document, dict) else ()


def table(
    spark: SparkSession, path: str, source: str, column: str
) -> tuple[DataFrame, tuple[str, ...]]:
    """Return a table of the values, and the names of its other columns."""
    df = spark.read.json(path)
    name = column if column in df.columns else column.split(".")[0]
    if name not in df.columns:
        raise SetUpError(f"{source} has no field {column}; there are: {', '.join(df.columns)}.")
    value = named(column) if column in df.columns else F.col(column)
    others = tuple(one for one in df.columns if one != name)
    selected = [(_binary(named(one)) if one in BINARY else named(one)).alias(one) for one in others]
    return df.select(
        *selected,
        _binary(value).alias(VALUE),
        F.col("_metadata.file_name").alias(ROW),
        F.lit(False).alias(BROKEN),
    ), others


def _binary(text: Column) -> Column:
    digits = F.regexp_replace(text, "^hex:|^base64:", "")
    decoded = F.to_binary(digits, F.lit("base64"))
    return F.when(text.startswith("hex:"), F.to_binary(digits, F.lit("hex"))).otherwise(decoded)


def values(file: Path, source: str, column: str | None) -> Iterator[Value]:
    """Read the lines of a file; the field `column` of each, or its part after a dot, is the value.

    The other fields are columns of the row.
    """
    with file.open(encoding="utf-8") as opened:
        for number, line in enumerate(opened, 1):
            if not line.strip():
                continue
            row = f"{source}, line {number}"
            try:
                document = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise SetUpError(f"{row} is not JSON: {error}.") from error
            if not isinstance(document, dict):
                raise SetUpError(f"{row} is not a JSON object.")
            yield _value(document, row, column)


def _value(document: dict[str, Any], row: str, column: str | None) -> Value:
    name = column or _column(document, row)
    held: Any = document
    others = dict(document)
    steps = [name] if name in document else name.split(".")
    for step in steps:
        if not isinstance(held, dict) or (step not in held and len(steps) == 1 and column):
            there = ", ".join(document)
            raise SetUpError(f"{row} has no field {name}; there are: {there}.")
        held = held.get(step)
    others.pop(steps[0], None)
    for binary in BINARY:
        if isinstance(others.get(binary), str):
            others[binary] = _bytes(others[binary], f"{row}, {binary}")
    return Value(None if held is None else _bytes(held, f"{row}, {name}"), row, others)


def _column(document: dict[str, Any], row: str) -> str:
    texts = [name for name, held in document.items() if isinstance(held, str)]
    if COLUMN in document or not texts:
        return COLUMN
    if len(texts) == 1:
        return texts[0]
    raise SetUpError(f"{row} has several texts. --column chooses one of: {', '.join(texts)}.")


def _bytes(held: object, where: str) -> bytes:
    if not isinstance(held, str):
        raise SetUpError(f"{where} is not text: a value is base64, or hex digits after hex:.")
    try:
        return inputs.from_digits(held if held.startswith(inputs.DIGITS) else f"base64:{held}")
    except SetUpError as error:
        raise SetUpError(f"{where} is not base64, nor hex digits after hex:.") from error
