"""The result of `sparkwire.guess`: what bytes may be, with the evidence and what to do next."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Any

from sparkwire import view

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sparkwire.dissection import Dissection

NONE = "none of these formats"
# The places in an advice that count from the first byte.
_NUMBER_IN_SQL = re.compile(r"(substring\(value, )(\d+)")
_OFFSET = re.compile(r"(--offset )(\d+)")


@dataclass(frozen=True)
class Guess:
    """The evidence for one format.

    Attributes
    ----------
    format : str
        The prefix of Sparkwire's functions, such as ``databus``, or the name of a format that
        Sparkwire does not decode, such as ``gzip`` or ``protobuf``.
    score : int
        The strength of the evidence, from 0 (none) to 100.
    evidence : tuple of str
        The evidence for and against the format, in words.
    dissection : Dissection or None
        The dissection of the bytes as this format. None for formats that Sparkwire does not decode.
    advice : str
        What to do with such bytes; may be empty.
    inside : Guess or None
        What is wrapped in the bytes, such as the value in base64 text.
    holds_many : bool
        Whether the bytes are several messages end to end.
    detail : str
        What distinguishes bytes of the same format, such as the id of a schema; may be empty.
    count : int
        How many values this is the verdict for; 1 unless many were given.
    offset : int
        Where the value of this format begins: 0, or the number of bytes of something else before
        it.
    length : int or None
        How many bytes the value has, if bytes of something else follow it.
    """

    format: str
    score: int
    evidence: tuple[str, ...]
    dissection: Dissection | None = None
    advice: str = ""
    inside: Guess | None = None
    holds_many: bool = False
    detail: str = ""
    count: int = 1
    offset: int = 0
    length: int | None = None

    @property
    def label(self) -> str:
        """The format, and the format of what is inside."""
        if self.offset:
            return f"{self.format} at byte {self.offset}"
        return f"{self.format} around {self.inside.label}" if self.inside else self.format

    @property
    def fault(self) -> dict[str, Any] | None:
        """The fault that a reader of this format found, unless it has only met the next message."""
        return self.dissection.fault if self.dissection and not self.holds_many else None

    def after(self, start: int) -> Guess:
        """Return the guess for bytes that were read after `start` other ones, as of all bytes."""
        sql, comma, command = self.advice.partition("; ")
        if self.offset:
            sql = _NUMBER_IN_SQL.sub(lambda found: f"{found[1]}{int(found[2]) + start}", sql)
            command = _OFFSET.sub(lambda found: f"{found[1]}{int(found[2]) + start}", command)
        else:
            sql = sql.replace("(value", f"(substring(value, {start + 1})", 1)
        offset = self.offset and self.offset + start
        return replace(self, advice=f"{sql}{comma}{command}", offset=offset)

    def to_dict(self) -> dict[str, Any]:
        """Return the guess as plain Python values.

        Returns
        -------
        dict
        """
        return {
            "format": self.format,
            "score": self.score,
            "evidence": list(self.evidence),
            "fault": self.fault,
            "advice": self.advice,
            "inside": self.inside and self.inside.to_dict(),
            "count": self.count,
            "offset": self.offset,
        }


class Guesses(list[Guess]):
    """The guesses for one value, best first, or the verdicts for many, most frequent first.

    Notebooks show them as HTML, ``print`` as text. The list is empty if no format fits.

    Attributes
    ----------
    values : int
        How many values were looked at.
    size : int
        Their size in bytes.
    unknown : int
        How many of the values fit none of the formats.
    """

    def __init__(
        self, guesses: Iterable[Guess] = (), *, size: int, values: int = 1, unknown: int = 0
    ) -> None:
        super().__init__(guesses)
        self.values = values
        self.size = size
        self.unknown = unknown

    def after(self, start: int) -> Guesses:
        """Return the guesses for bytes that were read after `start` other ones, as of all bytes."""
        if not start:
            return self
        moved = [one.after(start) for one in self]
        return Guesses(moved, size=self.size, values=self.values, unknown=self.unknown)

    @property
    def verdict(self) -> str:
        """The result in one sentence."""
        if self.values > 1:
            found = [f"{one.count:,} {one.label}" for one in self]
            found += [f"{self.unknown:,} {NONE}"] if self.unknown else []
            return f"{self.values:,} values, {self.size:,} bytes: {', '.join(found)}."
        if not self:
            return f"{self.size:,} bytes: {NONE}."
        return f"{self.size:,} bytes: {self[0].label}."

    @property
    def text(self) -> str:
        """The guesses as plain text, and below what to do with the first."""
        if not self:
            return self.verdict
        rows = [self._cells(one) for one in self]
        lines = [self.verdict] if self.values > 1 else []
        lines.append(view.aligned(rows, right=(0, 1) if self.values > 1 else (0,)))
        if self[0].advice:
            lines.append(f"Next: {self[0].advice}")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return the guesses as plain Python values, ready for JSON.

        Returns
        -------
        dict
        """
        return {
            "values": self.values,
            "size": self.size,
            "unknown": self.unknown,
            "guesses": [one.to_dict() for one in self],
        }

    def to_page(self) -> str:
        """Return the HTML view as a complete page, to be written to a file.

        Returns
        -------
        str
        """
        from sparkwire.html import page

        return page(self.verdict, self._repr_html_())

    def __str__(self) -> str:
        """Return the text."""
        return self.text

    def __repr__(self) -> str:
        """Return a description in one line."""
        return f"<{self.verdict.rstrip('.')}>"

    def _repr_html_(self) -> str:
        from sparkwire.html import box, table

        heads = ["values", "score", "format", "evidence", "next"]
        rows = [
            [f"{one.count:,}", str(one.score), one.label, "; ".join(one.evidence), one.advice]
            for one in self
        ]
        if self.values == 1:
            heads, rows = heads[1:], [row[1:] for row in rows]
        return box(f"<b>{escape(self.verdict)}</b>", table(heads, rows) if rows else "")

    def _cells(self, one: Guess) -> tuple[str, ...]:
        cells = (f"{one.score:3}", one.label, "; ".join(one.evidence))
        return (f"{one.count:,}", *cells) if self.values > 1 else cells
