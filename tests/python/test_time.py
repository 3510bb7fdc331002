"""Times of day as columns of Spark's TIME, where a session has it."""

import io
import json
import re
from datetime import datetime, time, timedelta

import fastavro
import pytest
from pyspark.errors import AnalysisException
from pyspark.sql import functions as F

import sparkwire.functions as wire

from vectors import lines

SWITCH = "spark.sql.timeType.enabled"
MILLIS = {"type": "int", "logicalType": "time-millis"}
MICROS = {"type": "long", "logicalType": "time-micros"}
FIELDS = {
    "id": "int",
    "millis": MILLIS,
    "micros": ["null", MICROS],
    "list": {"type": "array", "items": MILLIS},
    "map": {"type": "map", "values": MICROS},
    "either": ["string", MILLIS],
}
SCHEMA = {
    "type": "record",
    "name": "Day",
    "fields": [{"name": name, "type": kind} for name, kind in FIELDS.items()],
}
TEXT = json.dumps(SCHEMA)
EPOCH = datetime(1970, 1, 1)
TIME = {"time": "time"}
NOON = time(12, 0)
LAST = time(23, 59, 59, 999999)
DAYS = [
    {
        "id": number,
        "millis": moment.replace(microsecond=moment.microsecond // 1000 * 1000),
        "micros": None if number == 1 else moment,
        "list": [time(0), time(23, 59, 59, 999000)][:number],
        "map": {"a": moment},
        "either": "noon" if number == 1 else time(1, 2, 3, 4000),
    }
    for number, moment in enumerate([time(0), NOON, LAST, time(1, 2, 3, 456789)])
]


@pytest.fixture(scope="module")
def clock(spark):
    """A session in which TIME is switched on."""
    spark.conf.set(SWITCH, "true")
    yield spark
    spark.conf.unset(SWITCH)


@pytest.fixture(scope="module")
def days(clock):
    schema = fastavro.parse_schema(SCHEMA)
    return clock.createDataFrame([(written(schema, day),) for day in DAYS], "value BINARY")


def written(schema, value):
    out = io.BytesIO()
    fastavro.schemaless_writer(out, schema, value)
    return bytearray(out.getvalue())


def varint(value):
    number = (value << 1) ^ (value >> 63)
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return out


def one(frame):
    ((value,),) = frame.collect()
    return value


def test_a_column_has_the_times_that_fastavro_wrote(days):
    decoded = days.select(wire.avro_decode("value", TEXT, options=TIME).alias("d"))
    assert decoded.select("d.millis", "d.micros").dtypes == [
        ("millis", "time(3)"),
        ("micros", "time(6)"),
    ]
    rows = [row.asDict(recursive=True) for row in decoded.select("d.*").collect()]
    for row in rows:
        row["either"] = next(value for value in row["either"].values() if value is not None)
    assert rows == DAYS


def test_a_pruned_column_has_the_same(days):
    decoded = days.select(wire.avro_decode("value", TEXT, options=TIME).alias("d"))
    pruned = decoded.select("d.micros").where("d.id > 0 and d.millis > TIME'01:00:00'")
    assert [row.micros for row in pruned.collect()] == [None, LAST, time(1, 2, 3, 456789)]


def test_the_reader_of_another_unit_gets_the_same_time(clock):
    frame = clock.createDataFrame([(varint(43200001),)], "value BINARY")
    for reader, kind in (MICROS, "time(6)"), (MILLIS, "time(3)"):
        decoded = frame.select(
            wire.avro_decode("value", json.dumps(MILLIS), json.dumps(reader), TIME).alias("t")
        )
        assert decoded.dtypes == [("t", kind)]
        assert one(decoded) == time(12, 0, 0, 1000)
    plain = wire.avro_decode("value", '"int"', json.dumps(MICROS), TIME)
    assert one(frame.select(plain)) == time(0, 0, 43, 200001)


def test_without_the_option_a_time_is_a_number(days):
    decoded = days.select(wire.avro_decode("value", TEXT).alias("d"))
    assert decoded.select("d.millis", "d.micros").dtypes == [
        ("millis", "int"),
        ("micros", "bigint"),
    ]
    assert decoded.select("d.millis").collect()[1].millis == 43200000


@pytest.mark.parametrize(
    ("schema", "value"), [(MILLIS, -1), (MILLIS, 86400000), (MICROS, -1), (MICROS, 86400000000)]
)
def test_a_number_that_is_no_time_of_a_day_is_malformed(clock, schema, value):
    record = {"type": "record", "name": "R", "fields": [{"name": "t", "type": schema}]}
    record["fields"].insert(0, {"name": "id", "type": "int"})
    text = json.dumps(record)
    frame = clock.createDataFrame([(b"\x02" + varint(value),)], "value BINARY")
    fault = one(frame.select(wire.avro_fault("value", text, options=TIME)))
    assert (fault.reason, fault.offset, fault.path) == ("type-mismatch", 1, "t")
    assert "at least 0 and less than 24 hours" in fault.message
    assert one(frame.select(wire.try_avro_decode("value", text, options=TIME))) is None
    # A field that the query does not use is checked as well.
    assert one(frame.select(wire.try_avro_decode("value", text, options=TIME).id)) is None
    assert one(frame.select(wire.avro_fault("value", text))) is None
    tiles = one(frame.select(wire.avro_dissect("value", text, options=TIME)))
    assert [(tile.path, tile.type) for tile in tiles] == [("id", "int"), ("t", "FAULT")]


def test_a_dissection_shows_the_number(clock):
    frame = clock.createDataFrame([(varint(43200000),)], "value BINARY")
    for options in TIME, None:
        (tile,) = one(frame.select(wire.avro_dissect("value", json.dumps(MILLIS), options=options)))
        assert tile.value == "43200000"


def test_avro_encode_writes_what_was_decoded(days):
    decoded = days.select("value", wire.avro_decode("value", TEXT, options=TIME).alias("d"))
    again = decoded.select("value", wire.avro_encode("d", TEXT).alias("again"))
    assert again.where("value <> again").count() == 0
    numbers = days.select("value", wire.avro_decode("value", TEXT).alias("d"))
    assert numbers.where(wire.avro_encode("d", TEXT) != F.col("value")).count() == 0


def test_avro_encode_refuses_more_digits_than_the_unit_has(clock):
    frame = clock.sql("SELECT named_struct('t', TIME'00:00:00.0001') AS value")
    record = {"type": "record", "name": "R", "fields": [{"name": "t", "type": MILLIS}]}
    fault = one(frame.select(wire.avro_encode_fault("value", json.dumps(record))))
    assert (fault.reason, fault.path) == ("out-of-range", "t")
    assert "more digits of the second" in fault.message
    cast = clock.sql("SELECT named_struct('t', CAST(TIME'00:00:00.0001' AS TIME(3))) AS value")
    assert one(cast.select(wire.avro_encode("value", json.dumps(record)))) == b"\x00"


def test_a_container_is_read_and_written_with_times(clock):
    out = io.BytesIO()
    fastavro.writer(out, fastavro.parse_schema(SCHEMA), DAYS, sync_marker=bytes(16))
    frame = clock.createDataFrame([(bytearray(out.getvalue()),)], "value BINARY")
    decoded = frame.select(wire.avro_container_decode("value", TEXT, TIME).alias("c"))
    records = one(decoded.select("c.records"))
    assert [record.micros for record in records] == [day["micros"] for day in DAYS]
    encoded = one(decoded.select(wire.avro_container_encode("c")))
    assert [record["list"] for record in fastavro.reader(io.BytesIO(encoded))] == [
        day["list"] for day in DAYS
    ]


def test_records_of_a_packet_are_read_and_written_with_times(clock):
    out = io.BytesIO()
    fastavro.writer(out, fastavro.parse_schema(SCHEMA), DAYS, sync_marker=bytes(16))
    frame = clock.createDataFrame([(bytearray(out.getvalue()),)], "avro BINARY")
    packets = frame.select(wire.cernan_encode(F.struct("avro")).alias("value"))
    decoded = packets.select("value", wire.cernan_decode("value", TEXT, TIME).alias("packet"))
    records = one(decoded.select("packet.records"))
    assert [record.micros for record in records] == [day["micros"] for day in DAYS]
    twice = packets.select(F.concat("value", "value").alias("value"))
    every = one(
        twice.select(wire.cernan_decode_all("value", TEXT, TIME).alias("all")).select("all.packets")
    )
    assert [part.packet.records for part in every] == [records, records]
    # Without the container, it is made from the records and their TIME.
    without = decoded.select(wire.cernan_encode(F.col("packet").dropFields("avro")).alias("value"))
    again = one(
        without.select(wire.cernan_decode("value", TEXT, TIME).alias("packet")).select(
            "packet.records"
        )
    )
    assert again == records


def test_the_names_of_types(clock):
    name = f"avro_schema('{json.dumps(MICROS)}', map('time', 'time'))"
    assert one(clock.sql(f"SELECT {name}")) == "TIME(6)"
    made = one(clock.sql("SELECT avro_schema_of('a TIME(3), b TIME(6)')"))
    kinds = [field["type"][1] for field in json.loads(made)["fields"]]
    assert kinds == [MILLIS, MICROS]
    with pytest.raises(AnalysisException, match=r"no type for TIME\(9\)"):
        clock.sql("SELECT avro_schema_of('a TIME(9)')")


def test_times_are_cached_sorted_and_stored(days, tmp_path):
    decoded = days.select(wire.avro_decode("value", TEXT, options=TIME).alias("d")).select("d.*")
    expected = sorted((day["millis"] for day in DAYS), reverse=True)
    cached = decoded.cache()
    try:
        assert cached.count() == len(DAYS)
        latest = [row.millis for row in cached.orderBy(F.col("millis").desc()).collect()]
        assert latest == expected
    finally:
        cached.unpersist()
    path = str(tmp_path / "days.parquet")
    decoded.write.parquet(path)
    stored = days.sparkSession.read.parquet(path)
    assert stored.schema == decoded.schema
    assert [row.millis for row in stored.orderBy(F.col("millis").desc()).collect()] == expected


def test_variant_has_no_time(clock):
    with pytest.raises(AnalysisException, match="unknown option 'time'"):
        clock.sql("SELECT avro_variant(X'00', '\"int\"', map('time', 'time'))")
    with pytest.raises(AnalysisException, match="records are VARIANT, which has no TIME"):
        clock.sql("SELECT avro_container_decode(X'00', map('time', 'time'))")
    with pytest.raises(AnalysisException, match="records are VARIANT, which has no TIME"):
        clock.sql("SELECT cernan_decode(X'00', map('time', 'time'))")


def test_a_session_without_time_says_so(clock):
    clock.conf.set(SWITCH, "false")
    try:
        with pytest.raises(AnalysisException, match=f"switched off in this session. Set {SWITCH}"):
            clock.sql(f"SELECT avro_decode(X'00', '{json.dumps(MILLIS)}', map('time', 'time'))")
        with pytest.raises(AnalysisException, match="name a number instead, such as BIGINT"):
            clock.sql("SELECT ignite_decode(X'65', 'TIME(3)')")
    finally:
        clock.conf.set(SWITCH, "true")


def ignite_times():
    """Return the times among the vectors, which Ignite or its Python client wrote."""
    return [
        line
        for line in lines("ignite", "primitives", "pyignite")
        if line.said["view"]["t"] in ("time", "time_array")
    ]


@pytest.mark.parametrize("line", ignite_times(), ids=lambda line: line.id)
def test_ignite_times(clock, line):
    def at(millis):
        return None if millis is None else (EPOCH + timedelta(milliseconds=millis)).time()

    view = line.said["view"]
    is_array = view["t"] == "time_array"
    ddl = "ARRAY<TIME(3)>" if is_array else "TIME(3)"
    frame = clock.createDataFrame([(bytearray(line.bytes),)], "value BINARY")
    decoded = frame.select("value", wire.ignite_decode("value", ddl).alias("t"))
    expected = [at(millis) for millis in view["v"]] if is_array else at(view["v"])
    assert one(decoded.select("t")) == expected
    if not is_array:
        assert one(decoded.select(wire.ignite_encode("t"))) == line.bytes


@pytest.mark.parametrize(
    ("millis", "zone", "expected"),
    [
        (0, "UTC", time(0)),
        (86399999, "UTC", time(23, 59, 59, 999000)),
        (-1, "UTC", None),
        (86400000, "UTC", None),
        (2**63 - 1, "UTC", None),
        (-(2**63), "Europe/Berlin", None),
        (39600000, "Europe/Berlin", NOON),
        (-1800000, "Europe/Berlin", time(0, 30)),
        (82800000, "Europe/Berlin", None),
        (19800000, "America/New_York", time(0, 30)),
        (86400000, "America/New_York", time(19)),
    ],
)
def test_ignite_times_are_counted_in_the_zone(clock, millis, zone, expected):
    value = b"\x24" + millis.to_bytes(8, "little", signed=True)
    frame = clock.createDataFrame([(bytearray(value),)], "value BINARY")
    options = {"zone": zone}
    fault = one(frame.select(wire.ignite_fault("value", "TIME(3)", options)))
    decoded = frame.select(wire.try_ignite_decode("value", "TIME(3)", options).alias("t"))
    assert one(decoded) == expected
    if expected is None:
        assert (fault.reason, fault.offset, fault.path) == ("type-mismatch", 0, "")
        assert f"expected TIME(3), found time {millis}" in fault.message
    else:
        assert fault is None
        assert one(decoded.select(wire.ignite_encode("t", options=options))) == value
    assert one(frame.select(wire.ignite_decode("value", "BIGINT"))) == millis


def test_a_field_of_an_object(clock):
    made = clock.sql("SELECT named_struct('id', 7, 't', TIME'12:34:56.789') AS value")
    value = made.select(wire.ignite_encode("value", options={"type": "Shift"}).alias("value"))
    decoded = value.select(wire.ignite_decode("value", "id INT, t TIME(6)").alias("d"))
    assert one(decoded.select("d.t")) == time(12, 34, 56, 789000)
    # Milliseconds are more digits than a TIME(0) has.
    fault = one(value.select(wire.ignite_fault("value", "id INT, t TIME(0)")))
    assert (fault.reason, fault.path) == ("type-mismatch", "t")
    null = {"mismatch": "null"}
    assert one(value.select(wire.ignite_decode("value", "t TIME(0)", null))).t is None
    # No other value of the format becomes a TIME.
    assert one(value.select(wire.ignite_fault("value", "id TIME(6)"))).path == "id"
    fault = one(clock.sql("SELECT TIME'00:00:00.0001' AS t").select(wire.ignite_encode_fault("t")))
    assert fault.reason == "out-of-range"


def java_time(millis):
    """Return a `java.sql.Time` as Java serializes it: its class, its parent's class, the number."""

    def described(name, version, flags):
        return b"\x72" + len(name).to_bytes(2, "big") + name + version.to_bytes(8, "big") + flags

    return (
        b"\x73"
        + described(b"java.sql.Time", 8397324403548013681, b"\x02\0\0\x78")
        + described(b"java.util.Date", 7523967970034938905, b"\x03\0\0\x78\x70")
        + (b"\x77\x08" + millis.to_bytes(8, "big") + b"\x78")
    )


def test_a_change_event(clock):
    described = clock.sql("DESCRIBE FUNCTION EXTENDED ignite_cdc_decode").collect()
    example = re.search(r"X'([0-9A-Fa-f]+)'", "\n".join(row[0] for row in described))
    event = bytes.fromhex(example[1])
    text = b"\x74\x00\x03Ann"
    assert event.count(text) == 1
    frame = clock.createDataFrame([(event.replace(text, java_time(43200000)),)], "value BINARY")
    for ddl, expected in ("value TIME(3)", NOON), ("value BIGINT", 43200000):
        assert one(frame.select(wire.ignite_cdc_decode("value", ddl).value)) == expected


def test_other_formats_have_no_time(clock):
    with pytest.raises(AnalysisException, match="TIME"):
        clock.sql("SELECT msgpack_encode(TIME'12:00:00')")
    with pytest.raises(AnalysisException, match=r"no value becomes TIME\(6\)"):
        clock.sql("SELECT msgpack_decode(X'c0', 'TIME(6)')")
