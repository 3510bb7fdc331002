"""The functions read values that Python's fastavro writes, and it reads theirs: random schemas."""

import io
import json
import math
import random

import fastavro
import pytest
from fastavro.utils import generate_many

import sparkwire.functions as wire

SCHEMAS = 60
PRIMITIVES = ["null", "boolean", "int", "long", "float", "double", "string", "bytes"]
CODECS = ["null", "deflate", "bzip2", "xz"]


class Maker:
    """Random schemas as people might write them."""

    def __init__(self, seed):
        self._random = random.Random(seed)
        self._names = 0

    def name(self, prefix):
        self._names += 1
        return f"{prefix}{self._names}"

    def schema(self, depth=3):
        kinds = [self.primitive] * 2
        if depth:
            kinds += [self.record] * 2 + [self.array, self.map, self.union, self.enum, self.fixed]
        return self._random.choice(kinds)(depth - 1)

    def primitive(self, _):
        return self._random.choice(PRIMITIVES)

    def record(self, depth):
        fields = [
            {"name": f"f{number}", "type": self.schema(depth)}
            for number in range(self._random.randrange(1, 5))
        ]
        return {"type": "record", "name": self.name("Record"), "fields": fields}

    def array(self, depth):
        return {"type": "array", "items": self.schema(depth)}

    def map(self, depth):
        return {"type": "map", "values": self.schema(depth)}

    def union(self, _):
        # Only types that Python's values can distinguish.
        return self._random.sample(["null", "boolean", "long", "string", "bytes"], 3)

    def enum(self, _):
        return {"type": "enum", "name": self.name("Enum"), "symbols": ["A", "B", "C"]}

    def fixed(self, _):
        return {"type": "fixed", "name": self.name("Fixed"), "size": self._random.randrange(1, 9)}


def plain(value):
    """Make values comparable: bytes become bytes, and NaN equals itself."""
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, list):
        return [plain(part) for part in value]
    if isinstance(value, float) and math.isnan(value):
        return "NaN"
    return bytes(value) if isinstance(value, bytearray) else value


@pytest.fixture(scope="module")
def written():
    """Values of each schema, and the bytes that fastavro writes for them."""
    random.seed(7)  # fastavro generates values with the global generator
    made = []
    for seed in range(SCHEMAS):
        schema = fastavro.parse_schema(Maker(seed).record(3))
        values = list(generate_many(schema, 5))
        made.append((json.dumps(schema), schema, values))
    return made


def datum(schema, value):
    out = io.BytesIO()
    fastavro.schemaless_writer(out, schema, value)
    return out.getvalue()


def said(schema, value):
    """Return the value as fastavro reads it back: floats have lost precision."""
    return plain(fastavro.schemaless_reader(io.BytesIO(datum(schema, value)), schema, None))


def test_values(spark, written):
    rows = [
        (number, datum(schema, value), text)
        for number, (text, schema, values) in enumerate(written)
        for value in values
    ]
    df = spark.createDataFrame(rows, "number INT, value BINARY, schema STRING")
    found = df.select("number", wire.avro_variant("value", "schema")).collect()
    expected = [said(schema, value) for _, schema, values in written for value in values]
    assert len(found) == len(expected)
    for (number, variant), value in zip(found, expected, strict=True):
        assert plain(variant.toPython()) == value, written[number][0]


@pytest.mark.parametrize("codec", CODECS)
def test_containers(spark, written, codec):
    rows = []
    for _, schema, values in written:
        out = io.BytesIO()
        fastavro.writer(out, schema, values, codec=codec, sync_interval=64)
        rows.append((out.getvalue(),))
    df = spark.createDataFrame(rows, "value BINARY")
    again = wire.avro_container_encode("c", options={"codecs": codec}).alias("again")
    found = df.select(wire.avro_container_decode("value").alias("c")).select("c.*", again).collect()
    for row, (_, schema, values) in zip(found, written, strict=True):
        reread = fastavro.reader(io.BytesIO(row.again))
        assert reread.codec == codec
        assert [plain(record) for record in reread] == [said(schema, value) for value in values]
        assert (row.avro_codec, row.record_count) == (codec, len(values))
        expected = [said(schema, value) for value in values]
        assert [plain(record.toPython()) for record in row.records] == expected


def test_resolution(spark):
    writer = {
        "type": "record",
        "name": "R",
        "fields": [
            {"name": "a", "type": "int"},
            {"name": "b", "type": ["null", "string"]},
            {"name": "c", "type": {"type": "array", "items": "float"}},
            {"name": "gone", "type": {"type": "map", "values": "bytes"}},
        ],
    }
    reader = {
        "type": "record",
        "name": "R",
        "fields": [
            {"name": "c", "type": {"type": "array", "items": "double"}},
            {"name": "text", "aliases": ["b"], "type": ["string", "null"]},
            {"name": "a", "type": "double"},
            {"name": "fresh", "type": "long", "default": 7},
        ],
    }
    values = [
        {"a": 1, "b": "x", "c": [0.5, 0.1], "gone": {"k": b"1"}},
        {"a": -1, "b": None, "c": [], "gone": {}},
    ]
    out = io.BytesIO()
    fastavro.writer(out, writer, values, codec="deflate")
    expected = list(fastavro.reader(io.BytesIO(out.getvalue()), reader))
    df = spark.createDataFrame([(out.getvalue(),)], "value BINARY")
    records = wire.avro_container_decode("value", json.dumps(reader)).records
    found = df.select(records).first()[0]
    assert [row.asDict() for row in found] == expected
