"""Finds the few values of a column whose kind differs from that of all others."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# The name of a type, a name in backticks or without, or a sign.
TOKEN = re.compile(r"`(?:[^`]|``)*`|[A-Z_]+\(\d+, ?\d+\)|[\w@$.\-]+|[<>:,]")
# At most this share of the values at a path may be of another kind and still be left out. A more
# frequent kind belongs to the column, which is a VARIANT then.
RARE = 0.05
NUMBERS = ("TINYINT", "SMALLINT", "INT", "BIGINT", "FLOAT", "DOUBLE", "DECIMAL")


@dataclass(frozen=True)
class Shape:
    """Values of one type.

    Attributes
    ----------
    said : str
        The type, as Spark's ``schema_of_variant`` prints it.
    count : int
        The number of values.
    example : bytes
        One of them.
    """

    said: str
    count: int
    example: bytes


@dataclass(frozen=True)
class Other:
    """Values that `schema_of` has left out, because few have their kind.

    Attributes
    ----------
    path : str
        Where their kind differs, such as ``user.name`` or ``tags[]``; empty for the value itself.
    kind : str
        What is there: ``number``, ``string``, ``object``, ``array``, …; ``malformed`` if the bytes
        cannot be decoded.
    count : int
        The number of values.
    example : bytes
        One of them.
    """

    path: str
    kind: str
    count: int
    example: bytes


def rare(shapes: Sequence[Shape]) -> list[tuple[Shape, Other]]:
    """Find the shapes that are left out, so that the others have one kind at each path.

    Parameters
    ----------
    shapes : sequence of Shape
        The shapes of all values.

    Returns
    -------
    list of tuple
        The shapes, each with its first difference from the others.
    """
    kinds = [_kinds(shape.said) for shape in shapes]
    # The numbers of the shapes that have something at a path. There may be as many names as values,
    # so no turn below looks at a shape without the path.
    having: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, of in enumerate(kinds):
        for path in of:
            having[path].append(number)
    found: list[tuple[Shape, Other]] = []
    left_out: set[int] = set()
    # From the value itself to its innermost fields: a shape that is left out does not count below.
    for path in sorted(having, key=len):
        there = [number for number in having[path] if number not in left_out]
        counts: Counter[str] = Counter()
        for number in there:
            counts[kinds[number][path]] += shapes[number].count
        if len(counts) < 2:
            continue
        [(usual, most)] = counts.most_common(1)
        if counts.total() - most > RARE * counts.total():
            continue
        name = ".".join(path).replace(".[]", "[]")
        for number in there:
            kind = kinds[number][path]
            if kind != usual:
                shape = shapes[number]
                found.append((shape, Other(name, kind, shape.count, shape.example)))
                left_out.add(number)
    return found


def summed(others: Sequence[Other]) -> tuple[Other, ...]:
    """Add up what differs at the same path in the same way; the most frequent first."""
    same: defaultdict[tuple[str, str], list[Other]] = defaultdict(list)
    for other in others:
        same[other.path, other.kind].append(other)
    sums = (
        Other(path, kind, sum(one.count for one in those), those[0].example)
        for (path, kind), those in same.items()
    )
    return tuple(sorted(sums, key=lambda one: (-one.count, one.path, one.kind)))


def _kinds(said: str) -> dict[tuple[str, ...], str]:
    """Return the kind at each path of a type. What is always null has none."""
    kinds: dict[tuple[str, ...], str] = {}
    tokens = iter([*TOKEN.findall(said), ""])
    _walk((), next(tokens), tokens, kinds)
    return kinds


def _walk(
    path: tuple[str, ...], name: str, tokens: Iterator[str], kinds: dict[tuple[str, ...], str]
) -> str:
    """Add the kinds of a type; return the token after it."""
    if name == "VOID":
        return next(tokens)
    kinds[path] = _kind(name)
    if name not in ("ARRAY", "OBJECT"):
        return next(tokens)
    next(tokens)  # the sign <
    token = next(tokens)
    if name == "ARRAY":
        _walk((*path, "[]"), token, tokens, kinds)
        return next(tokens)
    while token != ">":
        next(tokens)  # the sign :
        end = _walk((*path, token.strip("`")), next(tokens), tokens, kinds)
        token = next(tokens) if end == "," else end
    return next(tokens)


def _kind(name: str) -> str:
    plain = name.partition("(")[0]
    return "number" if plain in NUMBERS else plain.lower()
