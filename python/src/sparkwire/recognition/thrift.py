"""Messages and structs of Apache Thrift."""

from __future__ import annotations

from sparkwire.recognition import Finding
from sparkwire.recognition.varints import is_text, varint

MOST_DEPTH = 64
MOST_NAMED = 8
STRICT, COMPACT = b"\x80\x01\x00", 0x82
KINDS = (1, 2, 3, 4)
STOP = 0
SIZES = {2: 1, 3: 1, 4: 8, 6: 2, 8: 4, 10: 8}
STRING, STRUCT, MAP, SET, LIST = 11, 12, 13, 14, 15


def find(data: bytes) -> Finding | None:
    """Recognise a message of either protocol, or a struct of the binary one."""
    if data.startswith(STRICT) and data[3] in KINDS:
        length = int.from_bytes(data[4:8], "big")
        name = data[8 : 8 + length]
        if 0 < length < len(data) - 8 and is_text(name):
            return Finding("Thrift", 90, f"a message of the binary protocol, {name.decode()!r}")
    if data[0] == COMPACT and data[1] & 0x1F == 1 and data[1] >> 5 in KINDS:
        _, at = varint(data, 2)
        length, at = varint(data, at)
        name = data[at : at + length]
        if 0 < length <= len(data) - at and is_text(name):
            return Finding("Thrift", 80, f"a message of the compact protocol, {name.decode()!r}")
    ids: list[int] = []
    if _struct(data, 0, ids, 0) != len(data) or len(ids) < 2 or ids != sorted(set(ids)):
        return None
    listed = ", ".join(map(str, ids[:MOST_NAMED]))
    score = 40 + min(20, 5 * len(ids))
    return Finding(
        "Thrift", score, f"it looks like a struct of the binary protocol: fields {listed}"
    )


def _struct(data: bytes, at: int, ids: list[int] | None, depth: int) -> int:
    if depth > MOST_DEPTH:
        raise ValueError(depth)
    while data[at] != STOP:
        if ids is not None:
            ids.append(int.from_bytes(data[at + 1 : at + 3], "big", signed=True))
            if ids[-1] <= 0:
                raise ValueError(ids[-1])
        at = _value(data, at + 3, data[at], depth)
    return at + 1


def _value(data: bytes, at: int, kind: int, depth: int) -> int:
    if kind in SIZES:
        return at + SIZES[kind]
    if kind == STRUCT:
        return _struct(data, at, None, depth + 1)
    if kind == STRING:
        return at + 4 + _big(data, at)
    if kind not in (MAP, SET, LIST):
        raise ValueError(kind)
    kinds = [data[at], data[at + 1]] if kind == MAP else [data[at]]
    at += len(kinds)
    count = _big(data, at)
    at += 4
    for _ in range(count):
        for element in kinds:
            at = _value(data, at, element, depth + 1)
        if at > len(data):
            raise IndexError(at)
    return at


def _big(data: bytes, at: int) -> int:
    if at + 4 > len(data):
        raise IndexError(at)
    number = int.from_bytes(data[at : at + 4], "big")
    if number > len(data):
        raise ValueError(number)
    return number
