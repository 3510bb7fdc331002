"""Writes backups of Aerospike from the description of their format, independently of the reader."""

from __future__ import annotations

import base64
import struct
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from random import Random

# The types of the values in stored lists and maps.
TEXT, BYTES, GEO_JSON = 3, 4, 23
SORTED_LIST, SORTED_MAP = 1, 1
EXT_OF_NO_BYTES = 0xC7
BLOBS = "JCPRHE"
# What texts are made of: all that a reader of lines might stumble over.
PIECES = (
    *("a", "b", " ", "\n", "\\", "é", "日", "=", "\0", "+ ", "- N x\n", "\n+ n test\n", "\n* i "),
    *("\n# ", "\n+ k S 1 a\n+ n a\n+ d AAAAAAAAAAAAAAAAAAAAAAAAAAA=\n+ g 1\n+ t 0\n+ b 0\n"),
)


@dataclass(frozen=True)
class GeoJson:
    """A text that is GeoJSON."""

    text: str


@dataclass
class Backup:
    """A backup under construction, and the rows that a table of it has."""

    escapes: bool = True
    compact: bool = False
    content: bytearray = field(default_factory=bytearray)
    rows: list[dict[str, Any]] = field(default_factory=list)

    def header(self, version: str, namespace: str, is_first: bool) -> None:
        """Write the lines before the first entry."""
        self.content += f"Version {version}\n# namespace ".encode() + self.name(namespace) + b"\n"
        if is_first:
            self.content += b"# first-file\n"

    def name(self, text: str) -> bytes:
        """Return a name as it is in a line."""
        encoded = text.encode()
        if not self.escapes:
            return encoded
        for special in (b"\\", b" ", b"\n"):
            encoded = encoded.replace(special, b"\\" + special)
        return encoded

    def record(
        self,
        namespace: str,
        set: str | None,
        key: Any,
        digest: bytes,
        generation: int,
        expiration: int,
        bins: dict[str, tuple[str, Any]],
    ) -> None:
        """Write a record. A bin is a letter and a value."""
        offset = len(self.content)
        if key is not None:
            kind = {int: b"I", float: b"D", str: b"S", bytes: b"B"}[type(key)]
            self.content += b"+ k " + kind + self._value(kind.decode(), None, key) + b"\n"
        self.content += b"+ n " + self.name(namespace) + b"\n"
        self.content += b"+ d " + base64.b64encode(digest) + b"\n"
        if set is not None:
            self.content += b"+ s " + self.name(set) + b"\n"
        self.content += b"+ g %d\n+ t %d\n+ b %d\n" % (generation, expiration, len(bins))
        for name, (letter, value) in bins.items():
            line = self._value(letter, self.name(name), value)
            self.content += b"- " + letter.encode() + line + b"\n"
        shown = {name: shown_as(value) for name, (_, value) in bins.items()}
        row = {"namespace": namespace, "set": set, "digest": digest, "generation": generation}
        row |= {"expiration": expiration, "key": shown_as(key), "bins": shown}
        self.rows.append({"kind": "record", "offset": offset, **row})

    def index(self, namespace: str, set: str, name: str, bin: str, context: str) -> None:
        """Write an index."""
        offset = len(self.content)
        names = b" ".join(map(self.name, (namespace, set, name)))
        end = b" " + context.encode() if context else b""
        self.content += b"* i " + names + b" L 1 " + self.name(bin) + b" S" + end + b"\n"
        definition = {"name": name, "type": "list", "bin": bin, "bin_type": "string"}
        definition |= {"context": context} if context else {}
        row = {"namespace": namespace, "set": set or None, "definition": definition}
        self.rows.append({"kind": "index", "offset": offset, **row})

    def module(self, name: str, content: bytes) -> None:
        """Write a module of functions."""
        offset = len(self.content)
        self.content += b"* u L " + self.name(name) + b" %d " % len(content) + content + b"\n"
        definition = {"name": name, "type": "lua", "content": base64.b64encode(content).decode()}
        self.rows.append({"kind": "udf", "offset": offset, "definition": definition})

    def _value(self, letter: str, name: bytes | None, value: Any) -> bytes:
        """Return what follows the letter of a type."""
        named = b" " + (b"" if name is None else name + b" ")
        if letter == "N":
            return named.rstrip(b" ") if name else b" "
        if letter == "Z":
            return named + (b"T" if value else b"F")
        if letter in "ID":
            return named + repr(value).encode()
        if letter == "S":
            return named + sized(value.encode())
        if letter == "G":
            return named + sized(value.text.encode())
        if letter == "X":
            return named + sized(base64.b64encode(value.encode()))
        stored = value if letter in "BY" + BLOBS else packed(value)
        if self.compact:
            return b"!" + named + sized(stored)
        return named + sized(base64.b64encode(stored))


def sized(block: bytes) -> bytes:
    """Return a block after its length."""
    return b"%d " % len(block) + block


