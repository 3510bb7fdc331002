"""The values of a file, each of which follows its length."""

from __future__ import annotations

import mmap
import struct
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

LENGTH = struct.Struct(">i")


def of(path: str) -> Iterator[bytes]:
    with Path(path).open("rb") as file:
        data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    at = 0
    while at < len(data):
        (length,) = LENGTH.unpack_from(data, at)
        at += 4 + length
        yield data[at - length : at]
