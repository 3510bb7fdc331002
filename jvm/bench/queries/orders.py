"""Ignite objects for the benchmarks, encoded by hand: varied orders of up to 17 fields."""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

NAMES = [
    "id", "trace", "customer", "email", "status", "total", "createdAt", "updatedAt", "paid", "color", "lat", "lon",
    "address", "tags", "attrs", "quantities", "comment",
]  # fmt: skip
MAY_BE_MISSING = {"customer", "email", "updatedAt", "tags", "attrs", "comment"}
COLOURS = {"RED": 0, "GREEN": 1, "BLUE": 2}
HEAD = struct.Struct("<BBHiiiii")
USER_TYPE, HAS_SCHEMA, ONE_BYTE, TWO_BYTES, COMPACT_FOOTER = 1, 2, 8, 16, 32
WORD = 0xFFFFFFFF


def signed(word: int) -> int:
    return (word & WORD ^ 0x80000000) - 0x80000000


def name_id(name: str) -> int:
    """Ignite's id of a type or a field: Java's hash code of the name in lower case."""
    code = 0
    for letter in name.lower():
        code = 31 * code + ord(letter) & WORD
    return code


@dataclass(frozen=True)
class Schema:
    """A type and its fields, in the order of one writer."""

    type_name: str
    names: tuple[str, ...]

    @cached_property
    def type_id(self) -> int:
        return signed(name_id(self.type_name))

    @cached_property
    def id(self) -> int:
        """The schema id: FNV-1a over the bytes of the field ids."""
        code = 0x811C9DC5
        for name in self.names:
            for byte in name_id(name).to_bytes(4, "little"):
                code = (code ^ byte) * 0x01000193 & WORD
        return signed(code)

    def written(self, fields: dict[str, bytes]) -> bytes:
        """Encode an object with a compact footer."""
        body, offsets = b"", []
        for name in self.names:
            offsets.append(HEAD.size + len(body))
            body += fields[name]
        short = offsets[-1] < 256
        footer = struct.pack(f"<{len(offsets)}{'B' if short else 'H'}", *offsets)
        flags = USER_TYPE | HAS_SCHEMA | COMPACT_FOOTER | (ONE_BYTE if short else TWO_BYTES)
        footer_at = HEAD.size + len(body)
        hashed = 1
        for byte in body:
            hashed = 31 * hashed + (byte - 256 if byte > 127 else byte) & WORD
        size = footer_at + len(footer)
        head = (103, 1, flags, self.type_id, signed(hashed), size, self.id, footer_at)
        return HEAD.pack(*head) + body + footer


ADDRESS = Schema("acme.Types$Address", ("street", "city", "zip"))


def schemas(rng: random.Random) -> list[Schema]:
    """Sixteen schemas that differ in the order of the fields and in the missing fields."""
    return [Schema("acme.Types$Order", tuple(NAMES)), *(varied(rng) for _ in range(15))]


def varied(rng: random.Random) -> Schema:
    shuffled = rng.sample(NAMES, len(NAMES))
    kept = (name for name in shuffled if name not in MAY_BE_MISSING or rng.random() > 0.25)
    return Schema("acme.Types$Order", tuple(kept))


def types(known: list[Schema]) -> str:
    """The value of the option `types` for these schemas."""
    return json.dumps(
        [
            {"type_name": ADDRESS.type_name, "schemas": [ADDRESS.names]},
            {"type_name": "acme.Types$Color", "enum_values": COLOURS},
            {"type_name": known[0].type_name, "schemas": [schema.names for schema in known]},
        ]
    )


def order(rng: random.Random, schema: Schema) -> bytes:
    """An order whose values, types and lengths vary."""

    def text(most: int) -> bytes:
        return string("".join(rng.choices("abcdefghijklmnopqrstuvwxyz ", k=rng.randint(1, most))))

    def maybe(value: bytes) -> bytes:
        return value if rng.random() > 0.1 else b"\x65"

    def long() -> int:
        return rng.getrandbits(rng.randint(1, 63))

    def mixed() -> bytes:
        return text(12) if rng.random() < 0.5 else integer(rng.getrandbits(31))

    tags = [text(8) for _ in range(rng.randrange(6))]
    attributes = [string(f"attribute{n}") + mixed() for n in range(rng.randint(1, 5))]
    quantities = [rng.randrange(100) for _ in range(rng.randrange(9))]
    address = {"street": text(30), "city": text(15), "zip": integer(rng.randrange(99999))}
    unscaled = rng.randrange(1, 10 ** rng.randint(2, 10))
    digits = unscaled.to_bytes(unscaled.bit_length() // 8 + 1, "big")
    now = 1_600_000_000_000
    fields = {
        "id": struct.pack("<Bq", 4, long()),
        "trace": b"\x0a" + rng.randbytes(16),
        "customer": maybe(text(40)),
        "email": maybe(text(20)),
        "status": integer(rng.getrandbits(rng.randint(1, 31))),
        "total": struct.pack("<Bii", 30, 2, len(digits)) + digits,
        "createdAt": struct.pack("<Bqi", 33, now + rng.getrandbits(36), rng.randrange(1_000_000)),
        "updatedAt": maybe(struct.pack("<Bq", 11, now + rng.getrandbits(36))),
        "paid": struct.pack("<B?", 8, rng.random() < 0.5),
        "color": struct.pack("<Bii", 28, signed(name_id("acme.Types$Color")), rng.randrange(3)),
        "lat": struct.pack("<Bd", 6, rng.uniform(-90, 90)),
        "lon": struct.pack("<Bd", 6, rng.uniform(-180, 180)),
        "address": ADDRESS.written(address),
        "tags": struct.pack("<BiB", 24, len(tags), 1) + b"".join(tags),
        "attrs": struct.pack("<BiB", 25, len(attributes), 2) + b"".join(attributes),
        "quantities": struct.pack(f"<Bi{len(quantities)}i", 14, len(quantities), *quantities),
        "comment": maybe(text(200)),
    }
    return schema.written(fields)


def string(text: str) -> bytes:
    return struct.pack("<Bi", 9, len(text)) + text.encode()


def integer(value: int) -> bytes:
    return struct.pack("<Bi", 3, value)