def shown_as(value: Any) -> Any:
    """Return a value as JSON shows it."""
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, GeoJson):
        return value.text
    if isinstance(value, list):
        return [shown_as(item) for item in value]
    if isinstance(value, dict):
        return {name: shown_as(item) for name, item in value.items()}
    return value


def packed(value: Any) -> bytes:
    """Return a list or map, or a value in one, as a server stores it."""
    if value is None:
        return b"\xc0"
    if isinstance(value, bool):
        return b"\xc3" if value else b"\xc2"
    if isinstance(value, int):
        return (
            struct.pack(">Bb", 0xD0, value)
            if -128 <= value < 128
            else struct.pack(">Bq", 0xD3, value)
        )
    if isinstance(value, float):
        return struct.pack(">Bd", 0xCB, value)
    if isinstance(value, str):
        return _typed(TEXT, value.encode(), is_text=len(value) % 2 == 0)
    if isinstance(value, bytes):
        return _typed(BYTES, value, is_text=len(value) % 3 == 0)
    if isinstance(value, GeoJson):
        return _typed(GEO_JSON, value.text.encode(), is_text=True)
    if isinstance(value, list):
        # Some are sorted.
        order = [bytes((EXT_OF_NO_BYTES, 0, SORTED_LIST))] if len(value) % 2 else []
        items = [*order, *map(packed, value)]
        return struct.pack(">BH", 0xDC, len(items)) + b"".join(items)
    order = [bytes((EXT_OF_NO_BYTES, 0, SORTED_MAP)) + b"\xc0"] if len(value) % 2 else []
    pairs = [*order, *(packed(name) + packed(item) for name, item in value.items())]
    return struct.pack(">BH", 0xDE, len(pairs)) + b"".join(pairs)


def _typed(kind: int, content: bytes, is_text: bool) -> bytes:
    size = len(content) + 1
    if is_text:
        head = bytes((0xA0 | size,)) if size < 32 else struct.pack(">BH", 0xDA, size)
    else:
        head = struct.pack(">BH", 0xC5, size)
    return head + bytes((kind,)) + content


def text(random: Random, pieces: tuple[str, ...] = PIECES) -> str:
    """Return some text."""
    return "".join(random.choices(pieces, k=random.randrange(6)))


def name(random: Random) -> str:
    """Return a name, which may hold whatever a backslash protects."""
    return "n" + "".join(random.choices(["a", "b", " ", "\n", "\\", "é"], k=random.randrange(5)))


def inner(random: Random, depth: int = 0) -> Any:
    """Return a value of a list or map."""
    choice = random.randrange(9 if depth < 3 else 7)
    if choice < 7:
        return (
            lambda: None,
            lambda: random.random() < 0.5,
            lambda: random.randrange(-(2**63), 2**63) >> random.randrange(63),
            lambda: random.uniform(-9, 9),
            lambda: text(random),
            lambda: random.randbytes(random.randrange(40)),
            lambda: GeoJson('{"type":"Point","coordinates":[1,2]}'),
        )[choice]()
    if choice == 7:
        return [inner(random, depth + 1) for _ in range(random.randrange(4))]
    return {text(random): inner(random, depth + 1) for _ in range(random.randrange(4))}


def some_bin(random: Random) -> tuple[str, Any]:
    """Return a letter and a value."""
    letter = random.choice("NZIDSXGBY" + BLOBS + "MLML")
    value = {
        "N": lambda: None,
        "Z": lambda: random.random() < 0.5,
        "I": lambda: random.randrange(-(2**63), 2**63) >> random.randrange(63),
        "D": lambda: random.uniform(-1, 1) * 10.0 ** random.randrange(-30, 30),
        "S": lambda: text(random),
        "X": lambda: text(random),
        "G": lambda: GeoJson('{"type":"Point",\n"coordinates":[1,2]}'),
        "M": lambda: {text(random): inner(random) for _ in range(random.randrange(5))},
        "L": lambda: [inner(random) for _ in range(random.randrange(5))],
    }
    return letter, value.get(letter, lambda: random.randbytes(random.randrange(40)))()


def made_up(random: Random, version: str) -> Backup:
    """Return a random backup of some entries."""
    backup = Backup(escapes=version != "3.0", compact=random.random() < 0.5)
    plain = random.choice(("test", "a-namespace"))
    backup.header(version, plain, is_first=random.random() < 0.5)
    for _ in range(random.randrange(12)):
        names = (lambda: name(random)) if backup.escapes else (lambda: "n\\x")
        kind = random.randrange(8)
        if kind == 0:
            context = random.choice(("", "AQID"))
            backup.index(plain, random.choice(("", "demo")), names(), names(), context)
        elif kind == 1:
            backup.module(names(), text(random).encode() + random.randbytes(9))
        else:
            keys = (None, random.randrange(-99, 99), 2.5, text(random), random.randbytes(5))
            backup.record(
                plain,
                random.choice((None, names())),
                random.choice(keys),
                random.randbytes(20),
                random.randrange(1 << 16),
                random.choice((0, random.randrange(1 << 32))),
                {names() + str(n): some_bin(random) for n in range(random.randrange(6))},
            )
    return backup
