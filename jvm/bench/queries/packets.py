"""Varied Cernan packets for the benchmarks: a header, pairs, and an Avro container of records."""

from __future__ import annotations

import io
import struct
from typing import TYPE_CHECKING, Any

import fastavro

if TYPE_CHECKING:
    import random

# The fields that a writer may have. Each writer has its own order and omits some fields, but never
# the name.
FIELDS: dict[str, Any] = {
    "name": "string",
    "favorite_number": ["int", "null"],
    "favorite_color": ["null", "string"],
    "height": "double",
    "visits": {"type": "array", "items": "long"},
    "note": ["null", "string"],
    "active": "boolean",
}
LETTERS = "abcdefghijklmnopqrstuvwxyz "


def schemas(rng: random.Random) -> list[Any]:
    """Twenty-four writer schemas."""
    return [schema(rng) for _ in range(24)]


def schema(rng: random.Random) -> Any:
    names = rng.sample(list(FIELDS), len(FIELDS))
    kept = [name for name in names if name == "name" or rng.random() > 0.25]
    fields = [{"name": name, "type": FIELDS[name]} for name in kept]
    made = {"type": "record", "name": "example.avro.User", "fields": fields}
    return fastavro.parse_schema(made)


def packet(rng: random.Random, written: Any) -> bytes:
    """A packet of either version with one to four records and random ids; 3 of 4 are deflated."""
    version = rng.choice([1, 2])
    head = struct.pack(">IIQQ", version, 1, rng.getrandbits(64), rng.getrandbits(64))
    body = head + (pairs(rng) if version == 2 else b"") + container(rng, written)
    return struct.pack(">I", len(body)) + body


def pairs(rng: random.Random) -> bytes:
    made = b""
    count = rng.randrange(5)
    for number in range(count):
        key, value = f"{number}{text(rng, 10)}".encode(), rng.randbytes(rng.randrange(24))
        made += bytes([len(key)]) + key + struct.pack(">H", len(value)) + value
    return bytes([count]) + made


def container(rng: random.Random, written: Any) -> bytes:
    out = io.BytesIO()
    names = [field["name"] for field in written["fields"]]
    records = [{name: value(rng, name) for name in names} for _ in range(rng.randint(1, 4))]
    codec = "null" if rng.random() < 0.25 else "deflate"
    fastavro.writer(out, written, records, codec, sync_marker=rng.randbytes(16))
    return out.getvalue()


def value(rng: random.Random, name: str) -> Any:
    if name == "name":
        return text(rng, 24)
    if name == "favorite_number":
        return rng.getrandbits(rng.randint(1, 31)) if rng.random() > 0.25 else None
    if name == "favorite_color":
        return text(rng, 12) if rng.random() > 0.25 else None
    if name == "height":
        return rng.random() * 2
    if name == "visits":
        return [rng.getrandbits(40) for _ in range(rng.randrange(5))]
    if name == "note":
        return text(rng, 60) if rng.random() > 0.7 else None
    return rng.random() < 0.5


def text(rng: random.Random, most: int) -> str:
    return "".join(rng.choices(LETTERS, k=rng.randint(1, most)))
