"""Framed Avro from Confluent's serializer and fastavro, compared with fastavro's results."""

import io
import json
import struct
import zlib

import fastavro
import pytest
from confluent_kafka.schema_registry import Schema, SchemaReference, SchemaRegistryClient
from confluent_kafka.schema_registry.avro import AvroSerializer
from confluent_kafka.serialization import MessageField, SerializationContext
from pyspark.sql import functions as F

import sparkwire.functions as wire
from sparkwire.avro import registry

from schema_registry import running


def record(*fields):
    return {"type": "record", "name": "acme.Order", "fields": list(fields)}


def field(name, type, **more):
    return {"name": name, "type": type, **more}


ADDRESS = {
    "type": "record",
    "name": "acme.Address",
    "fields": [field("city", "string"), field("zip", ["null", "string"], default=None)],
}
STATE = {"type": "enum", "name": "State", "symbols": ["NEW", "PAID", "LOST"]}
STATES = {**STATE, "symbols": ["NEW", "PAID", "OTHER"], "default": "OTHER"}
FIRST = record(
    field("id", "int"),
    field("customer", "string"),
    field("amounts", {"type": "array", "items": "float"}),
)
SECOND = record(
    field("id", "long"),
    field("name", "string"),
    field("state", STATE),
    field("amounts", {"type": "array", "items": "float"}),
    field("address", ["null", ADDRESS], default=None),
)
THIRD = record(
    field("note", ["null", "string"], default=None),
    field("id", "long"),
    field("customer", "bytes"),
    field("state", STATES, default="NEW"),
    field("amounts", {"type": "array", "items": "double"}),
    field("extra", {"type": "map", "values": "int"}),
)
WRONG = record(field("id", "string"))
READER = record(
    field("id", "long"),
    field("customer", "string", aliases=["name"]),
    field("state", STATES, default="NEW"),
    field("amounts", {"type": "array", "items": "double"}),
    field("note", ["null", "string"], default=None),
    field("address", ["null", ADDRESS], default=None),
)
WRITTEN = [
    (FIRST, {"id": 1, "customer": "Ada", "amounts": [0.5]}),
    (FIRST, {"id": -2, "customer": "", "amounts": []}),
    (
        SECOND,
        {"id": 1 << 40, "name": "Bo", "state": "LOST", "amounts": [1.5, 2], "address": None},
    ),
    (
        SECOND,
        {
            "id": 3,
            "name": "Cy",
            "state": "PAID",
            "amounts": [],
            "address": {"city": "Oslo", "zip": None},
        },
    ),
    (
        THIRD,
        {
            "note": "x",
            "id": 4,
            "customer": b"D\xc3\xa9",
            "state": "OTHER",
            "amounts": [0.1],
            "extra": {"k": 1},
        },
    ),
]


def datum(schema, value):
    out = io.BytesIO()
    fastavro.schemaless_writer(out, fastavro.parse_schema(schema), value)
    return out.getvalue()


def said(schema, value):
    """Return the value as fastavro reads it back with the reader schema."""
    return fastavro.schemaless_reader(
        io.BytesIO(datum(schema, value)),
        fastavro.parse_schema(schema),
        fastavro.parse_schema(READER),
    )


@pytest.fixture(scope="module")
def confluent():
    """The values as written by Confluent's serializer, and the registry with their schemas."""
    with running() as (url, state):
        client = SchemaRegistryClient({"url": url})
        written = []
        for schema, value in [*WRITTEN, (WRONG, {"id": "x"})]:
            subject = "wrong" if schema is WRONG else "orders"
            serializer = AvroSerializer(
                client,
                json.dumps(schema),
                conf={"subject.name.strategy": lambda *_, subject=subject: f"{subject}-value"},
            )
            context = SerializationContext(subject, MessageField.VALUE)
            written.append(serializer(value, context))
        yield written, url, state


@pytest.fixture(scope="module")
def framed(spark, confluent):
    written, url, _ = confluent
    *good, wrong = written
    cut = [good[4][:length] for length in range(len(good[4]))]
    unknown = [b"\x00" + struct.pack(">I", 99) + good[0][5:]]
    bad = [wrong, *cut, *unknown, good[0] + b"\x00"]
    df = spark.createDataFrame([(value,) for value in good + bad], "value BINARY")
    return df.coalesce(1), registry(url), len(good)


