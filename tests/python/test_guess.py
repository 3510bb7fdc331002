"""What `guess` says about values of our formats, of others, wrapped ones, and many at once."""

import base64
import bz2
import gzip
import io
import json
import lzma
import pickle
import random
import re
import shlex
import sqlite3
import struct
import uuid
import zipfile
import zlib

import fastavro
import msgpack
import pyarrow as pa
import pyarrow.orc
import pyarrow.parquet
import pytest
from google.protobuf import descriptor_pb2, struct_pb2

import sparkwire
import sparkwire.functions as wire
from sparkwire import guessing
from sparkwire.cli import main
from sparkwire.demo import samples
from sparkwire.recognition import ours

from vectors import lines

EVENT = dict(samples("databus"))["upsert"]
ORDER = {
    "type": "record",
    "name": "Order",
    "fields": [{"name": "id", "type": "long"}, {"name": "item", "type": "string"}],
}
ORDERS = [{"id": number, "item": f"item {number}"} for number in range(20)]
# Of a dump of Ignite, as a node wrote it.
ENTRY = bytes.fromhex(
    "0000004e314bdf3577ede00e00000000000000000018461956000001a21c10c36300000001000000050103040000"
    "000000001e6467012b0077fb2aca9ef0e0011e000000f4c4a5f81d000000030400000018"
)
TABLE = pa.table({"id": list(range(100)), "item": ["x"] * 100})


def container(codec="null"):
    out = io.BytesIO()
    fastavro.writer(out, ORDER, ORDERS, codec=codec)
    return out.getvalue()


def datum(order=ORDERS[0]):
    out = io.BytesIO()
    fastavro.schemaless_writer(out, ORDER, order)
    return out.getvalue()


def confluent(id, payload=None):
    return struct.pack(">bI", 0, id) + (datum() if payload is None else payload)


def glue():
    version = uuid.UUID("b7b4a7f0-9c96-4e4a-a687-fb5de9ef0c63")
    return b"\x03\x00" + version.bytes + datum()


def single_object():
    canonical = fastavro.schema.to_parsing_canonical_form(ORDER)
    fingerprint = fastavro.schema.fingerprint(canonical, "CRC-64-AVRO")
    return b"\xc3\x01" + bytes.fromhex(fingerprint) + datum()


def arrow(new):
    out = io.BytesIO()
    with new(out, TABLE.schema) as writer:
        writer.write(TABLE)
    return out.getvalue()


def table_file(write):
    out = io.BytesIO()
    write(TABLE, out)
    return out.getvalue()


def zipped():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr("a.txt", "hello")
    return out.getvalue()


def database(folder):
    with sqlite3.connect(folder / "x.db") as connection:
        connection.execute("CREATE TABLE t (a INTEGER)")
    return (folder / "x.db").read_bytes()


def protobuf():
    field = descriptor_pb2.FieldDescriptorProto(
        name="customer", number=3, type_name=".acme.Customer"
    )
    return field.SerializeToString()


BSON = bytes.fromhex(
    "21000000 02 6e616d6500 04000000 61646100 10 61676500 2a000000 08 6f6b00 01 00"
)
CBOR = bytes.fromhex("a3 626964 07 6474616773 82 6161 6162 636e6577 f5")
# TBinaryProtocol.writeMessageBegin("getUser", CALL, 1), then a struct with field 1, an i32.
THRIFT_CALL = bytes.fromhex("80010001 00000007 67657455736572 00000001 08 0001 0000002a 00")
THRIFT_STRUCT = bytes.fromhex("08 0001 0000002a 0b 0002 00000003 616461 02 0003 01 00")
# The event of the example in the function's documentation.
CHANGE = bytes.fromhex("".join(re.findall('"([0-9a-f]{10,})"', wire.ignite_cdc_dissect.__doc__)))
JAVA = bytes.fromhex("aced0005 74 0005 68656c6c6f")  # ObjectOutputStream.writeObject("hello")
PCAP = bytes.fromhex("d4c3b2a1 0200 0400 00000000 00000000 ffff0000 01000000")
DER = bytes.fromhex("3013 0201 01 0c05 68656c6c6f 0407 01020304050607")
ROWS = [{"id": n, "user": {"name": f"user {n}"}, "tags": ["a", "b"]} for n in range(2000)]


