"""Rows of text with a column of encoded values: CSV, the output of ``psql``, and plain lines."""

from __future__ import annotations

import csv
import itertools
import re
from typing import TYPE_CHECKING

from sparkwire.recognition import Finding, encodings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SEPARATORS = ",\t;|"
# So many rows show whether a column is encoded; in a wider table, the columns after these are not
# looked into.
MOST_ROWS, MOST_COLUMNS = 20, 100
MOST_INSIDE = 1 << 30
# The line below the names in the output of `psql`, and its last line.
_RULE, _COUNT = re.compile(r"[-+]{2,}"), re.compile(r"\(\d+ rows?\)")
READERS = (encodings.read_hex, encodings.read_base64)
LINES = "spark.read.text reads the lines"
NAME = "lines of text"
# The encodings of lines that are a value each.
OF_LINES = {
    name: encodings.READERS[name]
    for name in ("hex text", "base64 text", "escaped text", "list of bytes")
}
OF_LINES["Python bytes literal"] = encodings.read_python_row
# What is said of such lines, and what to do where SQL has no function for them.
SAID = {
    "hex text": ("in hexadecimal digits", ""),
    "base64 text": ("in base64", ""),
    "escaped text": ("in characters and escapes", "printf '%b' turns each line into bytes."),
    "list of bytes": (
        "a list of decimal numbers",
        "bytes(n & 255 for n in numbers) turns each line into bytes in Python.",
    ),
    "Python bytes literal": (
        "with b'…' as Python prints bytes",
        "ast.literal_eval turns each literal into bytes in Python.",
    ),
}
# A list of numbers is JSON, too, so that its lines count more than JSON.
SCORE, SCORE_OF_LISTS = 71, 88
# Of lines that are values, so many are what they seem.
LEAST_READ = 0.75
MOST_LOOKED_AT = 8


def find(text: str, is_cut: bool = False, is_json: bool = False) -> list[Finding]:
    """Return the encoded columns of a table. What is in their first rows must confirm them.

    Only lines that are a value each are JSON, too.
    """
    lines = text.splitlines()
    if len(lines) < 2:
        return []
    count = len(lines)
    rows = lines[: MOST_ROWS + 1]
    if is_cut and len(rows) == count:
        rows.pop()
    return [*_lines(rows, count), *([] if is_json else _columns(rows, count))]


def _lines(rows: Sequence[str], count: int) -> Iterator[Finding]:
    """Recognise lines that are values each. A line of a longer value does not fit by itself."""
    filled = [row.strip() for row in rows if row.strip()]
    for name, read in OF_LINES.items():
        values = [inside for row in filled if (inside := read(row, MOST_INSIDE))]
        if len(values) < max(2, LEAST_READ * len(filled)):
            continue
        first = values[0]
        held = tuple(value.data for value in values[:MOST_LOOKED_AT])
        said, advice = SAID[name]
        yield Finding(
            NAME,
            SCORE_OF_LISTS if name == "list of bytes" else SCORE,
            f"{count:,} lines, each {said}",
            "" if first.sql else advice,
            first.data,
            detail=name,
            sql=first.sql,
            reader=LINES if first.sql else "",
            pieces=held,
        )


def split(data: bytes, name: str) -> list[bytes] | None:
    """Return the values of lines; a line that is not one is its own bytes."""
    lines = data.decode("utf-8-sig", "replace").splitlines()
    found = [(line, OF_LINES[name](line.strip(), MOST_INSIDE)) for line in lines if line.strip()]
    if not any(inside for _, inside in found):
        return None
    return [inside.data if inside else line.encode() for line, inside in found]


def _columns(rows: Sequence[str], count: int) -> Iterator[Finding]:
    for separator in SEPARATORS:
        if separator not in rows[0]:
            continue
        kept = [row for row in rows if not _RULE.fullmatch(row) and not _COUNT.fullmatch(row)]
        is_psql = len(kept) < len(rows)
        try:
            table = [
                [cell.strip() for cell in row] for row in csv.reader(kept, delimiter=separator)
            ]
        except csv.Error:
            continue
        if len(table) < 2 or len({len(row) for row in table}) > 1:
            continue
        yield from _encoded(table, count, "" if is_psql else separator)


def _encoded(table: Sequence[Sequence[str]], count: int, separator: str) -> Iterator[Finding]:
    for at, column in enumerate(itertools.islice(zip(*table, strict=True), MOST_COLUMNS)):
        for read in READERS:
            cells = [cell for cell in column[1:] if cell]
            values = [read(cell) for cell in cells]
            first = values[0] if values else None
            if not first or not first.sql or not all(values):
                continue
            has_names = read(column[0]) is None
            name = column[0] if has_names else f"_c{at}"
            quoted = name if re.fullmatch(r"\w+", name) else f"`{name.replace('`', '``')}`"
            evidence = f"{count - has_names:,} rows; {name} is in {first.evidence.split(' in ')[1]}"
            sql = first.sql.replace("value", quoted, 1)
            yield Finding(
                "CSV",
                87,
                evidence,
                "",
                first.data,
                sql=sql,
                reader=_reader(separator, has_names),
            )


def _reader(separator: str, has_names: bool) -> str:
    options = ["header=True"] if has_names else []
    options += [f"sep={separator!r}"] if separator != "," else []
    # Not `.csv(…)` alone: a call with no options is `csv(file)`.
    if not separator:
        return "psql --csv writes the rows as CSV, which spark.read.csv reads"
    return f"spark.read.csv({', '.join(['file', *options])}) reads the rows"
