"""The checks that every Spark must pass; the first argument names the kind of the session.

Plain asserts and no test runner: the environment may contain only PySpark and Sparkwire.
"""

import gzip
import inspect
import json
import os
import sys
import tempfile
import time
from pathlib import Path

import pyspark
from pyspark.errors import AnalysisException, SparkRuntimeException
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

import sparkwire
import sparkwire.functions as wire
from sparkwire.demo import formats, load, samples

import checks
import variants

VECTORS = Path(__file__).parents[1] / "vectors"
# A cache that takes columnar batches directly and therefore removes the columnar-to-row step of a
# plan.
COLUMNAR_CACHE = "org.apache.spark.sql.execution.columnar.ArrowCachedBatchSerializer"
TIME_SWITCH = "spark.sql.timeType.enabled"
NAMES = sorted(name for name, member in vars(wire).items() if inspect.isfunction(member))


def session(kind):
    os.environ["TZ"] = "UTC"
    time.tzset()
    builder = SparkSession.builder
    builder = builder.remote("local[2]") if kind == "connect" else builder.master("local[2]")
    builder = (
        sparkwire.configure(builder)
        .config("spark.ui.enabled", "false")
        .config("spark.log.level", "OFF")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.shuffle.partitions", "2")
    )
    if newer("4.3"):
        builder = builder.config("spark.sql.cache.serializer", COLUMNAR_CACHE)
    return builder.getOrCreate()


def newer(version):
    return tuple(map(int, pyspark.__version__.split(".")[:2])) >= tuple(
        map(int, version.split("."))
    )


def lines(format, *names):
    for name in names:
        with (VECTORS / format / f"{name}.jsonl").open(encoding="utf-8") as file:
            yield from map(json.loads, file)


def databus(spark, *names):
    """Databus values with their expected results, from a file, so that queries run in tasks."""
    rows = []
    for line in lines("databus", *names):
        view = line.get("view", {})
        rows.append(
            (
                line["name"],
                line["order"],
                bytes.fromhex(line["hex"]),
                view.get("sequence"),
                view.get("key"),
                view.get("src_id"),
                view.get("json"),
                line.get("fails"),
            )
        )
    schema = "name STRING, o STRING, value BINARY, sequence BIGINT, key BIGINT, src_id INT"
    path = f"table-{'-'.join(names)}"
    df = spark.createDataFrame(rows, f"{schema}, json STRING, fails STRING")
    df.write.mode("overwrite").parquet(path)
    return spark.read.parquet(path)


def by_order(what, *arguments):
    """Call a function with the byte order of each row."""
    function = getattr(wire, what)
    big = function("value", *arguments, options={"byteOrder": "big"})
    return F.when(F.col("o") == "big", big).otherwise(
        function("value", *arguments, options={"byteOrder": "little"})
    )


def none(df):
    """Assert that a DataFrame is empty; otherwise show the names of some rows."""
    names = [row[0] for row in df.select("name").limit(3).collect()]
    assert not names, names


def check_functions(spark):
    ours = [row[0] for row in spark.sql("SHOW USER FUNCTIONS").collect()]
    assert sorted(ours) == NAMES, ours


def check_describe(spark):
    for name in NAMES:
        said = spark.sql(f"DESCRIBE FUNCTION EXTENDED {name}").collect()
        text = "\n".join(row[0] for row in said)
        assert f"Usage: {name}(" in text, text
        assert "Examples:" in text, text


def check_demo(spark):
    for format in formats():
        df = spark.createDataFrame(samples(format), "name STRING, value BINARY")
        df.createOrReplaceTempView("samples")
        rows = spark.sql(load(format).query).collect()
        assert any(row["fault"] for row in rows)
        assert not all(row["fault"] for row in rows)


def check_databus_whole(spark):
    df = databus(spark, "events-v1", "events-v2", "system", "random")
    assert df.count() == 320
    event = by_order("databus_decode")
    wrong = df.where(
        ~(
            (event.sequence == F.col("sequence"))
            & event.key.eqNullSafe(F.col("key"))
            & (event.src_id == F.col("src_id"))
            & (event.size == F.length("value"))
        )
    )
    none(wrong)
    none(df.where(by_order("databus_fault").isNotNull()))
    none(df.where(by_order("databus_to_json", "JSON") != F.col("json")))
    again = wire.databus_decode_json("json")
    none(df.where(~again.sequence.eqNullSafe(F.col("sequence"))))


