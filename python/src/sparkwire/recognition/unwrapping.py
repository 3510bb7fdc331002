"""Unwraps whole values, step by step as a guess has found them wrapped."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from sparkwire.recognition import encodings, packing, text

if TYPE_CHECKING:
    from collections.abc import Sequence


class Cut(NamedTuple):
    """A part of a value: the bytes from an offset, to the end or so many."""

    offset: int
    length: int | None = None


# The name of a compressed form or of an encoding, or a part of what is unwrapped so far.
Step: TypeAlias = "str | Cut"

_HADOOP = (form for _, form in packing.HADOOP)
FORMS = {form.name for form in (*packing.FORMS, *_HADOOP, packing.ZLIB)}
NAMES = {*FORMS, *encodings.READERS, text.WIDE}


def unwrap(data: bytes, steps: Sequence[Step], most: int) -> bytes | None:
    """Unwrap a value; return None if a step does not apply, or gives more than `most` bytes."""
    unwrapped: bytes | None = data
    for step in steps:
        if unwrapped is None:
            break
        if isinstance(step, Cut):
            unwrapped = unwrapped[step.offset :][: step.length]
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