# What it is, by whose writer, the verdict, and a word of the evidence or advice.
FOREIGN = {
    "gzip": (gzip.compress(b"\0\1\2"), "gzip", "unpacks"),
    "zlib": (zlib.compress(b"\0\1\2" * 9), "zlib", "its checksum fits"),
    "bzip2": (bz2.compress(b"\0\1\2"), "bzip2", "Unpack it"),
    "xz": (lzma.compress(b"\0\1\2"), "xz", "Unpack it"),
    "zstd": (pa.compress(b"\0\1\2", "zstd", asbytes=True), "zstd", "Unpack it"),
    "lz4": (pa.compress(b"\0\1\2", "lz4", asbytes=True), "lz4", "Unpack it"),
    "zip": (zipped(), "zip", "magic number"),
    "parquet": (table_file(pyarrow.parquet.write_table), "Parquet", "spark.read.parquet"),
    "orc": (table_file(pyarrow.orc.write_table), "ORC", "spark.read.orc"),
    "arrow file": (arrow(pa.ipc.new_file), "Arrow file", "open_file"),
    "arrow stream": (arrow(pa.ipc.new_stream), "Arrow stream", "open_stream"),
    "pickle": (pickle.dumps({"id": 1, "tags": ["a"]}), "pickle", "it can run code"),
    "old pickle": (pickle.dumps({"id": 1, "tags": ["a"]}, 2), "pickle", "protocol 2"),
    "java": (JAVA, "Java serialization", "ObjectInputStream"),
    "pcap": (PCAP, "pcap", "sparkwire-capture"),
    "protobuf": (protobuf(), "protobuf", "fields 1, 3, 6"),
    "protobuf of google": (
        struct_pb2.Struct(fields={"a": struct_pb2.Value(string_value="xyz")}).SerializeToString()
        * 2,
        "protobuf",
        "from_protobuf",
    ),
    "protobuf after lengths": (
        (bytes([len(protobuf())]) + protobuf()) * 3,
        "protobuf",
        "3 messages, each after its length (a varint): fields 1, 3, 6",
    ),
    "protobuf after lengths of 4 bytes": (
        (struct.pack(">I", len(protobuf())) + protobuf()) * 3,
        "protobuf",
        "layout_decode_all(value, '{seq: [{id: size, type: u4be}",
    ),
    "protobuf as gRPC sends it": (
        (struct.pack(">BI", 0, len(protobuf())) + protobuf()) * 3,
        "protobuf",
        "the 5 bytes of gRPC",
    ),
    "cbor": (CBOR, "CBOR", "9 items"),
    "cbor end to end": (CBOR * 3, "CBOR", "3 values end to end, 27 items"),
    "bson": (BSON, "BSON", "'name', 'age', 'ok'"),
    "bson end to end": (BSON * 3, "BSON", "3 documents end to end"),
    "thrift call": (THRIFT_CALL, "Thrift", "'getUser'"),
    "thrift struct": (THRIFT_STRUCT, "Thrift", "fields 1, 2, 3"),
    "der": (DER, "ASN.1 DER", "3 parts"),
    "json": (json.dumps(ROWS[0]).encode(), "JSON", "one document"),
    "json lines": (
        "\n".join(map(json.dumps, ROWS[:3])).encode(),
        "JSON lines",
        "3 documents",
    ),
    "xml": (b'<?xml version="1.0"?><a/>', "XML or HTML", "<?xml"),
    "backup": (b"Version 3.1\n# namespace a\n", "Aerospike backup", "sparkwire-aerospike-backup"),
    "backup with raw bytes": (
        b"Version 3.1\n# namespace a\n+ k B! 4 \xff\x00\xfe\x80\n+ n a\n",
        "Aerospike backup",
        "sparkwire-aerospike-backup",
    ),
    "dump of ignite": (ENTRY, "Ignite dump", "sparkwire-ignite-dump"),
    "log of ignite": (
        bytes.fromhex("05030000000000000000000000") + bytes.fromhex("5a04ede7ac45d0b0") + bytes(9),
        "Ignite write-ahead log",
        "sparkwire-ignite-wal",
    ),
    "plain text": (b"id,name\n1,ada\n2,bob\n", "plain text", "'id,name'"),
    "text of another country": ("Grüße aus Köln".encode(), "plain text", "UTF-8"),
    "confluent": (confluent(102), "Confluent frame", "schema id 102"),
    "confluent with json": (confluent(7, b'{"a": 1}'), "Confluent frame", "then JSON"),
    "confluent with protobuf": (
        confluent(7, b"\0" + protobuf()),
        "Confluent frame",
        "looks like protobuf",
    ),
    "glue": (glue(), "Glue frame", "b7b4a7f0-9c96-4e4a-a687-fb5de9ef0c63"),
    "single object": (single_object(), "Avro single object", "fingerprint"),
}
OURS = {
    "databus": (EVENT, "databus", "2 checksums fit"),
    "events end to end": (EVENT * 3, "databus", "3 Databus events end to end"),
    "container": (container(), "avro_container", "magic number"),
    "container, deflate": (container("deflate"), "avro_container", "magic number"),
    "msgpack": (msgpack.packb(ROWS[0]), "msgpack", "all 33 bytes"),
    "events behind damaged bytes": (
        EVENT * 2 + b"\1\2\3" + EVENT,
        "databus",
        "3 Databus events end to end; but bad-version at byte 132",
    ),
    "msgpack end to end": (
        b"".join(map(msgpack.packb, ROWS)),
        "msgpack",
        "2,000 MessagePack values end to end",
    ),
    "the beginning of an event": (EVENT[:-5], "databus", "1 checksum fits; but truncated-body"),
    "damaged msgpack": (
        b"".join(map(msgpack.packb, ROWS[:20])) + b"\xc1" + b"".join(map(msgpack.packb, ROWS)),
        "msgpack",
        "20 MessagePack values end to end; but reserved-byte-c1 at byte 670",
    ),
    "batch": (lines("kafka", "records")[0].bytes, "kafka_records", "checksum"),
    "log file": (lines("kafka", "records")[0].bytes * 5, "kafka_records", "sparkwire-kafka-log"),
    "ignite": (dict(samples("ignite"))["person"], "ignite", "all 63 bytes"),
    "change event of ignite": (CHANGE, "ignite_cdc", "all 398 bytes"),
    "aerospike": (dict(samples("aerospike"))["a place"], "aerospike", "all 95 bytes"),
    "cernan": (dict(samples("cernan"))["one record"], "cernan", "magic"),
}
WRAPPED = {
    "gzip": (gzip.compress(EVENT), "gzip around databus", "Unpack it"),
    "zlib": (zlib.compress(msgpack.packb(ROWS[:9])), "zlib around msgpack", "Unpack it"),
    "base64": (base64.b64encode(EVENT), "base64 text around databus", "databus_decode(unbase64("),
    "url-safe base64": (
        base64.urlsafe_b64encode(EVENT).rstrip(b"="),
        "base64 text around databus",
        "unbase64",
    ),
    "base64 of a frame": (
        base64.b64encode(confluent(102)),
        "base64 text around Confluent frame",
        "avro_decode(unbase64(value)",
    ),
    "hex": (EVENT.hex().encode(), "hex text around databus", "databus_decode(unhex(value))"),
    "hex of psql": (b"\\x" + EVENT.hex().encode(), "hex text around databus", "unhex"),
    "hex of show()": (
        f"[{EVENT.hex(' ').upper()}]".encode(),
        "hex text around databus",
        "unhex",
    ),
    "hex of SQL": (f"X'{EVENT.hex()}'".encode(), "hex text around databus", "unhex"),
    "bytes of Python": (repr(EVENT).encode(), "Python bytes literal around databus", "text"),
    "field of JSON lines": (
        "".join(
            json.dumps({"n": n, "p": base64.b64encode(msgpack.packb(ROWS[n])).decode()}) + "\n"
            for n in range(9)
        ).encode(),
        "JSON lines around msgpack",
        "msgpack_decode(unbase64(get_json_object(string(value), '$.p')))",
    ),
    "field of JSON": (
        json.dumps({"id": 1, "event": {"raw": base64.b64encode(EVENT).decode()}}).encode(),
        "JSON around databus",
        "databus_decode(unbase64(get_json_object(string(value), '$.event.raw')))",
    ),
}
ALL = {**FOREIGN, **OURS, **{f"{name} around": case for name, case in WRAPPED.items()}}


