"""Databus events for the benchmarks, encoded by hand from the layout."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random


def databus_crc(data: bytes) -> int:
    """The CRC of Databus: CRC-32 with an initial register of 0 and no final XOR."""
    return zlib.crc32(data, 0xFFFFFFFF) ^ 0xFFFFFFFF


def version1(rng: random.Random, size: int = 200) -> bytes:
    """An event with a long key and a random value."""
    value = rng.randbytes(size - 61)
    key = struct.pack(">q", rng.getrandbits(40))
    schema = bytes(range(16))
    head = struct.pack(
        ">iHqhhqh",
        size,
        1 if rng.random() < 0.8 else 2,
        rng.getrandbits(48),
        rng.randrange(100),
        rng.randrange(1000),
        1384000000000000000 + rng.getrandbits(50),
        rng.randrange(1, 200),
    )
    body = head + schema + struct.pack(">I", databus_crc(value)) + key
    return b"\0" + struct.pack(">I", databus_crc(body)) + body + value


def version2(rng: random.Random, size: int = 200) -> bytes:
    """An event with a long key and a payload part."""
    payload = rng.randbytes(size - 53 - 22)
    part = struct.pack(">iH", len(payload), 1 << 2) + bytes(range(16)) + payload
    head = struct.pack(
        ">IiHqihq",
        databus_crc(part),
        size,
        0x80 | 1 << 2 | (1 if rng.random() < 0.8 else 2),
        1384000000000000000 + rng.getrandbits(50),
        rng.randrange(1, 200),
        rng.randrange(100),
        rng.getrandbits(48),
    ) + struct.pack(">q", rng.getrandbits(40))
    return b"\2" + struct.pack(">IiI", 0xCAFEDEED, 53, databus_crc(head)) + head + part
