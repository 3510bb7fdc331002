"""`sparkwire.decode`, whose results the command line prints, and `sparkwire.encode`."""

import json
import pickle
from datetime import datetime, timezone
from decimal import Decimal

import pytest

import sparkwire
from sparkwire.cli import main
from sparkwire.demo import formats as demos
from sparkwire.demo import load, samples
from sparkwire.formats import parameters
from sparkwire.plain import _number

from vectors import files, lines

EVENTS = dict(samples("databus"))
EVENT = EVENTS["upsert"]
DAMAGED = EVENTS["one bit flipped"]


def given(format):
    """Return the demonstration's schema of a format as an argument."""
    schema = load(format).schema
    name = next((one.name for one in parameters(format).values() if one.is_schema), None)
    return {name: schema} if schema else {}


SAMPLES = [
    pytest.param(format, value, given(format), id=f"{format}, {name}")
    for format in demos()
    for name, value in samples(format)
]
# The formats whose values need no argument, with the function that reads the lines of each file.
PLAIN = [
    pytest.param("aerospike_key" if file == "keys" else folder, line, id=f"{folder}/{line.id}")
    for folder, names in (
        ("aerospike", ["keys", "messages-basic", "messages-bins", "messages-invalid"]),
        ("cernan", ["packets", "invalid"]),
        ("databus", ["events-v1", "events-v2", "system", "random", "invalid"]),
        ("ignite", [name for name in files("ignite") if name != "hostile"]),
    )
    for file in names
    for line in lines(folder, file)[:12]
    if line.said.get("hex")
]


def found(value, format, arguments):
    """Return what `decode` gives, or the fault that it raises."""
    try:
        return sparkwire.decode(value, format, **arguments), None
    except sparkwire.MalformedValue as error:
        return None, error.fault


def printed(capsys, value, format, arguments):
    """Return what the command line prints."""
    schema = [part for text in arguments.values() for part in ("--schema", text)]
    main(["decode", format, f"hex:{value.hex()}", *schema])
    row = json.loads(capsys.readouterr().out)
    fault = row.get("fault")
    where = fault and (fault["reason"], fault["offset"], fault["path"])
    return row.get(format), where and sparkwire.Malformed(format, *where)


def rounded(value):
    """Return a decoded value with the floats that a plain JSON parser reads."""
    if isinstance(value, dict):
        return {name: rounded(part) for name, part in value.items()}
    if isinstance(value, list):
        return [rounded(part) for part in value]
    return float(value) if isinstance(value, Decimal) else value


class TestTheCommandLinePrintsTheSame:
    @pytest.mark.parametrize(("format", "value", "arguments"), SAMPLES)
    def test_sample(self, capsys, format, value, arguments):
        decoded, fault = found(value, format, arguments)
        assert (rounded(decoded), fault) == printed(capsys, value, format, arguments)

    @pytest.mark.parametrize(("format", "line"), PLAIN)
    def test_vector(self, capsys, format, line):
        decoded, fault = found(line.bytes, format, {})
        assert (rounded(decoded), fault) == printed(capsys, line.bytes, format, {})

    def test_there_are_values_and_faults(self):
        both = [found(line.bytes, format, {}) for format, line in (one.values for one in PLAIN)]
        assert sum(fault is None for _, fault in both) > 100
        assert sum(fault is not None for _, fault in both) > 40


@pytest.mark.parametrize(("format", "value", "arguments"), SAMPLES)
def test_the_same_by_a_session(spark, monkeypatch, format, value, arguments):
    alone = found(value, format, arguments)
    monkeypatch.setattr("sparkwire._jvm.is_available", lambda: False)
    assert found(value, format, arguments) == alone


