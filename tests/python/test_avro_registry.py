"""Schemas fetched from a registry: its responses, its failures, and schema references."""

import json

import pytest
from confluent_kafka.schema_registry import Schema, SchemaRegistryClient

from sparkwire._avro_text import inlined
from sparkwire.avro import registry

from schema_registry import running

INT = '"int"'
LONG = '"long"'


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch):
    monkeypatch.setattr("time.sleep", lambda _: None)


def test_all_versions_of_all_subjects():
    with running() as (url, state):
        state.register("b/c d", {"schema": INT})
        state.register("a", {"schema": LONG})
        state.register("a", {"schema": INT})
        state.register("a", {"schema": "{}", "schemaType": "JSON"})
        found = registry(url + "/")
        assert [tuple(one) for one in found.registered] == [
            (2, LONG, "a", 1),
            (1, INT, "a", 2),
            (1, INT, "b/c d", 1),
        ]
        assert found.schemas == {1: INT, 2: LONG}
        assert found.latest("a") == INT
        with pytest.raises(KeyError, match="There are: a, b/c d"):
            found.latest("c")
        assert len(registry(url, subjects=["b/c d"]).registered) == 1
        registry(url, deleted=True)
        assert state.requests[-1].endswith("?deleted=true")


def test_name_and_password():
    with running(user="me:se:cret") as (url, state):
        state.register("a", {"schema": INT})
        assert registry(url, user=("me", "se:cret")).schemas == {1: INT}
        with_user = url.replace("//", "//me:se%3Acret@")
        assert registry(with_user).schemas == {1: INT}
        with pytest.raises(OSError, match=r"subjects: 401 Unauthorized: Unauthorized") as refused:
            registry(with_user.replace("cret", "cr"))
        assert "se%3A" not in str(refused.value)


def test_a_request_that_fails_is_tried_again():
    with running() as (url, state):
        state.register("a", {"schema": INT})
        state.fail_next = [503, 429, 500]
        assert registry(url).schemas == {1: INT}
        state.fail_next = [503] * 4
        with pytest.raises(OSError, match="503 Service Unavailable: come again"):
            registry(url)
        state.fail_next = [503]
        with pytest.raises(OSError, match="503"):
            registry(url, retries=0)
        before = len(state.requests)
        with pytest.raises(OSError, match=r"404 Not Found: Subject not found\."):
            registry(url, subjects=["gone"])
        assert len(state.requests) == before + 1


def test_one_of_several_that_answers():
    with running() as (url, state):
        state.register("a", {"schema": INT})
        assert registry(f"http://127.0.0.1:9,{url}", timeout=5).schemas == {1: INT}
    with pytest.raises(OSError, match="refused"):
        registry("http://127.0.0.1:9", retries=1)


def test_a_mock_of_confluent_kafka():
    client = SchemaRegistryClient.new_client({"url": "mock://test"})
    id = client.register_schema("a", Schema(INT, "AVRO"))
    assert registry(client).schemas == {id: INT}
    assert registry(client, subjects=["a"]).latest("a") == INT


def test_what_is_no_registry(tmp_path):
    with pytest.raises(TypeError, match="a URL, a folder"):
        registry(7)
    with pytest.raises(NotADirectoryError):
        registry(tmp_path / "gone")
    with pytest.raises(ValueError, match="fingerprint, databus"):
        registry(tmp_path, ids="name")
    with pytest.raises(ValueError, match="a URL such as"):
        registry("http://")


def test_an_answer_that_is_none_of_a_registry():
    with running() as (url, state):
        state.answer = lambda *_: "a page of a proxy"
        with pytest.raises(OSError, match=r"no answer of a registry: .*proxy"):
            registry(url)


def test_schemas_that_refer_in_a_circle():
    with running() as (url, state):
        reference = {"name": "x", "subject": "a", "version": 1}
        state.register("a", {"schema": INT, "references": [reference]})
        with pytest.raises(ValueError, match="a refers to itself"):
            registry(url)


def record(name, *types, **more):
    fields = [{"name": f"f{number}", "type": type} for number, type in enumerate(types)]
    return {"type": "record", "name": name, "fields": fields, **more}


INNER = record("Inner", "int", namespace="x")
MIDDLE = record("x.Middle", "Inner", {"type": "map", "values": "x.Inner"})
BARE = {"type": "enum", "name": "Bare", "symbols": ["A"]}
HOLDER = record("y.Holder", {"type": "fixed", "name": "Held", "size": 2})


@pytest.mark.parametrize(
    ("schema", "others", "names"),
    [
        (record("x.R", "Inner", "Inner"), [INNER], ["x.Inner"]),
        (record("z.R", "x.Middle", "x.Inner"), [INNER, MIDDLE], ["x.Middle", "x.Inner"]),
        (record("z.R", ["null", "Bare"], "Bare"), [BARE], ["Bare"]),
        (record("R", {"type": "array", "items": "Bare"}), [BARE], ["Bare"]),
        (record("z.R", "y.Held", "y.Holder"), [HOLDER], ["y.Held", "y.Holder"]),
        (record("z.R", {"type": "x.Inner"}), [INNER], ["x.Inner"]),
    ],
)
def test_one_text_of_several(spark, schema, others, names):
    # Avro's own parser knows the types of all texts that it has parsed before.
    parser = getattr(spark._jvm.org.apache.avro, "Schema$Parser")
    of_all = parser()
    for other in others:
        of_all.parse(json.dumps(other))
    expected = of_all.parse(json.dumps(schema)).toString()
    text = inlined(schema, others)
    assert parser().parse(text).toString() == expected
    for name in names:
        assert name.rpartition(".")[2] in text


def test_names_and_unions_of_types_that_are_elsewhere():
    assert json.loads(inlined("x.Inner", [INNER])) == INNER
    union, inner = json.loads(inlined(["x.Inner", "string", "x.Middle"], [INNER, MIDDLE]))[::2]
    assert union == INNER
    assert inner["fields"][0]["type"] == "x.Inner"


def test_primitives_stay_what_they_are():
    assert json.loads(inlined(record("R", "int"), [BARE])) == record("R", "int")
