"""Values of CBOR and BSON end to end, and messages of protobuf after their lengths.

As in `structures`, a walk costs no more than the length of the value. If only the beginning of a
value is there, its last message may be cut.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sparkwire.recognition import Finding, lengths, structures
from sparkwire.recognition.varints import is_text, varint

if TYPE_CHECKING:
    from collections.abc import Callable

LEAST_VALUES = 2
MOST_NAMED = 8
# A message of protobuf that has so few bytes fits by chance.
LEAST_MESSAGE = 3


def find(data: bytes, is_cut: bool = False) -> list[Finding]:
    """Return what the values look like that stand end to end."""
    found = []
    for walk in (bson, cbor, protobuf):
        try:
            finding = walk(data, is_cut)
        except structures.Misfit:
            continue
        if finding:
            found.append(finding)
    return found


def cbor(data: bytes, is_cut: bool = False) -> Finding | None:
    """Recognise maps and arrays end to end. Each of them must have a text, or all be marked."""
    at, values, items, texts = 0, 0, 0, 0
    while at < len(data):
        try:
            item = structures.cbor_item(data, at)
        except IndexError:
            if is_cut:
                break
            raise
        if item is None or not item.is_container or item.end > len(data):
            return None
        at, values = item.end, values + 1
        items, texts = items + item.items, texts + item.texts
    if values < LEAST_VALUES or texts < values:
        return None
    evidence = f"{'at least ' if is_cut else ''}{values:,} values end to end, {items:,} items"
    advice = "cbor2.CBORDecoder(file).decode() reads one after another."
    return Finding("CBOR", 50 + min(20, items), evidence, advice)


def bson(data: bytes, is_cut: bool = False) -> Finding | None:
    """Recognise documents end to end, as mongodump writes them."""
    at, documents, names = 0, 0, dict[str, None]()
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "little")
        if is_cut and at + max(length, 4) > len(data):
            break
        fields = structures.bson_fields(data[at : at + length]) if length > 4 else None
        if fields is None:
            return None
        names |= dict.fromkeys(fields[:MOST_NAMED])
        at, documents = at + length, documents + 1
    if documents < (1 if is_cut else LEAST_VALUES) or not names:
        return None
    shown = ", ".join(repr(name) for name in list(names)[:MOST_NAMED])
    count = f"{'at least ' if is_cut else ''}{documents:,} documents end to end"
    advice = "bson.decode_file_iter of PyMongo reads them."
    return Finding("BSON", 88, f"{count}, with the fields {shown}", advice)


# What a length looks like, and how to read such messages.
_LAYOUT = (
    "layout_decode_all(value, '{{seq: [{}{{id: size, type: {}}}, {{id: message, size: size}}]}}')"
)
_FROM = "; from_protobuf reads each message"
LENGTHS: tuple[tuple[str, Callable[[bytes, int], tuple[int, int]], str], ...] = (
    (
        "the 5 bytes of gRPC",
        lengths.grpc,
        _LAYOUT.format("{id: compressed, type: u1}, ", "u4be") + _FROM,
    ),
    ("4 bytes, big endian", lengths.BIG, _LAYOUT.format("", "u4be") + _FROM),
    ("4 bytes, little endian", lengths.LITTLE, _LAYOUT.format("", "u4le") + _FROM),
    # The last one: zeros of the others would be messages without a field.
    (
        "a varint",
        varint,
        "google.protobuf.proto.parse_length_prefixed(Message, file) reads one after another.",
    ),
)


def protobuf(data: bytes, is_cut: bool = False) -> Finding | None:
    """Recognise messages of protobuf, each after its length."""
    for written, read, advice in LENGTHS:
        try:
            messages = lengths.messages(data, read, is_cut)
            found = _of_one_kind(messages, data)
        except structures.Misfit:
            continue
        if found:
            fields, texts = found
            listed = ", ".join(map(str, sorted(fields)[:MOST_NAMED]))
            evidence = (
                f"{'at least ' if is_cut else ''}{len(messages):,} messages, each after its"
                f" length ({written}): fields {listed}"
            )
            # A length of 4 bytes has zeros that chance does not write.
            least = 35 if read is varint else 50
            score = least + min(20, 4 * len(messages)) + (15 if texts else 0)
            return Finding("protobuf", score, evidence, advice)
    return None


def _of_one_kind(messages: list[bytes], data: bytes) -> tuple[set[int], int] | None:
    """Return the fields of messages, and how many are texts, if all may be of one message type.

    They have fields in common: a number has the same wire type in all of them.
    """
    kinds: dict[int, int] = {}
    count, texts = 0, 0
    for message in messages:
        for number, kind, value in structures.protobuf_fields(message):
            if number > structures.LARGEST_LIKELY_FIELD or kinds.setdefault(number, kind) != kind:
                return None
            count += 1
            texts += kind == structures.LENGTH and len(value) > 2 and is_text(value)
    is_long = sum(map(len, messages)) >= LEAST_MESSAGE * len(messages)
    # Messages of one type have fields in common.
    if len(messages) < LEAST_VALUES or not is_long or not kinds or count < 2 * len(kinds):
        return None
    return set(kinds), texts