def check_databus_tiles(spark):
    df = databus(spark, "events-v1", "events-v2", "invalid")
    parts = by_order("databus_dissect")
    covered = F.aggregate(parts, F.lit(0), lambda sum, part: sum + part["length"])
    none(df.where(covered != F.length("value")))


def check_databus_invalid(spark):
    df = databus(spark, "invalid")
    none(df.where(by_order("try_databus_decode").isNotNull()))
    none(df.where(by_order("databus_fault").reason != F.col("fails")))


def check_other_formats(spark):
    """Bytes from each format's own software are decoded, with any codec; malformed ones are not."""
    for format, function, names in (
        ("aerospike", "msgpack", ["msgpack-values"]),
        ("aerospike", "aerospike", ["messages-basic", "messages-bins"]),
        ("cernan", "cernan", ["packets", "invalid"]),
        ("ignite", "ignite", ["primitives", "containers", "objects-full", "handles", "invalid"]),
        ("kafka", "kafka_records", ["records"]),
    ):
        rows = [
            (line["name"], bytes.fromhex(line["hex"]), "fails" in line)
            for line in lines(format, *names)
            if not line.keys() & {"types", "strict_fails"}
        ]
        df = spark.createDataFrame(rows, "name STRING, value BINARY, fails BOOLEAN")
        fault = getattr(wire, f"{function}_fault")("value")
        none(df.where(fault.isNotNull() != F.col("fails")))
        decoded = getattr(wire, f"try_{function}_decode")("value")
        none(df.where(decoded.isNull() != F.col("fails")))


def check_interpreted(spark):
    """The expressions give the same results without generated code."""
    df = databus(spark, "events-v1", "events-v2")
    columns = [by_order(name) for name in ("databus_decode", "databus_fault", "databus_dissect")]
    compiled = df.select(*columns).collect()
    spark.conf.set("spark.sql.codegen.wholeStage", "false")
    spark.conf.set("spark.sql.codegen.factoryMode", "NO_CODEGEN")
    interpreted = df.select(*columns).collect()
    spark.conf.unset("spark.sql.codegen.wholeStage")
    spark.conf.unset("spark.sql.codegen.factoryMode")
    assert compiled == interpreted


def check_interpreted_order(spark):
    """Spark compares two results of one expression when it sorts and joins without code."""
    databus(spark, "events-v1", "events-v2").where("o = 'big'").createOrReplaceTempView("unsorted")
    order = "SELECT name FROM unsorted ORDER BY databus_decode(value), name"
    pairs = """SELECT a.name, b.name FROM unsorted a JOIN unsorted b
        ON databus_decode(a.value) = databus_decode(b.value) ORDER BY ALL"""
    spark.conf.set("spark.sql.autoBroadcastJoinThreshold", "-1")
    compiled = [spark.sql(query).collect() for query in (order, pairs)]
    spark.conf.set("spark.sql.codegen.wholeStage", "false")
    spark.conf.set("spark.sql.codegen.factoryMode", "NO_CODEGEN")
    interpreted = [spark.sql(query).collect() for query in (order, pairs)]
    for name in ("codegen.wholeStage", "codegen.factoryMode", "autoBroadcastJoinThreshold"):
        spark.conf.unset(f"spark.sql.{name}")
    assert all(compiled)
    assert compiled == interpreted


def check_recursion(spark):
    """A recursive query keeps the values it has decoded while it goes on."""
    if not newer("4.1"):
        return
    rows = spark.sql(
        """WITH RECURSIVE r(n, d) AS (
            SELECT 0, CAST(NULL AS STRUCT<a: STRING>)
            UNION ALL
            SELECT n + 1,
                msgpack_decode(concat(X'81a161a1', encode(char(97 + n), 'utf-8')), 'a STRING')
            FROM r WHERE n < 5)
        SELECT n, d.a FROM r ORDER BY n"""
    ).collect()
    assert [row.a for row in rows] == [None, "a", "b", "c", "d", "e"], rows


def check_script(spark):
    """The variables of a script keep the values that were decoded into them."""
    spark.conf.set("spark.sql.scripting.enabled", "true")
    rows = spark.sql(
        """BEGIN
        DECLARE one STRUCT<a: STRING>;
        DECLARE other STRUCT<a: STRING>;
        SET one = (SELECT msgpack_decode(v, 'a STRING') FROM VALUES (X'81a161a178') AS t(v));
        SET other = (SELECT msgpack_decode(v, 'a STRING') FROM VALUES (X'81a161a179') AS t(v));
        SELECT one.a, other.a;
        END"""
    ).collect()
    spark.conf.unset("spark.sql.scripting.enabled")
    assert [tuple(row) for row in rows] == [("x", "y")], rows


