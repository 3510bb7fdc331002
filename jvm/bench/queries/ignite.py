"""Ignite: an order of 17 fields with a compact footer; all typed, four, two unverified."""

from __future__ import annotations

import json
import struct
from typing import TYPE_CHECKING, Any

from pyspark.sql import functions as F

import vectors

if TYPE_CHECKING:
    from collections.abc import Callable

ORDER = vectors.vector("ignite/objects-compact.jsonl", "compact-order")
TYPES = json.dumps(ORDER["types"])
FOUR = "id BIGINT, customer STRING, status INT, paid BOOLEAN"
ALL = (
    "id BIGINT, trace STRING, customer STRING, email STRING, status INT, total DECIMAL(18,2),"
    " createdAt TIMESTAMP, updatedAt TIMESTAMP, paid BOOLEAN, color STRING, lat DOUBLE, lon DOUBLE,"
    " address VARIANT, tags ARRAY<STRING>, attrs VARIANT, quantities ARRAY<INT>, comment STRING"
)
CALL = f"ignite_decode(value, '{FOUR}', map('types', '{TYPES}'))"

# Where the footer has the offsets of the four, two bytes each, in the order of the schema.
PLACES = [
    ORDER["types"][2]["schemas"][0].index(name) for name in ("id", "customer", "status", "paid")
]
HEAD = struct.Struct("<BBHiiiii")
NULL = 101


def rows(count: int) -> list[tuple[bytearray]]:
    """The same order again and again."""
    return [(bytearray(bytes.fromhex(ORDER["hex"])),)] * count


def decode(value: bytes) -> tuple[Any, ...]:
    """What a careful user writes who knows the order of the fields: the footer, and four of them."""
    code, _version, flags, _type, _hash, length, _schema, footer = HEAD.unpack_from(value)
    # A schema, offsets of two bytes, no ids in the footer.
    if code != 103 or length != len(value) or flags & 0x3A != 0x32:
        raise ValueError("not an order")
    offsets = [struct.unpack_from("<H", value, footer + 2 * place)[0] for place in PLACES]
    return tuple(field(value, offset) for offset in offsets)


def field(value: bytes, at: int) -> Any:
    code = value[at]
    if code == NULL:
        return None
    if code == 4:
        return struct.unpack_from("<q", value, at + 1)[0]
    if code == 3:
        return struct.unpack_from("<i", value, at + 1)[0]
    if code == 8:
        return value[at + 1] != 0
    if code == 9:
        (length,) = struct.unpack_from("<i", value, at + 1)
        return value[at + 5 : at + 5 + length].decode()
    raise ValueError("another type")


def udfs() -> dict[str, Callable[..., Any]]:
    return {"Python UDF": F.udf(lambda value: decode(bytes(value)), FOUR)}


def fields(column: str) -> list[str]:
    return [f"{column}.{part.split(' ')[0]}" for part in FOUR.split(", ")]


def queries(table: str) -> dict[str, str]:
    quick = f"map('types', '{TYPES}', 'verify', 'none')"
    return {
        "the column, read": f"SELECT value FROM {table}",
        "floor: crc32(value)": f"SELECT crc32(value) FROM {table}",
        "as VARIANT": f"SELECT ignite_decode(value, map('types', '{TYPES}')) FROM {table}",
        "17 fields, typed": f"SELECT ignite_decode(value, '{ALL}', map('types', '{TYPES}')) FROM {table}",
        "four fields": f"SELECT {', '.join(fields('d'))} FROM (SELECT {CALL} d FROM {table})",
        "two fields, unverified": "SELECT d.id, d.status FROM"
        f" (SELECT ignite_decode(value, 'id BIGINT, status INT', {quick}) d FROM {table})",
    }
