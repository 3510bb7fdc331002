"""Bytes shown to people: a dissection as a table for terminals and notebooks, or as plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich import box
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pyspark.sql import Row
    from rich.console import Console

    Part = Mapping[str, Any] | Row

BYTES_PER_LINE = 8
LINES_PER_PART = 2
BYTES_BY_WIDTH = ((90, BYTES_PER_LINE), (60, BYTES_PER_LINE // 2))
STYLES = {"FAULT": "bold red", "gap": "dim", "unread": "dim"}


def dissection(
    parts: Iterable[Part],
    value: bytes,
    title: str | None = None,
    start: int = 0,
    bytes_per_line: int = BYTES_PER_LINE,
) -> Table:
    """Draw a dissection: where each byte belongs, a fault in red in its place.

    Parameters
    ----------
    parts : iterable of Row
        What a ``…_dissect`` function gave for the value.
    value : bytes
        The bytes that were dissected.
    title : str, optional
        A line to stand above the table.
    start : int, optional
        Where the value begins in what it was cut from; added to the offsets shown.
    bytes_per_line : int, optional
        How many bytes are shown beside each other; 0 leaves their column out.

    Returns
    -------
    rich.table.Table
        Terminals print it, notebooks show it.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from sparkwire import view
    >>> value = b"no event"
    >>> df = spark.createDataFrame([(value,)], ["value"])
    >>> parts = df.select(wire.databus_dissect("value")).first()[0]
    >>> print(view.text(parts, value))
    offset  bytes                    path     type   value
    0       6e 6f 20 65 76 65 6e 74  version  FAULT  bad-version
    """
    table = Table(
        title=title,
        title_justify="left",
        box=box.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )
    table.add_column("offset", justify="right", style="dim", no_wrap=True)
    if bytes_per_line:
        table.add_column("bytes", style="cyan", no_wrap=True)
    table.add_column("path", overflow="fold")
    table.add_column("type", style="dim", no_wrap=True)
    table.add_column("value", style="green", overflow="fold")
    for part in parts:
        shown = [_hex(part, value, bytes_per_line)] if bytes_per_line else []
        cells = (str(part["offset"] + start), *shown, *_names(part))
        table.add_row(*(Text(cell) for cell in cells), style=STYLES.get(part["type"]))
    return table


def text(parts: Iterable[Part], value: bytes, start: int = 0) -> str:
    """Write a dissection as plain lines, for pipes and files.

    Parameters
    ----------
    parts : iterable of Row
        What a ``…_dissect`` function gave for the value.
    value : bytes
        The bytes that were dissected.
    start : int, optional
        Where the value begins in what it was cut from; added to the offsets shown.

    Returns
    -------
    str
        One line per part, one heading line.
    """
    rows = [("offset", "bytes", "path", "type", "value")]
    for part in parts:
        offset = str(part["offset"] + start)
        rows.append((offset, _hex(part, value, BYTES_PER_LINE).replace("\n", " "), *_names(part)))
    return aligned(rows)


def aligned(rows: Sequence[tuple[str, ...]]) -> str:
    """Write rows of cells as plain lines, each column as wide as its widest cell."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)


def show(
    console: Console,
    parts: Iterable[Part],
    value: bytes,
    title: str | None = None,
    start: int = 0,
) -> None:
    """Print a dissection as the console can take it: a table on a terminal, else plain lines.

    Parameters
    ----------
    console : rich.console.Console
        Where to print.
    parts : iterable of Row
        What a ``…_dissect`` function gave for the value.
    value : bytes
        The bytes that were dissected.
    title : str, optional
        A line to stand above.
    start : int, optional
        Where the value begins in what it was cut from; added to the offsets shown.
    """
    if console.is_terminal:
        # Paths and values are what a narrow terminal has room for.
        fits = next((fits for least, fits in BYTES_BY_WIDTH if console.width >= least), 0)
        console.print(dissection(parts, value, title, start, fits))
        return
    if title:
        console.out(title, highlight=False)
    console.out(text(parts, value, start), highlight=False)


def is_fault(part: Part) -> bool:
    """Tell the row that says why the rest could not be read.

    Parameters
    ----------
    part : Row
        A row of a dissection.

    Returns
    -------
    bool
    """
    return bool(part["type"] == "FAULT")


def _names(part: Part) -> tuple[str, str, str]:
    return part["path"] or "", part["type"] or "", printable(part["value"])


def printable(said: str | None) -> str:
    """Escape what a terminal cannot show."""
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode() for c in said or ""
    )


def _hex(part: Part, value: bytes, bytes_per_line: int) -> str:
    data = value[part["offset"] : part["offset"] + part["length"]]
    shown = data[: bytes_per_line * LINES_PER_PART]
    if len(data) > len(shown):
        shown = shown[:-1]
    pairs = [f"{byte:02x}" for byte in shown]
    if len(data) > len(shown):
        pairs.append("…")
    lines = (pairs[i : i + bytes_per_line] for i in range(0, len(pairs), bytes_per_line))
    return "\n".join(" ".join(line) for line in lines)
