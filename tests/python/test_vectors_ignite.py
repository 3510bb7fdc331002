"""The vectors of Apache Ignite in Spark: every line, every value completely."""

import json
import struct
from datetime import datetime, timedelta, timezone
from decimal import Decimal

import pytest
from pyspark.sql import functions as F

import sparkwire
import sparkwire.functions as wire

from vectors import files, lines, tiles

GOOD = lines(
    "ignite",
    "primitives",
    "arrays",
    "containers",
    "enums",
    "objects-full",
    "objects-compact",
    "compact-no-types",
    "handles",
    "unregistered",
    "special",
    "pyignite",
    "document-differs",
)
INVALID = lines("ignite", "invalid")
HOSTILE = lines("ignite", "hostile")
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def named(of):
    return pytest.mark.parametrize("line", of, ids=lambda line: line.id)


def options_of(line):
    """Return the options of a line; the views contain serialized Java as bytes."""
    types = {"types": json.dumps(line.said["types"])} if "types" in line.said else {}
    return {"optimized": "raw"} | types


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


def expected(view):
    """Convert a view to the expected Python value of the VARIANT."""
    kind = view["t"]
    if kind == "wrapped":
        return expected(view["v"])
    if kind == "handle":
        return {"@cycle": view["to"]} if view.get("cycle") else expected(view["v"])
    if kind == "object":
        return of_object(view)
    if kind in ("collection", "object_array", "enum_array"):
        return [expected(item) for item in view["v"]]
    if kind == "map":
        return of_map(view["v"])
    if kind in ("enum", "binary_enum"):
        return view.get("name") or {"@type": type_of(view), "ordinal": view["ordinal"]}
    if kind == "class":
        return type_of(view)
    if kind == "proxy":
        interfaces = [type_of(interface) for interface in view["interfaces"]]
        return {"@type": "proxy", "interfaces": interfaces, "handler": expected(view["handler"])}
    if kind == "optimized":
        return {"@type": "optimized", "data": bytes.fromhex(view["v"]["$hex"])}
    if kind == "null":
        return None
    if kind.endswith("_array") and kind != "byte_array":
        return [payload(kind.removesuffix("_array"), item) for item in view["v"]]
    return payload(kind, view["v"])


def of_object(view):
    got = {"@type": type_of(view)}
    for index, field in enumerate(view["fields"]):
        key = field.get("name") or (f"#{field['id']}" if "id" in field else f"@{index}")
        assert key not in got
        got[key] = expected(field["value"])
    if "raw" in view:
        got["@raw"] = bytes.fromhex(view["raw"]["$hex"])
    return got


def type_of(view):
    return view.get("type_name") or view.get("class_name") or view["type_id"]


def of_map(pairs):
    keys = [expected(key) for key, _ in pairs]
    values = [expected(value) for _, value in pairs]
    if all(key["t"] == "string" for key, _ in pairs) and len(set(keys)) == len(keys):
        return dict(zip(keys, values, strict=True))
    return [{"key": key, "value": value} for key, value in zip(keys, values, strict=True)]


def payload(kind, value):
    if value is None:
        return None
    if kind in ("float", "double"):
        bits = value["$f64"] if isinstance(value, dict) else None
        return struct.unpack(">d", bytes.fromhex(bits))[0] if bits else float(value)
    if kind == "char":
        return value if 0xD800 <= value <= 0xDFFF else chr(value)
    if kind == "date":
        return instant(value, 0) or {"@type": "date", "ms": value}
    if kind == "timestamp":
        return instant(value["ms"], value["nanos"]) or {"@type": "timestamp"} | value
    if kind == "decimal":
        return decimal(int(value["unscaled"]), value["scale"])
    return bytes.fromhex(value["$hex"]) if isinstance(value, dict) else value


