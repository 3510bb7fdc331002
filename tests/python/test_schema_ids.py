"""Ids in headers, and frames before JSON and Protobuf, as Confluent's serializers write them."""

import json

import pytest
from confluent_kafka.schema_registry import (
    SchemaRegistryClient,
    dual_schema_id_deserializer,
    header_schema_id_serializer,
)
from confluent_kafka.schema_registry.avro import AvroDeserializer, AvroSerializer
from confluent_kafka.schema_registry.json_schema import JSONDeserializer, JSONSerializer
from confluent_kafka.schema_registry.protobuf import ProtobufSerializer
from confluent_kafka.schema_registry.serde import SchemaId
from confluent_kafka.serialization import MessageField, SerializationContext
from pyspark.sql import functions as F

import sparkwire.functions as wire
from sparkwire.avro import registry

from hit_messages import messages
from schema_registry import running

FIRST = {"type": "record", "name": "Hit", "fields": [{"name": "path", "type": "string"}]}
SECOND = {**FIRST, "fields": [{"name": "ms", "type": "int"}, *FIRST["fields"]]}
READER = {
    **FIRST,
    "fields": [*FIRST["fields"], {"name": "ms", "type": "long", "default": -1}],
}
# Confluent's deserializer refuses values of five bytes and less, even without a frame.
HITS = [
    (FIRST, {"path": "/first"}),
    (SECOND, {"path": "/second", "ms": 42}),
    (FIRST, {"path": "/third"}),
]
HEADERS = "headers ARRAY<STRUCT<key: STRING, value: BINARY>>, value BINARY"
KEY, VALUE = MessageField.KEY, MessageField.VALUE


def context(headers, field=VALUE):
    return SerializationContext("hits", field, headers)


def written(client, field=VALUE):
    """Serialize values with their ids in headers; return headers and bytes."""
    conf = {"schema.id.serializer": header_schema_id_serializer}
    rows = []
    for schema, value in HITS:
        headers = [("trace", b"\x01")]
        serializer = AvroSerializer(client, json.dumps(schema), conf=conf)
        rows.append((headers, serializer(value, context(headers, field))))
    return rows


@pytest.fixture(scope="module")
def served():
    with running() as (url, state):
        yield url, state, SchemaRegistryClient({"url": url})


@pytest.mark.parametrize("field", [VALUE, KEY])
def test_values_of_confluent_are_read_by_their_headers(spark, served, field):
    url, _, client = served
    df = spark.createDataFrame(written(client, field), HEADERS)
    part = None if field == VALUE else "key"
    id = wire.avro_header_id("headers", part).schema_uuid
    hit = wire.avro_decode("value", registry(url).writers_by_guid, json.dumps(READER), id)
    rows = df.select(hit.alias("hit"), wire.avro_header_id("headers", part).frame).collect()
    assert [(row.hit.path, row.hit.ms) for row in rows] == [
        ("/first", -1),
        ("/second", 42),
        ("/third", -1),
    ]
    assert {row[1] for row in rows} == {"confluent-header"}
    other = wire.avro_header_id("headers", "key" if field == VALUE else "value")
    assert df.where(other.isNotNull()).count() == 0


def test_our_headers_and_values_are_those_of_confluent(spark, served):
    url, _, client = served
    expected = written(client)
    conf = {"schema.id.deserializer": dual_schema_id_deserializer}
    deserializer = AvroDeserializer(client, conf=conf)
    for (schema, value), (headers, data) in zip(HITS, expected, strict=True):
        text = json.dumps(schema)
        guid = next(one.guid for one in registry(url).registered if one.schema == text)
        number = registry(url).register("hits-value", schema)
        fields = F.struct(*(F.lit(part).alias(name) for name, part in value.items()))
        (row,) = (
            spark.range(1)
            .select(
                wire.avro_encode(fields, text, options={"frame": "confluent-header"}).alias(
                    "value"
                ),
                wire.avro_header(F.lit(guid)).alias("guid"),
                wire.avro_header(number).alias("id"),
            )
            .collect()
        )
        assert bytes(row.value) == data
        assert headers == [("trace", b"\x01"), ("__value_schema_id", bytes(row.guid))]
        # The id, which the serializer of values with a prefix writes.
        assert bytes(row.id) == SchemaId("AVRO", number, guid).id_to_bytes()
        for header in (row.guid, row.id):
            sent = [("__value_schema_id", bytes(header))]
            assert deserializer(bytes(row.value), context(sent)) == value


