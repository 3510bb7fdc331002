"""The vectors of Kafka in Spark: every line, every value completely."""

import struct
from datetime import datetime, timedelta
from decimal import Decimal

import pytest
from pyspark.sql import functions as F

import sparkwire
import sparkwire.functions as wire

from vectors import FOLDER, files, known_to, lines, tiles

MESSAGES = lines("kafka", "messages", "custom", "tagged")
TYPES = lines("kafka", "types")
TAGS = lines("kafka", "interleaved")
FRAMES = lines("kafka", "wire")
TOPICS = lines("kafka", "internal_topics")
BATCHES = lines("kafka", "records")
NEAR = {"truncated", "truncated-varint", "length-past-end"}
UNKNOWN = "_unknown_tags"


def named(of):
    return pytest.mark.parametrize("line", of, ids=lambda line: line.id)


def of_kind(of, *kinds):
    return [line for line in of if line.said["kind"] in kinds]


def is_near(one, other):
    """Return whether two reasons are equal, or both mean that there are too few bytes."""
    return one == other or {one, other} <= NEAR


def expected(view):
    """Convert a value of the views to Python."""
    if isinstance(view, list):
        return [expected(item) for item in view]
    if isinstance(view, dict):
        if view.keys() == {"$hex"}:
            return bytes.fromhex(view["$hex"])
        if view.keys() == {"$f64"}:
            return struct.unpack(">d", bytes.fromhex(view["$f64"]))[0]
        return {name: expected(part) for name, part in view.items()}
    return view


def plain(value):
    """Convert collected values to comparable dicts, lists and bytes."""
    if hasattr(value, "asDict"):
        return {name: plain(part) for name, part in value.asDict().items()}
    if hasattr(value, "toPython"):
        return plain(value.toPython())
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, bytearray):
        return bytes(value)
    return int(value) if isinstance(value, Decimal) else value


def same(one, other):
    if isinstance(one, float) and isinstance(other, float):
        return struct.pack(">d", one) == struct.pack(">d", other) or (one != one and other != other)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and one == other


