"""JSON lines as an input of ``sparkwire decode``: one field of each holds a value in base64."""

from __future__ import annotations

import contextlib
import itertools
import json
from typing import TYPE_CHECKING, Any

from pyspark.sql import functions as F

from sparkwire import inputs
from sparkwire._alone import Value
from sparkwire._rows import BROKEN, ROW, VALUE
from sparkwire._rows import column as named
from sparkwire.errors import SetUpError
from sparkwire.guessing import of_one
from sparkwire.recognition import encodings
from sparkwire.recognition.text import MOST_DOCUMENTS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pyspark.sql import Column, DataFrame, SparkSession

SUFFIXES = (".jsonl", ".ndjson", ".json")
# Files of text, which are JSON lines if they begin so, as those without a suffix.
TEXTS = (".txt", ".log")
FIRST = b'{"'
COLUMN = "value"
# Arguments of functions that are BINARY.
BINARY = ("key",)
# Text that is hexadecimal digits, with the prefixes and separators that `encodings` reads.
HEX = (
    r"^(?s:(0x|\\{1,2}x|[xX](?=')|\[)?'?([0-9a-fA-F]{2}[ :,\r\n]*)+['\]]?"
    r"|((\\x|0[xX])[0-9a-fA-F]{2}[\s,]*)+)$"
)
# Of a document, texts at this depth are looked at.
MOST_STEPS = 16


def is_lines(file: Path) -> bool:
    """Return whether a file is JSON lines, by its name, or a text by its beginning."""
    if file.suffix in SUFFIXES:
        return True
    if file.suffix and file.suffix not in TEXTS:
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
    spark: SparkSession, path: str, source: str, column: str, is_hex: bool
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
        _binary(value, is_hex).alias(VALUE),
        F.col("_metadata.file_name").alias(ROW),
        F.lit(False).alias(BROKEN),
    ), others


def _binary(text: Column, is_hex: bool = False) -> Column:
    digits = F.regexp_replace(text, "^hex:|^base64:", "")
    # As `inputs.from_digits` reads it.
    padding = F.repeat(F.lit("="), F.pmod(-F.length(digits), F.lit(4)))
    base64 = F.concat(F.translate(digits, "-_", "+/"), padding)
    decoded = F.to_binary(base64, F.lit("base64"))
    if is_hex:
        plain = F.regexp_replace(digits, "0[xX]|[^0-9a-fA-F]", "")
        # Text that is something else is left as it is, and refused.
        is_plain = digits.rlike(HEX)
        decoded = F.to_binary(F.when(is_plain, plain).otherwise(digits), F.lit("hex"))
    return F.when(text.startswith("hex:"), F.to_binary(digits, F.lit("hex"))).otherwise(decoded)


def guessed(file: Path, source: str, column: str | None) -> tuple[str | None, bool]:
    """Return the column of values, and whether they are in hexadecimal digits, not in base64.

    The first lines decide, by the texts in them that a guess recognises.
    """
    for _, document in itertools.islice(_documents(file, source), MOST_DOCUMENTS):
        found = [
            (guesses[0].score, name, is_hex)
            for name, text in _texts(document)
            if column in (None, name)
            for is_hex, data in _readings(text)
            if (guesses := of_one(data))
        ]
        if found:
            best = max(score for score, _, _ in found)
            _, name, is_hex = next(one for one in found if one[0] == best)
            return name, is_hex
    return column, False


def _readings(text: str) -> Iterator[tuple[bool, bytes]]:
    """Yield the bytes that a text may stand for, and whether they are written in plain digits."""
    if text.startswith(inputs.DIGITS):
        with contextlib.suppress(SetUpError):
            yield False, inputs.from_digits(text)
    for is_hex, read in ((True, encodings.read_hex), (False, encodings.read_base64)):
        inside = read(text)
        if inside and inside.data:
            yield is_hex, inside.data


def _texts(held: dict[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Yield the texts of a document with the names of their columns."""
    for name, one in held.items():
        if isinstance(one, str):
            yield before + name, one
        elif isinstance(one, dict) and before.count(".") < MOST_STEPS:
            yield from _texts(one, f"{before}{name}.")


def _documents(file: Path, source: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Read the lines of a file, with what they are called in messages."""
    with file.open("rb") as opened:
        for number, read in enumerate(opened, 1):
            row = f"{source}, line {number}"
            try:
                line = read.decode("utf-8-sig")
            except UnicodeDecodeError as error:
                raise SetUpError(
                    f"{row} is not UTF-8. iconv -f UTF-16 -t UTF-8 converts a file in UTF-16."
                ) from error
            if not line.strip():
                continue
            try:
                document = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise SetUpError(f"{row} is not JSON: {error}.") from error
            if not isinstance(document, dict):
                raise SetUpError(f"{row} is not a JSON object.")
            yield row, document


def values(file: Path, source: str, column: str | None, is_hex: bool) -> Iterator[Value]:
    """Read the lines of a file; the field `column` of each, or its part after a dot, is the value.

    The other fields are columns of the row.
    """
    for row, document in _documents(file, source):
        yield _value(document, row, column, is_hex)


def _value(document: dict[str, Any], row: str, column: str | None, is_hex: bool) -> Value:
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
    data = None if held is None else _bytes(held, f"{row}, {name}", is_hex)
    return Value(data, row, others)


def _column(document: dict[str, Any], row: str) -> str:
    texts = [name for name, held in document.items() if isinstance(held, str)]
    if COLUMN in document or not texts:
        return COLUMN
    if len(texts) == 1:
        return texts[0]
    raise SetUpError(f"{row} has several texts. --column chooses one of: {', '.join(texts)}.")


def _bytes(held: object, where: str, is_hex: bool = False) -> bytes:
    if not isinstance(held, str):
        raise SetUpError(f"{where} is not text: a value is base64, or hex digits after hex:.")
    if is_hex and not held.startswith(inputs.DIGITS):
        inside = encodings.read_hex(held)
        if inside is None:
            raise SetUpError(f"{where} is not hex digits, as the first value is.")
        return inside.data
    try:
        return inputs.from_digits(held if held.startswith(inputs.DIGITS) else f"base64:{held}")
    except SetUpError as error:
        raise SetUpError(f"{where} is not base64, nor hex digits after hex:.") from error
