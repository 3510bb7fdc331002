"""Topics of serializers with a registry, with a real broker.

The schema of one changes while a stream reads it. Others have ids in headers, or are not Avro.
"""

import json
from pathlib import Path

import pytest
from confluent_kafka.schema_registry import SchemaRegistryClient, header_schema_id_serializer
from confluent_kafka.schema_registry.avro import AvroDeserializer, AvroSerializer
from confluent_kafka.schema_registry.json_schema import JSONSerializer
from confluent_kafka.schema_registry.protobuf import ProtobufSerializer
from confluent_kafka.serialization import MessageField, SerializationContext

from artifacts import spark_python
from kafka_broker import VERSIONS, broker, spark_source

from hit_messages import messages
from schema_registry import running
from spawn import ROOT, run

FIRST = {"type": "record", "name": "Hit", "fields": [{"name": "path", "type": "string"}]}
SECOND = {**FIRST, "fields": [{"name": "ms", "type": "int"}, *FIRST["fields"]]}


def written(url, schema, values):
    """Serialize values with Confluent's serializer, which registers the schema."""
    serializer = AvroSerializer(
        SchemaRegistryClient({"url": url}),
        json.dumps(schema),
        conf={"subject.name.strategy": lambda *_: "hits-value"},
    )
    context = SerializationContext("hits", MessageField.VALUE)
    return [serializer(value, context).hex() for value in values]


def recipes(client):
    """Write the topics of the recipes: for each record its headers and its value."""

    def context(topic, headers=None):
        return SerializationContext(topic, MessageField.VALUE, headers)

    def avro(schema, value, **conf):
        headers = []
        serializer = AvroSerializer(client, json.dumps(schema), conf=conf)
        data = serializer(value, context("orders", headers))
        return [[[name, held.hex()] for name, held in headers], data.hex()]

    in_header = {"schema.id.serializer": header_schema_id_serializer}
    orders = [
        avro(FIRST, {"path": "/first"}, **in_header),
        avro(SECOND, {"path": "/second", "ms": 2}, **in_header),
    ]

    in_json = JSONSerializer(json.dumps({"title": "Hit", "type": "object"}), client)
    hit, _, inner = messages()
    in_protobuf = [
        ProtobufSerializer(type, client, {"use.deprecated.format": False}) for type in (hit, inner)
    ]
    return {
        "orders": orders,
        "mixed_orders": [*orders, avro(FIRST, {"path": "/in front"})],
        "json_orders": [[[], in_json({"path": "/json"}, context("json_orders")).hex()]],
        "protobuf_orders": [
            [[], in_protobuf[0](hit(path="/hit"), context("protobuf_orders")).hex()],
            [[], in_protobuf[1](inner(path="/inner"), context("protobuf_orders")).hex()],
        ],
    }


def read_by_confluent(client, record):
    """Read a value with Confluent's deserializer, by the id in its header."""
    headers = [(name, bytes.fromhex(value)) for name, value in record[0]]
    context = SerializationContext("copies", MessageField.VALUE, headers)
    return AvroDeserializer(client)(bytes.fromhex(record[1]), context)


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    folder = tmp_path_factory.mktemp("avro")
    with running() as (other, _):
        # Both registries assign the same ids; the stream's own gets the second schema later.
        first = written(other, FIRST, [{"path": f"/{number}"} for number in range(20)])
        hits = [{"path": f"/{number}", "ms": number} for number in range(20, 40)]
        second = written(other, SECOND, hits)
    with (
        running() as (url, state),
        running() as (of_recipes, _),
        broker(folder, VERSIONS[-1]) as (address, _),
    ):
        state.register("hits-value", {"schema": json.dumps(FIRST)})
        (folder / "values").write_text(json.dumps([first, second]))
        client = SchemaRegistryClient({"url": of_recipes})
        (folder / "recipes").write_text(json.dumps([of_recipes, recipes(client)]))
        script = Path(__file__).parent / "avro_session.py"
        arguments = [address, url, spark_source(), folder, json.dumps(SECOND)]
        python_path = str(ROOT / "python" / "src")
        code, out, err = run([spark_python(), script, *arguments], folder, PYTHONPATH=python_path)
        assert code == 0, err
        found = json.loads(out.splitlines()[-1])
        found["read by Confluent"] = [read_by_confluent(client, one) for one in found["copies"]]
    return found


def test_foreach_batch_fetches_the_new_schema(said):
    expected = [[f"/{number}", number if number >= 20 else -1] for number in range(40)]
    assert said["foreachBatch"] == expected
    assert said["fetches"] == 2


def test_a_query_that_runs_names_what_it_does_not_know(said):
    assert said["kept aside"] == [["unknown-schema", 20], [None, 20]]


def test_a_restarted_query_goes_on_where_it_stopped(said):
    assert said["restarted"] == [[f"/{number}", number] for number in range(20, 40)]


def test_ids_in_headers_lead_to_the_schemas(said):
    assert said["orders"] == [["/first", -1], ["/second", 2]]


def test_ids_in_headers_and_in_front_of_values_in_one_topic(said):
    assert sorted(said["either"]) == ["/first", "/in front", "/second"]


def test_what_spark_writes_with_ids_in_headers_is_read_by_confluent(said):
    assert said["read by Confluent"] == [{"path": "/first", "ms": -1}, {"path": "/second", "ms": 2}]


def test_json_and_protobuf_follow_the_frame(said):
    assert said["json"] == [["/json"]]
    hit, _, inner = messages()
    read = {
        tuple(indexes): type.FromString(bytes.fromhex(payload)).path
        for type, (indexes, payload) in zip((hit, inner), said["protobuf"], strict=True)
    }
    assert read == {(0,): "/hit", (1, 1): "/inner"}
