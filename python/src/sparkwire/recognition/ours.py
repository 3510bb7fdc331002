"""Judges how well bytes fit the formats that Sparkwire decodes without a schema."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sparkwire import _jvm, view
from sparkwire.dissection import Dissection, dissect_call
from sparkwire.formats import Call
from sparkwire.guesses import Guess

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

# Formats that can be read without a schema or other arguments, and what reads them.
CANDIDATES = {
    "databus": "databus_decode(value)",
    "avro_container": "avro_container_decode(value); spark.read.format('avro') reads files",
    "cernan": "cernan_decode(value)",
    "kafka_records": "kafka_records_decode(value); spark.read.format('sparkwire-kafka-log') reads"
    " the files of a log",
    "ignite": "ignite_decode(value)",
    "ignite_cdc": "ignite_cdc_decode(value)",
    "aerospike": "aerospike_decode(value)",
    "kafka_request": "kafka_request_decode(value)",
    "msgpack": "msgpack_decode(value)",
}
# Formats whose messages stand end to end, what one is called, and whether its bytes are checked.
END_TO_END = {
    "databus": ("Databus events", True),
    "cernan": ("Cernan packets", True),
    "msgpack": ("MessagePack values", False),
}
# The option that reads on after damaged bytes.
RESYNC = ", map('resync', 'true')"
# A name that SQL takes as it is. Of so many maps the fields are listed, and not more of them.
NAME, MOST_OF_FIELDS = re.compile(r"[A-Za-z_]\w*"), 20
# This many bytes show whether they are values of a layout end to end.
MOST_OF_A_LAYOUT = 1 << 14
# The types of parts that readers check, and the kind of evidence that each gives.
CHECKS = {
    "magic": "magic",
    # The constant bytes of a layout.
    "contents": "magic",
    # Of a change event of Ignite: the name of its class and of all fields.
    "head of the stream": "magic",
    "crc": "checksum",
    "crc32": "checksum",
    "crc32c": "checksum",
    "sync marker": "checksum",
}
# The prefix of the reasons for faults in such a part.
FAILED = "bad-"
# The prefixes of faults after which the bytes that a checksum covers are incomplete.
ENDED = ("truncated", "length-past-end")
# A checksum that was valid although the value is incomplete: it covers what precedes the fault.
CHECKED_BEFORE = {"truncated-body": "header_crc"}
TRAILING = "trailing-bytes"
# Formats in which each value says what it is, so that a long beginning that fits is evidence.
SELF_DESCRIBING = ("msgpack", "ignite", "ignite_cdc", "aerospike")
# A match that is unlikely to be chance counts most; a value that merely fits counts by its size. A
# magic number counts by its length in bytes.
POINTS_OF_MAGIC, MOST_POINTS_OF_MAGIC = 10, 40
CHECKSUM_POINTS = 50
WHOLE_POINTS = 30
# An Aerospike message is MessagePack too; that its envelope fits as well is more evidence.
ENVELOPE_POINTS = {"aerospike": 15}
MOST_STRUCTURE_POINTS = 20
COVERED_POINTS = 20
# Any byte below 0x80 is a number in MessagePack, so any text is numbers end to end. Such a sequence
# counts only if nearly all of its values are maps and arrays.
LEAST_CONTAINERS = 0.9
CONTAINERS = ('{"msgpack":{', '{"msgpack":[')
# So many values of at least so many bytes each are not chance, whatever follows them.
MANY, LEAST_OF_MANY, LEAST_SCORE_OF_MANY = 16, 8, 55


def find(value: bytes, is_cut: bool) -> Iterator[Guess]:
    """Judge each format. `is_cut` says that `value` is only the beginning of the bytes."""
    for format in CANDIDATES:
        dissection = dissect_call(Call(format), value)
        many = end_to_end(dissection, is_cut)
        yield many or judge(dissection, is_cut, CANDIDATES[format])


def find_layouts(value: bytes, is_cut: bool, layouts: Mapping[str, str]) -> Iterator[Guess]:
    """Judge the user's layouts, which are given by their names."""
    for name, text in layouts.items():
        call = Call("layout", {"layout": text})
        dissection = dissect_call(call, value)
        argument = f"sparkwire.layout({name!r})"
        guess = judge(dissection, is_cut, f"layout_decode(value, {argument})")
        fault = dissection.fault
        if fault and fault["reason"] == TRAILING:
            guess = _many_of(call, guess, is_cut, f"layout_decode_all(value, {argument})")
        yield replace(guess, format=f"layout:{name}")