def test_schemas_are_fetched_by_the_guids_of_headers(spark, served):
    url, state, client = served
    df = spark.createDataFrame(written(client), HEADERS)
    id = wire.avro_header_id("headers").schema_uuid
    guids = [row[0] for row in df.select(id).distinct().collect()]
    before = len(state.requests)
    found = registry(url, guids=guids)
    assert [path.split("/")[2] for path in state.requests[before:]] == ["guids", "guids"]
    variant = wire.avro_variant("value", found.writers_by_guid, id).cast("string")
    assert [row[0] for row in df.select(variant).collect()] == [
        '{"path":"/first"}',
        '{"ms":42,"path":"/second"}',
        '{"path":"/third"}',
    ]
    with pytest.raises(OSError, match="404"):
        registry(url, guids=["00000000-0000-0000-0000-000000000000"])


def test_the_last_header_of_a_name_counts(spark):
    first, last = (SchemaId("AVRO", number).id_to_bytes() for number in (7, 8))
    name = "__value_schema_id"
    rows = [([(name, first), (name, last)], b""), ([(name, first), (name, None)], b"")]
    df = spark.createDataFrame(rows, HEADERS)
    ids = df.select(wire.avro_header_id("headers").schema_id).collect()
    # Without a value, Confluent's deserializer goes on to the bytes of the record.
    assert [row[0] for row in ids] == [8, None]


def test_json_behind_the_frame_of_confluent(spark, served):
    url, _, client = served
    schema = json.dumps({"title": "Hit", "type": "object", "properties": {}})
    prefix = JSONSerializer(schema, client)
    in_header = JSONSerializer(
        schema, client, conf={"schema.id.serializer": header_schema_id_serializer}
    )
    headers = []
    values = [prefix({"path": "/a"}, context(None)), in_header({"path": "/b"}, context(headers))]
    df = spark.createDataFrame([(value,) for value in values], "value BINARY")
    frame = wire.registry_frame("value").alias("frame")
    rows = df.select(frame).select("frame.*").collect()
    assert [(row.frame, row.offset) for row in rows] == [("confluent", 5), ("none", 0)]
    assert [json.loads(bytes(row.payload)) for row in rows] == [{"path": "/a"}, {"path": "/b"}]
    assert rows[0].schema_id == int.from_bytes(values[0][1:5], "big")
    # The schema of JSON is not among the schemas of Avro.
    assert rows[0].schema_id not in registry(url).schemas
    read = JSONDeserializer(schema, schema_registry_client=client)
    assert read(values[0], context(None)) == {"path": "/a"}


def test_protobuf_behind_the_frame_of_confluent(spark, served):
    _, _, client = served
    classes = messages()
    written = []
    for type in classes:
        serializer = ProtobufSerializer(type, client, {"use.deprecated.format": False})
        written.append(serializer(type(path="/a"), context(None)))
    by_guid = []
    for guid in ("00112233-4455-6677-8899-aabbccddeeff",):
        for indexes in ([0], [1], [1, 1]):
            head = SchemaId("PROTOBUF", None, guid, indexes).guid_to_bytes()
            by_guid.append(head + classes[0](path="/a").SerializeToString())
    df = spark.createDataFrame([(value,) for value in written + by_guid], "value BINARY")
    frame = wire.registry_frame("value", {"payload": "protobuf"}).alias("frame")
    rows = df.select(frame).select("frame.*").collect()
    assert [row.message_indexes for row in rows] == [[0], [1], [1, 1]] * 2
    assert {bytes(row.payload) for row in rows} == {classes[0](path="/a").SerializeToString()}
    assert [row.schema_id is None for row in rows] == [False] * 3 + [True] * 3
    for row, value in zip(rows, written + by_guid, strict=True):
        assert value[row.offset :] == bytes(row.payload)
