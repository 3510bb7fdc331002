"""Unwraps whole values, step by step as a guess has found them wrapped."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from sparkwire.recognition import encodings, lengths, packing, statements, tables, text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Cut(NamedTuple):
    """A part of a value: the bytes from an offset, to the end or so many."""

    offset: int
    length: int | None = None


class Split(NamedTuple):
    """The values that one value holds: how they stand in it, and which of them or in what form."""

    name: str
    detail: str


# The name of a compressed form or of an encoding, or parts of what is unwrapped so far.
Step: TypeAlias = "str | Cut | Split"

SPLITTERS: dict[str, Callable[[bytes, str], list[bytes] | None]] = {
    lengths.NAME: lengths.split,
    statements.NAME: statements.split,
    tables.NAME: tables.split,
    text.LIST: text.split_list,
}

_HADOOP = (form for _, form in packing.HADOOP)
FORMS = {form.name for form in (*packing.FORMS, *_HADOOP, packing.ZLIB)}
NAMES = {*FORMS, *encodings.READERS, text.WIDE, *SPLITTERS}


def step_of(name: str, detail: str) -> Step:
    """Return the step for what a guess has found."""
    return Split(name, detail) if name in SPLITTERS else name


def unwrap_all(data: bytes, steps: Sequence[Step], most: int) -> list[bytes] | None:
    """Unwrap a value that may hold several; one of them that is not wrapped so stays as it is.

    None if a step before they are apart does not apply, or if all have more than `most` bytes.
    """
    at = next((n for n, step in enumerate(steps) if isinstance(step, Split)), None)
    if at is None:
        one = unwrap(data, steps, most)
        return None if one is None else [one]
    split = steps[at]
    assert isinstance(split, Split)
    whole = unwrap(data, steps[:at], most)
    pieces = None if whole is None else SPLITTERS[split.name](whole, split.detail)
    if pieces is None:
        return None
    found: list[bytes] = []
    for piece in pieces:
        held = unwrap_all(piece, steps[at + 1 :], most) or [piece]
        found += held
        most -= sum(map(len, held))
        if most < 0:
            return None
    return found


def unwrap(data: bytes, steps: Sequence[Step], most: int) -> bytes | None:
    """Unwrap a value, the first of several; None if a step does not apply, or gives too much."""
    unwrapped: bytes | None = data
    for step in steps:
        if unwrapped is None:
            break
        if isinstance(step, Cut):
            unwrapped = unwrapped[step.offset :][: step.length]
        elif isinstance(step, Split):
            held = unwrap_all(unwrapped, [step], most)
            unwrapped = held[0] if held else None
        elif step in FORMS:
            unwrapped = _unpack(unwrapped, step, most)
        else:
            unwrapped = _read(unwrapped, step, most)
    return unwrapped if unwrapped is not None and len(unwrapped) <= most else None


def _unpack(data: bytes, name: str, most: int) -> bytes | None:
    form = packing.ZLIB if name == packing.ZLIB.name else packing.form_of(data)
    if form is None or form.name != name:
        return None
    try:
        unpacked, is_complete = form.unpack(data, most)
    except packing.Damaged:
        return None
    return unpacked if is_complete else None


def _read(data: bytes, name: str, most: int) -> bytes | None:
    if name == text.WIDE:
        wide = text.wide_text(data)
        return wide[0].encode() if wide else None
    if not text.is_text(data):
        return None
    inside = encodings.READERS[name](text.decoded(data).strip(), most + 1)
    return inside.data if inside else None
