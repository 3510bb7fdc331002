"""Pictures of bytes as HTML: a hex dump and its fields in equal colours (assets/site.css)."""

from __future__ import annotations

import html
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pyspark.sql import Row

BYTES_PER_LINE = 8
COLOURS = 6
HEAD = "<tr><th>offset</th><th>path</th><th>type</th><th>value</th></tr>"


def picture(value: bytes, parts: Iterable[Row]) -> str:
    """Draw a value and its dissection, without empty lines: they would end the HTML in Markdown."""
    parts = list(parts)
    lines = ['<div class="bytes">', "<pre>", *_lines(value, parts), "</pre>", f"<table>{HEAD}"]
    return "\n".join([*lines, *map(_row, range(len(parts)), parts), "</table>", "</div>"])


def _lines(value: bytes, parts: list[Row]) -> Iterator[str]:
    owners = [(number, part) for number, part in enumerate(parts) for _ in range(part["length"])]
    for start in range(0, len(value), BYTES_PER_LINE):
        row = range(start, min(start + BYTES_PER_LINE, len(value)))
        runs = [(owner, list(run)) for owner, run in groupby(row, key=owners.__getitem__)]
        digits = (_part(*owner, " ".join(f"{value[at]:02x}" for at in run)) for owner, run in runs)
        letters = (_part(*owner, "".join(_letter(value[at]) for at in run)) for owner, run in runs)
        missing = "   " * (BYTES_PER_LINE - len(row))
        yield f"<i>{start:4d}</i>  {' '.join(digits)}{missing}  {''.join(letters)}"


def _row(number: int, part: Row) -> str:
    name = _part(number, part, part["path"] or "·")
    kind, value = html.escape(part["type"]), html.escape(part["value"])
    return (
        f'<tr data-part="{number}"><td>{part["offset"]}</td><td>{name}</td>'
        f"<td>{kind}</td><td>{value}</td></tr>"
    )


def _part(number: int, part: Row, text: str) -> str:
    style = "fault" if part["type"] == "FAULT" else f"part-{number % COLOURS}"
    return f'<span class="{style}" data-part="{number}">{html.escape(text)}</span>'


def _letter(byte: int) -> str:
    return chr(byte) if 0x20 < byte < 0x7F else "·"
