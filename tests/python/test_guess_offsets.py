"""What `guess` finds after the bytes of a foreign header, and what it does not."""

import base64
import gzip
import io
import random
import re

import fastavro
import msgpack
import pytest

import sparkwire
from sparkwire.cli import main
from sparkwire.demo import samples
from sparkwire.recognition import candidates, sequences
from test_guess import CHANGE

from vectors import lines

ROW = {"id": 1, "user": {"name": "Ada"}, "tags": ["a", "b"]}
EVENT = dict(samples("databus"))["upsert"]


def container():
    out = io.BytesIO()
    schema = {"type": "record", "name": "T", "fields": [{"name": "id", "type": "long"}]}
    fastavro.writer(out, schema, [{"id": 7}])
    return out.getvalue()


VALUES = {
    "databus": EVENT,
    "databus, version 2": next(
        value for value in dict(samples("databus")).values() if value[0] == 2
    ),
    "databus, little endian": dict(samples("databus"))["little endian"],
    "avro_container": container(),
    "cernan": dict(samples("cernan"))["one record"],
    "kafka_records": lines("kafka", "records")[0].bytes,
    "ignite": dict(samples("ignite"))["person"],
    "ignite_cdc": CHANGE,
    "aerospike": dict(samples("aerospike"))["a place"],
    "msgpack": msgpack.packb(ROW),
    # ApiVersions, version 0, of the client "rdkafka".
    "kafka_request": bytes.fromhex("0012 0000 00000001 0007 72646b61666b61"),
}
MANY = {
    "databus": EVENT * 3,
    "msgpack": msgpack.packb(ROW) * 3,
    "cernan": VALUES["cernan"] * 2,
}


def header(size):
    """Return bytes that begin none of the formats."""
    return random.Random(size).randbytes(size)


@pytest.mark.parametrize("size", [1, 2, 4, 5, 6, 11, 24, 64])
@pytest.mark.parametrize("name", VALUES)
def test_a_value_after_a_header(name, size):
    value = VALUES[name]
    format = name.partition(",")[0]
    (best, *_) = sparkwire.guess(header(size) + value)
    assert (best.format, best.offset, best.fault) == (format, size, None), best
    assert best.label == f"{format} at byte {size}"
    assert best.score >= 60
    assert best.dissection.value == value
    assert f"{format}_decode(substring(value, {size + 1}))" in best.advice
    assert best.advice.endswith(f"sparkwire dissect {format} FILE --offset {size}")
    assert best.to_dict()["offset"] == size


@pytest.mark.parametrize("name", MANY)
def test_several_values_after_a_header(name):
    (best, *_) = sparkwire.guess(header(11) + MANY[name])
    assert (best.format, best.offset, best.holds_many) == (name, 11, True), best
    assert best.advice == (f"{name}_decode_all(substring(value, 12)); sparkwire decode auto FILE")


def test_other_bytes_follow():
    value = header(6) + EVENT + b"tail"
    (best, *_) = sparkwire.guess(value)
    assert best.evidence[-1] == "4 bytes follow"
    assert best.advice == (
        "databus_decode(substring(value, 7, 66));"
        " sparkwire dissect databus FILE --offset 6 --count 66"
    )
    assert sparkwire.dissect(value, "auto").value == EVENT


def test_headers_that_look_like_something():
    for before in (b"\0\0\0\0\x42", bytes(8), b"\x0a\x40", b"\1\2\3", b"HDR1", b"\x93\1"):
        (best, *_) = sparkwire.guess(before + EVENT)
        assert (best.format, best.offset) == ("databus", len(before)), best


def test_no_offset_if_a_value_begins_at_the_first_byte():
    for name, value in VALUES.items():
        for after in (b"", b"\0\0\0\0"):
            found = sparkwire.guess(value + after)
            assert all(one.offset == 0 for one in found), (name, found)


