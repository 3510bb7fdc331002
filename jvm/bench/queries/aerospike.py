"""Aerospike: varied writes of up to twelve bins; as VARIANT, all bins typed, six bins typed."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import msgpack
from pyspark.sql import functions as F

if TYPE_CHECKING:
    from collections.abc import Callable

SIX = "user_id BIGINT, name STRING, email STRING, score DOUBLE, active BOOLEAN, tags ARRAY<STRING>"
ALL = (
    "user_id BIGINT, name STRING, email STRING, score DOUBLE, active BOOLEAN, avatar BINARY,"
    " tags ARRAY<STRING>, prefs STRUCT<lang STRING, tz STRING, page INT, dark BOOLEAN, ratio DOUBLE>,"
    " visits VARIANT, loc STRING, counters MAP<INT, BIGINT>, note STRING"
)
CALL = f"aerospike_decode(value, '{SIX}')"


WORDS = [
    "gold",
    "newsletter",
    "eu-west",
    "beta",
    "2fa",
    "trial",
    "imported",
    "vip",
    "churned",
    "nordic",
    "partner",
]


def rows(count: int) -> list[tuple[bytearray]]:
    """Records of about 750 bytes. A third have shuffled bins; each bin is missing in a tenth."""
    rng = random.Random(7)
    return [(bytearray(record(rng)),) for _ in range(count)]


def record(rng: random.Random) -> bytes:
    present = [one for one in bins(rng) if rng.random() > 0.1]
    if rng.random() < 1 / 3:
        rng.shuffle(present)
    key = ["users", "premium", rng.randbytes(20), f"id{rng.randrange(100_000)}"]
    updated = 1_698_586_936_461 + rng.randrange(1 << 30)
    expiry = 1_701_178_936 + rng.randrange(1 << 20)
    write = [key, rng.randrange(1, 50), expiry, updated, [[*one[:2], 0, one[2]] for one in present]]
    return bytes(msgpack.packb([1, 1, write]))


def bins(rng: random.Random) -> list[tuple[str, int, Any]]:
    """The name, particle type and value of each bin."""

    def text(most: int) -> str:
        return " ".join(rng.choices(WORDS, k=rng.randint(1, most)))

    prefs = {
        "lang": "de",
        "tz": "Europe/Berlin",
        "page": rng.randrange(200),
        "dark": True,
        "ratio": 1.25,
    }
    visits = [
        [1_698_586_936_461 + n, n, f"/p/{rng.randrange(500)}"] for n in range(rng.randrange(24))
    ]
    return [
        ("user_id", 1, rng.getrandbits(rng.randint(1, 62))),
        ("name", 3, text(4)),
        ("email", 3, text(2).replace(" ", ".") + "@example.com"),
        ("score", 2, rng.random()),
        ("active", 17, rng.random() < 0.5),
        ("avatar", 4, rng.randbytes(rng.randrange(128))),
        ("tags", 20, rng.choices(WORDS, k=rng.randrange(10))),
        ("prefs", 19, {name: prefs[name] for name in prefs if rng.random() > 0.1}),
        ("visits", 20, visits),
        (
            "loc",
            23,
            f'{{"type":"Point","coordinates":[{rng.random() * 90:.4f},{rng.random() * 90:.4f}]}}',
        ),
        ("counters", 19, {n: rng.getrandbits(26) for n in range(rng.randint(4, 28))}),
        ("note", 3, text(24)),
    ]


def decode(value: bytes) -> tuple[Any, ...]:
    """The decoder that a careful user would write: one pass of the parser, then bins by name."""
    version, kind, (_key, generation, _expiry, _updated, bins) = msgpack.unpackb(
        value, raw=False, strict_map_key=False
    )
    if version != 1 or kind != 1:
        raise ValueError("not a write")
    named = {name: content for name, _type, _flags, content in bins}
    return (
        generation, named.get("user_id"), named.get("name"), named.get("email"),
        named.get("score"), named.get("active"), named.get("tags"),
    )  # fmt: skip


def udfs() -> dict[str, Callable[..., Any]]:
    return {"Python UDF": F.udf(decode, f"generation BIGINT, {SIX}")}


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
