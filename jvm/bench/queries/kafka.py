"""Kafka: committed offsets of `__consumer_offsets`, version 3."""

from __future__ import annotations

import random
import struct
from typing import TYPE_CHECKING, Any

from pyspark.sql import functions as F

if TYPE_CHECKING:
    from collections.abc import Callable

CALL = "kafka_decode(value, 'OffsetCommitValue', 3)"
TYPE = "offset BIGINT, leaderEpoch INT, metadata STRING, commitTimestamp BIGINT"


def rows(count: int) -> list[tuple[bytearray]]:
    rng = random.Random(7)
    return [(bytearray(commit(rng)),) for _ in range(count)]


def commit(rng: random.Random) -> bytes:
    metadata = f"consumer-{rng.randrange(1000):04}".encode()
    head = struct.pack(">qih", rng.randrange(1 << 40), rng.randrange(50), len(metadata))
    return head + metadata + struct.pack(">q", 1_700_000_000_000 + rng.randrange(1 << 30))


def decode(value: bytes) -> tuple[Any, ...]:
    """What a careful user writes, for the one version at hand."""
    offset, epoch, length = struct.unpack_from(">qih", value)
    end = 14 + length
    if length < 0 or end + 8 != len(value):
        raise ValueError("not that layout")
    (time,) = struct.unpack_from(">q", value, end)
    return offset, epoch, value[14:end].decode(), time


def udfs() -> dict[str, Callable[..., Any]]:
    return {"Python UDF": F.udf(lambda value: decode(bytes(value)), TYPE)}


def fields(column: str) -> list[str]:
    return [f"{column}.{part.split(' ')[0]}" for part in TYPE.split(", ")]


def queries(table: str) -> dict[str, str]:
    return {
        "the column, read": f"SELECT value FROM {table}",
        "floor: crc32(value)": f"SELECT crc32(value) FROM {table}",
        "four fields": f"SELECT {', '.join(fields('d'))} FROM (SELECT {CALL} d FROM {table})",
        "all fields, as a struct": f"SELECT {CALL} FROM {table}",
    }
