"""Text: what is written in it, and binary values that are encoded in it."""

from __future__ import annotations

import codecs
import itertools
import json
import re
from typing import TYPE_CHECKING, Any

from sparkwire.recognition import Finding, encodings, magic, statements, tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_ARMOUR = re.compile(r"-----BEGIN [A-Z0-9 ]+-----")
CONTROL = "\t\n\r\f\b\x1b"
LITERALS = [name for name in encodings.READERS if name != "hex dump"]
WIDE = "UTF-16 text"
LIST, MOST_PIECES = "list of Python bytes", 8
WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")
# Where the zeros are if most characters are Latin letters, and how many of all they are.
WIDE_ZEROS = (("UTF-16LE", 1), ("UTF-16BE", 0))
MOST_WIDE_ZEROS, LEAST_WIDE = 0.9, 10
# Of what a text stands for, this much is looked at. A dump of a kilobyte may stand for gigabytes.
MOST_INSIDE = 1 << 18
SCORES = {"hex text": 70, "escaped text": 60, "list of bytes": 88}
ADVICE = {
    "Python bytes literal": "ast.literal_eval turns it into bytes in Python.",
    LIST: "ast.literal_eval turns it into a list of bytes in Python.",
    "hex dump": "xxd -r turns such lines into bytes.",
    "escaped text": "printf '%b' turns such text into bytes.",
    "list of bytes": "bytes(n & 255 for n in numbers) turns it into bytes in Python.",
}
# Of a document, this many texts are looked into.
MOST_TEXTS, MOST_DEPTH, MOST_DOCUMENTS = 100, 16, 3
# The keys of the line that Databus's own software writes.
DATABUS_KEYS = {"opcode", "sequence", "srcId", "schemaId", "timestampInNanos"}


def is_text(data: bytes) -> bool:
    """Return whether the bytes are text in UTF-8, possibly cut in the middle of a character."""
    text = decoded(data)
    return bool(text) and all(c.isprintable() or c in CONTROL for c in text)


def decoded(data: bytes) -> str:
    """Return bytes as text, without a character cut at the end; empty if they are not text."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if error.end == len(data) and error.reason == "unexpected end of data":
            return data[: error.start].decode("utf-8-sig")
        return ""


def find(data: bytes, is_cut: bool = False) -> list[Finding]:
    """Return what a text seems to be: encodings of binary values first, then kinds of text."""
    text = decoded(data).strip()
    dump = list(_encodings(text, is_cut, ("hex dump",)))
    if dump:
        # Its offsets are digits, too, but do not stand for bytes.
        return [*dump, _plain(text)]
    documents = list(_documents(text))
    rows = tables.find(text, is_cut, bool(documents)) if text[:1] not in '{"' else []
    rows += statements.find(data, is_cut)
    listed = encodings.python_list(text) or []
    if len(listed) > 1:
        evidence = f"{len(listed):,} literals b'…' as Python prints bytes"
        held = tuple(listed[:MOST_PIECES])
        rows.append(Finding(LIST, 70, evidence, ADVICE[LIST], held[0], pieces=held))
    return [*_encodings(text, is_cut, LITERALS), *documents, *rows, _plain(text)]


def find_wide(data: bytes, is_cut: bool = False) -> Finding | None:
    """Recognise text in UTF-16, by its mark or by the zeros of its letters."""
    read = wide_text(data)
    if read is None:
        return None
    text, name = read
    evidence = f"{len(text):,} characters in {name}"
    sql = f"decode(value, '{name}')"
    # Lines are not a value that SQL could decode.
    advice = f"iconv -f {name} -t UTF-8 FILE writes the text in UTF-8."
    return Finding(WIDE, 70, evidence, advice, text.encode(), sql=sql, is_partial=is_cut)


def wide_text(data: bytes) -> tuple[str, str] | None:
    """Return a text in UTF-16, and the name of its encoding in SQL."""
    if len(data) < LEAST_WIDE:
        return None
    if data[:2] in WIDE_MARKS:
        name = "UTF-16"
    else:
        name = next((name for name, at in WIDE_ZEROS if _is_zero(data[at::2])), "")
        if not name:
            return None
    text = codecs.getincrementaldecoder(name)("replace").decode(data)
    if not text or "\ufffd" in text or not all(c.isprintable() or c in CONTROL for c in text):
        return None
    return text, name


def split_list(data: bytes, detail: str) -> list[bytes] | None:
    """Return the bytes of a list of Python's literals."""
    return encodings.python_list(decoded(data).strip()) or None


