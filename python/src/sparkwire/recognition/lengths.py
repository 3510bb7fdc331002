"""Values that each stand after their length, as queues, sockets and Protobuf's writers store them.

A walk costs no more than the number of values. If only the beginning of the bytes is there, the
last value may be cut.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sparkwire.recognition import Finding, structures
from sparkwire.recognition.varints import varint

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Literal

NAME = "length-prefixed values"
# Lengths of nothing end the walk, because zeros are frequent, and a larger length read in halves
# would be one of nothing and one of a value.
MOST_EMPTY, LEAST_FILLED = 100, 0.75
LEAST_VALUES = 2
# A length of four bytes has zeros that chance does not write.
SCORE, SCORE_OF_SHORT = 88, 75
# So many values show what they are, and after so many the end may be damaged.
MOST_LOOKED_AT, LEAST_BEFORE_DAMAGE = 8, 4


def _fixed(size: int, order: Literal["little", "big"]) -> Callable[[bytes, int], tuple[int, int]]:
    def read(data: bytes, at: int) -> tuple[int, int]:
        if at + size > len(data):
            raise IndexError(at)
        return int.from_bytes(data[at : at + size], order), at + size

    return read


BIG, LITTLE = _fixed(4, "big"), _fixed(4, "little")


def grpc(data: bytes, at: int) -> tuple[int, int]:
    """Read the 5 bytes before a message of gRPC that is not compressed."""
    if data[at]:
        raise ValueError(at)
    return BIG(data, at + 1)


# What a length looks like, how to read it, and its fields in a layout. Two bytes come last, because
# the larger lengths have zeros that chance does not write.
KINDS: dict[str, tuple[Callable[[bytes, int], tuple[int, int]], str]] = {
    "4 bytes, big endian": (BIG, "{id: size, type: u4be}"),
    "4 bytes, little endian": (LITTLE, "{id: size, type: u4le}"),
    "the 5 bytes of gRPC": (grpc, "{id: compressed, type: u1}, {id: size, type: u4be}"),
    "8 bytes, big endian": (_fixed(8, "big"), "{id: size, type: u8be}"),
    "8 bytes, little endian": (_fixed(8, "little"), "{id: size, type: u8le}"),
    "2 bytes, big endian": (_fixed(2, "big"), "{id: size, type: u2be}"),
    "2 bytes, little endian": (_fixed(2, "little"), "{id: size, type: u2le}"),
    "a varint": (varint, ""),
}
SHORT = ("2 bytes, big endian", "2 bytes, little endian", "a varint")


def layout_of(fields: str) -> str:
    """Return the layout of a value after its length."""
    return f"{{seq: [{fields}, {{id: message, size: size}}]}}"


def split(data: bytes, kind: str) -> list[bytes] | None:
    """Return the values after lengths of a kind; what is left at the end is the last of them.

    None if not even the first length fits.
    """
    values: list[bytes] = []
    end = 0
    try:
        for at, value in located(data, KINDS[kind][0]):
            values.append(value)
            end = at + len(value)
    except structures.Misfit:
        if not values:
            return None
        values.append(data[end:])
    return values


def find(data: bytes, is_cut: bool = False) -> Iterator[Finding]:
    """Return each kind of lengths that lead from value to value up to the end."""
    for kind, (read, fields) in KINDS.items():
        count, empty, looked_at = 0, 0, list[bytes]()
        try:
            for _, value in located(data, read, is_cut):
                count += 1
                empty += not value
                if empty > MOST_EMPTY:
                    break
                if value and len(looked_at) < MOST_LOOKED_AT:
                    looked_at.append(value)
            end = ""
        except structures.Misfit:
            if len(looked_at) < LEAST_BEFORE_DAMAGE:
                continue
            end = ", but the next length leads out of the bytes"
        if len(looked_at) < LEAST_VALUES or count - empty < LEAST_FILLED * count:
            continue
        layout = f"layout_decode_all(value, '{layout_of(fields)}')"
        yield Finding(
            NAME,
            SCORE_OF_SHORT if kind in SHORT else SCORE,
            f"{'at least ' if is_cut else ''}{count:,} values, each after its length ({kind}){end}",
            "",
            looked_at[0],
            detail=kind,
            pieces=tuple(looked_at),
            sql="one.value.message" if fields else "",
            around=f"transform({layout}.values, one -> …)" if fields else "",
        )


def located(
    data: bytes, read: Callable[[bytes, int], tuple[int, int]], is_cut: bool = False
) -> Iterator[tuple[int, bytes]]:
    """Yield each value with its offset; Misfit if a length leads out of the data."""
    at = 0
    while at < len(data):
        if is_cut and at + structures.MOST_HEAD > len(data):
            return
        length, at = read(data, at)
        if at + length > len(data):
            if is_cut:
                return
            raise IndexError(at)
        yield at, data[at : at + length]
        at += length


def messages(
    data: bytes, read: Callable[[bytes, int], tuple[int, int]], is_cut: bool = False
) -> list[bytes]:
    """Return all values; Misfit if a length leads out of the data, or many values are empty."""
    held = (value for _, value in located(data, read, is_cut))
    found, empty = [], 0
    for value in held:
        empty += not value
        if empty > MOST_EMPTY:
            raise ValueError(empty)
        found.append(value)
    return found
