"""Guesses the format of some bytes, or of a column or folder of values, by their evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from sparkwire._message import message
from sparkwire.advice import advice_for, is_ours
from sparkwire.errors import InvalidCall
from sparkwire.guesses import NONE, Guess, Guesses
from sparkwire.layout_files import in_folder
from sparkwire.recognition import (
    Finding,
    frames,
    lengths,
    magic,
    offsets,
    ours,
    sequences,
    statements,
    structures,
    text,
)
from sparkwire.sampling import sampled

if TYPE_CHECKING:
    import os

    from pyspark.sql import DataFrame

# Weaker evidence is likely to be chance.
LEAST_SCORE = 25
# Evidence after which nothing else is tried.
CERTAIN = 90
# What a value is shows in its beginning. The bytes after these are not looked at.
HEAD = 1 << 18
HEAD_OF_MANY = 1 << 14
MOST_WRAPS = 3
# A damaged value with less evidence may be something else, with a value at a later offset.
LEAST_DAMAGED = 50
# Text in base64 is often a word that only looks like it, so what is inside must be convincing.
LEAST_INSIDE = {
    "base64 text": 50,
    "JSON": 50,
    "JSON lines": 50,
    "CSV": 50,
    "lines of text": 50,
    "escaped text": 50,
    "list of bytes": 50,
}
# Texts that may stand for bytes in several ways: what is inside does not make one likelier.
LITERALS = ("escaped text", "list of bytes")
# This many bytes do not fit one of our formats as a whole by chance.
LEAST_WHOLE = 12
MOST_DETAILS = 5
# Of many values in one, so many are of the same format. Each of them may be small.
LEAST_ALIKE, LEAST_PIECE, LEAST_WHOLE_PIECE = 0.75, 50, 4
MOST_OF_PIECES = 88


def guess(
    value: bytes | Iterable[bytes] | DataFrame,
    column: str | None = None,
    *,
    sample: int = 200,
    layouts: str | os.PathLike[str] | None = None,
) -> Guesses:
    """Guess the format of a message, or of many.

    Formats that Sparkwire decodes are recognised by magic numbers, checksums, and a structure that
    covers every byte, at the first byte or after a header of up to 64 bytes. Compressed and encoded
    values are unwrapped, and well-known formats of other software are named. Avro values without a
    frame, Kafka messages and records of internal topics cannot be recognised, because nothing in
    them says what they are.

    Parameters
    ----------
    value : bytes, iterable of bytes, or DataFrame
        A message, several messages, or a table with a column of messages.
    column : str, optional
        The column of the DataFrame; by default its only BINARY column, or the one named ``value``.
    sample : int, optional
        At most this many rows of the DataFrame are read. They are the first that Spark finds.
    layouts : str or PathLike, optional
        A folder whose ``.ksy`` files are tried as well.

    Returns
    -------
    Guesses
        A list of the guesses, best first; empty if no format fits. For many messages, a list of the
        verdicts with their counts.

    Examples
    --------
    >>> from sparkwire.demo import samples
    >>> value = dict(samples("databus"))["upsert"]
    >>> print(sparkwire.guess(value))
     93  databus  2 checksums fit; all 66 bytes have their place in 13 fields
    Next: databus_decode(value)
    >>> print(sparkwire.guess(b"HDR" + value))
     83  databus at byte 3  2 checksums fit; all 66 bytes have their place in 13 fields
    Next: databus_decode(substring(value, 4)); sparkwire dissect databus FILE --offset 3
    >>> df = spark.createDataFrame(samples("databus"), ["name", "value"])
    >>> print(sparkwire.guess(df).verdict)
    8 values, 714 bytes: 8 databus.
    """
    own = in_folder(layouts) if layouts is not None else {}
    # Classic and Connect have different classes of this name; a Column has every attribute.
    if type(value).__name__ == "DataFrame" and hasattr(value, "sparkSession"):
        heads, sizes = sampled(value, column, sample, HEAD_OF_MANY)
        return of_many(heads, sizes, own)
    if column is not None:
        raise InvalidCall(f"column {column} is for a DataFrame, not for {type(value).__name__}.")
    # A Column could be iterated without end.
    one_value = isinstance(value, (str, bytes, bytearray, memoryview)) or hasattr(
        value, "isNotNull"
    )
    if isinstance(value, Iterable) and not one_value:
        return of_many([message(one) for one in value if one is not None], layouts=own)
    return of_one(message(value), layouts=own)


def of_one(
    value: bytes,
    size: int | None = None,
    head: int = HEAD,
    layouts: Mapping[str, str] | None = None,
) -> Guesses:
    """Guess the format of one message, of which `value` may be only the beginning.

    `layouts` are the texts of the user's layouts by the paths of their files.
    """
    size = len(value) if size is None else size
    is_cut = size > min(head, len(value))
    found = _guesses(value[:head], is_cut)
    if layouts and value:
        fitting = ours.find_layouts(value[:head], is_cut, layouts)
        found = _ranked([*found, *fitting])
    return Guesses(found, size=size)


def of_many(
    values: Sequence[bytes],
    sizes: Sequence[int] | None = None,
    layouts: Mapping[str, str] | None = None,
) -> Guesses:
    """Count the best guesses for many messages, of which `values` may be the beginnings."""
    if len(values) == 1:
        return of_one(values[0], sizes[0] if sizes else None, layouts=layouts)
    sizes = sizes or list(map(len, values))
    groups: dict[str, list[Guess]] = {}
    for value, size in zip(values, sizes, strict=True):
        ranked = of_one(value, size, HEAD_OF_MANY, layouts)
        groups.setdefault(ranked[0].label if ranked else NONE, []).extend(ranked[:1])
        if not ranked:
            groups[NONE].append(Guess(NONE, 0, ()))
    unknown = len(groups.pop(NONE, ()))
    verdicts = sorted(map(_together, groups.values()), key=lambda one: (-one.count, -one.score))
    return Guesses(verdicts, size=sum(sizes), values=len(values), unknown=unknown)


def _guesses(value: bytes, is_cut: bool, wraps: int = 0) -> list[Guess]:
    if not value:
        return []
    foreign = [_foreign(finding, wraps) for finding in _findings(value, is_cut)]
    found = [one for one in foreign if one]
    if not any(one.score >= CERTAIN for one in found) and not text.is_text(value):
        fitting = list(ours.find(value, is_cut))
        found += fitting
        if not any(map(_fits, fitting)):
            later = offsets.find(value, is_cut)
            found += [later] if later else []
    return _ranked(found)


def _fits(guess: Guess) -> bool:
    """Return whether a value begins at the first byte, so that no later offset is tried."""
    is_whole = guess.fault is None and guess.score >= LEAST_SCORE
    return is_whole or guess.score >= LEAST_DAMAGED


def _ranked(guesses: Iterable[Guess]) -> list[Guess]:
    found = [one for one in guesses if one.score >= LEAST_SCORE]
    # Between equal scores the format that Sparkwire decodes comes first.
    return sorted(found, key=lambda one: (-one.score, one.dissection is None))


def _findings(value: bytes, is_cut: bool) -> list[Finding]:
    if text.is_text(value):
        return text.find(value, is_cut)
    wide = text.find_wide(value, is_cut)
    if wide:
        return [wide]
    by_magic = magic.find(value)
    if by_magic and by_magic.score >= CERTAIN:
        return [by_magic]
    framed = frames.find(value)
    walked = [*structures.find(value, is_cut), *sequences.find(value, is_cut)]
    walked += [*lengths.find(value, is_cut), *statements.find(value, is_cut)]
    return [*filter(None, (by_magic, framed)), *walked]


def _foreign(finding: Finding, wraps: int) -> Guess | None:
    """Turn a finding into a guess, after a look at what is wrapped."""
    inside = None
    if finding.pieces:
        inside = _inside_all(finding, wraps) if wraps < MOST_WRAPS else None
        if not inside:
            return None
        # Checksums of the values count more than the form of their lengths.
        finding = replace(finding, score=max(finding.score, min(inside.score, MOST_OF_PIECES)))
    elif finding.inside is not None and wraps < MOST_WRAPS:
        inside = _first(finding.inside, finding.is_partial, wraps)
    score, evidence = finding.score, [finding.evidence]
    if finding.inside is not None and finding.name in LEAST_INSIDE:
        if inside and _is_convincing(inside, finding.inside, LEAST_INSIDE[finding.name]):
            score = score if finding.name in LITERALS else max(score, inside.score)
        elif finding.name == "base64 text":
            inside = None
        else:
            return None
    if inside:
        evidence += [f"inside: {inside.evidence[0]}", *inside.evidence[1:]]
    advice = advice_for(finding, inside)
    return Guess(finding.name, score, tuple(evidence), None, advice, inside, detail=finding.detail)


def _first(value: bytes, is_cut: bool, wraps: int) -> Guess | None:
    return next(iter(_guesses(value, is_cut, wraps + 1)), None)


def _inside_all(finding: Finding, wraps: int) -> Guess | None:
    """Return the guess for the first of many values if most of them are of the same format."""
    ranked = [(_first(piece, False, wraps), piece) for piece in finding.pieces]
    found = [
        one
        for one, piece in ranked
        if one and is_ours(one) and _is_convincing(one, piece, LEAST_PIECE, LEAST_WHOLE_PIECE)
    ]
    if finding.name == lengths.NAME:
        # A wrong length may lead to the middle of a value, but not to the end of another one.
        found = [one for one in found if not any(said.startswith("but") for said in one.evidence)]
    if not found:
        return None
    label, count = Counter(one.label for one in found).most_common(1)[0]
    if count < LEAST_ALIKE * len(ranked):
        return None
    return next(one for one in found if one.label == label)


def _is_convincing(inside: Guess, value: bytes, least: int, whole: int = LEAST_WHOLE) -> bool:
    """Return whether the value in a text is more than a word that looks like base64."""
    if inside.score >= least:
        return True
    is_whole = inside.dissection is not None and inside.fault is None
    return is_whole and len(value) >= whole


def _together(guesses: Sequence[Guess]) -> Guess:
    """Merge the guesses of the same format for many values into one verdict."""
    first = guesses[0]
    details = Counter(one.detail for one in guesses if one.detail)
    evidence = list(first.evidence[:1])
    if details:
        listed = [f"{name} ({count:,})" for name, count in details.most_common(MOST_DETAILS)]
        more = len(details) - MOST_DETAILS
        evidence = [", ".join([*listed, f"{more:,} more"] if more > 0 else listed)]
    faults = sum(1 for one in guesses if one.fault)
    if faults:
        evidence.append(f"{faults:,} malformed")
    many = sum(1 for one in guesses if one.holds_many)
    if many:
        evidence.append(f"{many:,} with several messages end to end")
    return replace(
        first,
        score=sum(one.score for one in guesses) // len(guesses),
        evidence=tuple(evidence),
        count=len(guesses),
        holds_many=many > 0,
    )