def instant(millis, nanos):
    try:
        return EPOCH + timedelta(milliseconds=millis, microseconds=nanos // 1000)
    except OverflowError:
        return None


def decimal(unscaled, scale):
    digits = len(str(abs(unscaled)))
    if 0 <= scale <= 38 and digits <= 38:
        return Decimal((unscaled < 0, tuple(map(int, str(abs(unscaled)))), -scale))
    if scale < 0 and (unscaled == 0 or digits - scale <= 38):
        return Decimal(unscaled * 10**-scale if unscaled else 0)
    return {"@type": "decimal", "unscaled": str(unscaled), "scale": scale}


@pytest.fixture(scope="module")
def ask(spark, tmp_path_factory):
    """Run a function over all lines with the same types at once, and cache the results."""
    folder = str(tmp_path_factory.mktemp("lines") / "table")
    rows = [
        (line.id, options_of(line).get("types", ""), line.bytes)
        for line in [*GOOD, *INVALID, *HOSTILE]
    ]
    spark.createDataFrame(rows, "id STRING, types STRING, value BINARY").coalesce(1).write.parquet(
        folder
    )
    table = spark.read.parquet(folder)
    answers = {}

    def ask(line, function, *arguments, **options):
        all_options = options_of(line) | options
        types = all_options.get("types", "")
        known = (function, types, arguments, *options.items())
        if known not in answers:
            answer = getattr(wire, function)("value", *arguments, options=all_options)
            chosen = table.where(F.col("types") == types)
            answers[known] = dict(chosen.select("id", answer).collect())
        return answers[known][line.id]

    return ask


def test_every_file_is_read():
    assert sorted({line.file for line in [*GOOD, *INVALID, *HOSTILE]}) == files("ignite")


@named(GOOD)
class TestGood:
    def test_decode(self, ask, line):
        assert same(ask(line, "try_ignite_decode").toPython(), expected(line.view))
        assert ask(line, "ignite_fault") is None

    def test_unverified(self, ask, line):
        found = ask(line, "try_ignite_decode", verify="none")
        assert same(found.toPython(), expected(line.view))

    def test_dissection(self, ask, line):
        parts = [part.asDict() for part in ask(line, "ignite_dissect")]
        assert tiles(parts, line.bytes) is None
        assert "FAULT" not in {part["type"] for part in parts}

    def test_header(self, ask, line):
        view = line.view["v"] if line.view["t"] == "wrapped" else line.view
        header = ask(line, "try_ignite_header")
        if view["t"] != "object":
            assert header is None
            assert ask(line, "try_ignite_hash") is None
            return
        ids = [field.get("id") for field in view["fields"]]
        compact = "COMPACT_FOOTER" in view["flags"] and ids
        got = header.asDict()
        assert got.pop("field_ids") == (None if compact else ids)
        assert got == {
            name: view.get(name)
            for name in ("type_id", "class_name", "schema_id", "hash_code", "hash_ok", "flags")
        } | {
            "length": view["length"],
            "raw": bytes.fromhex(view["raw"]["$hex"]) if "raw" in view else None,
        }
        assert view["hash_ok"] == (ask(line, "try_ignite_hash") == view["hash_code"])


@named(INVALID)
class TestInvalid:
    def test_fault(self, ask, line):
        fault = ask(line, "ignite_fault")
        same_bytes = line.said["name"] == "wrapped-length-past-end"
        assert fault.reason == ("truncated-value" if same_bytes else line.fails)
        assert 0 <= fault.offset <= len(line.bytes)
        assert ask(line, "try_ignite_decode") is None
        assert ask(line, "try_ignite_header") is None
        assert ask(line, "ignite_hash_fault").reason == fault.reason

    def test_dissection(self, ask, line):
        parts = [part.asDict() for part in ask(line, "ignite_dissect")]
        assert tiles(parts, line.bytes) is None
        assert [part["type"] for part in parts].index("FAULT") == len(parts) - 1

    def test_strict(self, spark, ask, line):
        value = F.lit(line.bytes)
        with pytest.raises(Exception, match="SPARKWIRE_MALFORMED") as caught:
            spark.range(1).select(wire.ignite_decode(value, options=options_of(line))).collect()
        fault = ask(line, "ignite_fault")
        assert sparkwire.malformed(caught.value) == sparkwire.Malformed(
            "ignite", fault.reason, fault.offset, fault.path
        )


@named(HOSTILE)
def test_hostile(ask, line):
    assert ask(line, "try_ignite_decode") is None
    assert ask(line, "ignite_fault").reason in ("length-past-end", "too-large")
