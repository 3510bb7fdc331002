"""Views of a dissection: a table for terminals and notebooks, or plain text."""

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
    """Draw a dissection as a table: the field of each byte, with a fault in red.

    Parameters
    ----------
    parts : iterable of Row
        The result of a ``…_dissect`` function for the value.
    value : bytes
        The bytes that were dissected.
    title : str, optional
        A line above the table.
    start : int, optional
        The offset of the value, in bytes, in the input that it was cut from; added to the offsets
        shown.
    bytes_per_line : int, optional
        The number of bytes in a line; 0 omits the column of bytes.

    Returns
    -------
    rich.table.Table
        A table that terminals print and notebooks show.

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
        The result of a ``…_dissect`` function for the value.
    value : bytes
        The bytes that were dissected.
    start : int, optional
        The offset of the value, in bytes, in the input that it was cut from; added to the offsets
        shown.

    Returns
    -------
    str
        A heading and one line for each part.
    """
    rows = [("offset", "bytes", "path", "type", "value")]
    for part in parts:
        offset = str(part["offset"] + start)
        rows.append((offset, _hex(part, value, BYTES_PER_LINE).replace("\n", " "), *_names(part)))
    return aligned(rows)


def aligned(rows: Sequence[tuple[str, ...]], right: Sequence[int] = ()) -> str:
    """Write rows of cells as plain lines, each column as wide as its widest cell.

    The columns whose numbers are in `right` are aligned to the right.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(
            cell.rjust(width) if number in right else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
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
    """Print a dissection: as a table on a terminal, else as plain lines.

    Parameters
    ----------
    console : rich.console.Console
        The console to print to.
    parts : iterable of Row
        The result of a ``…_dissect`` function for the value.
    value : bytes
        The bytes that were dissected.
    title : str, optional
        A line above the dissection.
    start : int, optional
        The offset of the value, in bytes, in the input that it was cut from; added to the offsets
        shown.
    """
    if console.is_terminal:
        # A narrow terminal has no room for the bytes, only for paths and values.
        fits = next((fits for least, fits in BYTES_BY_WIDTH if console.width >= least), 0)
        console.print(dissection(parts, value, title, start, fits))
        return
    if title:
        console.out(title, highlight=False)
    console.out(text(parts, value, start), highlight=False)


def is_fault(part: Part) -> bool:
    """Return whether a row is the fault that ended the dissection.

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
    """Escape the characters that a terminal cannot show."""
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
