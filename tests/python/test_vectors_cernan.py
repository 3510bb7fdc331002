"""The vectors of Cernan in Spark: every line, every value completely."""

import json
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal

import pytest
from pyspark.sql import functions as F

import sparkwire
import sparkwire.functions as wire

from vectors import files, lines, tiles

PACKETS = lines("cernan", "packets", "beyond-peer")
CORRUPT = lines("cernan", "avro-corrupt")
INVALID = lines("cernan", "invalid")
STREAMS = lines("cernan", "streams")
RESOLVE = lines("cernan", "resolve")
EPOCH = datetime(1970, 1, 1)
COLUMNS = [
    "version",
    "sync",
    "control",
    "id",
    "shard_by",
    "kafka_key",
    "metadata",
    "pairs",
    "avro_schema",
    "avro_codec",
    "avro_metadata",
    "avro",
    "record_count",
    "records",
]


def named(of):
    return pytest.mark.parametrize("line", of, ids=lambda line: line.id)


def expected(value, schema=None, field=None):
    """Convert a value of the views to Python; the schema defines the unit of times of day."""
    if isinstance(value, list):
        return [expected(item, schema) for item in value]
    if not isinstance(value, dict):
        return value
    if len(value) == 1:
        (mark, inner), *_ = value.items()
        if mark == "$hex":
            return bytes.fromhex(inner)
        if mark == "$f64":
            return Real(bits=inner)
        if mark == "$ts":
            return EPOCH.replace(tzinfo=timezone.utc) + timedelta(microseconds=inner)
        if mark == "$ts_ntz":
            return EPOCH + timedelta(microseconds=inner)
        if mark == "$date":
            return date.fromisoformat(inner)
        if mark == "$time":
            time = datetime.combine(EPOCH.date(), datetime.strptime(inner, "%H:%M:%S.%f").time())
            return (time - EPOCH) // unit_of_time(schema, field)
        if mark == "$dec":
            return Decimal(inner)
        if mark == "$uuid":
            return inner
    return {name: expected(part, schema, name) for name, part in value.items()}


def unit_of_time(schema, field):
    (kind,) = (one["type"] for one in json.loads(schema)["fields"] if one["name"] == field)
    units = {"time-millis": timedelta(milliseconds=1), "time-micros": timedelta(microseconds=1)}
    return units[kind["logicalType"]]


class Real:
    """A floating-point number that is compared by its bits."""

    def __init__(self, bits):
        import struct

        self.value = struct.unpack(">d", bytes.fromhex(bits))[0]

    def __eq__(self, other):
        import math

        value = self.value
        same_sign = math.copysign(1, value) == math.copysign(1, other)
        return isinstance(other, float) and (
            (value != value and other != other) or (value == other and same_sign)
        )

    __hash__ = None


def plain(value):
    """Convert collected values to comparable ones."""
    if hasattr(value, "toPython"):
        return plain(value.toPython())
    if hasattr(value, "asDict"):
        return {name: plain(part) for name, part in value.asDict().items()}
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, list):
        return [plain(part) for part in value]
    return bytes(value) if isinstance(value, bytearray) else value


def header(view):
    pairs = view["kv_wire"]
    metadata = view["metadata"]
    return {
        "version": view["version"],
        "sync": view["sync"],
        "control": view["control"],
        "id": Decimal(view["id"]),
        "shard_by": Decimal(view["shard_by"]),
        "kafka_key": view["kafka_key"],
        "metadata": metadata
        and {
            bytes.fromhex(pair["key"]["$hex"]).decode("utf-8", "replace"): expected(pair["value"])
            for pair in metadata
        },
        "pairs": expected(pairs),
    }


def container(avro):
    records = avro.get("records_logical")
    return {
        "avro_schema": avro["schema_text"],
        "avro_codec": avro["codec"],
        "avro_metadata": {key: expected(value) for key, value in avro["meta"].items()},
        "record_count": avro["record_count"],
        "records": expected(avro["records"] if records is None else records, avro["schema_text"]),
    }


def packet(view, value):
    start = view["avro_offset"]
    whole = header(view) | container(view["avro"])
    whole["avro"] = value[start : start + view["avro_length"]]
    return whole


