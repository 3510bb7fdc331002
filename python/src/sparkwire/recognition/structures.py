"""Formats without a magic number, recognised by a structure that covers every byte.

Each function walks over the whole value and gives up at the first byte that does not fit, so a walk
costs no more than the length of the value. Short values are not judged: they fit by chance.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from sparkwire.recognition import Finding, thrift
from sparkwire.recognition.varints import is_text, varint

LEAST_SIZE = 6
MOST_DEPTH = 64

# The kinds of damage that a walk meets: an unexpected byte, and the end of the value.
Misfit = (ValueError, IndexError)
Walk: TypeAlias = Callable[[bytes], "Finding | None"]


def find(data: bytes, is_cut: bool = False) -> list[Finding]:
    """Return what the structure of the bytes looks like, best first.

    If they are only the beginning of a value, only the fields of protobuf can be recognised.
    """
    if len(data) < LEAST_SIZE:
        return []
    found = []
    for walk in (_protobuf_cut,) if is_cut else WALKS:
        try:
            finding = walk(data)
        except Misfit:
            continue
        if finding:
            found.append(finding)
    return sorted(found, key=lambda finding: -finding.score)


def protobuf(data: bytes) -> Finding | None:
    """Return whether the bytes look like a message of protobuf."""
    try:
        return _protobuf(data)
    except Misfit:
        return None


# --- protobuf

VARINT, FIXED64, LENGTH, FIXED32 = 0, 1, 2, 5
LARGEST_LIKELY_FIELD = 1000
MOST_NAMED = 8
# The most bytes of a tag and a length.
MOST_HEAD = 20


def _protobuf_cut(data: bytes) -> Finding | None:
    return _protobuf(data, is_cut=True)


def _protobuf(data: bytes, is_cut: bool = False) -> Finding | None:
    fields = protobuf_fields(data, is_cut)
    numbers = [number for number, _, _ in fields]
    texts = sum(
        1 for _, kind, value in fields if kind == LENGTH and len(value) > 2 and is_text(value)
    )
    if len(fields) < 2 or max(numbers) > LARGEST_LIKELY_FIELD:
        return None
    # Writers emit the fields in the order of their numbers.
    in_order = numbers == sorted(numbers)
    score = 30 + min(20, 4 * len(fields)) + (15 if texts else 0) - (0 if in_order else 20)
    named = sorted(set(numbers))
    listed = ", ".join(map(str, named[:MOST_NAMED])) + (", …" if len(named) > MOST_NAMED else "")
    return Finding(
        "protobuf",
        score,
        f"it looks like protobuf: field{'s' if len(named) > 1 else ''} {listed}",
        "from_protobuf(value, message, descriptor file) decodes it.",
    )


def protobuf_fields(data: bytes, is_cut: bool = False) -> list[tuple[int, int, bytes]]:
    """Return number, wire type and bytes of each field of a message."""
    at, end, fields = 0, len(data), []
    while at < end:
        if is_cut and at + MOST_HEAD > end:
            break
        tag, at = varint(data, at)
        number, kind = tag >> 3, tag & 7
        if not 0 < number < 1 << 29:
            raise ValueError(number)
        if kind == VARINT:
            begin = at
            _, at = varint(data, at)
        elif kind == LENGTH:
            length, begin = varint(data, at)
            at = begin + length
        elif kind in (FIXED64, FIXED32):
            begin = at
            at += 8 if kind == FIXED64 else 4
        else:
            raise ValueError(kind)
        if at > end:
            if is_cut:
                break
            raise IndexError(at)
        fields.append((number, kind, data[begin:at]))
    return fields


# --- CBOR

CBOR_SELF_DESCRIBED = b"\xd9\xd9\xf7"
UNSIGNED, NEGATIVE, BYTES, TEXT, ARRAY, MAP, TAG, SIMPLE = range(8)
INDEFINITE, BREAK = 31, 0xFF


class CborItem(NamedTuple):
    """A value of CBOR: where it ends, and what it has."""

    end: int
    items: int
    texts: int
    is_container: bool


def _cbor(data: bytes) -> Finding | None:
    marked = data.startswith(CBOR_SELF_DESCRIBED)
    item = cbor_item(data, 0)
    if item is None or item.end != len(data) or not (marked or item.is_container):
        return None
    score = 90 if marked else 30 + min(20, 2 * item.items) + (20 if item.texts else 0)
    evidence = f"all {len(data):,} bytes are one CBOR value of {item.items:,} items"
    return Finding("CBOR", score, evidence, "cbor2.loads reads it.")


def cbor_item(data: bytes, at: int) -> CborItem | None:
    """Walk over one value of CBOR; IndexError if the data end before it does."""
    if data.startswith(CBOR_SELF_DESCRIBED, at):
        at += len(CBOR_SELF_DESCRIBED)
    is_container = data[at] >> 5 in (ARRAY, MAP)
    items, texts = 0, 0
    # For each open container: how many items are still to come; -1 until the break.
    open: list[int] = [1]
    while open:
        if open[-1] == 0:
            open.pop()
            continue
        if open[-1] < 0 and data[at] == BREAK:
            at += 1
            open.pop()
            continue
        open[-1] -= open[-1] > 0
        kind, argument, at = _cbor_head(data, at)
        items += 1
        if kind in (BYTES, TEXT) and argument >= 0:
            at += argument
            if at > len(data):
                raise IndexError(at)
            texts += kind == TEXT and is_text(data[at - argument : at])
        elif kind in (ARRAY, MAP):
            open.append(-1 if argument < 0 else argument * (2 if kind == MAP else 1))
        elif kind == TAG:
            open.append(1)
        elif argument < 0:  # text or bytes in pieces
            open.append(-1)
        if len(open) > MOST_DEPTH:
            return None
    return CborItem(at, items, texts, is_container)


def _cbor_head(data: bytes, at: int) -> tuple[int, int, int]:
    kind, small = data[at] >> 5, data[at] & 31
    at += 1
    if small < 24:
        return kind, small, at
    if small <= 27:
        size = 1 << (small - 24)
        if at + size > len(data):
            raise IndexError(at)
        return kind, int.from_bytes(data[at : at + size], "big"), at + size
    if small == INDEFINITE and kind in (BYTES, TEXT, ARRAY, MAP):
        return kind, -1, at
    raise ValueError(small)


# --- BSON

BSON_SIZES = {0x01: 8, 0x06: 0, 0x07: 12, 0x08: 1, 0x09: 8, 0x0A: 0, 0x10: 4, 0x11: 8, 0x12: 8}
BSON_SIZES |= {0x13: 16, 0x7F: 0, 0xFF: 0}
BSON_STRING, BSON_DOCUMENT, BSON_ARRAY, BSON_BINARY, BSON_REGEX = 0x02, 0x03, 0x04, 0x05, 0x0B
BSON_CODE, BSON_SYMBOL = 0x0D, 0x0E


def _bson(data: bytes) -> Finding | None:
    names = bson_fields(data)
    if not names:
        return None
    shown = ", ".join(repr(name) for name in names[:MOST_NAMED])
    evidence = f"it begins with its length, and has the fields {shown}"
    return Finding("BSON", 85, evidence, "bson.decode of PyMongo reads it.")


def bson_fields(data: bytes) -> list[str] | None:
    """Return the names of the fields if the bytes are one document."""
    if number(data, 0, "little") != len(data) or data[-1]:
        return None
    at, end, names = 4, len(data) - 1, []
    while at < end:
        kind = data[at]
        stop = data.index(0, at + 1)
        names.append(data[at + 1 : stop].decode())  # UnicodeDecodeError is a ValueError
        at = stop + 1
        if kind in BSON_SIZES:
            at += BSON_SIZES[kind]
        elif kind in (BSON_STRING, BSON_CODE, BSON_SYMBOL):
            at += 4 + number(data, at, "little")
        elif kind in (BSON_DOCUMENT, BSON_ARRAY):
            at += max(5, number(data, at, "little"))
        elif kind == BSON_BINARY:
            at += 5 + number(data, at, "little")
        elif kind == BSON_REGEX:
            at = data.index(0, data.index(0, at) + 1) + 1
        else:
            return None
    return names if at == end else None


def number(data: bytes, at: int, order: Literal["little", "big"]) -> int:
    """Read a length of 4 bytes; ValueError if the data have fewer bytes."""
    if at + 4 > len(data):
        raise IndexError(at)
    length = int.from_bytes(data[at : at + 4], order)
    if length > len(data):
        raise ValueError(length)
    return length


# --- ASN.1


def _der(data: bytes) -> Finding | None:
    """Recognise a SEQUENCE of ASN.1 whose length covers the value, and whose parts tile it."""
    if data[0] != 0x30:
        return None
    at, end = _der_length(data, 1)
    if end != len(data):
        return None
    parts = 0
    while at < end:
        _, at = _der_length(data, at + 1)
        parts += 1
    if at != end or parts < 2:
        return None
    evidence = f"a SEQUENCE of {parts} parts, whose lengths cover every byte"
    return Finding("ASN.1 DER", 70, evidence, "Certificates and keys look like this.")


def _der_length(data: bytes, at: int) -> tuple[int, int]:
    """Return where the content begins and ends."""
    first = data[at]
    at += 1
    if first < 0x80:
        return at, at + first
    size = first & 0x7F
    if not 1 <= size <= 4:
        raise ValueError(size)
    return at + size, at + size + int.from_bytes(data[at : at + size], "big")


WALKS: tuple[Walk, ...] = (_bson, thrift.find, _cbor, _der, _protobuf)
