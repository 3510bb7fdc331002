"""Writes docs/pages/cookbook/data: sample bytes for the notebooks. Run it after changing this file.

The bytes follow the field tables of the formats' pages. Bytes that Ignite itself wrote are copied
from tests/ignite-node.
"""

from __future__ import annotations

import hashlib
import json
import random
import shutil
import struct
import zlib
from pathlib import Path
from typing import Any

import msgpack

ROOT = Path(__file__).parents[2]
DATA = ROOT / "docs" / "pages" / "cookbook" / "data"
NODE = ROOT / "tests" / "ignite-node"

MEMBER = (
    '{"type":"record","name":"Member","fields":'
    '[{"name":"name","type":"string"},{"name":"city","type":"string"}]}'
)
UPSERT, DELETE = 1, 2
NANOSECONDS = 1_700_000_000_000_000_000


def main(folder: Path = DATA) -> None:
    """Write all files."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "member.avsc").write_text(MEMBER + "\n")
    _lines(folder / "databus.jsonl", databus())
    _lines(folder / "aerospike.jsonl", aerospike())
    (folder / "fluentd.msgpack").write_bytes(b"".join(map(msgpack.packb, logs())))
    _lines(folder / "forward.jsonl", [forward()])
    shutil.copy(NODE / "tables.jsonl", folder / "ignite.jsonl")
    shutil.copytree(NODE / "binary_meta", folder / "ignite_binary_meta", dirs_exist_ok=True)


def _lines(file: Path, batches: list[list[bytes]]) -> None:
    rows = [
        {"batch": number, "hex": value.hex()}
        for number, batch in enumerate(batches, 1)
        for value in batch
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))


def databus() -> list[list[bytes]]:
    """Return changes of a table of members, as a relay sends them in version 2; one is damaged."""
    damaged = bytearray(_event(5, 3, UPSERT, "Cleo", "Cork"))
    damaged[-1] ^= 0xFF
    return [
        [
            _event(1, 1, UPSERT, "Ada", "London"),
            _event(2, 2, UPSERT, "Bob", "Bonn"),
            _event(3, 1, UPSERT, "Ada", "Paris"),
        ],
        [
            _event(4, 2, DELETE),
            bytes(damaged),
            _event(6, 3, UPSERT, "Cleo", "Cork"),
            # The relay sends this event again after a restart.
            _event(2, 2, UPSERT, "Bob", "Bonn"),
        ],
    ]


def _event(sequence: int, key: int, opcode: int, *texts: str) -> bytes:
    payload = b"".join(bytes([2 * len(text)]) + text.encode() for text in texts)
    schema = hashlib.md5(MEMBER.encode()).digest()
    # The attributes of the payload: the digest type MD5, schema version 1.
    body = struct.pack(">iH", len(payload), 1 << 2) + schema + payload
    size = 53 + len(body)
    long_key, has_payload = 1 << 2, 0x80
    attributes = opcode | long_key | has_payload
    time = NANOSECONDS + sequence * 1_000_000_000
    covered = struct.pack(">IiHqihqq", _crc(body), size, attributes, time, 15, 1, sequence, key)
    return b"\2\xca\xfe\xde\xed" + struct.pack(">iI", 53, _crc(covered)) + covered + body


def _crc(data: bytes) -> int:
    """Return the CRC of Databus: a CRC-32 that starts at 0 and is not inverted at the end."""
    return zlib.crc32(data, 0xFFFFFFFF) ^ 0xFFFFFFFF


def aerospike() -> list[list[bytes]]:
    """Return writes and deletes of users; some writes hold only the changed bins."""
    return [
        [
            _write("ada", 1000, 1, name="Ada", visits=1),
            _write("bob", 1000, 1, name="Bob", visits=1),
            _write("bob", 2000, 2, visits=2),
            b"\x93",
        ],
        [
            # Out of order: an old write arrives late.
            _write("ada", 3000, 2, visits=5),
            _write("bob", 1500, 1, name="Robert", visits=0),
        ],
        [
            _delete("ada", 5000),
            _write("bob", 6000, 3, visits=3),
            _write("cy", 6000, 1, name="Cy"),
        ],
    ]


def logs() -> list[dict[str, Any]]:
    """Return records of a web server, of the shapes that access and error logs have."""
    choose = random.Random(7)
    return [_error(n) if n % 5 == 4 else _access(n, choose) for n in range(40)]


def _access(number: int, choose: random.Random) -> dict[str, Any]:
    labels = {"labels": {"app": "shop", "zone": "a"}} if number % 4 == 0 else {}
    return {
        "host": f"web{number % 3}",
        "method": choose.choice(["GET", "GET", "POST"]),
        "path": choose.choice(["/", "/cart", "/items/17", "/login"]),
        "code": choose.choice([200, 200, 200, 301, 404, 500]),
        "size": choose.randrange(200, 90000),
        "seconds": choose.randrange(1000) / 1000,
    } | labels


def _error(number: int) -> dict[str, Any]:
    message = f"upstream timed out (request {number})"
    return {
        "host": f"web{number % 3}",
        "level": "error",
        "message": message,
        "labels": {"app": "shop"},
    }


def forward() -> list[bytes]:
    """Return messages of the Forward protocol, each a tag, entries and options."""
    records = logs()

    def message(tag: str, numbers: range) -> bytes:
        entries = [[_event_time(1_718_000_000 + n, 250_000_000 + n), records[n]] for n in numbers]
        return msgpack.packb([tag, entries, {"size": len(entries)}])

    return [message("shop.access", range(4)), message("shop.error", range(4, 20, 5))]


def _event_time(seconds: int, nanoseconds: int) -> msgpack.ExtType:
    return msgpack.ExtType(0, struct.pack(">II", seconds, nanoseconds))


def _text(value: str) -> bytes:
    return bytes([0xA0 | len(value)]) + value.encode()


def _number(value: int | None) -> bytes:
    return b"\xc0" if value is None else b"\xd3" + value.to_bytes(8, "big", signed=True)


def _key(user_key: str) -> bytes:
    digest = hashlib.sha1(user_key.encode()).digest()
    return b"\x94" + _text("test") + _text("users") + b"\xc4\x14" + digest + _text(user_key)


def _write(user_key: str, time: int, generation: int, **bins: int | str) -> bytes:
    millis = NANOSECONDS // 1_000_000 + time
    parts = _key(user_key) + _number(generation) + _number(0) + _number(millis)
    parts += bytes([0x90 | len(bins)])
    for name, value in bins.items():
        kind = 3 if isinstance(value, str) else 1
        parts += b"\x94" + _text(name) + bytes([kind, 0])
        parts += _text(value) if isinstance(value, str) else _number(value)
    return b"\x93\x01\x01\x95" + parts


def _delete(user_key: str, time: int) -> bytes:
    millis = NANOSECONDS // 1_000_000 + time
    parts = _key(user_key) + _number(0) + _number(None) + _number(None) + _number(millis)
    return b"\x93\x01\x02\x95" + parts


if __name__ == "__main__":
    main()
