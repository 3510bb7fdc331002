"""Dumps of bytes as text: the lines of ``xxd``, ``hexdump``, ``od``, ``tcpdump`` and Wireshark."""

from __future__ import annotations

import re
from typing import NamedTuple

# An offset, the bytes in groups of hexadecimal digits, and perhaps the characters they stand for:
# 00000000: 0083 32d0 ff00 0000  ..2.....           xxd; tcpdump -x writes 0x0000: instead
# 00000000  00 83 32 d0  ff 00 00 00  |..2.....|    hexdump -C, od -tx1z, Wireshark
# 0000000 8300 d032 00ff 0000                       hexdump: words in the order of the machine
_OFFSET = r"\s*(?:0x)?([0-9a-fA-F]{4,16})"
_XXD = re.compile(_OFFSET + r": {1,2}((?:(?:[0-9a-fA-F]{2})+ )*(?:[0-9a-fA-F]{2})+)(?: {2,}.*| ?)")
_BYTES = re.compile(
    _OFFSET + r"[ \t]{1,3}((?:[0-9a-fA-F]{2} {1,2})*[0-9a-fA-F]{2})(?: {2,}.*| ?>.*| ?)"
)
_WORDS = re.compile(_OFFSET + r"((?: {1,4}[0-9a-fA-F]{4})+) *")
_LAST = re.compile(_OFFSET + r" *")
# The kinds of lines by the programs that write them.
KINDS = ((_XXD, "xxd"), (_BYTES, "hexdump -C"), (_WORDS, "hexdump"))
# `od` writes its offsets in octal digits, and with -A d in decimal ones.
RADIXES = (16, 8, 10)
# Stands for lines that are equal to the one before.
REPEATED = "*"
MOST_PER_LINE = 256


class Dump(NamedTuple):
    """The bytes of a dump, and the program that writes such lines."""

    program: str
    data: bytes


class _Line(NamedTuple):
    offset: str
    data: bytes


def read(text: str, most: int) -> Dump | None:
    """Return the bytes that a dump shows, at most `most` of them, or None if it is not a dump.

    Each line must begin with the number of bytes in the lines before it, so other text with numbers
    is not taken for a dump. A repetition that would exceed `most` ends the bytes.
    """
    lines = text.splitlines()
    for pattern, program in KINDS:
        if lines and pattern.fullmatch(lines[0]):
            parsed = [_parsed(line, pattern) for line in lines]
            # The last line may be cut off.
            if None in parsed[:-1]:
                continue
            found = [line for line in parsed if line is not None]
            for radix in RADIXES:
                data = _put_together(found, radix, most)
                if data:
                    return Dump(program, data)
    return None


def _parsed(line: str, pattern: re.Pattern[str]) -> _Line | None:
    if line == REPEATED:
        return _Line(REPEATED, b"")
    found = pattern.fullmatch(line)
    if found is None:
        last = _LAST.fullmatch(line)
        return _Line(last[1], b"") if last else None
    data = bytes.fromhex(found[2])
    if len(data) > MOST_PER_LINE:
        return None
    if pattern is _WORDS:
        data = b"".join(data[at : at + 2][::-1] for at in range(0, len(data), 2))
    return _Line(found[1], data)


def _put_together(lines: list[_Line], radix: int, most: int) -> bytes:
    """Return the bytes of the lines, or nothing if the offsets do not count them."""
    out, is_repeated, start = bytearray(), False, 0
    for number, (digits, data) in enumerate(lines):
        if digits == REPEATED:
            is_repeated = True
            continue
        try:
            offset = int(digits, radix)
        except ValueError:
            return b""
        start = offset if number == 0 else start
        if start and len(lines) == 1:
            return b""
        missing = offset - start - len(out)
        if is_repeated and missing > 0:
            previous = bytes(lines[number - 2].data)
            missing = min(missing, most - len(out))
            if not previous:
                return b""
            out += (previous * -(-missing // len(previous)))[:missing]
            if len(out) == most:
                break
        elif missing < 0 and not data and number == len(lines) - 1:
            # A word at the end of an odd number of bytes is filled with a zero.
            del out[missing:]
        elif missing:
            return b""
        is_repeated = False
        out += data
    return bytes(out[:most])