@pytest.mark.parametrize("name", ALL)
def test_verdict(name):
    value, label, said = ALL[name]
    found = sparkwire.guess(value)
    assert found
    assert found[0].label == label, found.text
    assert said in found.text


@pytest.mark.parametrize("name", FOREIGN)
def test_formats_of_others_have_no_dissection(name):
    assert sparkwire.guess(FOREIGN[name][0])[0].dissection is None


NOTHING = {
    "nothing": b"",
    "a number": b"\x07",
    "two numbers": b"\x07\x07",
    "zeros": bytes(100),
    "many zeros": bytes(5000),
    "ones": b"\xff" * 50,
    "an Avro value": datum(),
    "a key of __consumer_offsets": bytes.fromhex("0001000267310001740000000a"),
    **{f"random {seed}": random.Random(seed).randbytes(200) for seed in range(20)},
}


@pytest.mark.parametrize("name", NOTHING)
def test_nothing_is_said_without_evidence(name):
    found = sparkwire.guess(NOTHING[name])
    assert found == []
    assert found.text == f"{len(NOTHING[name]):,} bytes: none of these formats."


def test_zeros_are_no_checksum():
    # A header of zeros with the length of the value: its checksum is zero, but nothing was checked.
    found = sparkwire.guess(bytes(5) + (66).to_bytes(4, "big") + bytes(57))
    assert "checksum" not in found.text


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_kinds_of_bytes(kind):
    assert sparkwire.guess(kind(EVENT))[0].format == "databus"
    assert sparkwire.dissect(kind(EVENT), "databus").fault is None
    assert sparkwire.dissect(kind(EVENT), "auto").format == "databus"
    assert sparkwire.compare(kind(EVENT), kind(EVENT), "databus").differences == []