def _many_of(call: Call, guess: Guess, is_cut: bool, advice: str) -> Guess:
    """Return a guess for several values of a layout if they make up most of the bytes."""
    assert guess.dissection
    # The result of a layout may be many times as large as its bytes.
    value = guess.dissection.value[:MOST_OF_A_LAYOUT]
    is_cut = is_cut or len(value) < len(guess.dissection.value)
    messages, _, tail = _messages(call, value)
    covered = tail[0] if tail else len(value)
    if len(messages) < 2 or 2 * covered < len(value):
        return guess
    evidence = [f"{'at least ' if is_cut else ''}{len(messages):,} values end to end"]
    if tail and not (is_cut and tail[1].startswith(ENDED)):
        evidence.append(f"but {tail[1]} at byte {tail[0]:,}")
    # The last evidence is how far the bytes fit a single value.
    checked = guess.evidence[:-1]
    score = (90 if checked else 40 + min(MOST_STRUCTURE_POINTS, len(messages))) * covered
    return replace(
        guess,
        score=score // len(value),
        evidence=(*checked, *evidence),
        advice=advice,
        holds_many=True,
    )


def judge(dissection: Dissection, is_cut: bool, advice: str) -> Guess:
    """Say how well a dissection fits, by the checks in it and by the bytes that it covers."""
    fault, size = dissection.fault, len(dissection.value)
    good = [part for part in dissection.parts if not view.is_fault(part)]
    covered = sum(part["length"] for part in good)
    checks = checks_of(dissection.value, good, fault)
    evidence = [_in_words(kind, count) for kind, count in checks.items()]
    score = CHECKSUM_POINTS if "checksum" in checks else 0
    score += min(POINTS_OF_MAGIC * checks.get("magic", 0), MOST_POINTS_OF_MAGIC)
    is_body = checks or (dissection.format in SELF_DESCRIBING and 2 * covered > size)
    if is_cut and fault and fault["reason"].startswith(ENDED) and is_body:
        fault = None
    if fault is None:
        # In many formats a single byte is a complete value. Each further part makes a chance match
        # less likely.
        score += min(MOST_STRUCTURE_POINTS, len(good)) + (WHOLE_POINTS if len(good) > 1 else 1)
        score += ENVELOPE_POINTS.get(dissection.format, 0)
        which = "the first" if is_cut else "all"
        evidence.append(f"{which} {size:,} bytes have their place in {len(good):,} fields")
    else:
        score += COVERED_POINTS * covered // size if checks else covered * 5 // size
        evidence.append(
            f"{'but ' if checks else ''}{fault['reason']} at byte {fault['offset']:,}:"
            f" {fault['message']}"
        )
    return Guess(
        dissection.format,
        min(score, 100),
        tuple(evidence),
        dissection,
        advice,
    )


def checks_of(
    value: bytes, parts: Sequence[dict[str, Any]], fault: dict[str, Any] | None
) -> dict[str, int]:
    """Count the bytes of the magic numbers, and the checksums, that were checked and are valid.

    A reader checks a checksum once it has read the bytes that the checksum covers. If the reader
    then refused the value for another reason, the checksum was valid. Zeros prove nothing: they
    are the checksum of nothing, and what unused bytes hold.
    """
    counts: dict[str, int] = {}
    for part in parts:
        kind = CHECKS.get(part["type"])
        if kind is None or not any(value[part["offset"] : part["offset"] + part["length"]]):
            continue
        reason = fault["reason"] if fault else ""
        is_checked = CHECKED_BEFORE.get(reason) == part["path"]
        if kind == "checksum" and reason.startswith(ENDED) and not is_checked:
            continue
        if fault and fault["path"] == part["path"] and fault["reason"].startswith(FAILED):
            continue
        counts[kind] = counts.get(kind, 0) + (part["length"] if kind == "magic" else 1)
    return counts


