"""Finds where a value of our formats may begin after some bytes of something else.

Random bytes fit a format at one of many offsets far more often than at one. So an offset is only
worth a look if its first bytes have much of what chance does not write: a magic number, a length
that fits with the fields around it, or the texts of MessagePack.

The number of offsets is ours (`MOST_OFFSET`), and so is the number of bytes that a look at one of
them may read (`MOST_WALKED`, and for the containers of Cernan `MOST_HEADER`). A look costs no more
for a longer value.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, NamedTuple

from sparkwire.recognition.magic import IGNITE_EVENT

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_OFFSET, MOST_WALKED, MOST_HEADER = 64, 1 << 12, 1 << 10
# The bits of evidence that texts of MessagePack give: random bytes are as printable, and keys of
# a map as often texts, once in 2 ** bits. A beginning is not known to end where the value ends.
LEAST_BITS, LEAST_BITS_OF_A_BEGINNING = 22, 60
BITS_PER_CHARACTER, BITS_PER_KEY, BITS_OF_THE_END, BITS_OF_A_VALUE = 1.4, 3.0, 4.0, 4.0
MOST_OF_A_TEXT = 64

CONTAINER = b"Obj\x01"
DATABUS_MAGIC = (b"\xca\xfe\xde\xed", b"\xed\xde\xfe\xca")
LEAST_EVENT, MOST_ATTRIBUTES = 57, 0x1FF
MAGIC_OF_A_BATCH, LEAST_BATCH, LEAST_MESSAGE = 16, 49, 14
MOST_VERSION_OF_A_BATCH, MOST_ATTRIBUTES_OF_A_BATCH = 2, 0x7F
OBJECT, OBJECT_HEAD = b"\x67\x01", 24
# Arrays of MessagePack as Aerospike's connectors write them: version 1, WRITE or DELETE, payload.
NOTIFICATIONS = (b"\x93\x01\x01\x95", b"\x93\x01\x02\x95", b"\x93\x01\x02\x92")
MOST_API, MOST_VERSION, LEAST_CLIENT, MOST_CLIENT = 100, 25, 3, 64


class Candidate(NamedTuple):
    """An offset at which a value of a format may begin, and its size if the value says it."""

    offset: int
    format: str
    size: int | None = None


def candidates(data: bytes, is_cut: bool) -> list[Candidate]:
    """Return what is worth a closer look, in the order of the offsets."""
    found: list[Candidate] = []
    most_bits, at = 0.0, 0
    for offset in range(1, min(MOST_OFFSET + 1, len(data))):
        for format, fits in LOOKS:
            size = fits(data, offset, is_cut)
            if size is not None:
                found.append(Candidate(offset, format, size or None))
        bits = _msgpack(data, offset, is_cut)
        if bits > most_bits:
            most_bits, at = bits, offset
    # Each value in a sequence begins one, and bytes before it may be taken for a value. The one
    # that says most is the whole sequence, without other bytes.
    if at:
        found.append(Candidate(at, "msgpack"))
    return sorted(found, key=lambda candidate: candidate.offset)


def _event(data: bytes, at: int, is_cut: bool) -> int | None:
    if data[at] == 2 and data[at + 1 : at + 5] in DATABUS_MAGIC:
        order = "<" if data[at + 1] == DATABUS_MAGIC[1][0] else ">"
        return _int(data, at + 17, f"{order}i", LEAST_EVENT, len(data) - at)
    if data[at] != 0:
        return None
    for order in "><":
        size = _int(data, at + 5, f"{order}i", LEAST_EVENT, len(data) - at)
        attributes = _int(data, at + 9, f"{order}H", 1, MOST_ATTRIBUTES)
        if size is not None and attributes is not None:
            return size
    return None


def _container(data: bytes, at: int, is_cut: bool) -> int | None:
    return 0 if data.startswith(CONTAINER, at) else None


def _packet(data: bytes, at: int, is_cut: bool) -> int | None:
    most = 1 << 30 if is_cut else len(data) - at - 4
    length = _int(data, at, ">I", 28, most)
    has_container = data.find(CONTAINER, at + 28, at + MOST_HEADER) > 0
    return length + 4 if length is not None and has_container else None


def _batch(data: bytes, at: int, is_cut: bool) -> int | None:
    version = _int(data, at + MAGIC_OF_A_BATCH, "B", 0, MOST_VERSION_OF_A_BATCH)
    if version is None or _int(data, at, ">q", 0, 1 << 62) is None:
        return None
    is_batch = version == MOST_VERSION_OF_A_BATCH
    # The attributes: after the checksum in a batch, after the magic in a message.
    place, form = (at + 21, ">H") if is_batch else (at + 17, "B")
    if _int(data, place, form, 0, MOST_ATTRIBUTES_OF_A_BATCH) is None:
        return None
    least = LEAST_BATCH if is_batch else LEAST_MESSAGE
    length = _int(data, at + 8, ">i", least, len(data) - at - 12)
    return None if length is None else length + 12


def _object(data: bytes, at: int, is_cut: bool) -> int | None:
    # An object has no checksum that is always there, so its length must lead to the end, and the
    # hash of its fields is not zero.
    if not data.startswith(OBJECT, at) or not any(data[at + 8 : at + 12]):
        return None
    rest = len(data) - at
    fits = _int(data, at + 12, "<i", max(rest, OBJECT_HEAD), 1 << 30 if is_cut else rest)
    return None if fits is None else 0


def _notification(data: bytes, at: int, is_cut: bool) -> int | None:
    return 0 if data[at : at + 4] in NOTIFICATIONS else None


def _change(data: bytes, at: int, is_cut: bool) -> int | None:
    return 0 if data.startswith(IGNITE_EVENT, at) else None


def _request(data: bytes, at: int, is_cut: bool) -> int | None:
    length = _int(data, at + 8, ">h", LEAST_CLIENT, MOST_CLIENT)
    if length is None or is_cut:
        return None
    client = data[at + 10 : at + 10 + length]
    fits = (
        _int(data, at, ">h", 0, MOST_API) is not None
        and _int(data, at + 2, ">h", 0, MOST_VERSION) is not None
        and len(client) == length
        and client.isascii()
        and client.decode().isprintable()
    )
    return 0 if fits else None


def _int(data: bytes, at: int, form: str, least: int, most: int) -> int | None:
    """Read a number; return None if it is not there, or not within its limits."""
    if at + struct.calcsize(form) > len(data):
        return None
    number: int = struct.unpack_from(form, data, at)[0]
    return number if least <= number <= most else None


def _msgpack(data: bytes, at: int, is_cut: bool) -> float:
    bits, is_whole = _bits(data, at)
    least = LEAST_BITS if is_whole and not is_cut else LEAST_BITS_OF_A_BEGINNING
    return bits if bits >= least else 0


# The first byte of a value of MessagePack: how many bytes of length or content follow.
LENGTHS = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xC7: 1, 0xC8: 2, 0xC9: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4}
LENGTHS |= {0xDC: 2, 0xDD: 4, 0xDE: 2, 0xDF: 4}
SIZES = {0xC0: 0, 0xC2: 0, 0xC3: 0, 0xCA: 4, 0xCB: 8, 0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8}
SIZES |= {0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8, 0xD4: 2, 0xD5: 3, 0xD6: 5, 0xD7: 9, 0xD8: 17}
EXTENSIONS = (0xC7, 0xC8, 0xC9)
NUMBER, TEXT, ARRAY, MAP = range(4)


def _bits(data: bytes, at: int) -> tuple[float, bool]:
    """Return how much the texts of maps and arrays end to end say, and whether they end in time.

    Each of the maps and arrays must say something itself. The walk ends after `MOST_WALKED` bytes.
    """
    bits, before, end = 0.0, -BITS_OF_A_VALUE, min(len(data), at + MOST_WALKED)
    # For each open container: how many values are still to come, and whether it is a map.
    open: list[list[int]] = []
    while at < end:
        while open and open[-1][0] == 0:
            open.pop()
        kind, length, at = _head(data, at)
        if kind is None or (not open and kind not in (ARRAY, MAP)):
            return 0, False
        if open:
            is_key = open[-1][1] and open[-1][0] % 2 == 0
            open[-1][0] -= 1
            if is_key:
                bits += BITS_PER_KEY if kind == TEXT else -BITS_PER_KEY
        elif bits - before < BITS_OF_A_VALUE:
            return 0, False
        else:
            before = bits
        if kind in (ARRAY, MAP):
            open.append([2 * length if kind == MAP else length, kind == MAP])
            continue
        if kind == TEXT:
            bits += _bits_of(data[at : at + min(length, MOST_OF_A_TEXT)])
        at += length
    is_whole = at == len(data) and not any(left for left, _ in open)
    if at > len(data) or (is_whole and bits - before < BITS_OF_A_VALUE):
        return 0, False
    return bits + (BITS_OF_THE_END if is_whole else 0), is_whole


def _head(data: bytes, at: int) -> tuple[int | None, int, int]:
    """Return the kind of a value, its number of bytes or elements, and where they begin."""
    first = data[at]
    at += 1
    if first < 0x80 or first >= 0xE0:
        return NUMBER, 0, at
    if first < 0x90:
        return MAP, first & 0xF, at
    if first < 0xA0:
        return ARRAY, first & 0xF, at
    if first < 0xC0:
        return TEXT, first & 0x1F, at
    if first in SIZES:
        return NUMBER, SIZES[first], at
    width = LENGTHS.get(first, 0)
    if not width or at + width > len(data):
        return None, 0, at
    length = int.from_bytes(data[at : at + width], "big")
    at += width
    if first >= 0xDE:
        return MAP, length, at
    if first >= 0xDC:
        return ARRAY, length, at
    if first in EXTENSIONS:
        return NUMBER, length + 1, at
    return (TEXT if first >= 0xD9 else NUMBER), length, at


def _bits_of(data: bytes) -> float:
    """Return what it says that bytes are printable; a character may be cut at the end."""
    text = data.decode(errors="ignore")
    is_text = text.isprintable() and len(data) - len(text.encode()) < 4
    return BITS_PER_CHARACTER * len(data) * (1 if is_text else -1)


# What else is looked for at an offset. Each returns the size of the value, 0 if the value does not
# say it, or None if nothing of this format begins there.
LOOKS: tuple[tuple[str, Callable[[bytes, int, bool], int | None]], ...] = (
    ("databus", _event),
    ("cernan", _packet),
    ("avro_container", _container),
    ("kafka_records", _batch),
    ("ignite", _object),
    ("aerospike", _notification),
    ("ignite_cdc", _change),
    ("kafka_request", _request),
)