def test_the_first_values_of_a_folder(tmp_path, capsys):
    for number in range(3):
        (tmp_path / f"{number}.bin").write_bytes(header(11) + EVENT)
    assert main(["guess", str(tmp_path)]) == 0
    assert "3 databus at byte 11" in capsys.readouterr().out
    assert main(["decode", "auto", str(tmp_path)]) == 0
    out, err = capsys.readouterr()
    assert out.count('"size":66') == 3
    assert err == "sparkwire: taken for databus at byte 11\n"


def test_within_what_is_wrapped():
    packed = base64.b64encode(gzip.compress(header(11) + EVENT))
    (best, *_) = sparkwire.guess(packed)
    assert best.label == "base64 text around gzip around databus at byte 11"
    assert "--offset" not in sparkwire.guess(base64.b64encode(header(11) + EVENT)).text
    assert sparkwire.dissect(packed, "auto").value == EVENT


def test_offsets_count_from_the_beginning(tmp_path, capsys):
    (tmp_path / "x").write_bytes(header(11) + EVENT[:-1] + b"?")
    assert main(["dissect", "auto", str(tmp_path / "x"), "--offset", "4"]) == 1
    out, err = capsys.readouterr()
    assert out.splitlines()[1].startswith("11 ")
    assert err == "sparkwire: taken for databus at byte 7\n"


def test_the_command_of_the_advice_runs(tmp_path, capsys):
    (tmp_path / "x").write_bytes(header(11) + EVENT + b"tail")
    advice = sparkwire.guess((tmp_path / "x").read_bytes())[0].advice
    command = re.search(r"sparkwire (dissect .*)", advice)[1]
    assert main(command.replace("FILE", str(tmp_path / "x")).split()) == 0
    assert "FAULT" not in capsys.readouterr().out


def test_the_sql_of_the_advice_runs(spark):
    for name, value in {**VALUES, **MANY}.items():
        whole = header(11) + value
        advice = sparkwire.guess(whole)[0].advice.partition(";")[0]
        df = spark.createDataFrame([(whole,)], "value BINARY")
        assert df.selectExpr(f"{advice} AS found").first().found is not None, name


@pytest.mark.parametrize("seed", range(40))
def test_random_bytes_are_nothing(seed):
    chance = random.Random(seed)
    for size in (9, 33, 70, 200, 3000):
        assert sparkwire.guess(chance.randbytes(size)) == [], size


def test_zeros_with_some_numbers_are_not_a_value():
    # A length that fits is frequent in them; a checksum does not.
    chance = random.Random(7)
    for _ in range(100):
        value = bytes(chance.choices([0] * 7 + [1, 2, 0x67], k=150))
        assert all(one.offset == 0 for one in sparkwire.guess(value))


@pytest.mark.parametrize("kind", ["any", "small", "msgpack"])
def test_random_bytes_give_hardly_a_candidate(kind):
    """Without the JVM, so that there can be many: hardly a value is worth a closer look."""
    chance = random.Random(kind)
    bytes_of = {
        "any": range(256),
        "small": range(32),
        "msgpack": [*range(0x80, 0xC0), *range(0x61, 0x7B), *range(8)],
    }[kind]
    found = []
    for _ in range(3000):
        value = bytes(chance.choices(bytes_of, k=chance.randrange(8, 200)))
        found += candidates.candidates(value, False)
        assert not sequences.find(value) or kind != "any"
    assert len(found) < 3000 // 50


def test_a_later_offset_is_not_found():
    assert sparkwire.guess(header(candidates.MOST_OFFSET + 1) + VALUES["msgpack"]) == []


def test_an_advice_counts_from_the_first_byte_of_the_file(capsys, tmp_path):
    file = tmp_path / "x"
    file.write_bytes(b"ABCDE" + header(6) + EVENT)
    assert main(["guess", str(file), "--offset", "5"]) == 0
    inside = capsys.readouterr().out
    assert "databus at byte 11 " in inside
    assert "databus_decode(substring(value, 12))" in inside
    assert "sparkwire dissect databus FILE --offset 11" in inside
    assert main(["guess", str(file), "--offset", "11"]) == 0
    assert "Next: databus_decode(substring(value, 12))" in capsys.readouterr().out