@pytest.fixture(scope="module")
def tables(spark, tmp_path_factory):
    """A table for each kind of line, from files, so that queries run in tasks."""

    def table(name, of):
        folder = str(tmp_path_factory.mktemp(name) / "table")
        rows = [(line.id, line.bytes) for line in of]
        spark.createDataFrame(rows, "id STRING, value BINARY").coalesce(1).write.parquet(folder)
        return spark.read.parquet(folder)

    kinds = {"packets": PACKETS, "corrupt": CORRUPT, "invalid": INVALID, "streams": STREAMS}
    return {name: table(name, of) for name, of in kinds.items()}


@pytest.fixture(scope="module")
def ask(tables):
    answers = {}

    def ask(table, function, **options):
        known = (table, function, *options.items())
        if known not in answers:
            arguments = {"options": options} if options else {}
            answer = getattr(wire, function)("value", **arguments)
            answers[known] = dict(tables[table].select("id", answer).collect())
        return answers[known]

    return ask


def test_every_file_is_read():
    read = {line.file for line in [*PACKETS, *CORRUPT, *INVALID, *STREAMS, *RESOLVE]}
    assert sorted(read) == files("cernan")


class TestPackets:
    @named(PACKETS)
    def test_decode(self, ask, line):
        row = plain(ask("packets", "cernan_decode")[line.id])
        assert list(row) == COLUMNS
        assert packet(line.view, line.bytes) == row

    @named(PACKETS)
    def test_options_change_nothing(self, ask, line):
        for options in ({"verify": "none"}, {"invalidUtf8": "replace"}):
            row = plain(ask("packets", "try_cernan_decode", **options)[line.id])
            assert packet(line.view, line.bytes) == row

    @named(PACKETS)
    def test_dissection(self, ask, line):
        parts = [part.asDict() for part in ask("packets", "cernan_dissect")[line.id]]
        assert tiles(parts, line.bytes) is None
        assert not {"FAULT", "gap"} & {part["type"] for part in parts}
        assert ask("packets", "cernan_fault")[line.id] is None

    @named(PACKETS)
    def test_ack(self, ask, line):
        assert plain(ask("packets", "cernan_ack")[line.id]) == expected(line.view["ack"])

    @pytest.mark.parametrize("column", COLUMNS)
    def test_pruned(self, ask, tables, column):
        whole = ask("packets", "cernan_decode")
        pruned = tables["packets"].select("id", wire.cernan_decode("value")[column])
        for id, value in pruned.collect():
            assert str(plain(value)) == str(plain(whole[id][column])), id

    def test_container_alone(self, tables):
        packets = tables["packets"].select("id", wire.cernan_decode("value").avro.alias("avro"))
        found = packets.select(
            "id", wire.avro_container_decode("avro"), wire.avro_container_dissect("avro"), "avro"
        )
        said = {line.id: container(line.view["avro"]) for line in PACKETS}
        for id, decoded, parts, avro in found.collect():
            assert said[id] == plain(decoded), id
            assert tiles([part.asDict() for part in parts], bytes(avro)) is None


class TestCorrupt:
    @named(CORRUPT)
    def test_fault(self, ask, line):
        fault = ask("corrupt", "cernan_fault")[line.id]
        assert fault.reason == line.said["strict_fails"]
        assert fault.path.startswith("records[")
        assert fault.offset >= line.view["avro_offset"]
        assert ask("corrupt", "try_cernan_decode")[line.id] is None

    @named(CORRUPT)
    def test_dissection(self, ask, line):
        parts = [part.asDict() for part in ask("corrupt", "cernan_dissect")[line.id]]
        assert tiles(parts, line.bytes) is None
        assert parts[-1]["value"] == line.said["strict_fails"]

    @named(CORRUPT)
    def test_stays_in_a_stream(self, ask, line):
        stream = ask("corrupt", "cernan_decode_all")[line.id]
        assert stream.tail is None
        got = plain(stream.packets[0].packet)
        assert {name: got[name] for name in header(line.view)} == header(line.view)
        assert (got["record_count"], got["records"]) == (None, None)

    def test_its_header_is_read_where_nobody_verifies(self, tables):
        decoded = wire.cernan_decode("value", options={"verify": "none"})
        got = dict(tables["corrupt"].select("id", decoded.kafka_key).collect())
        assert got == {line.id: line.view["kafka_key"] for line in CORRUPT}
        strict = tables["corrupt"].select(wire.try_cernan_decode("value").kafka_key).distinct()
        assert strict.first()[0] is None

    @named(CORRUPT)
    def test_ack(self, ask, line):
        assert plain(ask("corrupt", "cernan_ack")[line.id]) == expected(line.view["ack"])


