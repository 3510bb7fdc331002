"""The functions read and write the bytes of kio, a pure Python Kafka library: all messages."""

import base64
import dataclasses
import io
import random
from datetime import datetime, timedelta, timezone
from uuid import UUID

import pytest
from pyspark.sql import functions as F

import sparkwire.functions as wire

kio = pytest.importorskip("kio", reason="kio needs Python 3.11")

from kio import index  # noqa: E402
from kio.records.schema import NewRecordBatch, Record, RecordHeader  # noqa: E402
from kio.records.writers import write_batch  # noqa: E402
from kio.schema.errors import ErrorCode  # noqa: E402
from kio.schema.index import schema_name_map  # noqa: E402
from kio.serial import entity_writer  # noqa: E402
from kio.static.constants import EntityType  # noqa: E402
from kio.static.primitive import TZAware as Instant  # noqa: E402
from kio.static.primitive import TZAwareMicros, i32Timedelta, i64Timedelta  # noqa: E402

from vectors import known_to  # noqa: E402

SAMPLES = 3
# The names that a newer Kafka than kio's gives to fields.
RENAMED = {
    "acceptableRecoveryLag": ["acceptableRecoveryLagLegacy"],
    "generationId": ["generationIdOrMemberEpoch"],
}
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
UNKNOWN = "_unknown_tags"


def camel(name):
    first, *others = name.split("_")
    return first + "".join(part.capitalize() for part in others)


def whole(bits, signed=True):
    """Return a generator of numbers of this many bits; extreme values are more frequent."""
    least, most = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if signed else (0, 2**bits - 1)
    edges = [least, most, 0, 1, 127, 128 % (most + 1)]
    return lambda r: twice(r.choice([*edges, r.randint(least, most), r.randint(0, 100)]))


def twice(value):
    """Return a pair of equal values, because a value is the same in kio and in Spark."""
    return value, value


def text(r):
    return twice("".join(r.choices("aZ0 é€😀\0", k=r.choice([0, 1, 5, 63, 127, 200]))))


def data(r):
    return twice(r.randbytes(r.choice([0, 1, 126, 127, 128, 300])))


def uuid(r):
    made = UUID(int=r.choice([0, r.getrandbits(128)]))
    # kio represents the zero UUID as None.
    return made or None, base64.urlsafe_b64encode(made.bytes).decode().rstrip("=")


def instant(r):
    # kio only supports whole seconds.
    seconds = r.choice([0, r.randrange(2**32)])
    return Instant.parse(EPOCH + timedelta(seconds=seconds)), 1000 * seconds


def duration(kind, most):
    def make(r):
        millis = r.choice([0, -1, r.randint(-most, most)])
        return kind.parse(timedelta(milliseconds=millis)), millis

    return make


def error(r):
    code = r.choice(list(ErrorCode))
    return code, int(code)


# Generators for kio's types; each returns the value for kio and the expected value in Spark.
MAKERS = {
    "bool": lambda r: twice(r.random() < 0.5),
    "int8": whole(8),
    "int16": whole(16),
    "uint16": whole(16, signed=False),
    "int32": whole(32),
    "int64": whole(64),
    "float64": lambda r: twice(r.choice([0.0, -0.5, r.uniform(-1e9, 1e9)])),
    "string": text,
    "bytes": data,
    "records": data,
    "uuid": uuid,
    "error_code": error,
    "datetime_i64": instant,
    "timedelta_i32": duration(i32Timedelta, 2**31 - 1),
    "timedelta_i64": duration(i64Timedelta, 2**40),
}


def is_optional(field):
    return type(None) in getattr(field.type, "__args__", ())


def entity_of(kind):
    """Find the dataclass in `T`, `T | None`, `tuple[T, ...]` and `tuple[T, ...] | None`."""
    if dataclasses.is_dataclass(kind):
        return kind
    return next(filter(None, map(entity_of, getattr(kind, "__args__", ()))), None)


def is_array(kind):
    return getattr(kind, "__origin__", None) is tuple or any(
        map(is_array, getattr(kind, "__args__", ()))
    )


def made_up(entity, r):
    """Generate one entity of kio, and the expected value in Spark."""
    given, expected = {}, {}
    for field in dataclasses.fields(entity):
        kafka_type = field.metadata.get("kafka_type")
        nested = entity_of(field.type)

        def one(nested=nested, kafka_type=kafka_type):
            return made_up(nested, r) if nested else MAKERS[kafka_type](r)

        # kio cannot write null in a tag section, and for a uuid None is not null.
        has_null = is_optional(field) and kafka_type != "uuid" and "tag" not in field.metadata
        if has_null and r.random() < 0.2:
            value = (None, -1 if kafka_type == "datetime_i64" else None)
        elif is_array(field.type):
            items = [one() for _ in range(r.choice([0, 1, 3]))]
            value = tuple(item for item, _ in items), [item for _, item in items]
        else:
            value = one()
        is_duration = kafka_type in {"timedelta_i32", "timedelta_i64"}
        name = camel(field.name)
        given[field.name] = value[0]
        # kio omits the unit in the names of durations and instants; Kafka mostly has one.
        has_unit = is_duration or kafka_type == "datetime_i64"
        names = (name, f"{name}Ms") if has_unit else (*RENAMED.get(name, ()), name)
        expected[names if len(names) > 1 else name] = value[1]
    return entity(**given), expected


