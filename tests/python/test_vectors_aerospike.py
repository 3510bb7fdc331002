"""The vectors of Aerospike and MessagePack in Spark: every line, every value completely."""

import struct
from datetime import datetime, timedelta, timezone
from decimal import Decimal

import pytest
from pyspark.sql import functions as F

import sparkwire
import sparkwire.functions as wire

from vectors import files, lines, tiles

MESSAGES = lines(
    "aerospike", "messages-basic", "messages-bins", "messages-encodings", "messages-depth"
)
INVALID = lines("aerospike", "messages-invalid")
KEYS = lines("aerospike", "keys")
VALUES = lines("aerospike", "msgpack-values")
EPOCH = datetime(1970, 1, 1)
COLUMNS = [
    "version",
    "op",
    "namespace",
    "set",
    "digest",
    "user_key",
    "generation",
    "expiry",
    "expires_at",
    "lut",
    "last_update",
    "flags",
    "durable",
    "bins",
]


def named(of):
    return pytest.mark.parametrize("line", of, ids=lambda line: line.id)


def same(one, other):
    """Compare VARIANT values including their types: 1, 1.0 and True differ, and so do the zeros."""
    if type(one) is not type(other):
        return False
    if isinstance(one, float):
        return struct.pack(">d", one) == struct.pack(">d", other) or (one != one and other != other)
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


def expected(typed):
    """Convert a value of the views to the expected Python value of the VARIANT."""
    kind, value = typed["t"], typed["v"]
    if kind == "float":
        bits = value["$f64"] if isinstance(value, dict) else None
        return struct.unpack(">d", bytes.fromhex(bits))[0] if bits else float(value)
    if kind == "int":
        return Decimal(value) if value > 2**63 - 1 else value
    if kind == "list":
        return [expected(item) for item in value]
    if kind == "map":
        return mapping([(expected(key), expected(item), key["t"]) for key, item in value])
    if kind == "timestamp":
        return instant(value)
    if kind == "ext":
        return {"@ext": typed["type"], "data": bytes.fromhex(value["$hex"])}
    return bytes.fromhex(value["$hex"]) if isinstance(value, dict) else value


def mapping(entries):
    keys = [key for key, _, _ in entries]
    if all(kind == "str" for _, _, kind in entries) and len(set(keys)) == len(keys):
        return {key: value for key, value, _ in entries}
    return [{"key": key, "value": value} for key, value, _ in entries]


def instant(value):
    try:
        return EPOCH.replace(tzinfo=timezone.utc) + timedelta(
            seconds=value["seconds"], microseconds=value["nanos"] // 1000
        )
    except OverflowError:
        return {"@type": "timestamp"} | value


def of_variant(variant):
    return None if variant is None else variant.toPython()


def message(view):
    write = view["type"] == "WRITE"
    return key(view["key"]) | {
        "version": view["version"],
        "op": view["type"],
        "generation": view["generation"],
        "expiry": view["expiry"],
        "expires_at": time(view["expiry"], 1000, 0, -1),
        "lut": view["lut"],
        "last_update": time(view["lut"], 1, 0),
        "flags": None if write else view["flags"],
        "durable": None if write else view["durable"],
        "bins": bins(view["bins"]) if write else None,
    }


def key(view):
    user_key = view["user_key"]
    return {
        "namespace": view["namespace"],
        "set": view["set"],
        "digest": bytes.fromhex(view["digest"]["$hex"]),
        "user_key": user_key and expected(user_key),
    }


def bins(said):
    return mapping([(bin["name"], expected(bin["value"]), "str") for bin in said])


def bin_list(view):
    if view["type"] == "DELETE":
        return None
    return [
        {name: bin[name] for name in ("name", "type", "type_name", "flags")}
        | {"value": expected(bin["value"])}
        for bin in view["bins"]
    ]


def time(count, millis, *never):
    if count is None or count in never:
        return None
    return EPOCH + timedelta(milliseconds=count * millis)


def got(row, *variants):
    if row is None:
        return None
    values = row.asDict()
    for name, value in values.items():
        if name in variants:
            values[name] = of_variant(value)
        elif isinstance(value, bytearray):
            values[name] = bytes(value)
    return values