def check_pruning(spark):
    df = databus(spark, "events-v1", "events-v2")
    rule = "sparkwire.optimizer.PruneDecodedFields"
    pruned = df.select(by_order("databus_decode").key.alias("k"), "name").orderBy("k", "name")
    rows = pruned.collect()
    spark.conf.set("spark.sql.optimizer.excludedRules", rule)
    assert rows == pruned.collect()
    spark.conf.unset("spark.sql.optimizer.excludedRules")


def check_decode_rows(spark):
    """A projection of one decode passes on the decoder's rows, also where Spark plans again."""
    databus(spark, "events-v1").where("o = 'big'").createOrReplaceTempView("events")
    spark.sql("CACHE TABLE kept AS SELECT * FROM events")
    with tempfile.TemporaryDirectory() as folder:
        spark.table("events").write.parquet(f"{folder}/events")
        operators = {
            "events": "DecodeRows",
            "kept": "DecodeRows",
            f"parquet.`{folder}/events`": "DecodeColumn",
        }
        for table, operator in operators.items():
            operator_agrees(spark, table, operator)
    spark.sql("UNCACHE TABLE kept")


def operator_agrees(spark, table, operator):
    decoded = "(SELECT name, databus_decode(value, map('byteOrder', 'big')) d FROM {})"
    fields = "SELECT d.sequence, d.payload, d.opcode {} FROM " + decoded
    groups = "SELECT opcode, count(*), max(sequence) FROM ({}) GROUP BY opcode ORDER BY opcode"
    plan = spark.sql("EXPLAIN " + fields.format("", table)).first()[0]
    assert f"{operator} databus_decode" in plan, plan
    plan = spark.sql("EXPLAIN " + fields.format(", name", table)).first()[0]
    assert operator not in plan, plan
    for generated in "true", "false":
        spark.conf.set("spark.sql.codegen.wholeStage", generated)
        direct = spark.sql(fields.format("", table)).collect()
        beside = spark.sql(fields.format(", name", table)).collect()
        assert direct
        assert sorted(map(repr, map(tuple, direct))) == sorted(repr(row[:3]) for row in beside)
        direct = spark.sql(groups.format(fields.format("", table))).collect()
        beside = spark.sql(groups.format(fields.format(", name", table))).collect()
        assert direct == beside
    spark.conf.unset("spark.sql.codegen.wholeStage")


def check_cached(spark):
    """A cache returns the decoded values, also if it stores columns."""
    databus(spark, "events-v1").where("o = 'big'").createOrReplaceTempView("events")
    with tempfile.TemporaryDirectory() as folder:
        spark.table("events").write.parquet(f"{folder}/events")
        for field in "payload", "key", "schema_id":
            query = f"""SELECT databus_decode(value, map('byteOrder', 'big')).{field} AS f
                FROM parquet.`{folder}/events`"""
            expected = spark.sql(query).collect()
            cached = spark.sql(query).cache()
            assert cached.collect() == expected, field
            assert cached.collect() == expected, field
            assert any(row.f is not None for row in expected)
            cached.unpersist()


def check_error(spark):
    df = databus(spark, "events-v1", "invalid")
    error = raised(SparkRuntimeException, lambda: df.select(by_order("databus_decode")).collect())
    assert str(error).startswith("[SPARKWIRE_MALFORMED] databus: "), str(error)
    assert error.getCondition() == "SPARKWIRE_MALFORMED"
    assert error.getSqlState() == "22000"
    found = sparkwire.malformed(error)
    said = dict(error.getMessageParameters())
    assert (found.format, found.reason, str(found.offset), found.path) == tuple(
        said[name] for name in ("format", "reason", "offset", "path")
    )


def check_wrong_option(spark):
    def wrong():
        spark.sql("SELECT databus_decode(X'00', map('byteOrder', 'middle'))").collect()

    error = raised(AnalysisException, wrong)
    assert str(error).startswith("[SPARKWIRE_INVALID_OPTION] databus_decode: "), str(error)
    assert error.getCondition() == "SPARKWIRE_INVALID_OPTION"
    assert error.getSqlState() == "22023"