def _in_words(kind: str, count: int) -> str:
    if kind == "magic":
        return "the magic number is there"
    return f"{count} checksum{'s' if count > 1 else ''} fit{'' if count > 1 else 's'}"


def end_to_end(dissection: Dissection, is_cut: bool) -> Guess | None:
    """Return a guess for several messages, if most of the bytes are such."""
    format, fault, size = dissection.format, dissection.fault, len(dissection.value)
    if format not in END_TO_END or not fault or fault["reason"] != TRAILING:
        return None
    name, is_checked = END_TO_END[format]
    # After damaged bytes, only checksums and magic numbers tell the next message.
    for resyncs in (False, True) if is_checked else (False,):
        options = {"resync": "true"} if resyncs else {}
        messages, gaps, tail = _messages(Call(format, options=options), dissection.value)
        ends = tail is None or (is_cut and tail[1].startswith(ENDED))
        if ends:
            break
    covered = size if ends or tail is None else tail[0]
    covered -= sum(length for _, length, _ in gaps)
    containers = sum(1 for _, text in messages if (text or "").startswith(CONTAINERS))
    is_chance = not is_checked and containers < LEAST_CONTAINERS * len(messages)
    are_many = len(messages) >= MANY and covered >= LEAST_OF_MANY * len(messages)
    if len(messages) < 2 or is_chance or (2 * covered < size and not are_many):
        return None
    score = (90 if is_checked else 60 + min(MOST_STRUCTURE_POINTS, len(messages))) * covered // size
    score = max(score, LEAST_SCORE_OF_MANY) if are_many else score
    evidence = [f"{'at least ' if is_cut else ''}{len(messages):,} {name} end to end"]
    if gaps:
        evidence.append(f"but {gaps[0][2]} at byte {gaps[0][0]:,}")
    elif tail and not ends:
        evidence.append(f"but {tail[1]} at byte {tail[0]:,}")
    fields = "" if is_checked or ends else fields_of(messages)
    advice = f"{format}_decode_all(value{fields}{RESYNC if resyncs or fields else ''})"
    if fields:
        schema = fields.removeprefix(", ")
        advice += f"; sparkwire decode {format} FILE --all --schema {schema} --option resync=true"
    return Guess(format, score, tuple(evidence), dissection, advice, holds_many=True)


def fields_of(messages: Sequence[tuple[int, str | None]]) -> str:
    """Return the argument of a DDL by which the next map is found after damage, if all are maps."""
    names: dict[str, None] = {}
    for _, text in messages[:MOST_OF_FIELDS]:
        (held,) = json.loads(text or '{"": null}').values()
        if not isinstance(held, dict):
            return ""
        names |= dict.fromkeys(held)
    quoted = ", ".join(
        f"{name if NAME.fullmatch(name) else '`' + name.replace('`', '``') + '`'} VARIANT"
        for name in names
    )
    is_usable = names and len(names) <= MOST_OF_FIELDS and not set(quoted) & set("'\\")
    return f", '{quoted}'" if is_usable else ""


def _messages(call: Call, value: bytes) -> _jvm.Messages:
    """Return the messages of a value, with JSON text, and where and why they stop."""
    format = call.format
    if _jvm.is_available():
        passed: dict[str, Any] = {"value": value, **call.arguments, "options": call.options}
        return _jvm.messages(f"{format}_decode_all", passed, format)
    from pyspark.sql import SparkSession
    from pyspark.sql import functions as F

    spark = SparkSession.getActiveSession()
    assert spark  # dissect_call has used it
    all = call.column(f"{format}_decode_all", "value")
    df = spark.createDataFrame([(value,)], "value BINARY").select(F.to_json(all).alias("all"))
    said: dict[str, Any] = json.loads(df.collect()[0][0])
    tail = said.pop("tail", None)
    gaps = [(gap["offset"], gap["length"], gap["reason"]) for gap in said.pop("gaps", ())]
    (messages,) = said.values() or [[]]
    found = []
    for message in messages:
        offset = message.pop("offset")
        (held,) = message.values() or [None]
        found.append(
            (offset, None if held is None else json.dumps({format: held}, separators=(",", ":")))
        )
    return _jvm.Messages(found, gaps, tail and (tail["offset"], tail["reason"]))