def test_what_is_no_bytes():
    with pytest.raises(TypeError, match=r"bytes\.fromhex"):
        sparkwire.guess("07")
    with pytest.raises(TypeError, match="A message is bytes, not int"):
        sparkwire.guess(7)
    with pytest.raises(sparkwire.InvalidCall, match="column value is for a DataFrame, not for"):
        sparkwire.guess(EVENT, "value")


def test_damaged_values():
    damaged = dict(samples("databus"))["one bit flipped"]
    found = sparkwire.guess(damaged)[0]
    assert (found.format, found.fault["reason"]) == ("databus", "bad-body-crc")
    broken = sparkwire.guess(gzip.compress(EVENT * 20)[:20] + b"x" * 20)[0]
    assert (broken.format, broken.advice) == ("gzip", "The data are damaged.")


def test_the_beginning_of_a_large_value_is_enough():
    value = b"".join(map(msgpack.packb, ROWS)) * 40
    found = sparkwire.guess(value)
    assert found[0].label == "msgpack"
    assert "at least" in found.text
    assert found.size == len(value)


def test_events_of_both_byte_orders():
    values = dict(samples("databus"))
    found = sparkwire.guess(values["upsert"] * 2 + values["little endian"] * 2)
    assert "4 Databus events end to end" in found.text
    assert "databus_decode_all(value, map('resync', 'true'))" in found.text


def test_three_bad_bytes_in_the_middle():
    packed = b"".join(map(msgpack.packb, ROWS))
    found = sparkwire.guess(packed[:60_000] + b"\xc1\xc1\xc1" + packed[60_000:])
    assert found[0].format == "msgpack"
    assert "but bad-" in found.text or "but trun" in found.text or "at byte" in found.text


def test_deep_values_end():
    for deep in (b"\x0a\x7f" * 500, b"\x81" * 5000, b"[" * 5000, b"\x0c\x00\x01" * 2000):
        sparkwire.guess(deep)