def test_rows_are_those_of_fastavro(framed):
    df, found, count = framed
    order = wire.try_avro_decode("value", found.writers, json.dumps(READER))
    why = wire.avro_fault("value", found.writers, json.dumps(READER))
    rows = df.select(order.alias("order"), why.alias("why")).collect()
    for row, (schema, value) in zip(rows, WRITTEN, strict=False):
        assert row.why is None
        assert row.order.asDict(recursive=True) == said(schema, value)
    assert [row.order for row in rows[count:]] == [None] * (len(rows) - count)
    reasons = [row.why.reason for row in rows[count:]]
    assert reasons[0] == "incompatible-schema"
    assert reasons[1:6] == ["bad-frame", *["truncated-frame"] * 4]
    assert set(reasons[6:-2]) == {"truncated-datum"}
    assert reasons[-2:] == ["unknown-schema", "trailing-bytes"]
    assert "99" in rows[-2].why.message


def test_variants_are_what_was_written(framed):
    df, found, count = framed
    rows = df.limit(count).select(wire.avro_variant("value", found.writers)).collect()
    for row, (schema, value) in zip(rows, WRITTEN, strict=True):
        assert row[0].toPython() == fastavro.schemaless_reader(
            io.BytesIO(datum(schema, value)), fastavro.parse_schema(schema), None
        )


def test_the_frame_is_that_of_the_serializer(framed, confluent):
    df, _, count = framed
    frames = df.limit(count).select(wire.avro_frame("value").alias("f")).select("f.*").collect()
    ids = [struct.unpack(">I", value[1:5])[0] for value in confluent[0][:count]]
    assert [(row.frame, row.schema_id, row.offset) for row in frames] == [
        ("confluent", id, 5) for id in ids
    ]


def test_a_dict_and_a_column_are_like_the_registry(framed, spark):
    df, found, count = framed
    reader = json.dumps(READER)
    table = (
        found.table(spark)
        .groupBy()
        .agg(F.map_from_entries(F.collect_list(F.struct("id", "schema"))))
    )
    df = df.limit(count).crossJoin(table.toDF("schemas"))
    row = df.select(
        *(
            wire.try_avro_decode("value", writers, reader).alias(name)
            for name, writers in [
                ("map", found.writers),
                ("dict", found.schemas),
                ("column", F.col("schemas")),
            ]
        )
    )
    for one in row.collect():
        assert one.map is not None
        assert one.dict == one.map
        assert one.column == one.map


def fingerprint(schema):
    parsed = fastavro.parse_schema(schema)
    canonical = fastavro.schema.to_parsing_canonical_form(parsed)
    hex = fastavro.schema.fingerprint(canonical, "CRC-64-AVRO")
    return bytes.fromhex(hex)


def test_fingerprints_are_those_of_fastavro(spark):
    schemas = [FIRST, SECOND, THIRD, READER, "int", {"type": "map", "values": STATE}]
    df = spark.createDataFrame([(json.dumps(schema),) for schema in schemas], "schema STRING")
    for algorithm in ["CRC-64-AVRO", "MD5", "SHA-256"]:
        found = df.select(wire.avro_fingerprint("schema", algorithm)).collect()
        expected = []
        for schema in schemas:
            canonical = fastavro.schema.to_parsing_canonical_form(fastavro.parse_schema(schema))
            expected.append(bytes.fromhex(fastavro.schema.fingerprint(canonical, algorithm)))
        assert [bytes(row[0]) for row in found] == expected