def check_times(spark):
    """Times of day are a TIME, or a sentence says why there is none."""
    millis = '{"type": "int", "logicalType": "time-millis"}'
    calls = [
        f"avro_decode(X'cec1f52c', '{millis}', map('time', 'time'))",
        "ignite_decode(X'2467b0ce0200000000', 'TIME(3)')",
    ]
    if newer("4.1"):
        spark.conf.set(TIME_SWITCH, "true")
        for call in calls:
            row = spark.sql(f"SELECT typeof(t), string(t) FROM (SELECT {call} AS t)").first()
            assert tuple(row) == ("time(3)", "13:05:00.007"), row
        spark.conf.set(TIME_SWITCH, "false")
    why = f"Set {TIME_SWITCH} to true" if newer("4.1") else "needs Spark 4.1 or later"
    for call in calls:
        said = ""
        try:
            spark.sql(f"SELECT string({call})").collect()
        except AnalysisException as error:
            said = str(error)
        assert why in said, (call, said)


def check_log_files(spark):
    """Read a topic of three partitions, the last of which is damaged in the middle."""
    batches = {line["name"]: bytes.fromhex(line["hex"]) for line in lines("kafka", "records")}
    with tempfile.TemporaryDirectory() as folder:

        def write(partition, *names):
            made = Path(folder, f"orders-{partition}")
            made.mkdir()
            (made / f"{0:020d}.log").write_bytes(b"".join(batches[name] for name in names))

        # The offsets of a log rise. The checksum of a batch does not cover its first offset.
        for name in ("batch-v2-zstd", "batch-bad-crc"):
            batches[name] = (3).to_bytes(8, "big") + batches[name][8:]
        write(0, "batch-v2-plain", "batch-v2-zstd", "batch-v2-commit-marker")
        write(1, "batch-v2-headers", "batch-v2-two-batches")
        write(2, "batch-v2-lz4", "batch-bad-crc", "batch-v2-idempotent")
        log = spark.read.format("sparkwire-kafka-log")
        table = log.load(str(Path(folder, "orders-[01]")))
        assert table.count() == 14
        assert table.where("offset >= 500").select("offset", "is_control").collect() == [
            (500, True)
        ]
        assert table.where("headers IS NOT NULL").count() == 4
        assert log.option("isolation", "read_committed").load(f"{folder}/orders-0").count() == 6
        both = log.option("mode", "permissive").load([f"{folder}/orders-1", f"{folder}/orders-2"])
        broken = both.where("fault IS NOT NULL").select("partition", "fault.reason").collect()
        assert broken == [(2, "bad-crc")]
        failing = spark.read.format("sparkwire-kafka-log").load(folder)
        error = raised(SparkRuntimeException, failing.collect)
        assert str(error).startswith("[SPARKWIRE_MALFORMED] kafka: bad-crc at byte "), str(error)
        assert sparkwire.malformed(error).reason == "bad-crc"

    def wrong():
        spark.read.format("sparkwire-kafka-log").option("mode", "lenient").load(folder).collect()

    error = raised(AnalysisException, wrong)
    assert error.getCondition() == "SPARKWIRE_INVALID_OPTION", str(error)


def check_files(spark):
    event = dict(samples("databus"))["version 2"]
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder, "in")
        files.mkdir()
        (files / "a").write_bytes(event + b"\x07" + event)
        (files / "b.gz").write_bytes(gzip.compress(event * 2))
        permissive = {"mode": "permissive"}
        table = spark.read.format("sparkwire-databus").options(**permissive).load(str(files))
        table = table.withColumn("opcode", wire.try_databus_decode("value").opcode)
        assert table.groupBy("opcode", "fault.reason").count().orderBy("count").collect() == [
            (None, "bad-version", 1),
            ("UPSERT", None, 4),
        ]

        def streamed():
            stream = spark.readStream.format("sparkwire").options(files="databus", **permissive)
            writer = stream.load(str(files)).select("offset", "value").writeStream
            writer = writer.option("checkpointLocation", f"{folder}/checkpoint")
            query = writer.trigger(availableNow=True).start(f"{folder}/out")
            query.awaitTermination()
            return spark.read.parquet(f"{folder}/out").count()

        assert streamed() == 5
        with (files / "a").open("ab") as file:
            file.write(event)
        assert streamed() == 6


