"""Dumps of databases: binary columns in the rows of ``INSERT``, and of PostgreSQL's ``COPY``.

A dump may have bytes of values that are not text, as ``mysqldump`` writes them by default, so it is
read as bytes. Each byte is looked at once.
"""

from __future__ import annotations

import base64
import binascii
import re
from typing import TYPE_CHECKING, NamedTuple

from sparkwire.recognition import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = "SQL dump"
MOST_LOOKED_AT = 8
# Without one of these words, nothing else is looked for.
_WORDS = re.compile(rb"insert\s|replace\s|copy\s", re.IGNORECASE)
_NAME = rb"[\w.$\"`\[\]]{1,200}"
_BEGIN = re.compile(
    rb"\b(?:INSERT(?:\s+IGNORE)?|REPLACE)(?:\s+INTO)?\s+(?P<table>" + _NAME + rb")\s*"
    rb"(?:\((?P<columns>[^()]{1,10000})\)\s*)?(?:OVERRIDING \w+ VALUE\s*)?VALUES\s*(?=\()"
    rb"|^COPY\s+(?P<copied>" + _NAME + rb")\s*(?:\((?P<fields>[^()]{1,10000})\)\s*)?"
    rb"FROM stdin;\r?\n",
    re.IGNORECASE | re.MULTILINE,
)
# A cell of a row: digits, digits in a call, text, or something else.
_CELL = re.compile(
    rb"\s*(?:_binary\s*)?(?:"
    rb"[xX]'(?P<hex>[0-9a-fA-F]*)'"
    rb"|0x(?P<plain>[0-9a-fA-F]*)"
    rb"|(?:UNHEX|HEXTORAW)\(\s*'(?P<unhex>[0-9a-fA-F]*)'\s*\)"
    rb"|decode\(\s*'(?P<decoded>[0-9a-fA-F]*)'\s*,\s*'hex'\s*\)"
    rb"|(?:FROM_BASE64\(\s*'(?P<base64>[\w+/=\s]*)'\s*\))"
    rb"|[EN]?'\\{1,2}x(?P<bytea>[0-9a-fA-F]*)'"
    rb"|N?Q'(?:\[.{0,4000}?\]|\{.{0,4000}?\}|\(.{0,4000}?\)|<.{0,4000}?>|!.{0,4000}?!)'"
    rb"|[EN]?'(?P<text>(?:[^'\\]|\\.|'')*)'"
    rb"|\"(?:[^\"\\]|\\.|\"\")*\""
    rb"|[^'\",();]{0,100}(?:\((?:[^'()]|'[^']*'|\((?:[^'()]|'[^']*')*\))*\))?"
    rb")\s*(?:::\s*\w+\s*)?(?P<end>[,)])",
    re.IGNORECASE | re.DOTALL,
)
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x1f]")
_NEXT = re.compile(rb"\s*,\s*\(")
_ESCAPE = re.compile(rb"\\(.)|''", re.DOTALL)
_CONTROL = {b"0": b"\0", b"b": b"\b", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"Z": b"\x1a"}
DIGITS = ("hex", "plain", "unhex", "decoded", "bytea")
_COPIED = re.compile(rb"\\\\x([0-9a-fA-F]*)")
END_OF_COPY = b"\n\\."
HEX = "in hexadecimal digits"
# The kind of what follows where a statement is not understood, up to so many bytes.
UNREAD, MOST_UNREAD = "unread", 200


class _Cell(NamedTuple):
    """A cell that may be bytes, and how it is written."""

    column: str
    data: bytes
    kind: str


