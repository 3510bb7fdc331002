"""Kafka: varied committed offsets of `__consumer_offsets` in version 3."""

from __future__ import annotations

import random
import struct
from typing import TYPE_CHECKING, Any

from pyspark.sql import functions as F

if TYPE_CHECKING:
    from collections.abc import Callable

CALL = "kafka_decode(value, 'OffsetCommitValue', 3)"
TYPE = "offset BIGINT, leaderEpoch INT, metadata STRING, commitTimestamp BIGINT"
HEAD = struct.Struct(">qih")
TIME = struct.Struct(">q")


def rows(count: int) -> list[tuple[bytearray]]:
    """Commits of 22 to 62 bytes."""
    rng = random.Random(7)
    return [(bytearray(commit(rng)),) for _ in range(count)]


def commit(rng: random.Random) -> bytes:
    metadata = rng.randbytes(rng.randrange(21)).hex().encode()
    head = HEAD.pack(rng.getrandbits(rng.randint(1, 63)), rng.randrange(50), len(metadata))
    return head + metadata + TIME.pack(1_700_000_000_000 + rng.randrange(1 << 30))


def decode(value: bytes) -> tuple[Any, ...]:
    """The decoder that a careful user would write for this one version."""
    offset, epoch, length = HEAD.unpack_from(value)
    end = 14 + length
    if length < 0 or end + 8 != len(value):
        raise ValueError("not that layout")
    (time,) = TIME.unpack_from(value, end)
    return offset, epoch, value[14:end].decode(), time


def udfs() -> dict[str, Callable[..., Any]]:
    return {"Python UDF": F.udf(decode, TYPE)}


def fields(column: str) -> list[str]:
    return [f"{column}.{part.split(' ')[0]}" for part in TYPE.split(", ")]


def queries(table: str) -> dict[str, str]:
    return {
        "the column, read": f"SELECT value FROM {table}",
        "floor: crc32(value)": f"SELECT crc32(value) FROM {table}",
        "four fields": f"SELECT {', '.join(fields('d'))} FROM (SELECT {CALL} d FROM {table})",
        "all fields, as a struct": f"SELECT {CALL} FROM {table}",
    }
