"""Texts that stand for bytes: hexadecimal digits, base64, dumps, and literals of programs."""

from __future__ import annotations

import ast
import base64
import binascii
import re
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from sparkwire.recognition import dumps

# Hexadecimal digits as programs print them: plain, 0x…, \x…, X'…', [02 CA …] or 02:ca:….
_HEX = re.compile(r"(0x|\\{1,2}x|[xX](?=')|\[)?'?((?:[0-9a-fA-F]{2}[ :,\r\n]*){2,})['\]]?")
# Each byte with a prefix of its own: \x0a\x0b, or 0x0a, 0x0b with what C has around it.
_PREFIXED = re.compile(
    r"(?:[\w \t*]{0,80}\[\d{0,9}\] ?= ?)?[\"'({\[\s]{0,8}"
    r"((?:(?:\\x|0[xX])[0-9a-fA-F]{2}[\s,\"]{0,8}){2,})"
    r"[)}\]\"';\s]{0,8}(?:unsigned int \w+ = \d+;)?"
)
_BASE64 = re.compile(r"[A-Za-z0-9+/_\-\r\n]+={0,2}")
_MIXED = re.compile(r"(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9+/])", re.DOTALL)
_PYTHON = re.compile(r"(?:bytearray\()?b(['\"]).*\1\)?", re.DOTALL)
_LITERAL = re.compile(r"\bb(?:'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\")")
# Several literals with only white space between them are one, as pprint writes a long one.
_LITERALS = re.compile(rf"{_LITERAL.pattern}(?:\s+{_LITERAL.pattern})*")
_TEXT = re.compile(r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"")
_OF_A_LIST = re.compile(r"[\s\[\](){},:=\w.+-]*")
# The escapes of C, Python, JavaScript, and of PostgreSQL's `escape`. A backslash that begins none
# of them is matched, too, so that it is seen.
_ESCAPE = re.compile(r"\\([0-7]{1,3}|x[0-9a-fA-F]{2}|[abfnrtv\\\"'?]|)")
_QUOTED = re.compile(r"\$?(['\"])(.*)\1")
_CONTROL = {"a": 7, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11}
_NUMBERS = re.compile(r"[\[{(]?\s*-?\d{1,3}(?:\s*,\s*-?\d{1,3}){7,}\s*[\]})]?")
LEAST_BASE64, SURE_BASE64 = 8, 24
# The longest group of digits, with a prefix and a separator, is 0x00 and a comma.
MOST_CUT = 5
MOST_INSIDE = 1 << 18

Read: TypeAlias = Callable[[str, int], "Inside | None"]


class Inside(NamedTuple):
    """The bytes that a text stands for, how, and the SQL expression that returns them."""

    data: bytes
    evidence: str
    sql: str


def read_head(text: str, read: Read) -> Inside | None:
    """Read the beginning of a text, which may be cut within a group of digits."""
    for cut in range(MOST_CUT):
        inside = read(text[: len(text) - cut], MOST_INSIDE)
        if inside:
            return inside
    return None


def read_hex(text: str, most: int = 1 << 62) -> Inside | None:
    """Read digits without separators, or with the usual ones."""
    found = _HEX.fullmatch(text)
    if found:
        digits = re.sub(r"[ :,\r\n]", "", found[2])
        # `unhex` takes only digits. The zero of 0x is a digit, too.
        prefix = len(found[1]) if found[1] in ("0x", "\\x") else 0
        sql = f"substring(value, {prefix + 1})" if prefix else "value"
        if prefix + len(digits) < len(text):
            sql = f"regexp_replace({sql}, '[^0-9a-fA-F]', '')"
        data = bytes.fromhex(digits)
        return Inside(data, f"{len(data):,} bytes in hexadecimal digits", f"unhex({sql})")
    found = _PREFIXED.fullmatch(text)
    if not found:
        return None
    data = bytes.fromhex("".join(re.findall(r"[xX]([0-9a-fA-F]{2})", found[1])))
    evidence = f"{len(data):,} bytes in hexadecimal digits, each after its prefix"
    sql = r"unhex(regexp_replace(value, '\\\\x|0x|[^0-9a-fA-F]', ''))"
    return Inside(data, evidence, sql if found[1] == text else "")


