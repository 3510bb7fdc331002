"""The frames that schema registries and Avro's single-object encoding put before a value."""

from __future__ import annotations

import uuid

from sparkwire.recognition import Finding, structures, text

CONFLUENT, CONFLUENT_SIZE = 0, 5
# Registries count their ids from 1. An id this large would take decades, and a smaller one has
# leading zeros, which are unlikely to be chance.
LIKELY_ID, MOST_ID = 1 << 16, 1 << 24
GLUE, GLUE_SIZE = 3, 18
GLUE_COMPRESSIONS = {0: "not compressed", 5: "compressed with zlib"}
SINGLE_OBJECT, SINGLE_OBJECT_SIZE = b"\xc3\x01", 10

# The schemas are to be filled in: of the frames that were seen, and the one that all values become.
READ = (
    "avro_decode(value, map({id}, '<its schema>'), '<schema to read as>');"
    " sparkwire.avro.registry fetches the schemas"
)


def find(data: bytes) -> Finding | None:
    """Recognise the frame before a value."""
    return _single_object(data) or _confluent(data) or _glue(data)


def _single_object(data: bytes) -> Finding | None:
    if len(data) < SINGLE_OBJECT_SIZE or not data.startswith(SINGLE_OBJECT):
        return None
    fingerprint = data[2:SINGLE_OBJECT_SIZE][::-1].hex()
    return Finding(
        "Avro single object",
        60,
        f"the marker c301, then a schema with the fingerprint {fingerprint}",
        "avro_decode(value, map(avro_fingerprint('<its schema>'), '<its schema>'),"
        " '<schema to read as>')",
        detail=f"fingerprint {fingerprint}",
    )


def _confluent(data: bytes) -> Finding | None:
    if len(data) < CONFLUENT_SIZE or data[0] != CONFLUENT:
        return None
    id = int.from_bytes(data[1:CONFLUENT_SIZE], "big")
    if not 0 < id < MOST_ID:
        return None
    payload = data[CONFLUENT_SIZE:]
    evidence, advice = f"a zero byte, then the schema id {id}", READ.format(id=id)
    if payload[:1] in (b"{", b"[") and text.is_text(payload):
        evidence += ", then JSON"
        advice = "from_json(string(registry_frame(value).payload), …)"
    elif payload[:1] == b"\0" and structures.protobuf(payload[1:]):
        evidence += ", then what looks like protobuf"
        advice = (
            "from_protobuf(registry_frame(value, map('payload', 'protobuf')).payload,"
            " message, descriptor file)"
        )
    return Finding(
        "Confluent frame",
        55 if id < LIKELY_ID else 40,
        evidence,
        advice,
        detail=f"schema id {id}",
    )


def _glue(data: bytes) -> Finding | None:
    if len(data) < GLUE_SIZE or data[0] != GLUE or data[1] not in GLUE_COMPRESSIONS:
        return None
    version = uuid.UUID(bytes=data[2:GLUE_SIZE])
    if version.variant != uuid.RFC_4122:
        return None
    return Finding(
        "Glue frame",
        65 if version.version == 4 else 50,
        f"version 3, {GLUE_COMPRESSIONS[data[1]]}, then the schema version {version}",
        READ.format(id=f"'{version}'"),
        detail=f"schema version {version}",
    )
