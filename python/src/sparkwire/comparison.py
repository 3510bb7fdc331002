"""Compares two messages of one format side by side."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from sparkwire import view
from sparkwire.dissecting import dissect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sparkwire.dissection import Dissection

    Part = dict[str, Any]

# A browser shows this many table rows without becoming slow. If there are more, the rows that
# differ come first.
MOST_ROWS = 2000


@dataclass(frozen=True)
class Pair:
    """The parts of both messages at one path.

    Attributes
    ----------
    path : str
        The path of the field.
    left, right : dict or None
        The parts; None if the message has no part at this path.
    """

    path: str
    left: Part | None
    right: Part | None

    @property
    def differs(self) -> bool:
        """Whether type or value differ, or one message has no such part."""
        if self.left is None or self.right is None:
            return True
        return any(self.left[name] != self.right[name] for name in ("type", "value", "data"))


@dataclass(frozen=True)
class Comparison:
    """The result of `compare`: notebooks show it as HTML, ``print`` as text.

    Attributes
    ----------
    left, right : Dissection
        The two messages.
    pairs : sequence of Pair
        Their parts in byte order, paired by path.
    """

    left: Dissection
    right: Dissection
    pairs: Sequence[Pair]

    @property
    def differences(self) -> list[Pair]:
        """The pairs that differ."""
        return [pair for pair in self.pairs if pair.differs]

    @property
    def text(self) -> str:
        """All pairs as plain lines; those that differ begin with ``!``."""
        rows = [(" ", "path", "left", "right")]
        for pair in self.pairs:
            mark = "!" if pair.differs else " "
            rows.append((mark, pair.path, _shown(pair.left), _shown(pair.right)))
        return view.aligned(rows)

    def to_dict(self) -> dict[str, Any]:
        """Return the pairs that differ as plain Python values, ready for JSON.

        Returns
        -------
        dict
        """
        return {
            "format": self.left.format,
            "differences": [
                {"path": pair.path, "left": _plain(pair.left), "right": _plain(pair.right)}
                for pair in self.differences
            ],
        }

    def to_page(self) -> str:
        """Return the HTML view as a complete page, to be written to a file.

        Returns
        -------
        str
        """
        from sparkwire.html import page

        return page(f"Two {self.left.format} messages", self._repr_html_())

    def __str__(self) -> str:
        """Return the text."""
        return self.text

    def __repr__(self) -> str:
        """Return a description in one line."""
        return f"<{self.left.format}, {len(self.differences)} of {len(self.pairs)} parts differ>"

    def _repr_html_(self) -> str:
        from sparkwire.html import box

        shown = self.pairs
        if len(shown) > MOST_ROWS:
            shown = [*self.differences, *(pair for pair in self.pairs if not pair.differs)]
        rows = "".join(
            f"<tr{' class=differs' if pair.differs else ''}><td>{escape(pair.path)}</td>"
            f"<td>{escape(_shown(pair.left))}</td><td>{escape(_shown(pair.right))}</td></tr>"
            for pair in shown[:MOST_ROWS]
        )
        more = f"<p>… {len(shown) - MOST_ROWS:,} more</p>" if len(shown) > MOST_ROWS else ""
        head = (
            f"<b>{escape(self.left.format)}</b>, {len(self.differences):,} of "
            f"{len(self.pairs):,} parts differ, {len(self.left.value):,} and "
            f"{len(self.right.value):,} bytes"
        )
        table = f"<table><tr><th>path</th><th>left</th><th>right</th></tr>{rows}</table>"
        return box(head, f'<div class="scroll">{table}{more}</div>')


def compare(left: bytes, right: bytes, format: str, **arguments: Any) -> Comparison:  # noqa: ANN401
    """Show two messages of one format side by side, with their differences marked.

    Parameters
    ----------
    left, right : bytes
        The messages.
    format : str
        The format, as for `sparkwire.dissect`.
    **arguments
        The other arguments, as for `sparkwire.dissect`; they apply to both messages.

    Returns
    -------
    Comparison
        Parts with the same path form a pair.

    Examples
    --------
    >>> layout = "id INT16, name COMPACT_STRING"
    >>> left, right = bytes.fromhex("00070561626364"), bytes.fromhex("000704616263")
    >>> print(sparkwire.compare(left, right, "kafka", layout=layout))
       path  left                   right
       id    int16 7                int16 7
    !  name  compact_string "abcd"  compact_string "abc"
    """
    one, other = (dissect(value, format, **arguments) for value in (left, right))
    return Comparison(one, other, _pairs(_named(one), _named(other)))


Named = dict[tuple[str, int], "Part"]


def _named(found: Dissection) -> Named:
    """Return the parts by path and a number that tells parts with the same path apart."""
    seen: Counter[str] = Counter()
    named: Named = {}
    for part in found.parts:
        path = part["path"]
        # Long data is compared by its bytes, because the text of its value shows only the
        # beginning. Other parts are compared by text: equal values may differ in their bytes, for
        # example in byte order.
        is_cut = (part["value"] or "").endswith(" bytes)")
        data = found.value[part["offset"] : part["offset"] + part["length"]] if is_cut else b""
        named[path, seen[path]] = {**part, "data": data}
        seen[path] += 1
    return named


def _pairs(left: Named, right: Named) -> list[Pair]:
    """Pair the parts in the order of the left message.

    A part that only the right message has follows the part that precedes it there.
    """
    only_right: dict[tuple[str, int] | None, list[Pair]] = {}
    before: tuple[str, int] | None = None
    for key, part in right.items():
        if key in left:
            before = key
        else:
            only_right.setdefault(before, []).append(Pair(key[0], None, part))
    pairs = only_right.get(None, [])
    for key, part in left.items():
        pairs.append(Pair(key[0], part, right.get(key)))
        pairs.extend(only_right.get(key, []))
    return pairs


def _shown(part: Part | None) -> str:
    return "" if part is None else f"{part['type']} {view.printable(part['value'])}".strip()


def _plain(part: Part | None) -> Part | None:
    return part and {name: part[name] for name in ("offset", "length", "type", "value")}
