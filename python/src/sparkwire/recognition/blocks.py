"""Unpacks the blocks of LZ4 and Snappy, for which Python's standard library has no module.

No length in the bytes is trusted: the output ends at `most` bytes, and each turn of a loop consumes
a byte of the input at least. A turn costs what it copies, so a block costs no more than its input
and its output.
"""

from __future__ import annotations

from sparkwire.recognition.varints import varint

# Names of the kinds of an element of Snappy: the low bits of its tag.
LITERAL, COPY1, COPY2 = 0, 1, 2
LEAST_MATCH = 4
LONG = 15


def lz4_block(data: bytes, out: bytearray, most: int) -> None:
    """Append what one block of LZ4 holds; matches may reach back into earlier blocks."""
    at = 0
    while at < len(data) and len(out) < most:
        token = data[at]
        length, at = _lz4_length(data, at + 1, token >> 4)
        if at + length > len(data):
            raise IndexError(at)
        out += data[at : at + min(length, most - len(out))]
        at += length
        if at == len(data):  # the last sequence of a block has no match
            return
        distance = int.from_bytes(data[at : at + 2], "little")
        length, at = _lz4_length(data, at + 2, token & LONG)
        _copy(out, distance, length + LEAST_MATCH, most)


def _lz4_length(data: bytes, at: int, length: int) -> tuple[int, int]:
    if length == LONG:
        while data[at] == 0xFF:
            length += 0xFF
            at += 1
        length += data[at]
        at += 1
    return length, at


def snappy_block(data: bytes, out: bytearray, most: int) -> None:
    """Append what one block of Snappy holds."""
    start = len(out)
    size, at = varint(data, 0)
    while at < len(data) and len(out) < most:
        tag = data[at]
        kind, at = tag & 3, at + 1
        if kind == LITERAL:
            length = tag >> 2
            if length >= 60:
                width = length - 59
                length = int.from_bytes(data[at : at + width], "little")
                at += width
            length += 1
            if at + length > len(data):
                raise IndexError(at)
            out += data[at : at + min(length, most - len(out))]
            at += length
            continue
        width = {COPY1: 1, COPY2: 2}.get(kind, 4)
        if at + width > len(data):
            raise IndexError(at)
        distance = int.from_bytes(data[at : at + width], "little")
        length = (tag >> 2) + 1
        if kind == COPY1:
            distance |= (tag >> 5) << 8
            length = (tag >> 2 & 7) + 4
        at += width
        _copy(out, distance, length, most)
    if len(out) < most and len(out) - start != size:
        raise ValueError("its length is wrong")


def _copy(out: bytearray, distance: int, length: int, most: int) -> None:
    """Append bytes that begin `distance` bytes before the end; they may be among themselves."""
    if not 0 < distance <= len(out):
        raise ValueError("it refers to bytes before its beginning")
    length = min(length, most - len(out))
    begin = len(out) - distance
    if length <= distance:
        out += out[begin : begin + length]
    else:
        out += (out[begin:] * -(-length // distance))[:length]
