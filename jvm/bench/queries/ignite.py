"""Ignite: varied orders of up to 17 fields with compact footers.

The queries read all fields typed, four fields, and two fields unverified.
"""

from __future__ import annotations

import random
import struct
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pyspark.sql import functions as F

import orders

if TYPE_CHECKING:
    from collections.abc import Callable

FOUR = "id BIGINT, customer STRING, status INT, paid BOOLEAN"
NAMES = [part.split(" ")[0] for part in FOUR.split(", ")]
ALL = (
    "id BIGINT, trace STRING, customer STRING, email STRING, status INT, total DECIMAL(18,2),"
    " createdAt TIMESTAMP, updatedAt TIMESTAMP, paid BOOLEAN, color STRING, lat DOUBLE, lon DOUBLE,"
    " address VARIANT, tags ARRAY<STRING>, attrs VARIANT, quantities ARRAY<INT>, comment STRING"
)
SCHEMAS = orders.schemas(random.Random(7))
TYPES = orders.types(SCHEMAS)
CALL = f"ignite_decode(value, '{FOUR}', map('types', '{TYPES}'))"


@lru_cache
def rows(count: int) -> list[tuple[bytearray]]:
    """Orders of about 430 bytes. Sixteen schemas differ in field order; up to six are missing."""
    rng = random.Random(7)
    return [(bytearray(orders.order(rng, rng.choice(SCHEMAS))),) for _ in range(count)]


HEAD = struct.Struct("<BBHiiiii")
LONG = struct.Struct("<q")
INT = struct.Struct("<i")
# By schema id: the indices of the four fields (None if missing), and the structs of a footer with
# one-byte and with two-byte offsets.
FOOTERS = {
    schema.id: (
        [schema.names.index(name) if name in schema.names else None for name in NAMES],
        struct.Struct(f"<{len(schema.names)}B"),
        struct.Struct(f"<{len(schema.names)}H"),
    )
    for schema in SCHEMAS
}


def decode(value: bytes) -> tuple[Any, ...]:
    """The decoder that a careful user would write for known schemas: the footer and four fields."""
    code, _version, flags, _type, _hash, length, schema, footer = HEAD.unpack_from(value)
    # The flags require a schema, a footer without ids, and offsets of one or two bytes.
    if code != 103 or length != len(value) or flags & 0x22 != 0x22 or not flags & 0x18:
        raise ValueError("not an order")
    places, one_byte, two_bytes = FOOTERS[schema]
    offsets = (one_byte if flags & 8 else two_bytes).unpack_from(value, footer)
    return tuple(
        [None if place is None else field(value, offsets[place]) for place in places],
    )


def field(value: bytes, at: int) -> Any:
    code = value[at]
    if code == 9:
        (length,) = INT.unpack_from(value, at + 1)
        return value[at + 5 : at + 5 + length].decode()
    if code == 4:
        return LONG.unpack_from(value, at + 1)[0]
    if code == 3:
        return INT.unpack_from(value, at + 1)[0]
    if code == 8:
        return value[at + 1] != 0
    if code == 101:
        return None
    raise ValueError("another type")


def udfs() -> dict[str, Callable[..., Any]]:
    return {"Python UDF": F.udf(decode, FOUR)}


def fields(column: str) -> list[str]:
    return [f"{column}.{name}" for name in NAMES]


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
