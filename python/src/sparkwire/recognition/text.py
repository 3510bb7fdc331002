"""Text: what is written in it, and binary values that are encoded in it."""

from __future__ import annotations

import ast
import base64
import binascii
import json
import re
from typing import TYPE_CHECKING, Any

from sparkwire.recognition import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

# Hexadecimal digits as programs print them: plain, 0x…, \x…, X'…', [02 CA …] or 02:ca:….
_HEX = re.compile(r"(?:0x|\\x|[xX](?=')|\[)?'?((?:[0-9a-fA-F]{2}[ :,\n]*){2,})['\]]?")
_BASE64 = re.compile(r"[A-Za-z0-9+/_\-\r\n]+={0,2}")
_MIXED = re.compile(r"(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9+/])", re.DOTALL)
_PYTHON = re.compile(r"b(['\"]).*\1", re.DOTALL)
_ARMOUR = re.compile(r"-----BEGIN [A-Z0-9 ]+-----")
CONTROL = "\t\n\r\f\b\x1b"
LEAST_BASE64, SURE_BASE64 = 8, 24
# Of a document, this many texts are looked into.
MOST_TEXTS, MOST_DEPTH = 100, 16
# The keys of the line that Databus's own software writes.
DATABUS_KEYS = {"opcode", "sequence", "srcId", "schemaId", "timestampInNanos"}


def is_text(data: bytes) -> bool:
    """Return whether the bytes are text in UTF-8, possibly cut in the middle of a character."""
    text = _decoded(data)
    return bool(text) and all(c.isprintable() or c in CONTROL for c in text)


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if error.end == len(data) and error.reason == "unexpected end of data":
            return data[: error.start].decode("utf-8-sig")
        return ""


def find(data: bytes) -> list[Finding]:
    """Return what a text seems to be: encodings of binary values first, then kinds of text."""
    text = _decoded(data).strip()
    return [*_encodings(text), *_documents(text), _plain(text)]


def _encodings(text: str) -> Iterator[Finding]:
    inside = from_hex(text)
    if inside is not None:
        evidence = f"{len(inside):,} bytes in hexadecimal digits"
        yield Finding("hex text", 70, evidence, "unhex(value)", inside)
    inside = from_base64(text)
    if inside is not None:
        # A short word is made of the same characters.
        score = 45 if len(text) >= SURE_BASE64 and _MIXED.match(text) else 0
        evidence, advice = f"{len(inside):,} bytes in base64", "unbase64(value)"
        yield Finding("base64 text", score, evidence, advice, inside)
    if _PYTHON.fullmatch(text):
        try:
            inside = ast.literal_eval(text)
        except (ValueError, SyntaxError):
            return
        advice = "A program stored the text of the bytes instead of the bytes."
        yield Finding("Python bytes literal", 80, "b'…' as Python prints bytes", advice, inside)


def from_hex(text: str) -> bytes | None:
    """Return the bytes that hexadecimal digits stand for, or None if the text is something else."""
    found = _HEX.fullmatch(text)
    return bytes.fromhex(re.sub(r"[ :,\n]", "", found[1])) if found else None


def from_base64(text: str) -> bytes | None:
    """Return the bytes that base64 stands for, or None if the text is something else."""
    if not _BASE64.fullmatch(text) or len(text) < LEAST_BASE64:
        return None
    digits = re.sub(r"\s", "", text).rstrip("=").translate(str.maketrans("-_", "+/"))
    try:
        return base64.b64decode(digits + "=" * (-len(digits) % 4), validate=True)
    except binascii.Error:
        return None


def _documents(text: str) -> Iterator[Finding]:
    if text.startswith(("{", "[", '"')):
        yield from _json(text)
    if _ARMOUR.match(text):
        yield Finding("PEM", 90, text.splitlines()[0])
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
    for number, (path, held) in enumerate(_texts(first)):
        if number == MOST_TEXTS:
            break
        for inside, function in ((from_hex(held), "unhex"), (from_base64(held), "unbase64")):
            if inside:
                advice = f"{function}(get_json_object(value, '{path}'))"
                yield Finding(name, 87, f"{count}; {path} is text", advice, inside)
    yield Finding(name, 85, count, "from_json or parse_json reads it.")


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