def find(data: bytes, is_cut: bool = False) -> Iterator[Finding]:
    """Return each column of bytes, with its first values."""
    begin = _BEGIN.search(data) if _WORDS.search(data) else None
    if not begin or _BINARY.search(data, 0, begin.end()):
        return
    columns: dict[str, list[_Cell]] = {}
    counts: dict[str, int] = {}
    for cell in _cells(data):
        if cell.kind == UNREAD:
            continue
        counts[cell.column] = counts.get(cell.column, 0) + 1
        kept = columns.setdefault(cell.column, [])
        if len(kept) < MOST_LOOKED_AT:
            kept.append(cell)
    for column, cells in columns.items():
        held = tuple(cell.data for cell in cells if cell.data)
        if not held:
            continue
        count = f"{'at least ' if is_cut else ''}{counts[column]:,}"
        evidence = f"{count} rows; {column} is {cells[0].kind}"
        advice = "Load it into its database."
        yield Finding(NAME, 87, evidence, advice, held[0], detail=column, pieces=held)


def split(data: bytes, column: str) -> list[bytes] | None:
    """Return the values of a column, or None if the bytes are not a dump with it.

    Where a statement is not understood, its text stands for the rows that it still has: so they
    are a fault, and not lost.
    """
    values, known = list[bytes](), False
    for cell in _cells(data):
        if cell.column == column:
            known = True
            values.append(cell.data)
        elif cell.kind == UNREAD and column.startswith(cell.column):
            values.append(cell.data)
    return values if known else None


def _cells(data: bytes) -> Iterator[_Cell]:
    """Yield the cells that may be bytes, of all rows."""
    at = 0
    while found := _BEGIN.search(data, at):
        at = found.end()
        if found["copied"]:
            end = data.find(END_OF_COPY, at - 1)
            end = len(data) if end < 0 else end
            yield from _copied(data[at:end], _Names.of(found["copied"], found["fields"]))
            at = end
            continue
        names = _Names.of(found["table"], found["columns"])
        at, number = at + 1, 0
        while True:
            cell = _CELL.match(data, at)
            if not cell:
                if at < len(data):
                    yield _Cell(names.table, data[at : at + MOST_UNREAD], UNREAD)
                break
            at = cell.end()
            held = _bytes(cell)
            if held:
                yield _Cell(names.at(number), *held)
            number += 1
            if cell["end"] == b")":
                row = _NEXT.match(data, at)
                if not row:
                    break
                at, number = row.end(), 0


def _copied(rows: bytes, names: _Names) -> Iterator[_Cell]:
    for row in rows.splitlines():
        for number, field in enumerate(row.split(b"\t")):
            digits = _COPIED.fullmatch(field)
            if digits:
                yield _Cell(names.at(number), _unhex(digits[1]), HEX)


class _Names(NamedTuple):
    """The name of a table, and of its columns if the statement says them."""

    table: str
    columns: list[str]

    @staticmethod
    def of(table: bytes, columns: bytes | None) -> _Names:
        return _Names(
            _plain(table), [_plain(one) for one in columns.split(b",")] if columns else []
        )

    def at(self, number: int) -> str:
        """Return what a column is called: by its name, or by its number, counted from 1."""
        known = number < len(self.columns)
        return (
            f"{self.table}.{self.columns[number]}"
            if known
            else f"{self.table}, column {number + 1}"
        )


def _plain(name: bytes) -> str:
    return re.sub(rb"[\"`\[\]\s]", b"", name).decode(errors="replace")


def _unhex(digits: bytes) -> bytes:
    """Return the bytes; digits that are not whole bytes stay as they are, to be refused."""
    return bytes.fromhex(digits.decode()) if len(digits) % 2 == 0 else digits


def _bytes(cell: re.Match[bytes]) -> tuple[bytes, str] | None:
    """Return what a cell holds, and how it is written; None for a number and the like."""
    kind = next((name for name in (*DIGITS, "base64", "text") if cell[name] is not None), None)
    if kind is None:
        return None
    held = cell[kind]
    if kind in DIGITS:
        return _unhex(held), HEX
    if kind == "base64":
        try:
            return base64.b64decode(held), "in base64"
        except binascii.Error:
            return held, "in base64"
    return _ESCAPE.sub(_unescaped, held), "a string"


def _unescaped(found: re.Match[bytes]) -> bytes:
    return b"'" if found[1] is None else _CONTROL.get(found[1], found[1])
