"""Aerospike: a write of twelve bins as VARIANT, all bins typed, six of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgpack
from pyspark.sql import functions as F

import vectors

if TYPE_CHECKING:
    from collections.abc import Callable

SIX = "user_id BIGINT, name STRING, email STRING, score DOUBLE, active BOOLEAN, tags ARRAY<STRING>"
ALL = (
    "user_id BIGINT, name STRING, email STRING, score DOUBLE, active BOOLEAN, avatar BINARY,"
    " tags ARRAY<STRING>, prefs STRUCT<lang STRING, tz STRING, page INT, dark BOOLEAN, ratio DOUBLE>,"
    " visits VARIANT, loc STRING, counters MAP<INT, BIGINT>, note STRING"
)
CALL = f"aerospike_decode(value, '{SIX}')"


def rows(count: int) -> list[tuple[bytearray]]:
    """The same write again and again."""
    value = bytes.fromhex(vectors.vector("aerospike/messages-bins.jsonl", "bin-midsize")["hex"])
    return [(bytearray(value),)] * count


def decode(value: bytes) -> tuple[Any, ...]:
    """What a careful user writes: one pass of the parser, then the bins by name."""
    version, kind, (_key, generation, _expiry, _updated, bins) = msgpack.unpackb(
        value, raw=False, strict_map_key=False
    )
    if version != 1 or kind != 1:
        raise ValueError("not a write")
    named = {name: content for name, _type, _flags, content in bins}
    return (
        generation, named["user_id"], named["name"], named["email"], named["score"],
        named["active"], named["tags"],
    )  # fmt: skip


def udfs() -> dict[str, Callable[..., Any]]:
    return {"Python UDF": F.udf(lambda value: decode(bytes(value)), f"generation BIGINT, {SIX}")}


def fields(column: str) -> list[str]:
    bins = [part.split(" ")[0] for part in SIX.split(", ")]
    return [f"{column}.generation", *(f"{column}.bins.{name}" for name in bins)]


def queries(table: str) -> dict[str, str]:
    return {
        "the column, read": f"SELECT value FROM {table}",
        "floor: crc32(value)": f"SELECT crc32(value) FROM {table}",
        "bins as VARIANT": f"SELECT aerospike_decode(value) FROM {table}",
        "all bins, typed": f"SELECT aerospike_decode(value, '{ALL}') FROM {table}",
        "six bins of twelve": f"SELECT {', '.join(fields('d'))} FROM (SELECT {CALL} d FROM {table})",
    }