def written(*entities):
    buffer = io.BytesIO()
    for entity in entities:
        entity_writer(type(entity))(buffer, entity)
    return buffer.getvalue()


def plain(value):
    """Convert collected values to comparable dicts, lists and bytes."""
    if hasattr(value, "asDict"):
        return {name: plain(part) for name, part in value.asDict().items()}
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return bytes(value) if isinstance(value, bytearray) else value


def as_named(expected, found):
    """Rename the expected fields to the alternative that was found."""
    if isinstance(expected, list):
        return [as_named(*both) for both in zip(expected, found or [], strict=False)]
    if not isinstance(expected, dict) or found is None:
        return expected
    named = {}
    for name, value in expected.items():
        one = name if isinstance(name, str) else next(filter(found.__contains__, name), name[0])
        named[one] = as_named(value, found.get(one))
    return named


def present(value):
    """Remove nulls: in a column, a field that the version does not have is null."""
    if isinstance(value, dict):
        return {name: present(part) for name, part in value.items() if part is not None}
    return [present(item) for item in value] if isinstance(value, list) else value


def entities():
    """All classes of kio by message name, with their versions."""
    found = {}
    for name, versions in schema_name_map.items():
        for version, kinds in versions.items():
            for kind in kinds:
                entity = index.load_entity_schema(name, version, kind)
                found.setdefault(entity.__name__, []).append((version, entity))
    return found


ENTITIES = entities()


def seeded(entity, version, sample):
    return random.Random(f"{entity.__name__} {version} {sample}")


@pytest.fixture(scope="module")
def versions(spark):
    """The versions of each message that Sparkwire knows; kio has some from newer Kafkas."""
    layouts = spark.sql("SELECT inline(kafka_layouts())").collect()
    return {one.name: range_of(one.valid_versions) for one in layouts}


def range_of(written):
    if written == "none":
        return range(0)
    first, _, last = written.partition("-")
    return range(int(first), int(last or first) + 1)


def test_nearly_all_is_known(versions):
    known = [v in versions.get(name, ()) for name, all in ENTITIES.items() for v, _ in all]
    assert len(known) >= 625
    assert sum(known) >= 600


@pytest.mark.parametrize("message", sorted(ENTITIES))
def test_message(spark, versions, message):
    expected, rows = [], []
    known = [one for one in ENTITIES[message] if one[0] in versions.get(message, ())]
    if not known:
        with pytest.raises(Exception, match="SPARKWIRE_INVALID_SCHEMA"):
            spark.range(1).select(wire.kafka_decode(F.lit(b""), message)).collect()
        return
    for version, entity in known:
        for sample in range(SAMPLES):
            made, values = made_up(entity, seeded(entity, version, sample))
            expected.append(values)
            rows.append((len(rows), version, written(made)))
    table = spark.createDataFrame(rows, "n INT, version INT, value BINARY").coalesce(1)
    decoded = wire.kafka_decode("value", message, "version").alias("decoded")
    # Unlike Kafka, kio writes some tagged fields that have their defaults.
    again = wire.kafka_encode("decoded", message, "version")
    reread = wire.kafka_decode(again, message, "version")
    both = table.select("n", "version", decoded).select("n", "decoded", reread)
    for n, found, found_again in sorted(both.collect()):
        assert found_again == found, rows[n][2].hex()
        found = plain(found)
        assert found.pop(UNKNOWN) == []
        named = as_named(expected[n], found)
        assert present(known_to(named, found)) == present(named), rows[n][2].hex()