class TestMany:
    def test_verdicts(self):
        values = [confluent(102)] * 3 + [confluent(103), EVENT, b"\x07"]
        found = sparkwire.guess(values)
        assert [(one.label, one.count) for one in found] == [("Confluent frame", 4), ("databus", 1)]
        assert (found.values, found.unknown) == (6, 1)
        lines = str(found).splitlines()
        assert lines[0] == (
            f"6 values, {sum(map(len, values))} bytes: 4 Confluent frame, 1 databus,"
            " 1 none of these formats."
        )
        assert lines[1].split(maxsplit=4)[-1] == "schema id 102 (3), schema id 103 (1)"
        assert lines[-1].startswith("Next: avro_decode(")

    def test_malformed_ones_are_counted(self):
        found = sparkwire.guess(value for _, value in samples("databus"))
        assert found[0].evidence[-1] == "1 malformed"
        assert repr(found) == "<8 values, 714 bytes: 8 databus>"

    def test_column(self, spark):
        rows = [(n, confluent(100 + n % 2), "x") for n in range(50)] + [(50, None, "x")]
        df = spark.createDataFrame(rows, "id INT, value BINARY, note STRING")
        for found in (
            sparkwire.guess(df),
            sparkwire.guess(df, "value"),
            sparkwire.guess(df.withColumn("other", df.value)),
        ):
            assert (found[0].label, found[0].count) == ("Confluent frame", 50)
        assert sparkwire.guess(df, sample=10).values == 10
        text = df.selectExpr("base64(value) AS `a.b`")
        assert sparkwire.guess(text, "a.b")[0].label == "base64 text around Confluent frame"

    def test_columns_that_cannot_be_guessed(self, spark):
        df = spark.createDataFrame([(1, b"", b"")], "id INT, a BINARY, b BINARY")
        wrong = {
            "has the BINARY columns a, b: name one": (df,),
            "has no BINARY column: name one": (df.select("id"),),
            "column id is INT: values are BINARY or STRING": (df, "id"),
            "no column c; there are: id, a, b": (df, "c"),
            "column a holds no value": (df.where("a IS NULL"), "a"),
            "a stream has no first rows": (
                spark.readStream.format("rate").load().selectExpr("CAST('' AS BINARY) AS value"),
            ),
        }
        for said, arguments in wrong.items():
            with pytest.raises(sparkwire.InvalidCall, match=said):
                sparkwire.guess(*arguments)

    def test_a_table_is_no_message(self, spark):
        df = spark.range(1)
        for call in (sparkwire.dissect, lambda value, _: sparkwire.compare(value, b"", "msgpack")):
            with pytest.raises(TypeError, match="not a DataFrame: take one value"):
                call(df, "msgpack")
        with pytest.raises(TypeError, match="not a Column"):
            sparkwire.guess(df.id)

    def test_the_same_by_a_session(self, spark, monkeypatch):
        values = [EVENT * 2, EVENT, msgpack.packb(ROWS[0]) * 3]
        alone = [sparkwire.guess(value).to_dict() for value in values]
        monkeypatch.setattr("sparkwire._jvm.is_available", lambda: False)
        assert [sparkwire.guess(value).to_dict() for value in values] == alone


class TestViews:
    def test_html(self):
        found = sparkwire.guess(gzip.compress(EVENT))
        html = found._repr_html_()
        assert "gzip around databus" in html
        assert found.to_page().startswith("<!doctype html>")
        assert "none of these formats" in sparkwire.guess(b"\x07")._repr_html_()

    def test_text_is_escaped(self):
        assert "<script>" not in sparkwire.guess(b"<script>alert(1)</script>")._repr_html_()

    def test_dict(self):
        said = sparkwire.guess(base64.b64encode(EVENT)).to_dict()
        assert json.loads(json.dumps(said)) == said
        assert said["guesses"][0]["inside"]["format"] == "databus"


class TestCommand:
    @pytest.fixture
    def folder(self, tmp_path):
        for name, (value, _, _) in FOREIGN.items():
            (tmp_path / f"{name}.bin").write_bytes(value)
        return tmp_path

    @pytest.mark.parametrize("name", FOREIGN)
    def test_one_file(self, name, folder, capsys):
        assert main(["guess", str(folder / f"{name}.bin")]) == 0
        assert FOREIGN[name][1] in capsys.readouterr().out.splitlines()[0]

    def test_several_files(self, folder, capsys):
        (folder / "zeros").write_bytes(bytes(9))
        command = ["guess", str(folder / "gzip.bin"), str(folder / "zeros")]
        assert main(command) == 1
        first, second = capsys.readouterr().out.splitlines()
        assert first.split()[1:3] == ["95", "gzip"]
        assert second.endswith("0  none of these formats")
        assert main([*command, "--json"]) == 1
        (said,) = map(json.loads, capsys.readouterr().out.splitlines())
        assert (said["source"], said["format"]) == (command[1], "gzip")

    def test_folder(self, folder, capsys):
        assert main(["guess", str(folder)]) == 0
        out = capsys.readouterr().out
        assert out.startswith(f"{len(FOREIGN)} values, ")
        assert "Confluent frame" in out

    def test_part_of_a_file(self, tmp_path, capsys):
        (tmp_path / "x").write_bytes(b"head" + EVENT + b"tail")
        command = ["guess", str(tmp_path / "x"), "--offset", "4", "--count", "66"]
        assert main(command) == 0
        assert capsys.readouterr().out.split()[1] == "databus"
        assert main([*command[:2], "--offset", "99"]) == 2
        assert "behind the end: there are 74 bytes" in capsys.readouterr().err

    def test_auto_names_what_it_found(self, capsys):
        for command in ("dissect", "decode"):
            source = f"hex:{confluent(102).hex()}"
            assert main([command, "auto", source]) == 2
            err = capsys.readouterr().err
            assert "look like Confluent frame: a zero byte, then the schema id 102." in err