def check_written_files(spark):
    """Write events as files, into a table, and by a stream."""
    event = dict(samples("databus"))["version 2"]
    rows = spark.createDataFrame([(bytearray(event),)] * 3, "value BINARY").repartition(2)
    structs = rows.select(wire.databus_decode("value").alias("value"))

    def read(folder):
        table = spark.read.format("sparkwire-databus").load(folder)
        values = [bytes(row.value) for row in table.collect()]
        assert set(values) == {event}
        return len(values)

    with tempfile.TemporaryDirectory() as folder:
        for compression in "none", "gzip", "zstd", "lz4", "bzip2":
            out = f"{folder}/{compression}"
            writer = structs.write.format("sparkwire-databus").option("compression", compression)
            writer.save(out)
            writer.mode("append").save(out)
            assert read(out) == 6
        writer.mode("ignore").save(out)
        writer.mode("overwrite").save(out)
        assert read(out) == 3

        spark.sql(
            "CREATE TABLE written (value BINARY) USING `sparkwire-databus` "
            f"OPTIONS (path '{folder}/table', compression 'zstd')"
        )
        structs.createOrReplaceTempView("structs")
        spark.sql("INSERT INTO written SELECT * FROM structs")
        structs.writeTo("written").append()
        assert read(f"{folder}/table") == 6
        spark.sql("INSERT OVERWRITE written SELECT * FROM structs")
        assert read(f"{folder}/table") == 3
        spark.sql("DROP TABLE written")

        events = spark.readStream.format("sparkwire-databus").load(out).select("value")
        writer = events.writeStream.format("sparkwire-databus")
        writer = writer.option("checkpointLocation", f"{folder}/checkpoint")
        query = writer.trigger(availableNow=True).start(f"{folder}/streamed")
        query.awaitTermination()
        assert read(f"{folder}/streamed") == 3


def check_log_streams(spark):
    """Follow a log, and read the union of two replicas."""
    batches = {line["name"]: bytes.fromhex(line["hex"]) for line in lines("kafka", "records")}
    with tempfile.TemporaryDirectory() as folder:

        def write(partition, *names):
            made = Path(folder, partition)
            made.mkdir(parents=True)
            (made / f"{0:020d}.log").write_bytes(b"".join(batches[name] for name in names))

        def streamed():
            stream = spark.readStream.format("sparkwire-kafka-log").option(
                "isolation", "read_committed"
            )
            writer = stream.load(f"{folder}/1").select("partition", "offset", "value").writeStream
            writer = writer.option("checkpointLocation", f"{folder}/checkpoint")
            query = writer.trigger(availableNow=True).start(f"{folder}/out")
            query.awaitTermination()
            return spark.read.parquet(f"{folder}/out").count()

        def count(*brokers):
            log = spark.read.format("sparkwire-kafka-log").options(
                replicas="union", mode="permissive"
            )
            return log.load([f"{folder}/{broker}" for broker in brokers]).count()

        write("1/orders-0", "batch-v2-plain")
        first = streamed()
        assert first == count("1") > 0
        write("1/orders-1", "batch-v2-zstd")
        assert streamed() == count("1") > first
        assert streamed() == count("1")
        write("2/orders-0", "batch-v2-plain")
        write("2/orders-2", "batch-v2-headers")
        assert count("1", "2") == count("1") + count("2") - first


def check_variants_in_parquet(spark):
    with tempfile.TemporaryDirectory() as folder:
        variants.check(spark, folder, shreds=newer("4.1"))


def check_captures(spark):
    capture = VECTORS.parents[1] / "docs" / "pages" / "cookbook" / "data" / "broker.pcap.gz"
    table = spark.read.format("sparkwire-capture")
    talks = table.option("protocol", "kafka").load(str(capture))
    good = talks.where("fault IS NULL AND response IS NOT NULL").select(
        wire.kafka_request_fault("request").alias("request"),
        wire.kafka_response_fault("response", "api_key", "api_version").alias("response"),
    )
    assert good.count() > 300
    assert good.where("request IS NOT NULL OR response IS NOT NULL").count() == 0


def check_register(spark):
    sparkwire.register(spark)
    assert spark.sql("SELECT databus_fault(X'07').reason").first()[0] == "bad-version"


def raised(kind, call):
    try:
        call()
    except kind as error:
        return error
    raise AssertionError(f"no {kind.__name__}")


def main(kind, version):
    assert pyspark.__version__ == version, pyspark.__version__
    spark = session(kind)
    assert spark.version == version, spark.version
    assert ("connect" in type(spark).__module__) == (kind == "connect")
    failed = checks.run(spark, globals(), shown=300)
    spark.stop()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