def from_base64(text: str) -> bytes | None:
    """Return the bytes that base64 stands for, or None if the text is something else."""
    if not _BASE64.fullmatch(text) or len(text) < LEAST_BASE64:
        return None
    digits = re.sub(r"\s", "", text).rstrip("=").translate(str.maketrans("-_", "+/"))
    try:
        return base64.b64decode(digits + "=" * (-len(digits) % 4), validate=True)
    except binascii.Error:
        return None


def read_base64(text: str, most: int = 1 << 62) -> Inside | None:
    """Read base64 with or without padding, in the usual or the URL-safe alphabet."""
    data = from_base64(text)
    if data is None:
        return None
    # `unbase64` skips the characters of the other alphabet.
    is_url_safe = "-" in text or "_" in text
    sql = "unbase64(translate(value, '-_', '+/'))" if is_url_safe else "unbase64(value)"
    return Inside(data, f"{len(data):,} bytes in base64", sql)


def is_sure_base64(text: str) -> bool:
    """Return whether a text is unlikely to be a word, which is made of the same characters."""
    return len(text) >= SURE_BASE64 and _MIXED.match(text) is not None


def read_python(text: str, most: int = 1 << 62) -> Inside | None:
    """Read a literal of Python: b'…', perhaps in bytearray(…)."""
    if not _PYTHON.fullmatch(text):
        return None
    return _evaluated(text.removeprefix("bytearray(").removesuffix(")"))


def read_python_row(text: str, most: int = 1 << 62) -> Inside | None:
    """Read the only literal of bytes in a line, such as Row(id=1, value=bytearray(b'…'))."""
    found = _LITERAL.findall(text)
    return _evaluated(found[0]) if len(found) == 1 else None


def python_list(text: str) -> list[bytes] | None:
    """Read the literals of a list or tuple: [b'…', b'…'], or rows with one each: [(1, b'…')]."""
    if not text.startswith(("[", "(")):
        return None
    if not _OF_A_LIST.fullmatch(_TEXT.sub("", _LITERALS.sub("", text))):
        return None
    return [inside.data for one in _LITERALS.findall(text) if (inside := _evaluated(f"({one})"))]


def _evaluated(text: str) -> Inside | None:
    try:
        data = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    evidence = "b'…' as Python prints bytes"
    return Inside(data, evidence, "") if isinstance(data, bytes) else None


def read_escapes(text: str, most: int = 1 << 62) -> Inside | None:
    r"""Read characters with escapes, such as ``a\x00b`` or ``\000\203``."""
    if "\n" in text or "\\" not in text:
        return None
    quoted = _QUOTED.fullmatch(text)
    try:
        data, count = _unescaped(quoted[2] if quoted else text)
    except ValueError:
        return None
    return Inside(data, f"{len(data):,} bytes as characters and escapes", "") if count else None


def _unescaped(text: str) -> tuple[bytes, int]:
    """Return the bytes, and how many of them are written as numbers."""
    out, at, count = bytearray(), 0, 0
    for found in _ESCAPE.finditer(text):
        out += text[at : found.start()].encode()
        at, what = found.end(), found[1]
        if not what:
            raise ValueError(at)
        is_hex, is_octal = what[0] == "x", what[0] in "01234567"
        count += is_hex or is_octal
        if is_hex:
            out.append(int(what[1:], 16))
        elif is_octal:
            out.append(int(what, 8))  # a ValueError above 255
        else:
            out.append(_CONTROL.get(what, ord(what)))
    return bytes(out + text[at:].encode()), count


def read_numbers(text: str, most: int = 1 << 62) -> Inside | None:
    """Read decimal numbers, with or without signs, as Java and JavaScript print arrays of bytes."""
    if not _NUMBERS.fullmatch(text):
        return None
    numbers = [int(digits) for digits in re.findall(r"-?\d+", text)]
    if min(numbers) < -128 or max(numbers) > (127 if min(numbers) < 0 else 255):
        return None
    data = bytes(number & 0xFF for number in numbers)
    return Inside(data, f"{len(data):,} bytes as decimal numbers", "")


def read_dump(text: str, most: int = 1 << 62) -> Inside | None:
    """Read the lines of a dump."""
    dump = dumps.read(text, most)
    if dump is None:
        return None
    evidence = f"{len(dump.data):,} bytes in lines as {dump.program} writes them"
    return Inside(dump.data, evidence, "")


# The names of the encodings, and what reads them.
READERS: dict[str, Read] = {
    "hex text": read_hex,
    "hex dump": read_dump,
    "base64 text": read_base64,
    "Python bytes literal": read_python,
    "escaped text": read_escapes,
    "list of bytes": read_numbers,
}