class TestValues:
    def test_event(self):
        event = sparkwire.decode(EVENT, "databus")
        assert (event["opcode"], event["key"], event["payload"]) == ("UPSERT", 12345, "aGVsbG8=")
        at = datetime.fromisoformat(event["timestamp"])
        assert at == datetime(2013, 11, 9, 12, 26, 40, 123456, timezone.utc)
        assert "key_bytes" not in event

    def test_null(self):
        assert sparkwire.decode(None, "databus") is None
        assert sparkwire.decode(b"\xc0", "msgpack") is None

    def test_tombstone(self):
        line = lines("kafka", "internal_topics")[0]
        key = bytes.fromhex(line.said["args"]["key"])
        record = sparkwire.decode(None, "kafka_record", topic="__consumer_offsets", key=key)
        assert record["key"]["group"] == line.said["view"]["key"]["data"]["group"]
        assert "value" not in record

    def test_integers_are_exact(self):
        most = 2**64 - 1
        assert sparkwire.decode(b"\xcf" + most.to_bytes(8, "big"), "msgpack") == most

    def test_decimals(self):
        layout = "{seq: [{id: d, size: 16, -spark: {packed: [31, 20]}}]}"
        digits = "1234567890112345678901234567890"
        value = bytes.fromhex(f"{digits}c")
        found = sparkwire.decode(value, "layout", layout=layout)["d"]
        assert found == Decimal("12345678901.12345678901234567890")
        half = bytes.fromhex("0" * 11 + "5" + "0" * 19 + "c")
        assert sparkwire.decode(half, "layout", layout=layout) == {"d": 0.5}

    @pytest.mark.parametrize(
        "text",
        ["0.1", "5E-324", "4.9E-324", "1.7976931348623157E308", "2.0000000000000004", "-0.0"],
    )
    def test_doubles_are_floats(self, text):
        assert repr(_number(text)) == repr(float(text))

    @pytest.mark.parametrize("text", ["1.00000000000000000001", "123456789012345.67891", "1E400"])
    def test_digits_that_a_float_cannot_hold(self, text):
        assert _number(text) == Decimal(text)
        assert isinstance(_number(text), Decimal)

    def test_as_deep_as_a_variant(self):
        decoded = sparkwire.decode(b"\x91" * 599 + b"\x01", "msgpack", options={"maxDepth": 600})
        for _ in range(599):
            (decoded,) = decoded
        assert decoded == 1

    def test_ready_layout(self):
        ntp = sparkwire.layout("ntp")
        assert sparkwire.decode(bytes([0x1B, *[0] * 47]), "layout", layout=ntp)

    @pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
    def test_kinds_of_bytes(self, kind):
        assert sparkwire.decode(kind(EVENT), "databus")["key"] == 12345

    def test_guessed(self):
        assert sparkwire.decode(b"HDR" + EVENT, "auto")["key"] == 12345


class TestRefused:
    def test_fault(self):
        with pytest.raises(sparkwire.MalformedValue, match=r"^\[SPARKWIRE_MALFORMED\]") as caught:
            sparkwire.decode(DAMAGED, "databus")
        fault = sparkwire.Malformed("databus", "bad-body-crc", 49, "body_crc")
        assert caught.value.fault == sparkwire.malformed(caught.value) == fault
        assert "does not match the body" in caught.value.message
        again = pickle.loads(pickle.dumps(caught.value))
        assert (again.fault, str(again)) == (fault, str(caught.value))
        assert "at byte 49 (body_crc): the checksum" in str(again)

    def test_the_text_is_that_of_a_query(self, spark):
        with pytest.raises(sparkwire.MalformedValue) as caught:
            sparkwire.decode(DAMAGED, "databus")
        with pytest.raises(Exception, match="SPARKWIRE_MALFORMED") as failed:
            spark.sql(f"SELECT databus_decode(X'{DAMAGED.hex()}')").collect()
        assert str(caught.value) in str(failed.value)

    def test_a_guessed_message_counts_from_the_start(self):
        with pytest.raises(sparkwire.MalformedValue) as caught:
            sparkwire.decode(b"HDR" + DAMAGED, "auto")
        assert caught.value.fault.offset == 3 + 49

    def test_a_fault_of_the_value_as_a_whole(self):
        with pytest.raises(sparkwire.MalformedValue, match=r"truncated at byte \d+: ") as caught:
            sparkwire.decode(b"", "msgpack")
        assert sparkwire.malformed(caught.value).path == ""

    def test_wrong_calls(self):
        for said, format, arguments in (
            ("no format nope; there are: aerospike", "nope", {}),
            ("needs the argument layout", "kafka", {}),
            ("takes no argument scheme", "avro", {"scheme": "x"}),
            ("SPARKWIRE_INVALID_OPTION", "databus", {"options": {"verify": "fast"}}),
        ):
            with pytest.raises(sparkwire.InvalidCall, match=said):
                sparkwire.decode(b"", format, **arguments)

    def test_text_is_not_a_message(self):
        with pytest.raises(TypeError, match=r"bytes\.fromhex"):
            sparkwire.decode("07", "msgpack")

    def test_neither_jars_nor_a_session(self, monkeypatch):
        monkeypatch.setattr("sparkwire._jvm.is_available", lambda: False)
        monkeypatch.setattr("pyspark.sql.SparkSession.getActiveSession", lambda: None)
        with pytest.raises(sparkwire.SetUpError, match="no jars of Spark here, and no session"):
            sparkwire.decode(EVENT, "databus")


