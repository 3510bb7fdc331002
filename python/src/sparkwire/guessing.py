"""Which format some bytes are, ranked by the evidence for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sparkwire import view
from sparkwire.dissection import Dissection, dissect_call
from sparkwire.errors import InvalidCall
from sparkwire.formats import Call

if TYPE_CHECKING:
    from collections.abc import Sequence

# Formats that can be read without a schema or anything else beside the bytes.
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
# Part types that readers compare with something: their names say what with.
CHECKS = {"magic": "magic", "crc32": "checksum", "crc32c": "checksum", "sync marker": "checksum"}
# Faults of such a part begin with this.
FAILED = "bad-"
# After these faults the bytes that a checksum covers were not all there.
ENDED = ("truncated", "length-past-end")
# What chance hardly brings about counts most, and a value that just fits counts by its size.
POINTS = {"magic": 40, "checksum": 50}
WHOLE_POINTS = 30
MOST_STRUCTURE_POINTS = 20
COVERED_POINTS = 20


@dataclass(frozen=True)
class Guess:
    """How much speaks for one format.

    Attributes
    ----------
    format : str
        The format.
    score : int
        0 to 100: from nothing to everything that can speak for it.
    evidence : tuple of str
        What speaks for it and against it, in words.
    dissection : Dissection
        The bytes read as this format.
    """

    format: str
    score: int
    evidence: tuple[str, ...]
    dissection: Dissection

    def to_dict(self) -> dict[str, Any]:
        """Give the guess as plain Python values.

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
    """Rank the formats that need no schema by how much speaks for them.

    Parameters
    ----------
    value : bytes
        A message.

    Returns
    -------
    list of Guess
        The best first. Evidence is a magic number, a checksum that fits, or a structure in which
        every byte has its place. Formats for which nothing speaks are left out.

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
    """Give the format for which most speaks, or refuse to guess."""
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
        # A single byte is a whole value of many formats; each further part is less of a chance.
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
    """Count the parts that were compared and fit.

    A reader compares a checksum when it has read the bytes that it covers. If it refused the value
    for anything else, the checksum fits.
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
