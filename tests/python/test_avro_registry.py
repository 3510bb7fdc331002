"""Schemas fetched from a registry: its responses, its failures, and schema references."""

import base64
import json
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

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
        assert [tuple(one)[:4] for one in found.registered] == [
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


def test_a_schema_is_registered():
    with running() as (url, state):
        state.register("a", {"schema": INT})
        found = registry(url)
        assert found.register("b/c d", LONG) == 2
        assert found.register("b/c d", LONG) == 2
        assert registry(url).latest("b/c d") == LONG
        state.fail_next = [503]
        assert found.register("a", LONG) == 2
        state.fail_next = [409]
        with pytest.raises(OSError, match=r"versions: 409 Conflict: come again"):
            found.register("a", '"string"')
    with pytest.raises(TypeError, match="only the registry behind a URL"):
        registry({1: INT}).register("a", INT)


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


@contextmanager
def _answering(answer):
    """Run a server that answers as told; yield its address, and each path with its secret."""
    sent = []

    class Answering(BaseHTTPRequestHandler):
        def do_GET(self):
            secrets = [self.headers[name] for name in ("Authorization", "X-Key")]
            sent.append([self.path, *filter(None, secrets)])
            answer(self)

        def log_message(self, *_):
            """Do not log requests."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"127.0.0.1:{server.server_address[1]}", sent
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _send(handler, status, body=b"", **headers):
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name, value)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)


BASIC = "Basic " + base64.b64encode(b"me:secret").decode()


def test_another_server_is_not_sent_what_is_secret():
    def first(handler):
        here = handler.path == "/subjects"
        _send(handler, 307, Location="/moved" if here else f"http://{other}/subjects")

    with _answering(lambda handler: _send(handler, 200, b"[]")) as (other, at_other):
        with _answering(first) as (url, at_first):
            assert registry(f"http://me:secret@{url}", headers={"X-Key": "k"}).schemas == {}
        assert at_first == [["/subjects", BASIC, "k"], ["/moved", BASIC, "k"]]
        assert at_other == [["/subjects"]]
    for to in ("ftp://127.0.0.1/", "http://me:secret@127.0.0.1/", "/subjects"):
        with (
            _answering(lambda handler, to=to: _send(handler, 307, Location=to)) as (url, _),
            pytest.raises(OSError, match="307") as refused,
        ):
            registry(f"http://me:secret@{url}", retries=0)
        assert "secret" not in str(refused.value)


def test_each_of_several_urls_has_its_own_name_and_password():
    with (
        _answering(lambda handler: _send(handler, 503)) as (first, at_first),
        _answering(lambda handler: _send(handler, 200, b"[]")) as (second, at_second),
    ):
        registry(f"http://me:secret@{first},http://{second}")
        assert at_first[0] == ["/subjects", BASIC]
        assert at_second == [["/subjects"]]
        registry(f"http://{first},http://{second}", user=("me", "secret"))
        assert at_second[-1] == ["/subjects", BASIC]


@pytest.mark.parametrize(
    "url",
    ["me:se/cret@host", "me:se#cret@host", "me:se?cret@host", "me:cret@[", "me:cret@", "me:cret"],
)
def test_no_message_shows_the_password_of_a_url(url):
    with pytest.raises(ValueError, match="%2F") as refused:
        registry(f"http://{url}", retries=0)
    assert "cret" not in str(refused.value)


def test_an_answer_may_neither_be_large_nor_slow_without_end(monkeypatch):
    with (
        _answering(lambda handler: _send(handler, 200, b"[" * (17 << 20))) as (url, _),
        pytest.raises(OSError, match="larger than 16777216 bytes"),
    ):
        registry(f"http://{url}")

    monkeypatch.undo()

    def drip(handler):
        handler.send_response(200)
        handler.end_headers()
        for _ in range(50):
            handler.wfile.write(b"[")
            handler.wfile.flush()
            time.sleep(0.1)

    with _answering(drip) as (url, _), pytest.raises(OSError, match="no answer within 1 seconds"):
        registry(f"http://{url}", retries=0, timeout=1)


def _asked(levels, copies):
    """Fetch a schema with so many levels of references, each given more than once."""

    def answer(handler):
        parts = handler.path.split("/")
        if len(parts) == 4:
            return _send(handler, 200, b"[1]")
        level = int(parts[2][1:])
        below = {"name": "x", "subject": f"s{level + 1}", "version": 1}
        found = {
            "id": level,
            "schema": json.dumps({"type": "record", "name": f"R{level}", "fields": []}),
            "references": [below] * (copies if level < levels else 0),
        }
        return _send(handler, 200, json.dumps(found).encode())

    with _answering(answer) as (url, sent):
        assert len(registry(f"http://{url}", subjects=["s0"]).schemas) == 1
        return len(sent)


def test_a_schema_to_which_many_paths_lead_is_fetched_and_added_once():
    assert _asked(levels=22, copies=2) == 24
    assert _asked(levels=90, copies=3) == 92
    with pytest.raises(ValueError, match="through more than 100 others"):
        _asked(levels=101, copies=1)


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