def test_single_objects_are_found_in_a_folder(spark, tmp_path):
    for number, schema in enumerate([FIRST, SECOND, THIRD]):
        tmp_path.joinpath(f"order.{number}.avsc").write_text(json.dumps(schema))
    found = registry(tmp_path)
    values = [b"\xc3\x01" + fingerprint(schema) + datum(schema, value) for schema, value in WRITTEN]
    df = spark.createDataFrame([(value,) for value in values], "value BINARY").coalesce(1)
    rows = df.select(wire.avro_decode("value", found.writers, json.dumps(READER))).collect()
    assert [row[0].asDict(recursive=True) for row in rows] == [said(*pair) for pair in WRITTEN]
    assert json.loads(found.latest("order")) == THIRD
    ids = {bytes(row.id) for row in found.table(spark).collect()}
    assert ids == {fingerprint(schema) for schema in (FIRST, SECOND, THIRD)}


def test_payloads_of_databus_are_found_by_their_id_in_the_folder_of_a_relay(spark, tmp_path):
    folder = tmp_path / "schemas_registry"
    folder.mkdir()
    versions = [FIRST, SECOND, THIRD]
    files = [f"com.acme.orders.Order.{number}.avsc" for number in range(1, 4)]
    for file, schema in zip(files, versions, strict=True):
        folder.joinpath(file).write_text(json.dumps(schema))
    folder.joinpath("index.schemas_registry").write_text("\n".join(files))
    found = registry(folder, ids="databus")
    assert json.loads(found.latest("com.acme.orders.Order")) == THIRD
    rows = [(json.dumps(schema), datum(schema, value)) for schema, value in WRITTEN]
    events = spark.createDataFrame(rows, "schema STRING, payload BINARY").coalesce(1)
    text = F.element_at(found.writers, wire.databus_schema_id("schema"))
    orders = events.select(wire.avro_decode("payload", text, json.dumps(READER))).collect()
    assert [row[0].asDict(recursive=True) for row in orders] == [said(*pair) for pair in WRITTEN]


def test_schemas_in_a_table(spark, tmp_path):
    for number, schema in enumerate([FIRST, SECOND, THIRD]):
        tmp_path.joinpath(f"order.{number}.avsc").write_text(json.dumps(schema))
    registry(tmp_path).table(spark).createOrReplaceTempView("order_schemas")
    values = [b"\xc3\x01" + fingerprint(schema) + datum(schema, value) for schema, value in WRITTEN]
    df = spark.createDataFrame([(value,) for value in values], "value BINARY").coalesce(1)
    call = f"avro_decode(value, registry => 'order_schemas', reader => '{json.dumps(READER)}')"
    rows = df.select(F.expr(call)).collect()
    assert [row[0].asDict(recursive=True) for row in rows] == [said(*pair) for pair in WRITTEN]


def test_glue(spark):
    id = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
    head = bytes.fromhex(id.replace("-", ""))
    plain = datum(*WRITTEN[3])
    values = [b"\x03\x00" + head + plain, b"\x03\x05" + head + zlib.compress(plain)]
    df = spark.createDataFrame([(value,) for value in values], "value BINARY")
    writers = {id: json.dumps(SECOND)}
    rows = df.select(wire.avro_decode("value", writers, json.dumps(READER))).collect()
    assert [row[0].asDict(recursive=True) for row in rows] == [said(*WRITTEN[3])] * 2


def test_schemas_that_refer_to_others(spark):
    with running() as (url, _):
        client = SchemaRegistryClient({"url": url})
        client.register_schema("address", Schema(json.dumps(ADDRESS), "AVRO"))
        person = {
            "type": "record",
            "name": "acme.Person",
            "fields": [
                field("home", "acme.Address"),
                field("work", ["null", "Address"]),
                field("old", {"type": "array", "items": "Address"}),
            ],
        }
        reference = SchemaReference("acme.Address", "address", 1)
        schema = Schema(json.dumps(person), "AVRO", [reference])
        serializer = AvroSerializer(
            client, schema, conf={"subject.name.strategy": lambda *_: "person"}
        )
        value = {
            "home": {"city": "Rome", "zip": "1"},
            "work": None,
            "old": [{"city": "Pisa", "zip": None}],
        }
        bytes_written = serializer(value, SerializationContext("person", MessageField.VALUE))
        found = registry(url)
    df = spark.createDataFrame([(bytes_written,)], "value BINARY")
    reader = found.latest("person")
    row = df.select(wire.avro_decode("value", found.writers, reader)).first()
    assert row[0].asDict(recursive=True) == value
