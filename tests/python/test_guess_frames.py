"""The advice for framed Avro values is a call that runs once its schemas are filled in."""

import hashlib
import uuid

import pytest

import sparkwire
from sparkwire.recognition import frames

SCHEMA = '"string"'
# The length of a text, zigzag, and the text.
DATUM = b"\x0ahello"
FINGERPRINT = bytes.fromhex("c70345637248018f")  # of "string", low byte first
VERSION = uuid.UUID(bytes=hashlib.md5(b"a schema").digest(), version=4)


@pytest.mark.parametrize(
    ("name", "head"),
    [
        ("Confluent frame", b"\0" + (102).to_bytes(4, "big")),
        ("Glue frame", b"\x03\0" + VERSION.bytes),
        ("Avro single object", frames.SINGLE_OBJECT + FINGERPRINT),
    ],
)
def test_advice(spark, name, head):
    value = head + DATUM
    found = sparkwire.guess(value)[0]
    assert found.format == name
    call = found.advice.split(";")[0]
    for gap in ("its schema", "schema to read as"):
        assert f"'<{gap}>'" in call
        call = call.replace(f"<{gap}>", SCHEMA)
    df = spark.createDataFrame([(value,)], "value BINARY")
    assert df.selectExpr(call).first()[0] == "hello"
