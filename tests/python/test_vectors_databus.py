"""The vectors of Databus in Spark: every line."""

import json
from datetime import datetime, timedelta

import pytest
from pyspark.sql import functions as F

import sparkwire
import sparkwire.functions as wire

from vectors import files, lines, plain, tiles

EVENTS = lines("databus", "events-v1", "events-v2", "system", "random")
TO_V1 = [line for line in lines("databus", "to-v1") if not line.fails]
NO_V1 = [line for line in lines("databus", "to-v1") if line.fails]
AVRO = lines("databus", "avro")
BATCHES = lines("databus", "batches")
INVALID = lines("databus", "invalid", "damaged")
CRC = lines("databus", "crc")
SCHEMA_IDS = lines("databus", "schema-ids")
JSON_READ = lines("databus", "json-read")

# The events whose views have every field, with their bytes.
WHOLE = {line.id: (line, line.bytes) for line in EVENTS}
WHOLE |= {line.id: (line, bytes.fromhex(line.said["v1_hex"])) for line in TO_V1}

# fmt: off
COLUMNS = [
    "version", "byte_order", "size", "header_length", "opcode", "key_type", "key",
    "key_bytes", "key_part", "sequence", "physical_partition_id", "logical_partition_id",
    "timestamp", "timestamp_nanos", "src_id", "source_kind", "is_control",
    "is_private_control", "is_checkpoint", "is_end_of_period", "is_scn_regress", "is_error",
    "is_trace", "is_ext_replicated", "schema_id", "schema_digest_type", "schema_version",
    "attributes", "header_crc", "body_crc", "metadata", "payload",
]
# fmt: on


def named(lines):
    return pytest.mark.parametrize("line", lines, ids=lambda line: line.id)


def expected(view, order):
    """The result columns for a view; missing fields are computed by the rules in the README."""
    view = plain(view)
    src_id = view["src_id"]
    version_1 = view["version"] == 0
    payload = view.get("payload")
    row = {name: view[name] for name in COLUMNS if name in view}
    return row | {
        "byte_order": order,
        "header_length": (57 if view["key_type"] == "STRING" else 61)
        if version_1
        else view["header_length"],
        "key_part": part(view.get("key_part")),
        "metadata": part(view.get("metadata")),
        "payload": view["value"] if version_1 else payload and payload["data"],
        "schema_digest_type": payload and payload["schema_digest_type"],
        "timestamp": instant(view["timestamp_nanos"]),
        "source_kind": "DATA"
        if src_id > 0
        else "GLOBAL_SYSTEM"
        if src_id > -20000
        else "PRIVATE_SYSTEM",
        "is_control": src_id < 0,
        "is_private_control": src_id <= -20000,
        "is_checkpoint": src_id == -3,
        "is_end_of_period": src_id == -2,
        "is_scn_regress": src_id == -51,
        "is_error": -50 < src_id < -4,
    }


def part(said):
    return said and {
        "digest_type": said["schema_digest_type"],
        "digest": said["schema_digest"],
        "schema_version": said["schema_version"],
        "data": said["data"],
    }