@pytest.fixture(scope="module")
def tables(spark, tmp_path_factory):
    """A table for each kind of line, from files, so that queries run in tasks."""

    def table(name, of):
        folder = str(tmp_path_factory.mktemp(name) / "table")
        rows = [(line.id, line.bytes) for line in of]
        spark.createDataFrame(rows, "id STRING, value BINARY").coalesce(1).write.parquet(folder)
        return spark.read.parquet(folder)

    return {
        "messages": table("messages", MESSAGES),
        "invalid": table("invalid", INVALID),
        "keys": table("keys", KEYS),
        "values": table("values", VALUES),
    }


@pytest.fixture(scope="module")
def ask(tables):
    answers = {}

    def ask(table, function, *arguments, **options):
        known = (table, function, arguments, *options.items())
        if known not in answers:
            answer = getattr(wire, function)("value", *arguments, options=options)
            answers[known] = {
                id: value for id, value in tables[table].select("id", answer).collect()
            }
        return answers[known]

    return ask


def test_every_file_is_read():
    read = {line.file for line in [*MESSAGES, *INVALID, *KEYS, *VALUES]}
    assert sorted(read) == files("aerospike")


class TestMessages:
    @named(MESSAGES)
    def test_decode(self, ask, line):
        row = got(ask("messages", "aerospike_decode")[line.id], "user_key", "bins")
        assert list(row) == COLUMNS
        assert same(row, {name: message(line.view)[name] for name in COLUMNS})

    @named(MESSAGES)
    def test_options_change_nothing(self, ask, line):
        whole = got(ask("messages", "aerospike_decode")[line.id], "user_key", "bins")
        for options in ({"verify": "none"}, {"invalidUtf8": "replace"}):
            row = ask("messages", "try_aerospike_decode", **options)[line.id]
            assert same(got(row, "user_key", "bins"), whole)

    @named(MESSAGES)
    def test_bins(self, ask, line):
        listed = ask("messages", "aerospike_bins")[line.id]
        rows = listed and [got(row, "value") for row in listed]
        assert same(rows, bin_list(line.view))
        assert ask("messages", "aerospike_bins_fault")[line.id] is None

    @named(MESSAGES)
    def test_digest(self, spark, ask, tables, line):
        fault = ask("messages", "aerospike_fault", verifyDigest="true")[line.id]
        assert (fault and fault.reason) == (
            "bad-digest" if line.view["key"]["digest_ok"] is False else None
        )

    @named(MESSAGES)
    def test_dissection(self, ask, line):
        parts = [part.asDict() for part in ask("messages", "aerospike_dissect")[line.id]]
        assert tiles(parts, line.bytes) is None
        assert not {"FAULT", "gap"} & {part["type"] for part in parts}
        assert ask("messages", "aerospike_fault")[line.id] is None

    @pytest.mark.parametrize("column", COLUMNS)
    def test_pruned(self, ask, tables, column):
        whole = ask("messages", "aerospike_decode")
        pruned = tables["messages"].select("id", wire.aerospike_decode("value")[column])
        for id, value in pruned.collect():
            assert str(value) == str(whole[id][column]), id

    def test_digest_of_set_and_key(self, tables):
        decoded = tables["messages"].select(wire.aerospike_decode("value").alias("m"))
        made = wire.aerospike_digest("m.set", "m.user_key").alias("made")
        rows = decoded.select("m.digest", "m.user_key", made).collect()
        made = [row for row in rows if row.user_key is not None]
        assert len(made) > 100
        assert sum(row.made != row.digest for row in made) == 1
        assert {row.made for row in rows if row.user_key is None} == {None}


