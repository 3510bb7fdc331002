"""Cernan: a packet with one deflated record, its records as VARIANT and typed."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import fastavro
from pyspark.sql import functions as F

import vectors

if TYPE_CHECKING:
    from collections.abc import Callable

PACKET = vectors.vector("cernan/packets.jsonl", "pycernan-v2-one-kv")
SCHEMA = PACKET["view"]["avro"]["schema_text"]
CALL = f"cernan_decode(value, '{SCHEMA}')"


def rows(count: int) -> list[tuple[bytearray]]:
    """The same packet again and again."""
    return [(bytearray(bytes.fromhex(PACKET["hex"])),)] * count


def decode(value: bytes) -> tuple[Any, ...]:
    """What a careful user writes: go over header and pairs, then read the container."""
    at = PACKET["view"]["avro_offset"]
    (record,) = fastavro.reader(io.BytesIO(value[at:]))
    return record["name"], record["favorite_number"], record["favorite_color"]


def udfs() -> dict[str, Callable[..., Any]]:
    return {
        "Python UDF": F.udf(
            lambda value: decode(bytes(value)),
            "name STRING, favorite_number INT, favorite_color STRING",
        )
    }


def fields(column: str) -> list[str]:
    names = ("name", "favorite_number", "favorite_color")
    return [f"{column}.records[0].{name}" for name in names]


def queries(table: str) -> dict[str, str]:
    return {
        "the column, read": f"SELECT value FROM {table}",
        "floor: crc32(value)": f"SELECT crc32(value) FROM {table}",
        "the packet, records as VARIANT": f"SELECT cernan_decode(value) FROM {table}",
        "the packet, records typed": f"SELECT {CALL} FROM {table}",
        "three fields of the record": f"SELECT {', '.join(fields('d'))} FROM (SELECT {CALL} d FROM {table})",
    }