def is_within(part, whole):
    """Return whether the whole contains all values of the part; nulls may be absent."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(is_within(value, whole.get(name)) for name, value in part.items())
    if isinstance(part, list) and isinstance(whole, list):
        return len(part) == len(whole) and all(map(is_within, part, whole))
    return same(part, whole)


def without_nulls(value):
    if isinstance(value, dict):
        return {name: without_nulls(part) for name, part in value.items() if part is not None}
    return [without_nulls(item) for item in value] if isinstance(value, list) else value


def layout_of(line):
    name = line.said["args"]["definition"]
    return (FOLDER / "kafka" / "definitions" / f"{name}.json").read_text(encoding="utf-8")


def written(schema):
    """Convert a type or a struct of the vectors to the language of our layouts."""
    if isinstance(schema, str):
        return schema.replace("(", "<").replace(")", ">")
    if "struct" in schema:
        return f"STRUCT<{listed(schema)}>"
    ((name, element),) = schema.items()
    return f"{name}<{written(element)}>"


def listed(schema):
    def field(said):
        if "tags" in said:
            fields = (f"{tag} {field(one)}" for tag, one in said["tags"].items())
            return f"TAGGED_FIELDS({', '.join(fields)})"
        return f"{said['name']} {written(said['type'])}"

    return ", ".join(map(field, schema["struct"]))


def tags_of(value, path=""):
    """Collect the unknown tags of all structs of a view, with their paths, outer structs first."""
    if isinstance(value, dict):
        yield from ({"path": path} | tag for tag in value.get(UNKNOWN, ()))
        for name, part in value.items():
            if name != UNKNOWN:
                yield from tags_of(part, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from tags_of(item, f"{path}[{index}]")


def known_of(value):
    if isinstance(value, dict):
        return {name: known_of(part) for name, part in value.items() if name != UNKNOWN}
    return [known_of(item) for item in value] if isinstance(value, list) else value


class Answers:
    """The results of the functions, computed once for all lines of a group."""

    def __init__(self, spark, folder):
        self.spark, self.folder, self.answers = spark, folder, {}

    def of(self, line, of, group, rows, schema, functions):
        key = group(line)
        if key not in self.answers:
            members = [other for other in of if group(other) == key]
            data = [(other.id, *rows(other)) for other in members]
            path = str(self.folder.mktemp("kafka") / "table")
            table = self.spark.createDataFrame(data, f"id STRING, {schema}").coalesce(1)
            table.write.parquet(path)
            asked = [column.alias(name) for name, column in functions(line).items()]
            answered = self.spark.read.parquet(path).select("id", *asked).collect()
            self.answers[key] = {row.id: row for row in answered}
        return self.answers[key][line.id]


@pytest.fixture(scope="module")
def answers(spark, tmp_path_factory):
    return Answers(spark, tmp_path_factory)


def family(name, *arguments, **options):
    stem = name.removesuffix("_decode")
    return {
        "decoded": getattr(wire, f"try_{name}")(*arguments, options=options),
        "fault": getattr(wire, f"{stem}_fault")(*arguments, options=options),
        "parts": getattr(wire, f"{stem}_dissect")(*arguments, options=options),
    }


def check_refusal(row, line):
    assert row.decoded is None
    assert is_near(row.fault.reason, line.fails)
    assert 0 <= row.fault.offset <= len(line.bytes)
    assert row.parts[-1]["type"] == "FAULT"
    assert row.parts[-1]["value"] == row.fault.reason


def check_parts(row, line):
    parts = [part.asDict() for part in row.parts]
    assert tiles(parts, line.bytes) is None
    assert not {"FAULT", "gap"} & {part["type"] for part in parts}


def test_every_file_is_read():
    read = {line.file for line in [*MESSAGES, *TYPES, *TAGS, *FRAMES, *TOPICS, *BATCHES]}
    assert sorted(read) == files("kafka")


@named(MESSAGES)
def test_message(answers, line):
    def functions(line):
        layout = layout_of(line)
        filled = wire.try_kafka_decode("value", layout, "version", {"absent": "default"})
        return family("kafka_decode", "value", layout, "version") | {"filled": filled}

    row = answers.of(
        line,
        MESSAGES,
        lambda line: ("message", line.said["args"]["definition"]),
        lambda line: (line.bytes, line.said["args"]["version"]),
        "value BINARY, version INT",
        functions,
    )
    if line.fails:
        check_refusal(row, line)
        return
    check_parts(row, line)
    assert row.fault is None
    decoded, filled = plain(row.decoded), plain(row.filled)
    view = {name: expected(line.view[name]) for name in ("message", "full", "unknown_tags")}
    assert decoded.pop(UNKNOWN) == filled.pop(UNKNOWN) == view["unknown_tags"]
    assert is_within(view["message"], decoded)
    assert is_within(without_nulls(decoded), view["full"])
    # The view also has fields that no version has; the result omits them.
    assert is_within(filled, view["full"])
    assert is_within(view["message"], filled)


@named([line for line in MESSAGES if not line.fails][::12])
def test_message_at_a_constant_version(spark, answers, line):
    args = line.said["args"]
    table = spark.createDataFrame([(line.bytes,)], "value BINARY")
    row = table.select(wire.kafka_decode("value", layout_of(line), args["version"])).first()[0]
    assert is_within(expected(line.view["message"]), plain(row))


@named(TYPES)
def test_type(answers, line):
    def layout(line):
        args = line.said["args"]
        return written(args["type"]) if "type" in args else listed(args["schema"])

    row = answers.of(
        line,
        TYPES,
        lambda line: ("type", layout(line)),
        lambda line: (line.bytes,),
        "value BINARY",
        lambda line: family("kafka_decode", "value", layout(line)),
    )
    if line.fails:
        check_refusal(row, line)
        return
    check_parts(row, line)
    value = expected(line.view["value"])
    decoded = plain(row.decoded)
    if "schema" in line.said["args"]:
        tags = decoded.pop(UNKNOWN)
        assert tags == list(tags_of(value))
        assert is_within(known_of(value), decoded)
    else:
        assert same(decoded, value)
    assert row.fault is None


@named(TAGS)
def test_interleaved_tags(answers, line):
    row = answers.of(
        line,
        TAGS,
        lambda line: "tags",
        lambda line: (line.bytes,),
        "value BINARY",
        lambda line: family("kafka_tags_decode", "value", tagHeader="interleaved"),
    )
    if line.fails:
        check_refusal(row, line)
        return
    check_parts(row, line)
    fields = expected(line.view["fields"])
    assert plain(row.decoded) == [{"tag": one["tag"], "data": one["data"]} for one in fields]


@named(FRAMES)
def test_frame(answers, line):
    def size(line):
        return line.said["args"]["size_prefix"]

    def functions(line):
        if line.said["kind"] == "request":
            return family("kafka_request_decode", "value", sizePrefix=size(line))
        return family("kafka_response_decode", "value", "key", "version", sizePrefix=size(line))

    def row_of(line):
        args = line.said["args"]
        return line.bytes, args.get("api_key"), args.get("api_version")

    row = answers.of(
        line,
        FRAMES,
        lambda line: (line.said["kind"], size(line)),
        row_of,
        "value BINARY, key INT, version INT",
        functions,
    )
    if line.fails:
        check_refusal(row, line)
        return
    check_parts(row, line)
    decoded, view = plain(row.decoded), line.view
    header = view["header"]["full"]
    body = decoded.pop("body")
    assert decoded == {
        "api": view["api_name"],
        "api_key": view["api_key"],
        "api_version": view["api_version"],
        "correlation_id": header["correlationId"],
        "client_id": header.get("clientId"),
    }
    check_body(body, view["body"], "message")


def check_body(body, view, name):
    """Compare an object in a VARIANT with a message of a view."""
    if "unknown_tags" in view:
        assert body.pop(UNKNOWN, []) == expected(view["unknown_tags"])
    assert is_within(expected(view[name]), body)
    if "full" in view:
        full = expected(view["full"])
        assert is_within(known_to(full, body), full)


@named(of_kind(TOPICS, "coordinator-record", "metadata-record"))
def test_record(answers, line):
    def row_of(line):
        args, value = line.said["args"], line.said["hex"]
        key = args.get("key")
        return (
            args.get("topic", "__cluster_metadata"),
            None if key is None else bytes.fromhex(key),
            None if value is None else bytes.fromhex(value),
        )

    row = answers.of(
        line,
        of_kind(TOPICS, "coordinator-record", "metadata-record"),
        lambda line: "records",
        row_of,
        "topic STRING, key BINARY, value BINARY",
        lambda line: family("kafka_record_decode", "topic", "key", "value"),
    )
    decoded = plain(row.decoded)
    if line.fails == "unknown-record-type" and line.said["name"] != "metadata-type-too-large":
        present = {name for name, value in decoded.items() if value is not None}
        assert present == {"record_type", "tombstone"}
        assert row.fault is None
        return
    if line.fails == "unsupported-version":
        # The decoder skips the value, but reports a fault.
        assert (decoded["value"], row.fault.reason) == (None, "unsupported-version")
        assert None not in (decoded["record"], decoded["record_type"], decoded["version"])
        return
    if line.fails:
        assert decoded is None
        assert is_near(row.fault.reason, line.fails)
        return
    assert row.fault is None
    topic, key, value = row_of(line)
    inputs = [key, value] if topic != "__cluster_metadata" else [value]
    assert sum(part["length"] for part in row.parts) == sum(len(one or b"") for one in inputs)
    if line.said["kind"] == "metadata-record":
        said = {name: line.view[name] for name in ("type", "name", "version")}
        assert said == {
            "type": decoded["record_type"],
            "name": decoded["record"],
            "version": decoded["version"],
        }
        check_body(decoded["value"], line.view, "data")
        return
    view = line.view
    assert decoded["record"] == view["key"]["name"].removesuffix("Key")
    assert decoded["record_type"] == view["key"]["type"]
    assert decoded["tombstone"] is (value is None)
    check_body(decoded["key"], view["key"], "data")
    if value is None:
        assert (decoded["version"], decoded["value"]) == (None, None)
    else:
        assert decoded["version"] == view["value"]["version"]
        check_body(decoded["value"], view["value"], "data")


@named(of_kind(TOPICS, "versioned-message"))
def test_versioned_message(answers, line):
    row = answers.of(
        line,
        of_kind(TOPICS, "versioned-message"),
        lambda line: ("versioned", line.said["args"]["definition"]),
        lambda line: (line.bytes,),
        "value BINARY",
        lambda line: family("kafka_decode", "value", layout_of(line), versionPrefix=True),
    )
    if line.fails:
        check_refusal(row, line)
        return
    decoded = plain(row.decoded)
    assert list(decoded)[-2:] == ["_version", UNKNOWN]
    assert decoded.pop("_version") == line.view["version"]
    assert decoded.pop(UNKNOWN) == expected(line.view["unknown_tags"])
    assert is_within(expected(line.view["message"]), decoded)
    assert is_within(without_nulls(decoded), expected(line.view["full"]))


@named(BATCHES)
def test_records(answers, line):
    row = answers.of(
        line,
        BATCHES,
        lambda line: "batches",
        lambda line: (line.bytes,),
        "value BINARY",
        lambda line: family("kafka_records_decode", "value"),
    )
    if line.fails:
        check_refusal(row, line)
        return
    check_parts(row, line)
    assert plain(row.decoded) == [
        of_record(batch, record) for batch in line.view["batches"] for record in batch["records"]
    ]


def of_record(batch, record):
    millis = record["timestamp"]
    return {
        "base_offset": batch["base_offset"],
        "magic": batch["magic"],
        "codec": batch["compression"],
        "partition_leader_epoch": batch.get("partition_leader_epoch"),
        "producer_id": batch.get("producer_id"),
        "producer_epoch": batch.get("producer_epoch"),
        "transactional": batch.get("is_transactional", False),
        "control": batch.get("is_control", False),
        "record": expected(record)
        | {
            "timestamp": datetime(1970, 1, 1) + timedelta(milliseconds=millis),
            "timestamp_ms": millis,
        },
    }


class TestRefusals:
    @named([line for line in MESSAGES if line.fails][::9])
    def test_strict(self, spark, line):
        layout, version = layout_of(line), line.said["args"]["version"]
        table = spark.createDataFrame([(line.bytes, version)], "value BINARY, version INT")
        with pytest.raises(Exception, match="SPARKWIRE_MALFORMED") as caught:
            table.select(wire.kafka_decode("value", layout, "version")).collect()
        assert is_near(sparkwire.malformed(caught.value).reason, line.fails)

    @pytest.mark.parametrize(
        ("layout", "said"),
        [
            ("", "empty"),
            ("INT99", "INT99"),
            ("OffsetCommitValues", "OffsetCommitValue"),
            ('{"name": "Gone", "validVersions": "none"}', "removed"),
            ("a INT32, A STRING", "two fields"),
            ("a INT32, TAGGED_FIELDS(0 b INT8), c INT8", "last"),
            ("ARRAY<INT32", "missing"),
            ("{}", "name"),
            ('{"name": "M", "validVersions": "0", "fields": [{"name": "f", "type": "int3"}]}', "f"),
        ],
    )
    def test_bad_layout(self, spark, layout, said):
        with pytest.raises(Exception, match="SPARKWIRE_INVALID_SCHEMA") as caught:
            spark.range(1).select(wire.kafka_decode(F.lit(b""), layout)).collect()
        assert said in str(caught.value)

    def test_bad_version(self, spark):
        value = F.lit(b"")
        with pytest.raises(Exception, match=r"SPARKWIRE_INVALID_OPTION.*0-4"):
            spark.range(1).select(wire.kafka_decode(value, "OffsetCommitValue", 5)).collect()
        row = spark.range(1).select(wire.kafka_decode(value, "OffsetCommitValue", F.lit(None)))
        assert row.first()[0] is None
