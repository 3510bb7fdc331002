"""Cernan: varied packets of one to four records; records as VARIANT and by a reader schema."""

from __future__ import annotations

import io
import json
import random
import struct
import zlib
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import fastavro
from pyspark.sql import functions as F

import packets

if TYPE_CHECKING:
    from collections.abc import Callable

# Two of the fields have defaults, because writers may omit them.
READER = {
    "type": "record",
    "name": "example.avro.User",
    "fields": [
        {"name": "name", "type": "string"},
        {"name": "favorite_number", "type": ["null", "int"], "default": None},
        {"name": "favorite_color", "type": ["null", "string"], "default": None},
    ],
}
SCHEMA = json.dumps(READER)
CALL = f"cernan_decode(value, '{SCHEMA}')"


@lru_cache
def rows(count: int) -> list[tuple[bytearray]]:
    """Packets of both versions, written with 24 schemas."""
    rng = random.Random(7)
    schemas = packets.schemas(rng)
    return [(bytearray(packets.packet(rng, rng.choice(schemas))),) for _ in range(count)]


HEAD = struct.Struct(">II")
READER_PARSED = fastavro.parse_schema(READER)
# A cache of parsed schemas by their JSON text.
parsed: dict[bytes, Any] = {}


def decode(value: bytes) -> tuple[list[tuple[Any, ...]]]:
    """The decoder that a careful user would write.

    It parses header and container by hand, caches schemas, and reads the records with fastavro.
    """
    length, version = HEAD.unpack_from(value)
    if length != len(value) - 4:
        raise ValueError("not a packet")
    at = 28
    if version >= 2:
        at = 29
        for _ in range(value[28]):
            at += 1 + value[at]
            at += 2 + int.from_bytes(value[at : at + 2], "big")
    metadata, at = container_metadata(value, at + 4)
    text = metadata[b"avro.schema"]
    written = parsed.get(text)
    if written is None:
        written = parsed[text] = fastavro.parse_schema(json.loads(text))
    deflated = metadata.get(b"avro.codec") == b"deflate"
    at += 16
    found = []
    while at < len(value):
        count, at = number(value, at)
        size, at = number(value, at)
        block = value[at : at + size]
        records = io.BytesIO(zlib.decompress(block, -15) if deflated else block)
        at += size + 16
        for _ in range(count):
            record: Any = fastavro.schemaless_reader(records, written, READER_PARSED)
            found.append((record["name"], record["favorite_number"], record["favorite_color"]))
    return (found,)


def container_metadata(value: bytes, at: int) -> tuple[dict[bytes, bytes], int]:
    metadata = {}
    while True:
        count, at = number(value, at)
        if count == 0:
            return metadata, at
        for _ in range(count):
            size, at = number(value, at)
            key = value[at : at + size]
            size, at = number(value, at + size)
            metadata[key] = value[at : at + size]
            at += size


def number(value: bytes, at: int) -> tuple[int, int]:
    """Read a zigzag varint of Avro; return the number and its end offset."""
    byte = value[at]
    at += 1
    found, shift = byte & 0x7F, 7
    while byte > 0x7F:
        byte = value[at]
        at += 1
        found |= (byte & 0x7F) << shift
        shift += 7
    return found >> 1 ^ -(found & 1), at


def udfs() -> dict[str, Callable[..., Any]]:
    record = "name STRING, favorite_number INT, favorite_color STRING"
    return {"Python UDF": F.udf(decode, f"records ARRAY<STRUCT<{record}>>")}


def fields(column: str) -> list[str]:
    return [f"{column}.records"]


def queries(table: str) -> dict[str, str]:
    return {
        "the column, read": f"SELECT value FROM {table}",
        "floor: crc32(value)": f"SELECT crc32(value) FROM {table}",
        "the packet, records as VARIANT": f"SELECT cernan_decode(value) FROM {table}",
        "the packet, records typed": f"SELECT {CALL} FROM {table}",
        "the records alone, typed": f"SELECT {', '.join(fields('d'))} FROM (SELECT {CALL} d FROM {table})",
    }
