"""Guesses the format of some bytes: ranks the formats by their evidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sparkwire import view
from sparkwire.dissection import Dissection, dissect_call
from sparkwire.errors import InvalidCall
from sparkwire.formats import Call

if TYPE_CHECKING:
    from collections.abc import Sequence

# Formats that can be read without a schema or other arguments.
CANDIDATES = (
    "databus",
    "avro_container",
    "cernan",
    "kafka_records",
    "ignite",
    "aerospike",
    "kafka_request",
    "msgpack",
)
# The types of parts that readers check, and the kind of evidence that each gives.
CHECKS = {"magic": "magic", "crc32": "checksum", "crc32c": "checksum", "sync marker": "checksum"}
# The prefix of the reasons for faults in such a part.
FAILED = "bad-"
# The prefixes of faults after which the bytes that a checksum covers are incomplete.
ENDED = ("truncated", "length-past-end")
# A match that is unlikely to be chance counts most; a value that merely fits counts by its size.
POINTS = {"magic": 40, "checksum": 50}
WHOLE_POINTS = 30
MOST_STRUCTURE_POINTS = 20
COVERED_POINTS = 20


@dataclass(frozen=True)
class Guess:
    """The evidence for one format.

    Attributes
    ----------
    format : str
        The format.
    score : int
        The strength of the evidence, from 0 (none) to 100.
    evidence : tuple of str
        The evidence for and against the format, in words.
    dissection : Dissection
        The dissection of the bytes as this format.
    """

    format: str
    score: int
    evidence: tuple[str, ...]
    dissection: Dissection

    def to_dict(self) -> dict[str, Any]:
        """Return the guess as plain Python values.

        Returns
        -------
        dict
        """
        return {
            "format": self.format,
            "score": self.score,
            "evidence": list(self.evidence),
            "fault": self.dissection.fault,
        }


def guess(value: bytes) -> list[Guess]:
    """Rank the formats that need no schema by their evidence.

    Parameters
    ----------
    value : bytes
        A message.

    Returns
    -------
    list of Guess
        The guesses, best first. Evidence is a magic number, a valid checksum, or a structure that
        covers every byte. Formats without evidence are omitted.

    Examples
    --------
    >>> from sparkwire.demo import samples
    >>> value = dict(samples("databus"))["upsert"]
    >>> for found in sparkwire.guess(value)[:1]:
    ...     print(found.format, found.score, found.evidence)
    databus 93 ('2 checksums fit', 'all 66 bytes have their place in 13 fields')
    """
    found = (_judge(dissect_call(Call(format), value)) for format in CANDIDATES)
    return sorted((one for one in found if one.score), key=lambda one: -one.score)


def best(value: bytes) -> str:
    """Return the format with the most evidence, or raise InvalidCall if there is too little."""
    ranked = guess(value)
    if not ranked or (ranked[0].dissection.fault and ranked[0].score < POINTS["magic"]):
        raise InvalidCall(f"no format fits these {len(value):,} bytes; sparkwire guess says more.")
    return ranked[0].format


def _judge(dissection: Dissection) -> Guess:
    fault, size = dissection.fault, len(dissection.value)
    good = [part for part in dissection.parts if not view.is_fault(part)]
    covered = sum(part["length"] for part in good)
    checks = _checks(good, fault)
    evidence = [_in_words(kind, count) for kind, count in checks.items()]
    score = sum(POINTS[kind] for kind in checks)
    if not size:
        return Guess(dissection.format, 0, (), dissection)
    if fault is None:
        # In many formats a single byte is a complete value. Each further part makes a chance match
        # less likely.
        score += min(MOST_STRUCTURE_POINTS, len(good)) + (WHOLE_POINTS if len(good) > 1 else 1)
        evidence.append(f"all {size:,} bytes have their place in {len(good):,} fields")
    else:
        score += COVERED_POINTS * covered // size if checks else covered * 5 // size
        evidence.append(
            f"{'but ' if checks else ''}{fault['reason']} at byte {fault['offset']:,}:"
            f" {fault['message']}"
        )
    return Guess(dissection.format, min(score, 100), tuple(evidence), dissection)


def _checks(parts: Sequence[dict[str, Any]], fault: dict[str, Any] | None) -> dict[str, int]:
    """Count the magic numbers and checksums that were checked and are valid.

    A reader checks a checksum once it has read the bytes that the checksum covers. If the reader
    then refused the value for another reason, the checksum was valid.
    """
    counts: dict[str, int] = {}
    for part in parts:
        kind = CHECKS.get(part["type"])
        if kind is None:
            continue
        if kind == "checksum" and fault and fault["reason"].startswith(ENDED):
            continue
        if fault and fault["path"] == part["path"] and fault["reason"].startswith(FAILED):
            continue
        counts[kind] = counts.get(kind, 0) + 1
    return counts


def _in_words(kind: str, count: int) -> str:
    if kind == "magic":
        return "the magic number is there"
    return f"{count} checksum{'s' if count > 1 else ''} fit{'' if count > 1 else 's'}"