class TestInvalid:
    @named(INVALID)
    def test_fault(self, ask, line):
        fault = ask("invalid", "aerospike_fault")[line.id]
        assert fault.reason == line.fails
        assert 0 <= fault.offset <= len(line.bytes)
        assert ask("invalid", "try_aerospike_decode")[line.id] is None
        assert ask("invalid", "try_aerospike_bins")[line.id] is None
        assert ask("invalid", "aerospike_bins_fault")[line.id].offset == fault.offset

    @named(INVALID)
    def test_strict(self, spark, ask, line):
        with pytest.raises(Exception, match="SPARKWIRE_MALFORMED") as caught:
            spark.sql(f"SELECT aerospike_decode(X'{line.said['hex']}')").collect()
        fault = ask("invalid", "aerospike_fault")[line.id]
        assert sparkwire.malformed(caught.value) == sparkwire.Malformed(
            "aerospike", fault.reason, fault.offset, fault.path
        )

    @named(INVALID)
    def test_dissection(self, ask, line):
        parts = [part.asDict() for part in ask("invalid", "aerospike_dissect")[line.id]]
        assert tiles(parts, line.bytes) is None
        assert [part["type"] for part in parts].index("FAULT") == len(parts) - 1
        assert parts[-1]["value"] == ask("invalid", "aerospike_fault")[line.id].reason

    @named([line for line in INVALID if "lenient_view" in line.said])
    def test_replaced(self, ask, line):
        row = ask("invalid", "try_aerospike_decode", invalidUtf8="replace")[line.id]
        view = message(line.said["lenient_view"])
        assert same(got(row, "user_key", "bins"), {name: view[name] for name in COLUMNS})


class TestKeys:
    @named(KEYS)
    def test_key(self, ask, line):
        row = got(ask("keys", "try_aerospike_key_decode")[line.id], "user_key")
        fault = ask("keys", "aerospike_key_fault")[line.id]
        parts = [part.asDict() for part in ask("keys", "aerospike_key_dissect")[line.id]]
        assert tiles(parts, line.bytes) is None
        if line.fails:
            assert row is None
            assert fault.reason == line.fails
        else:
            assert fault is None
            assert same(row, key(line.view))


class TestValues:
    @named(VALUES)
    def test_value(self, ask, line):
        value = ask("values", "try_msgpack_decode")[line.id]
        fault = ask("values", "msgpack_fault")[line.id]
        parts = [part.asDict() for part in ask("values", "msgpack_dissect")[line.id]]
        assert tiles(parts, line.bytes) is None
        if line.fails:
            assert value is None
            assert fault.reason == line.fails
        else:
            assert fault is None
            assert same(of_variant(value), expected(line.view))

    @named([line for line in VALUES if "lenient_view" in line.said])
    def test_replaced(self, ask, line):
        value = ask("values", "try_msgpack_decode", invalidUtf8="replace")[line.id]
        assert same(of_variant(value), expected(line.said["lenient_view"]))


class TestTyped:
    def test_midsize(self, tables):
        ddl = (
            "user_id BIGINT, name STRING, score DOUBLE, active BOOLEAN, avatar BINARY, "
            "tags ARRAY<STRING>, prefs STRUCT<lang STRING, page INT>, visits ARRAY<VARIANT>, "
            "counters MAP<INT, BIGINT>, loc STRING, missing TIMESTAMP"
        )
        row = tables["messages"].where(F.col("id").endswith("bin-midsize"))
        got = row.select(wire.aerospike_decode("value", ddl).bins).first()[0]
        assert (got.user_id, got.score, got.active, got.missing) == (81234567, 0.8731, True, None)
        assert got.tags == ["gold", "newsletter", "eu-west", "beta", "2fa"]
        assert got.prefs.asDict() == {"lang": "de", "page": 50}
        assert got.counters[3] == 3000009
        assert got.visits[0].toPython() == [1698586936461, 0, "/p/0"]

    def test_what_does_not_fit_is_refused_whatever_is_asked_for(self, tables):
        row = tables["messages"].where(F.col("id").endswith("bin-midsize"))
        decoded = wire.try_aerospike_decode("value", "tags INT")
        assert row.select(decoded.isNull(), decoded.generation).first() == (True, None)
        lenient = wire.aerospike_decode("value", "tags INT, user_id INT", {"mismatch": "null"})
        assert row.select(lenient.bins.tags, lenient.bins.user_id).first() == (None, 81234567)

    @pytest.mark.parametrize(
        "ddl", ["a DATE", "a INT, a STRING", "a INT NOT NULL", "INT", "a CHAR(3)", "no type at all"]
    )
    def test_no_such_type(self, tables, ddl):
        with pytest.raises(Exception, match="SPARKWIRE_INVALID_SCHEMA"):
            tables["messages"].select(wire.aerospike_decode("value", ddl)).schema  # noqa: B018