class TestInvalid:
    @named(INVALID)
    def test_fault(self, ask, line):
        fault = ask("invalid", "cernan_fault")[line.id]
        assert fault.reason == line.fails
        assert 0 <= fault.offset <= len(line.bytes)
        assert ask("invalid", "try_cernan_decode")[line.id] is None
        assert ask("invalid", "cernan_ack")[line.id] is None

    @named(INVALID)
    def test_strict(self, spark, ask, line):
        with pytest.raises(Exception, match="SPARKWIRE_MALFORMED") as caught:
            spark.sql(f"SELECT cernan_decode(X'{line.said['hex']}')").collect()
        fault = ask("invalid", "cernan_fault")[line.id]
        assert sparkwire.malformed(caught.value) == sparkwire.Malformed(
            "cernan", fault.reason, fault.offset, fault.path
        )

    @named(INVALID)
    def test_dissection(self, ask, line):
        parts = [part.asDict() for part in ask("invalid", "cernan_dissect")[line.id]]
        assert tiles(parts, line.bytes) is None
        assert [part["type"] for part in parts].index("FAULT") == len(parts) - 1


class TestStreams:
    @named(STREAMS)
    def test_packets(self, ask, line):
        view = line.said.get("view") or line.said["prefix_view"]
        stream = ask("streams", "cernan_decode_all")[line.id]
        assert len(stream.packets) == view["packet_count"]
        for found, said in zip(stream.packets, view["packets"], strict=True):
            assert found.offset == said["stream_offset"]
            got = plain(found.packet)
            value = line.bytes[found.offset : found.offset + said["packet_length"]]
            if said["avro"] is None:
                assert {name: got[name] for name in header(said)} == header(said)
            else:
                assert packet(said, value) == got
        if line.fails:
            assert stream.tail.offset == view["consumed"]
            # In "first-counts-itself" the first packet takes bytes of the next one. The rest is
            # then another packet, and any reason to refuse it is correct.
            assert stream.tail.reason == line.fails or line.said["name"] == "first-counts-itself"
        else:
            assert stream.tail is None


def untagged(value):
    """Remove the names of union branches that Avro's JSON encoding contains."""
    if isinstance(value, dict) and len(value) == 1 and next(iter(value)) in ("int", "string"):
        return next(iter(value.values()))
    if isinstance(value, dict):
        return {name: untagged(part) for name, part in value.items()}
    return [untagged(part) for part in value] if isinstance(value, list) else value


class TestResolve:
    @named(RESOLVE)
    def test_records(self, spark, line):
        df = spark.createDataFrame([(line.bytes,)], "value BINARY").repartition(1)
        schema = json.dumps(line.said["reader_schema"])
        decoded = wire.try_cernan_decode("value", schema).records
        fault = wire.cernan_fault("value", schema).reason
        records, reason = df.select(decoded, fault).first()
        if line.said.get("resolve_fails"):
            assert (records, reason) == (None, line.said["resolve_fails"])
        else:
            resolved = line.said["resolved"] or untagged(line.said["resolved_avro_json"])
            assert expected(resolved) == plain(records)
            assert reason is None

    @pytest.mark.parametrize(
        "schema",
        [
            "no schema",
            '{"type":"record","name":"N","fields":[{"name":"n","type":["null","N"]}]}',
            '{"type":"bytes","logicalType":"decimal","precision":39,"scale":0}',
            '{"type":"record","name":"R","fields":[{"name":"a","type":"int","default":"x"}]}',
        ],
    )
    def test_no_such_column(self, tables, schema):
        with pytest.raises(Exception, match="SPARKWIRE_INVALID_SCHEMA"):
            tables["packets"].select(wire.cernan_decode("value", schema)).schema  # noqa: B018

    def test_records_of_a_type_are_pruned(self, tables):
        schema = json.dumps(RESOLVE[0].said["reader_schema"])
        row = tables["packets"].where(F.col("id").endswith("pycernan-v2-sync"))
        names = row.select(wire.cernan_decode("value", schema).records["name"])
        assert names.first()[0] == ["Foo Bar Matic"]