@pytest.mark.parametrize("kind", ["request", "response"])
def test_frames(spark, versions, kind):
    expected, rows = [], []
    of_kind = [
        (version, entity)
        for name, all in ENTITIES.items()
        for version, entity in all
        if version in versions.get(name, ()) and is_of(entity, kind)
    ]
    for version, entity in of_kind:
        r = seeded(entity, version, "frame")
        header = {"correlation_id": r.getrandbits(31)}
        if kind == "request":
            header |= {"request_api_key": entity.__api_key__, "request_api_version": version}
            header["client_id"] = r.choice([None, "", "a client"])
        made, values = made_up(entity, r)
        if entity.__name__ == "JoinGroupResponse" and version >= 7:
            # Kafka's own reader of this response turns an empty name into null; kio keeps it.
            values["protocolName"] = values["protocolName"] or None
        api_name = entity.__name__.removesuffix(kind.capitalize())
        key = int(entity.__api_key__)
        expected.append((api_name, key, version, header, values))
        rows.append((len(rows), key, version, written(entity.__header_schema__(**header), made)))
    table = spark.createDataFrame(rows, "n INT, key INT, version INT, value BINARY").coalesce(1)
    decoded = (
        wire.kafka_request_decode("value")
        if kind == "request"
        else wire.kafka_response_decode("value", "key", "version")
    )
    encoded = wire.kafka_request_encode if kind == "request" else wire.kafka_response_encode
    answers = (
        table.select("n", "key", "version", decoded.alias("frame"), F.col("frame.body"))
        .withColumn("value", encoded("frame"))
        .select("n", "frame", "body", decoded.body.cast("STRING") == F.col("body").cast("STRING"))
        .sort("n")
        .collect()
    )
    assert len(answers) == len(rows)
    for n, frame, variant, is_same_again in answers:
        assert is_same_again, rows[n][3].hex()
        api_name, key, version, header, values = expected[n]
        assert (frame.api, frame.api_key, frame.api_version) == (api_name, key, version)
        assert frame.correlation_id == header["correlation_id"]
        assert frame.client_id == header.get("client_id")
        body = variant.toPython()
        # The object has all fields of its version, including tagged ones. A newer Kafka than the
        # peer's has further tagged fields, which have their defaults.
        named = as_named(values, body)
        assert known_to(named, body) == named, rows[n][3].hex()


def is_of(entity, kind):
    return entity.__type__ is EntityType[kind] and entity.__name__ != "Envelope"


def test_record_batches(spark):
    r = random.Random(482)
    batches = [made_up_batch(r) for _ in range(60)]
    rows = [(n, batch_bytes(batch)) for n, batch in enumerate(batches)]
    table = spark.createDataFrame(rows, "n INT, value BINARY").coalesce(1)
    decoded = wire.kafka_records_decode("value").alias("decoded")
    again = wire.kafka_records_encode("decoded")
    for n, found, bytes_again in table.select("n", decoded, again).collect():
        assert bytes_again.hex() == rows[n][1].hex()
        assert plain(found) == [*map(of_record(batches[n]), range(len(batches[n].records)))]


def made_up_batch(r):
    start, instant = r.randrange(2**40), EPOCH + timedelta(seconds=r.randrange(2**33))

    def bytes_or_none():
        return r.choice([None, data(r)[0]])

    def header():
        return RecordHeader(key=text(r)[0].encode(), value=bytes_or_none())

    def record(delta):
        return Record(
            attributes=0,
            # Eighths of a second, which are exact in the floats that kio uses.
            timestamp=TZAwareMicros.parse(instant + timedelta(seconds=r.randint(-80, 80) / 8)),
            offset=start + delta,
            key=bytes_or_none(),
            value=bytes_or_none(),
            headers=tuple(header() for _ in range(r.choice([0, 0, 1, 3]))),
        )

    return NewRecordBatch(
        producer_id=r.choice([-1, r.getrandbits(62)]),
        producer_epoch=r.choice([-1, r.getrandbits(15)]),
        partition_leader_epoch=r.getrandbits(31),
        base_sequence=r.choice([-1, 0, 2**31 - 2, r.getrandbits(31)]),
        records=tuple(map(record, range(r.randint(1, 20)))),
        # Bit 4 is transactional, bit 5 control; bits 0 to 2 mean no compression.
        attributes=r.choice([0, 0x10, 0x20, 0x30]),
    )


def batch_bytes(batch):
    buffer = io.BytesIO()
    write_batch(buffer, batch)
    return buffer.getvalue()


def of_record(batch):
    """Return a function from the number of a record in its batch to its expected row."""

    def row(number):
        one, sequence = batch.records[number], batch.base_sequence
        return {
            "base_offset": batch.records[0].offset,
            "magic": 2,
            "codec": "none",
            "partition_leader_epoch": batch.partition_leader_epoch,
            "producer_id": batch.producer_id,
            "producer_epoch": batch.producer_epoch,
            "transactional": bool(batch.attributes & 0x10),
            "control": bool(batch.attributes & 0x20),
            "record": {
                "offset": one.offset,
                "timestamp": one.timestamp.replace(tzinfo=None),
                "timestamp_ms": round(one.timestamp.timestamp() * 1000),
                "sequence": -1 if sequence < 0 else (sequence + number) % 2**31,
                "key": one.key,
                "value": one.value,
                "headers": [{"key": h.key.decode(), "value": h.value} for h in one.headers],
            },
        }

    return row