def instant(nanos):
    return datetime(1970, 1, 1) + timedelta(microseconds=nanos // 1000)


class Ask:
    """Runs one query per function and byte order over all values, and caches the results."""

    def __init__(self, spark, folder, values):
        rows = [(id, order, value) for id, (order, value) in values.items()]
        schema = "id STRING, byte_order STRING, value BINARY"
        # Read from Parquet: Spark would fold a query over local rows instead of running it.
        spark.createDataFrame(rows, schema).coalesce(1).write.parquet(folder)
        self._table = spark.read.parquet(folder)
        self._answers = {}

    def __call__(self, what, *arguments, auto=False, **options):
        key = (what, arguments, auto, *options.items())
        if key not in self._answers:
            self._answers[key] = self._query(what, arguments, auto, options)
        return self._answers[key]

    def _query(self, what, arguments, auto, options):
        answers = {}
        for order in ("big", "little"):
            chosen = options if auto else options | {"byteOrder": order}
            answer = getattr(wire, what)("value", *arguments, options=chosen)
            rows = self._table.where(F.col("byte_order") == order).select("id", answer).collect()
            answers |= {id: plain(answer) for id, answer in rows}
        return answers


@pytest.fixture(scope="module")
def ask(spark, tmp_path_factory):
    values = {id: (line.order, value) for id, (line, value) in WHOLE.items()}
    return Ask(spark, str(tmp_path_factory.mktemp("whole") / "table"), values)


@pytest.fixture(scope="module")
def ask_invalid(spark, tmp_path_factory):
    values = {line.id: (line.order, line.bytes) for line in INVALID}
    return Ask(spark, str(tmp_path_factory.mktemp("invalid") / "table"), values)


@pytest.fixture(scope="module")
def ask_batches(spark, tmp_path_factory):
    values = {line.id: (line.order, line.bytes) for line in BATCHES}
    return Ask(spark, str(tmp_path_factory.mktemp("batches") / "table"), values)


@pytest.fixture(scope="module")
def read_back(spark, tmp_path_factory):
    """The event or fault from reading both JSON texts of each event, by line and encoding."""
    folder = str(tmp_path_factory.mktemp("json") / "table")
    encodings = ("json", "json_plain")
    texts = [(line.id, name, line.view[name]) for line in EVENTS for name in encodings]
    spark.createDataFrame(texts, ["id", "encoding", "text"]).coalesce(1).write.parquet(folder)
    event, fault = wire.databus_decode_json("text"), wire.databus_decode_json_fault("text")
    rows = spark.read.parquet(folder).select("id", "encoding", event, fault).collect()
    return {(id, encoding): (plain(got), why) for id, encoding, got, why in rows}


def test_every_file_is_read():
    read = {line.file for line in [*EVENTS, *TO_V1, *NO_V1, *AVRO, *BATCHES, *INVALID]}
    read |= {line.file for line in [*CRC, *SCHEMA_IDS, *JSON_READ]}
    assert sorted(read) == files("databus")


class TestWhole:
    @pytest.mark.parametrize("id", WHOLE)
    def test_decode(self, ask, id):
        line, _ = WHOLE[id]
        got = ask("databus_decode")[id]
        assert list(got) == COLUMNS
        assert got == expected(line.view, line.order)

    @pytest.mark.parametrize("id", WHOLE)
    def test_order_is_found(self, ask, id):
        assert ask("databus_decode", auto=True)[id] == ask("databus_decode")[id]

    @pytest.mark.parametrize("id", WHOLE)
    def test_unverified(self, ask, id):
        assert ask("databus_decode", verify="none")[id] == ask("databus_decode")[id]

    @pytest.mark.parametrize("id", WHOLE)
    def test_try_decode(self, ask, id):
        assert ask("try_databus_decode")[id] == ask("databus_decode")[id]

    @pytest.mark.parametrize("id", WHOLE)
    def test_no_fault(self, ask, id):
        assert ask("databus_fault")[id] is None

    @pytest.mark.parametrize("id", WHOLE)
    def test_dissection_tiles(self, ask, id):
        parts = ask("databus_dissect")[id]
        assert tiles(parts, WHOLE[id][1]) is None
        assert "FAULT" not in {part["type"] for part in parts}

    @pytest.mark.parametrize("id", WHOLE)
    def test_alone_among_many(self, ask, id):
        assert ask("databus_decode_all")[id] == {
            "events": [{"offset": 0, "event": ask("databus_decode")[id]}],
            "tail": None,
        }

    @pytest.mark.parametrize("column", COLUMNS)
    def test_pruned(self, ask, column):
        for order in ("big", "little"):
            event = wire.databus_decode("value", {"byteOrder": order})
            rows = ask._table.where(F.col("byte_order") == order).select("id", event[column])
            for id, got in rows.collect():
                assert plain(got) == ask("databus_decode")[id][column], id


class TestJson:
    @named(EVENTS)
    def test_base64(self, ask, line):
        assert ask("databus_to_json", "JSON")[line.id] == line.view["json"]
        assert ask("databus_to_json")[line.id] == line.view["json"]

    @named(EVENTS)
    def test_plain(self, ask, line):
        assert ask("databus_to_json", "JSON_PLAIN_VALUE")[line.id] == line.view["json_plain"]

    @named(EVENTS)
    def test_try_and_fault(self, ask, line):
        assert ask("try_databus_to_json")[line.id] == line.view["json"]
        assert ask("databus_to_json_fault")[line.id] is None

    @named(EVENTS)
    @pytest.mark.parametrize("encoding", ["json", "json_plain"])
    def test_read_back(self, ask, read_back, line, encoding):
        got, fault = read_back[line.id, encoding]
        event = ask("databus_decode")[line.id]
        assert fault is None
        held = holds(json.loads(line.view[encoding]), event)
        assert {name: got[name] for name in held} == held
        # Every other field is either NULL or correct.
        assert {n: v for n, v in got.items() if n not in held and v not in (None, event[n])} == {}


def holds(text, event):
    """The columns that a JSON line contains, with their expected values."""
    same = ["opcode", "sequence", "logical_partition_id", "physical_partition_id", "schema_id"]
    same += ["timestamp_nanos", "timestamp", "src_id", "source_kind"]
    same += [name for name in COLUMNS if name.startswith("is_")]
    same += ["key_type", "key", "key_bytes", "key_part"]
    if event["version"] == 2:
        same += ["version", "header_crc", "body_crc", "schema_digest_type", "schema_version"]
    held = {name: event[name] for name in same}
    if held["key_part"] and len(held["key_part"]["data"]) > 64:  # the JSON text stops there
        held["key_part"] = held["key_part"] | {"data": None}
    plain = text["valueEnc"] == "JSON_PLAIN_VALUE"
    value = text.get("value", text.get("payloadValue"))
    held["payload"] = value.encode() if plain and value is not None else event["payload"]
    held["metadata"] = event["metadata"]
    if plain and event["metadata"]:
        held["metadata"] = event["metadata"] | {"data": text["metadataValue"].encode()}
    return held


class TestInvalid:
    @named(INVALID)
    def test_strict(self, spark, ask_invalid, line):
        query = f"SELECT databus_decode(X'{line.said['hex']}', map('byteOrder', '{line.order}'))"
        with pytest.raises(Exception, match="SPARKWIRE_MALFORMED") as caught:
            spark.sql(query).collect()
        fault = ask_invalid("databus_fault")[line.id]
        assert sparkwire.malformed(caught.value) == sparkwire.Malformed(
            "databus", fault["reason"], fault["offset"], fault["path"]
        )
        assert fault["message"] in str(caught.value)

    @named(INVALID)
    def test_fault(self, ask_invalid, line):
        fault = ask_invalid("databus_fault")[line.id]
        assert None not in fault.values()
        assert 0 <= fault["offset"] <= len(line.bytes)
        if line.file != "damaged":  # there the reason is one of several
            assert fault["reason"] == line.fails

    @named(INVALID)
    def test_null(self, ask_invalid, line):
        assert ask_invalid("try_databus_decode")[line.id] is None

    @named(INVALID)
    def test_dissection(self, ask_invalid, line):
        parts = ask_invalid("databus_dissect")[line.id]
        fault = ask_invalid("databus_fault")[line.id]
        assert tiles(parts, line.bytes) is None
        assert [part["type"] for part in parts].index("FAULT") == len(parts) - 1
        assert parts[-1]["value"] == fault["reason"]

    @named(INVALID)
    def test_no_json(self, ask_invalid, line):
        assert ask_invalid("try_databus_to_json")[line.id] is None
        fault = ask_invalid("databus_fault")[line.id]
        assert ask_invalid("databus_to_json_fault")[line.id] == fault


class TestBatches:
    @named(BATCHES)
    @pytest.mark.parametrize("auto", [False, True], ids=["order given", "order found"])
    def test_decode_all(self, ask_batches, line, auto):
        got = ask_batches("databus_decode_all", auto=auto)[line.id]
        assert got["events"] == [
            {"offset": view["offset"], "event": expected(view, line.order)}
            for view in line.view["events"]
        ]
        if line.view["tail_status"] == "NONE":
            assert got["tail"] is None
        else:
            assert got["tail"] == {"reason": line.fails, "offset": line.view["tail_offset"]}


class TestAvro:
    @named(AVRO)
    def test_event(self, spark, line):
        df = spark.createDataFrame([(line.bytes,)], ["value"])
        event = plain(df.select(wire.databus_decode("value", {"byteOrder": line.order})).first()[0])
        if line.fails:  # the event is valid, but its Avro payload is not
            assert line.fails == "avro-payload"
            assert event["payload"]
            return
        view = plain(line.view)
        assert event["payload"] == view["value"]
        assert {name: event[name] for name in ("schema_id", "src_id", "opcode")} == {
            name: view[name] for name in ("schema_id", "src_id", "opcode")
        }

    @named(AVRO)
    def test_payload(self, spark, line):
        schema = line.said["schema"]
        trailing = {"trailing": "ignore"} if line.id.endswith("/avro-trailing-bytes") else None
        df = spark.createDataFrame([(line.bytes, schema)], ["value", "schema"]).select(
            wire.databus_decode("value", {"byteOrder": line.order}).payload.alias("payload"),
            "schema",
        )

        def functions(options):
            row = df.select(
                wire.try_avro_decode("payload", schema, options=options).alias("typed"),
                wire.avro_fault("payload", schema, options=options).alias("fault"),
                wire.try_avro_variant("payload", "schema", options=options).alias("variant"),
                wire.avro_variant_fault("payload", "schema", options=options).alias("why"),
            ).first()
            assert (row.fault and row.fault.reason) == (row.why and row.why.reason)
            return row

        strict = functions(None)
        if line.fails or trailing:
            reason = "truncated-datum" if line.fails else "trailing-bytes"
            assert (strict.typed, strict.variant, strict.fault.reason) == (None, None, reason)
        if not line.fails:
            row = functions(trailing)
            said = of_avro_json(json.loads(line.view["avro_json"]), json.loads(schema), {})
            assert row.fault is None
            assert plain(row.typed) == said
            assert plain(row.variant.toPython()) == said

    @named(SCHEMA_IDS)
    def test_schema_id(self, spark, line):
        df = spark.createDataFrame([(line.said["schema"],)], ["schema"])
        id, same, fault = df.select(
            wire.databus_schema_id("schema"),
            wire.try_databus_schema_id("schema"),
            wire.databus_schema_id_fault("schema"),
        ).first()
        assert bytes(id) == plain(line.view)["schema_id"]
        assert same == id
        assert fault is None


def of_avro_json(value, schema, types):
    """Convert a value of Avro's JSON encoding to its Python value by its schema."""
    if isinstance(schema, str):
        schema = types.get(schema, schema)
    if isinstance(schema, list):
        if value is None:
            return None
        ((name, inside),) = value.items()
        by_name = {
            branch if isinstance(branch, str) else branch["type"]: branch for branch in schema
        }
        return of_avro_json(inside, by_name[name], types)
    kind = schema if isinstance(schema, str) else schema["type"]
    if kind == "record":
        types[schema["name"]] = schema
        fields = {field["name"]: field["type"] for field in schema["fields"]}
        assert value.keys() == fields.keys()
        return {name: of_avro_json(value[name], inner, types) for name, inner in fields.items()}
    if kind == "map":
        return {key: of_avro_json(item, schema["values"], types) for key, item in value.items()}
    if kind == "array":
        return [of_avro_json(item, schema["items"], types) for item in value]
    return value.encode("latin-1") if kind in ("bytes", "fixed") else value


@named(NO_V1)
def test_part_keys(spark, line):
    df = spark.createDataFrame([(line.bytes,)], ["value"])
    event = df.select(wire.databus_decode("value")).first()[0]
    assert event.key_type == "SCHEMA"
    assert event.key_part is not None


@named(CRC)
def test_crc(spark, line):
    """An event built around the bytes of a line has the body CRC of the line."""
    body = line.bytes
    fixed = bytes.fromhex("0001 0000000000000007 0001 001e 1334f4aad87fcd15 000f") + bytes(16)
    crc_and_key = line.view["crc"].to_bytes(4, "big") + (12345).to_bytes(8, "big")
    under_crc = (61 + len(body)).to_bytes(4, "big") + fixed + crc_and_key
    event = b"\0" + crc(under_crc).to_bytes(4, "big") + under_crc + body
    df = spark.createDataFrame([(event,)], ["value"])
    got = df.select(wire.databus_decode("value")).first()[0]
    assert (got.body_crc, bytes(got.payload)) == (line.view["crc"], body)


def crc(data):
    register = 0
    for byte in data:
        register ^= byte
        for _ in range(8):
            register = register >> 1 ^ (0xEDB88320 if register & 1 else 0)
    return register


class TestJsonRead:
    @named(JSON_READ)
    def test_line(self, spark, line):
        df = spark.createDataFrame([(line.said["json"],)], ["text"])
        got, fault = df.select(
            wire.try_databus_decode_json("text"), wire.databus_decode_json_fault("text")
        ).first()
        if line.said["name"] == "json-bytes-key":  # the peer cannot read its own output; we can
            assert fault is None
            assert got.key_type == "STRING"
        elif line.fails:
            assert got is None
            assert fault.reason == line.fails
            with pytest.raises(Exception, match="SPARKWIRE_MALFORMED") as caught:
                df.select(wire.databus_decode_json("text")).collect()
            assert sparkwire.malformed(caught.value).reason == line.fails
        else:
            assert fault is None
            (view,) = plain(line.view)["events"]
            names = {"value": "payload", "end_of_period": "is_end_of_period"}
            assert {name: plain(got[names.get(name, name)]) for name in view} == view
            text = json.loads(line.said["json"])
            assert (got.opcode, got.sequence) == (text.get("opcode"), text["sequence"])