# Values that JSON does not hold: VARIANT has bytes, dates and numbers of several widths.
LOST = {
    "aerospike": ("a list", "a map", "a place"),
    "ignite": ("person", "order", "timestamp", "a list that is in itself", "shared list"),
    "msgpack": ("float32", "bytes", "timestamp", "extension"),
}


class TestEncode:
    @pytest.mark.parametrize(("format", "value", "arguments"), SAMPLES)
    def test_the_way_back(self, request, format, value, arguments):
        decoded, fault = found(value, format, arguments)
        name = request.node.callspec.id.partition(", ")[2]
        if fault is not None or name in LOST.get(format, ()):
            return
        takes = parameters(format, "encode")
        back = {at: text for at, text in arguments.items() if at in takes}
        if "schema" in takes and arguments:
            back = {"schema": next(iter(arguments.values()))}
        assert sparkwire.encode(decoded, format, **back) == value

    def test_python_values(self):
        value = {"at": 7, "data": b"\x01\x02"}
        encoded = sparkwire.encode(value, "kafka", layout="at INT64, data BYTES")
        assert encoded.hex() == "0000000000000007" + "00000002" + "0102"
        schema = """{"type": "record", "name": "r", "fields": [
            {"name": "t", "type": {"type": "long", "logicalType": "timestamp-millis"}},
            {"name": "d", "type": {"type": "int", "logicalType": "date"}},
            {"name": "x", "type": "double"},
            {"name": "n", "type":
                {"type": "bytes", "logicalType": "decimal", "precision": 30, "scale": 2}}
        ]}"""
        at = datetime(2026, 1, 2, 3, 4, 5, tzinfo=timezone.utc)
        number = Decimal("1234567890123456789012345678.90")
        for x in (1.5, float("inf"), float("-inf")):
            value = {"t": at, "d": at.date(), "x": x, "n": number}
            back = sparkwire.decode(
                sparkwire.encode(value, "avro", schema=schema), "avro", writer=schema
            )
            assert (datetime.fromisoformat(back["t"]), back["d"]) == (at, "2026-01-02")
            assert (float(back["x"]), back["n"]) == (x, number)

    def test_record(self):
        record = {
            "record": "GroupMetadata",
            "record_type": 2,
            "tombstone": True,
            "key": {"group": "g"},
        }
        parts = sparkwire.encode(record, "kafka_record", topic="__consumer_offsets")
        assert parts == {"key": bytes.fromhex("0002000167"), "value": None}

    def test_null(self):
        assert sparkwire.encode(None, "databus") is None

    def test_refusals(self):
        with pytest.raises(sparkwire.UnencodableValue, match="SPARKWIRE_UNENCODABLE") as refused:
            sparkwire.encode({"name": "abcd"}, "kafka", layout="id INT16, name STRING")
        error = refused.value
        assert (error.format, error.reason, error.path) == ("kafka", "missing-field", "id")
        assert str(pickle.loads(pickle.dumps(error))) == str(error)
        with pytest.raises(sparkwire.InvalidCall, match="the value has no field nam"):
            sparkwire.encode({"nam": "a"}, "kafka", layout="name STRING")
        with pytest.raises(sparkwire.InvalidCall, match="no format"):
            sparkwire.encode({}, "databuss")

    def test_without_jars(self, monkeypatch):
        monkeypatch.setattr("sparkwire._jvm.is_available", lambda: False)
        with pytest.raises(sparkwire.SetUpError, match="Spark Connect"):
            sparkwire.encode({}, "databus")
