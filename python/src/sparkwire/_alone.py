"""Decodes small inputs in the plain JVM of `sparkwire._jvm`: ``sparkwire decode`` without Spark.

The lines are those that Spark would write: `tests/python/test_cli.py` runs its cases both ways.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sparkwire.functions as wire
from sparkwire import _jvm, inputs
from sparkwire._rows import BAD_GZIP, BAD_GZIP_MESSAGE
from sparkwire.formats import parameters

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from sparkwire.formats import Call

# Spark takes longer to start than the JVM to decode this much.
MOST_BYTES, MOST_FILES = 8 << 20, 2000

Fault = dict[str, Any]


@dataclass(frozen=True)
class Value:
    """One value of the input.

    Attributes
    ----------
    data : bytes or None
        The value; None is NULL.
    row : str
        Where it comes from, for messages.
    others : dict
        The other columns of its row.
    is_broken : bool
        Whether the value is a file of damaged gzip.
    """

    data: bytes | None
    row: str
    others: Mapping[str, Any]
    is_broken: bool = False


@dataclass(frozen=True)
class Row:
    """One row of the output.

    Attributes
    ----------
    line : str
        The row as JSON, without the fault.
    fault : dict or None
        The fault, with the malformed bytes in base64.
    source : str
        Where the row comes from.
    is_tail : bool
        Whether the row is bytes after the last complete message, or between two.
    """

    line: str
    fault: Fault | None
    source: str
    is_tail: bool = False


def is_small(files: list[Path]) -> bool:
    """Return whether files are decoded sooner without Spark."""
    if len(files) > MOST_FILES:
        return False
    return sum(file.stat().st_size for file in files) <= MOST_BYTES


def of_files(files: list[Path], is_named: bool) -> Iterator[Value]:
    """Read files with one value each; like Spark, skip empty ones."""
    for file in files:
        data = file.read_bytes()
        if not data:
            continue
        name = f"file:{file.absolute()}" if is_named else "standard input"
        others = {"file": name} if is_named else {}
        unpacked = inputs.try_gunzip(data) if file.suffix == ".gz" else data
        yield Value(unpacked, name, others, unpacked is None)


def rows(call: Call, values: Iterator[Value], each: bool) -> Iterator[Row]:
    """Decode values; with `each`, one row for each of the messages of a value."""
    for value in values:
        if value.is_broken:
            fault = {"reason": BAD_GZIP, "offset": 0, "path": "", "message": BAD_GZIP_MESSAGE}
            offset = {"offset": 0} if each and _has_all(call) else {}
            yield _row(value, offset, None, fault, each)
        elif not each:
            yield _one(call, value)
        elif _has_all(call):
            yield from _messages(call, value)
        else:
            yield from _elements(call, value)


def _has_all(call: Call) -> bool:
    return hasattr(wire, f"{call.format}_decode_all")


def _one(call: Call, value: Value) -> Row:
    passed = _arguments(call, value, value.data)
    text = _jvm.decode(f"try_{call.format}_decode", passed, call.format)
    return _row(value, {}, text, None if text else _fault(call, value, value.data, 0))


def _messages(call: Call, value: Value) -> Iterator[Row]:
    data = value.data
    if data is None:
        return
    passed = _arguments(call, value, data)
    found, gaps, tail = _jvm.messages(f"{call.format}_decode_all", passed, call.format)
    # Reasons of gaps and tail were found by reading the whole value, where earlier bytes may have
    # settled the byte order, for example.
    parts: list[tuple[int, str | None, str | None]] = [(at, text, None) for at, text in found]
    parts += [(at, None, reason) for at, _, reason in gaps]
    parts += [(tail[0], None, tail[1])] if tail else []
    parts.sort(key=lambda part: part[0])
    ends = [at for at, _, _ in parts[1:]] + [len(data)]
    for (at, text, reason), until in zip(parts, ends, strict=True):
        fault = None if text else _fault(call.single, value, data[at:until], at)
        if reason:
            fault = {**(fault or _letter({}, data[at:until], at)), "reason": reason}
        yield _row(value, {"offset": at}, text, fault, reason is not None)


def _elements(call: Call, value: Value) -> Iterator[Row]:
    passed = _arguments(call, value, value.data)
    texts = _jvm.decode_elements(f"try_{call.format}_decode", passed, call.format)
    for text in texts or []:
        yield _row(value, {}, text, None)
    if texts is None:
        fault = _fault(call, value, value.data, 0)
        if fault:
            yield _row(value, {}, None, fault, True)


def _arguments(call: Call, value: Value, data: bytes | None) -> dict[str, Any]:
    passed = call.constants(data)
    for name, parameter in parameters(call.format).items():
        if parameter.takes_columns and name in value.others and name not in passed:
            given = value.others[name]
            if given is not None:
                passed[name] = int(given) if parameter.is_number else given
            elif parameter.is_required:
                passed[name] = None
    return passed


def _fault(call: Call, value: Value, data: bytes | None, start: int) -> Fault | None:
    if data is None:
        return None
    found = _jvm.fault(f"{call.format}_fault", _arguments(call, value, data))
    return None if found is None else _letter(found, data, start)


def _letter(found: Mapping[str, Any], data: bytes, start: int) -> Fault:
    return {
        "reason": found.get("reason", ""),
        "offset": start + found.get("offset", 0),
        "path": found.get("path", ""),
        "message": found.get("message", ""),
        "value": base64.b64encode(data).decode(),
    }


def _row(
    value: Value,
    offset: Mapping[str, int],
    text: str | None,
    fault: Fault | None,
    is_tail: bool = False,
) -> Row:
    others = {name: held for name, held in value.others.items() if held is not None}
    others = {name: _shown(held) for name, held in others.items()}
    head = json.dumps({**others, **offset}, ensure_ascii=False, separators=(",", ":"))
    inner = [part[1:-1] for part in (head, text or "{}") if part != "{}"]
    return Row("{" + ",".join(inner) + "}", fault, value.row, is_tail)


def _shown(held: object) -> object:
    return base64.b64encode(held).decode() if isinstance(held, bytes) else held


def with_fault(row: Row) -> str:
    """Return the line of a row with its fault."""
    if row.fault is None:
        return row.line
    fault = json.dumps({"fault": row.fault}, ensure_ascii=False, separators=(",", ":"))
    return row.line[:-1] + ("," if len(row.line) > 2 else "") + fault[1:]
