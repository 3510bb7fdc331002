"""Parts that several formats have in common."""

from __future__ import annotations


def varint(data: bytes, at: int) -> tuple[int, int]:
    """Read a number of at most 64 bits, seven of them in each byte; return what follows too."""
    number = 0
    for shift in range(0, 64, 7):
        byte = data[at]
        at += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            return number, at
    raise ValueError(at)


def is_text(data: bytes) -> bool:
    """Return whether bytes are printable text in UTF-8."""
    try:
        return data.decode().isprintable()
    except UnicodeDecodeError:
        return False