def test_damaged_msgpack_is_read_by_its_fields(spark, tmp_path, capsys):
    rows = [{"id": 1, "a b": [1]}, {"id": 2, "tags": {}}] * 8
    data = b"".join(map(msgpack.packb, rows))
    best = sparkwire.guess(data + b"\xc1" + data)[0]
    sql, _, command = best.advice.partition("; ")
    assert sql == (
        "msgpack_decode_all(value, '`a b` VARIANT, id VARIANT, tags VARIANT',"
        " map('resync', 'true'))"
    )
    df = spark.createDataFrame([(data + b"\xc1" + data,)], "value BINARY")
    assert df.selectExpr(f"size({sql}.values)").first()[0] == 32
    (tmp_path / "f").write_bytes(data + b"\xc1" + data)
    words = shlex.split(command.replace("FILE", str(tmp_path / "f")))
    assert words[0] == "sparkwire"
    assert main(words[1:]) == 1
    assert len(capsys.readouterr().out.splitlines()) == 33


def test_only_the_beginning_is_read(monkeypatch):
    read = []
    monkeypatch.setattr(ours, "find", lambda value, is_cut: read.append((len(value), is_cut)) or [])
    value = b"\x0a\x05hello" * 300_000
    assert sparkwire.guess(value)[0].format == "protobuf"
    sparkwire.guess([value, value])
    beginnings = [one for one in read if one[1]]
    assert beginnings == [(guessing.HEAD, True)] + [(guessing.HEAD_OF_MANY, True)] * 2
    assert max(size for size, _ in read) == guessing.HEAD


# Layouts of the user.

FRAME = """
seq:
  - {contents: [0xca, 0x11]}
  - {id: number, type: u2be}
  - {id: name, type: strz, encoding: UTF-8}
"""
PAIR = "seq: [{id: a, type: u4be}, {id: b, type: u4be}]"


@pytest.fixture
def layouts(tmp_path):
    for name, text in ("frame", FRAME), ("pair", PAIR):
        (tmp_path / f"{name}.ksy").write_text(text)
    return tmp_path


def frame(number, name="name"):
    return b"\xca\x11" + struct.pack(">H", number) + name.encode() + b"\0"


def test_a_layout_of_the_user_is_found_by_its_constant_bytes(layouts):
    (best, *_) = sparkwire.guess(frame(7), layouts=layouts)
    path = str(layouts / "frame.ksy")
    assert best.format == f"layout:{path}"
    assert best.evidence == (
        "the magic number is there",
        "all 9 bytes have their place in 3 fields",
    )
    assert best.advice == f"layout_decode(value, sparkwire.layout({path!r}))"
    assert best.fault is None
    assert not any(
        one.format.startswith("layout:") for one in sparkwire.guess(frame(7)) if one.score >= 50
    )


def test_values_of_a_layout_end_to_end(layouts):
    value = b"".join(map(frame, range(20)))
    (best, *_) = sparkwire.guess(value, layouts=layouts)
    assert best.evidence == ("the magic number is there", "20 values end to end")
    assert best.holds_many
    assert best.advice.startswith("layout_decode_all(value, ")
    (best, *_) = sparkwire.guess(value + b"\0\0", layouts=layouts)
    assert best.evidence[-1] == f"but bad-contents at byte {len(value)}"


def test_a_result_that_is_much_larger_than_its_bytes(tmp_path):
    (tmp_path / "small.ksy").write_text("seq: [{id: number, type: u1}]")
    (best, *_) = sparkwire.guess(b"\x01\x02\x03\x04" * 100_000, layouts=tmp_path)
    assert best.evidence == ("at least 16,384 values end to end",)
    assert best.fault is None


def test_what_does_not_fit_a_layout_is_not_of_it(layouts):
    assert not [
        one for one in sparkwire.guess(b"\0" + frame(7), layouts=layouts) if "frame" in one.format
    ]
    assert sparkwire.guess(EVENT, layouts=layouts)[0].format == "databus"


def test_layouts_for_many_values_and_on_the_command_line(layouts, capsys):
    found = sparkwire.guess([frame(1), frame(2), EVENT], layouts=layouts)
    assert [one.count for one in found] == [2, 1]
    assert main(["guess", f"hex:{frame(7).hex()}", "--layouts", str(layouts)]) == 0
    assert "layout:" in capsys.readouterr().out
    assert main(["guess", "hex:00", "--layouts", str(layouts / "missing")]) == 2
    assert "is not a folder with .ksy files" in capsys.readouterr().err
