"""Finds a value of our formats that begins after a header of something else."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sparkwire.dissection import dissect_call
from sparkwire.formats import Call
from sparkwire.recognition import ours
from sparkwire.recognition.candidates import Candidate, candidates

if TYPE_CHECKING:
    from sparkwire.guesses import Guess

# The candidates of one value are dissected as long as they have no more bytes than this together,
# four times as many as `guess` reads of a value. A candidate that says its size has only so many,
# so it takes made-up bytes to use up this budget.
MOST_DISSECTED = 1 << 20
# A magic number of so many bytes is unlikely to be chance at one of many offsets.
LEAST_MAGIC = 4
# Formats without a checksum, of which every byte must have its place. `candidates` has looked for
# more evidence than that.
WHOLE = ("msgpack", "aerospike", "ignite", "kafka_request")
# A value at a later offset counts less than at the first, but more than a frame at the first, of
# which nothing but some zeros is known.
LATER_POINTS, LEAST_LATER = 10, 60


def find(value: bytes, is_cut: bool) -> Guess | None:
    """Return the guess for the first offset at which the evidence is strong."""
    found: list[Guess] = []
    left = MOST_DISSECTED
    for candidate in candidates(value, is_cut):
        if found and candidate.offset > found[0].offset:
            break
        left -= min(len(value) - candidate.offset, candidate.size or len(value))
        if left < 0:
            break
        guess = _judge(candidate, value, is_cut)
        if guess:
            found.append(guess)
    return max(found, key=lambda guess: guess.score, default=None)


def _judge(candidate: Candidate, value: bytes, is_cut: bool) -> Guess | None:
    offset, format, size = candidate
    rest = value[offset:]
    part = rest[:size]
    is_part_cut = is_cut and len(part) == len(rest)
    dissection = dissect_call(Call(format), part, offset)
    guess = ours.judge(dissection, is_part_cut, ours.CANDIDATES[format])
    follow = len(rest) - len(part)
    many = None
    if follow and format in ours.END_TO_END:
        many = ours.end_to_end(dissect_call(Call(format), rest, offset), is_cut)
    elif dissection.fault:
        many = ours.end_to_end(dissection, is_cut)
    if not many and not _is_strong(guess, is_part_cut):
        return None
    evidence = (many or guess).evidence
    if follow and not many:
        evidence = (*evidence, f"{follow:,} bytes follow")
    length = len(part) if follow and not many else None
    return replace(
        many or guess,
        score=max((many or guess).score - LATER_POINTS, LEAST_LATER),
        evidence=evidence,
        advice=_advice(many or guess, offset, length),
        offset=offset,
        length=length,
    )


def _is_strong(guess: Guess, is_cut: bool) -> bool:
    dissection = guess.dissection
    assert dissection
    fault = dissection.fault
    checks = ours.checks_of(dissection.value, dissection.parts, fault)
    is_good = fault is None or (is_cut and fault["reason"].startswith(ours.ENDED))
    if "checksum" in checks:
        return True
    return is_good and (checks.get("magic", 0) >= LEAST_MAGIC or guess.format in WHOLE)


def _advice(guess: Guess, offset: int, length: int | None) -> str:
    part = f"substring(value, {offset + 1}{'' if length is None else f', {length}'})"
    sql = guess.advice.partition("; ")[0].replace("value", part, 1)
    if guess.holds_many:
        return f"{sql}; sparkwire decode auto FILE"
    count = "" if length is None else f" --count {length}"
    return f"{sql}; sparkwire dissect {guess.format} FILE --offset {offset}{count}"
