"""A topic whose schema changes while a stream reads it, with a real broker and a registry."""

import json
from pathlib import Path

import pytest
from confluent_kafka.schema_registry import SchemaRegistryClient
from confluent_kafka.schema_registry.avro import AvroSerializer
from confluent_kafka.serialization import MessageField, SerializationContext

from artifacts import spark_python
from kafka_broker import VERSIONS, broker, spark_source

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


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    folder = tmp_path_factory.mktemp("avro")
    with running() as (other, _):
        # Both registries assign the same ids; the stream's own gets the second schema later.
        first = written(other, FIRST, [{"path": f"/{number}"} for number in range(20)])
        hits = [{"path": f"/{number}", "ms": number} for number in range(20, 40)]
        second = written(other, SECOND, hits)
    with running() as (url, state), broker(folder, VERSIONS[-1]) as (address, _):
        state.register("hits-value", {"schema": json.dumps(FIRST)})
        (folder / "values").write_text(json.dumps([first, second]))
        script = Path(__file__).parent / "avro_session.py"
        arguments = [address, url, spark_source(), folder, json.dumps(SECOND)]
        python_path = str(ROOT / "python" / "src")
        code, out, err = run([spark_python(), script, *arguments], folder, PYTHONPATH=python_path)
    assert code == 0, err
    return json.loads(out.splitlines()[-1])


def test_foreach_batch_fetches_the_new_schema(said):
    expected = [[f"/{number}", number if number >= 20 else -1] for number in range(40)]
    assert said["foreachBatch"] == expected
    assert said["fetches"] == 2


def test_a_query_that_runs_names_what_it_does_not_know(said):
    assert said["kept aside"] == [["unknown-schema", 20], [None, 20]]


def test_a_restarted_query_goes_on_where_it_stopped(said):
    assert said["restarted"] == [[f"/{number}", number] for number in range(20, 40)]
