"""``sparkwire encode``: what ``sparkwire decode`` has written becomes the same bytes again."""

import base64
import contextlib
import io
import json
import sys
import types

import pytest

from sparkwire.cli import main
from sparkwire.demo import load, samples

EVENT = dict(samples("databus"))["upsert"]
HIT = json.dumps(
    {
        "type": "record",
        "name": "Hit",
        "fields": [{"name": "path", "type": "string"}, {"name": "ms", "type": "int"}],
    }
)


@pytest.fixture
def run(spark, monkeypatch, capfdbinary):
    """Run a command in the session of the tests; return its exit code and what it printed."""
    session = contextlib.nullcontext(spark)
    for module in ("decoding", "encoding"):
        monkeypatch.setattr(f"sparkwire.{module}.quiet_session", lambda: session)

    def run(*arguments, stdin=b""):
        monkeypatch.setattr(sys, "stdin", types.SimpleNamespace(buffer=io.BytesIO(stdin)))
        capfdbinary.readouterr()
        code = main([*map(str, arguments)])
        sys.stdout.flush()
        out, err = capfdbinary.readouterr()
        return code, out, err.decode()

    return run


@pytest.fixture
def lines(tmp_path):
    """Write JSON lines into a file."""

    def write(*documents):
        file = tmp_path / "in.jsonl"
        file.write_text("".join(json.dumps(document) + "\n" for document in documents))
        return file

    return write


def roughly(line):
    """Read a line of JSON; numbers that differ as float32 and float64 do are equal."""
    return json.loads(line, parse_float=lambda digits: round(float(digits), 4))


@pytest.mark.parametrize("format", ["databus", "cernan", "aerospike", "ignite", "msgpack"])
def test_samples_by_parquet(format, run, tmp_path):
    """Spark's Parquet keeps neither the order of a VARIANT's fields nor its float32."""
    compared = 0
    for name, value in load(format).samples.items():
        (tmp_path / "value").write_bytes(value)
        rows = tmp_path / f"{name}.parquet".replace(" ", "-")
        if run("decode", format, tmp_path / "value", "--out", rows)[0] == 0:
            code, out, said = run("encode", format, rows, "--raw")
            if name == "a list that is in itself":
                assert (code, out) == (1, b"")
                continue
            assert (code, said) == (0, ""), name
            if format in ("databus", "cernan"):
                assert out.hex() == value.hex(), name
            else:
                decoded = [run("decode", format, "-", stdin=one)[1] for one in (value, out)]
                assert roughly(decoded[1]) == roughly(decoded[0]), name
            compared += 1
    assert compared > 0


def test_events_by_json_lines(run, tmp_path):
    (tmp_path / "events").write_bytes(EVENT * 3)
    code, decoded, _ = run("decode", "databus", tmp_path / "events", "--all")
    assert code == 0
    code, out, _ = run("encode", "databus", "-", "--raw", stdin=decoded)
    assert (code, out) == (0, EVENT * 3)


def test_other_columns_stay(run, lines):
    file = lines({"id": 7, "avro": {"path": "/a", "ms": 42}})
    code, out, _ = run(
        "encode", "avro", file, "--schema", HIT, "--option", "frame=confluent", "--option", "id=1"
    )
    row = json.loads(out)
    assert (code, row["id"]) == (0, 7)
    assert base64.b64decode(row["value"]).hex() == "0000000001042f6154"


def test_raw_bytes_are_those_of_the_values_alone(run, lines):
    file = lines({"key": "k", "msgpack": [1]})
    assert run("encode", "msgpack", file, "--raw")[1].hex() == "9101"


def test_whole_lines(run, lines):
    file = lines({"a": 1, "b": "x"})
    assert run("encode", "msgpack", file, "--raw")[1].hex() == "82a16101a162a178"
    typed = run("encode", "msgpack", file, "--type", "b STRING, a BIGINT", "--raw")
    assert typed[1].hex() == "82a162a178a16101"


def test_records_have_keys(run, lines, spark):
    key = {"group": "g", "topic": "t", "partition": 1}
    value = {"offset": 1, "leaderEpoch": -1, "metadata": "", "commitTimestamp": 5}
    record = {"record_type": 1, "key": key, "version": 3, "value": value}
    file = lines({"kafka_record": record})
    code, out, said = run("encode", "kafka_record", file, "--arg", "topic=__consumer_offsets")
    assert (code, said) == (0, "")
    row = json.loads(out)
    assert base64.b64decode(row["key"]).hex() == "0001" + "000167" + "000174" + "00000001"
    assert row["value"]


def test_unencodable(run, lines):
    file = lines(
        {"n": 1, "databus": {"sequence": 5}},
        {"n": 2, "databus": {"key": 1, "timestamp_nanos": 7, "src_id": 1, "sequence": 1}},
    )
    code, out, said = run("encode", "databus", file)
    bad, good = map(json.loads, out.splitlines())
    assert (code, bad["n"], bad["fault"]["reason"]) == (1, 1, "missing-field")
    assert "value" not in bad
    assert "fault" not in good
    assert "1 unencodable: missing-field 1" in said
    code, out, said = run("encode", "databus", file, "--on-bad", "null")
    assert (code, said, len(out.splitlines())) == (0, "", 2)
    code, _, said = run("encode", "databus", file, "--on-bad", "fail")
    assert code == 1
    assert said.startswith("sparkwire: [SPARKWIRE_UNENCODABLE] databus: missing-field (key)")


def test_parquet_out(run, lines, spark, tmp_path):
    file = lines({"n": 1, "msgpack": [1]}, {"n": 2})
    assert run("encode", "msgpack", file, "--out", tmp_path / "out")[0] == 0
    rows = spark.read.parquet(str(tmp_path / "out")).orderBy("n").collect()
    assert [(row.n, row.value) for row in rows] == [(1, bytearray(b"\x91\x01")), (2, None)]
    assert run("encode", "msgpack", file, "--out", tmp_path / "out")[0] == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["encode", "avro", "IN"], "avro needs --schema"),
        (["encode", "avro", "IN", "--schema", HIT, "--column", "avr"], "Did you mean avro?"),
        (["encode", "avro", "IN", "--schema", HIT], "'ms' and the value x"),
        (["encode", "auto", "IN"], "no format auto"),
        (["encode", "kafka_tags", "IN", "--arg", "topic=a"], "takes no argument topic"),
    ],
)
def test_wrong_use(arguments, said, run, lines):
    file = lines({"avro": {"path": "/a", "ms": "x"}})
    code, out, err = run(*[str(file) if word == "IN" else word for word in arguments])
    assert (code, out) == (2, b"")
    assert said in err