def _is_zero(data: bytes) -> bool:
    return data.count(0) >= MOST_WIDE_ZEROS * len(data)


def _encodings(text: str, is_cut: bool, names: Iterable[str]) -> Iterator[Finding]:
    for name in names:
        read = encodings.READERS[name]
        inside = encodings.read_head(text, read) if is_cut else read(text, MOST_INSIDE + 1)
        if inside is None:
            continue
        yield Finding(
            name,
            _score(name, text),
            inside.evidence,
            "" if inside.sql else ADVICE.get(name, ""),
            inside.data[:MOST_INSIDE],
            sql=inside.sql,
            is_partial=is_cut or len(inside.data) > MOST_INSIDE,
        )


def _score(name: str, text: str) -> int:
    if name == "base64 text":
        # A short word is made of the same characters.
        return 45 if encodings.is_sure_base64(text) else 0
    return SCORES.get(name, 80)


def _documents(text: str) -> Iterator[Finding]:
    if text.startswith(("{", "[", '"')):
        yield from _json(text)
    if _ARMOUR.match(text):
        yield Finding("PEM", 90, text.splitlines()[0])
    if text.startswith(magic.BACKUP_LINES):
        yield Finding(magic.BACKUP, 95, "it begins with its version", magic.READ_BACKUP)
    if text.startswith(("<?xml", "<!DOCTYPE", "<html")):
        yield Finding("XML or HTML", 85, f"it begins with {text.split(None, 1)[0]}")


def _json(text: str) -> Iterator[Finding]:
    lines = text.splitlines()
    try:
        documents, name = [json.loads(text)], "JSON"
    except (ValueError, RecursionError):
        # The last line may be cut off.
        documents = []
        for line in lines:
            try:
                documents.append(json.loads(line))
            except (ValueError, RecursionError):
                break
        if not documents or len(documents) < len(lines) - 1:
            return
        name = "JSON lines"
    count = f"{len(documents):,} documents" if name == "JSON lines" else "one document"
    first = documents[0]
    if isinstance(first, dict) and first.keys() >= DATABUS_KEYS:
        evidence = "the keys of the line that Databus writes"
        yield Finding("Databus JSON", 90, evidence, "databus_decode_json(value)")
    yield from _fields(documents[:MOST_DOCUMENTS], name, count)
    yield Finding(name, 85, count, "from_json or parse_json reads it.")


def _fields(documents: list[Any], name: str, count: str) -> Iterator[Finding]:
    """Find what is encoded in fields; a field that is null in the first document may be in others.

    A document costs no more than its size, and of all of them `MOST_TEXTS` are looked into.
    """
    seen: set[str] = set()
    texts = (held for document in documents for held in _texts(document))
    for path, held in itertools.islice(texts, MOST_TEXTS):
        if path in seen:
            continue
        for read in (encodings.read_hex, encodings.read_base64):
            inside = read(held)
            if inside and inside.data and inside.sql:
                seen.add(path)
                sql = inside.sql.replace("value", f"get_json_object(string(value), '{path}')", 1)
                evidence = f"{count}; {path} is text"
                reader = "sparkwire decode auto FILE" if name == "JSON lines" else ""
                yield Finding(name, 87, evidence, "", inside.data, sql=sql, reader=reader)


def _texts(document: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401
    """Yield the texts of a document with their paths."""
    open = [(document, "$", 0)]
    while open:
        here, path, depth = open.pop()
        if isinstance(here, str):
            yield path, here
        if depth == MOST_DEPTH:
            continue
        steps: list[tuple[str, Any]] = []
        if isinstance(here, dict):
            steps = [
                (f".{key}" if re.fullmatch(r"\w+", key) else f"['{key}']", value)
                for key, value in here.items()
            ]
        elif isinstance(here, list):
            steps = [(f"[{number}]", value) for number, value in enumerate(here[:MOST_TEXTS])]
        open.extend((value, path + step, depth + 1) for step, value in reversed(steps))


def _plain(text: str) -> Finding:
    lines = text.splitlines()
    beginning = lines[0][:40] if lines else ""
    return Finding("plain text", 35, f"UTF-8, it begins with {beginning!r}")
