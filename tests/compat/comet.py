"""The same queries with and without Comet, which runs parts of a plan natively; the argument is
its jar.

Each query must give the same rows or the same error, and its plan must be the one on the page "With
Comet". Plain asserts and no test runner, as in ``suite.py``.
"""

import os
import re
import sys
import tempfile
import time

from pyspark.errors import SparkRuntimeException
from pyspark.sql import SparkSession

import sparkwire

import checks
import variants

# What the plan contains, as regular expressions: an operator of ours on one of Comet's, a decode
# in a projection of Comet's, and Spark's own operators on the step from columns to rows.
COLUMN = r"DecodeColumn [^\n]*\n[^\n]*CometNativeScan"
NATIVE = r"CometProject [^\n]*_decode\("
ROWS = r"_decode\([^\n]*\n([^\n]*Project[^\n]*\n)*[^\n]*CometColumnarToRow"

EVENT = "(SELECT id, try_databus_decode(value) AS d FROM vectors)"
PACKED = "(SELECT id, try_msgpack_decode(value) AS d FROM vectors)"
QUERIES = {
    "one struct": ("SELECT try_databus_decode(value) FROM vectors", COLUMN),
    "its fields": (f"SELECT d.sequence, d.payload, d.opcode FROM {EVENT}", COLUMN),
    "one VARIANT": ("SELECT try_msgpack_decode(value) FROM vectors", COLUMN),
    "typed": ("SELECT try_msgpack_decode(value, 'ARRAY<VARIANT>') FROM vectors", COLUMN),
    "fields beside a column": (f"SELECT id, d.sequence, d.payload FROM {EVENT}", ROWS),
    "VARIANT beside a column": (f"SELECT * FROM {PACKED}", ROWS),
    "a field of a VARIANT": (f"SELECT id, try_variant_get(d, '$[0]', 'int') FROM {PACKED}", ROWS),
    "rows of an array": ("SELECT id, explode(try_cernan_decode(value).records) FROM vectors", ROWS),
    "a filter": (f"SELECT id FROM {EVENT} WHERE d.sequence > 100", ROWS),
    "JSON": (f"SELECT id, to_json(d) FROM {EVENT}", NATIVE),
    "JSON of a VARIANT": (f"SELECT id, to_json(d) FROM {PACKED}", NATIVE),
    "a lambda": (
        "SELECT id, transform(array(value, key), v -> try_databus_decode(v).key) FROM vectors",
        NATIVE,
    ),
    "a lambda that gives VARIANTs": (
        "SELECT id, filter(try_cernan_decode(value).records, r -> r IS NOT NULL) FROM vectors",
        ROWS,
    ),
    "groups": (f"SELECT d.opcode, count(*), max(d.sequence) FROM {EVENT} GROUP BY ALL", COLUMN),
    "DISTINCT": ("SELECT DISTINCT try_databus_decode(value) FROM vectors", COLUMN),
    "DISTINCT beside a column": (f"SELECT DISTINCT d.opcode, left(id, 9) FROM {EVENT}", ROWS),
    "ORDER BY": (f"SELECT id FROM {EVENT} ORDER BY d.sequence, d.key, id", ROWS),
    "a window": (
        f"SELECT id, row_number() OVER (PARTITION BY d.opcode ORDER BY d.key, id) FROM {EVENT}",
        ROWS,
    ),
    "a join": (
        f"SELECT a.id, b.id FROM {EVENT} a JOIN {EVENT} b ON a.d.sequence = b.d.sequence",
        "CometColumnarToRow",
    ),
    "a join of sorted rows": (
        f"SELECT /*+ MERGE(a) */ a.id, b.id FROM {EVENT} a JOIN {EVENT} b ON a.d.key = b.d.key",
        "CometColumnarToRow",
    ),
    "a union": (f"SELECT id, d.key FROM {EVENT} UNION ALL SELECT id, 1 FROM vectors", ROWS),
}
ERRORS = [
    "databus_decode(value)",
    "databus_decode(value).key",
    "struct(id, databus_decode(value))",
    "to_json(databus_decode(value))",
    "transform(array(value), v -> databus_decode(v).key)",
    "to_json(msgpack_decode(value, 'n INT'))",
]


def session(jar):
    os.environ["TZ"] = "UTC"
    time.tzset()
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    settings = {
        "spark.log.level": "OFF",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.shuffle.partitions": "2",
        "spark.jars": f"{sparkwire.jar_path()},{jar}",
        # The manager of shuffles is loaded before `spark.jars` are.
        "spark.driver.extraClassPath": jar,
        "spark.plugins": "org.apache.spark.CometPlugin",
        "spark.shuffle.manager": (
            "org.apache.spark.sql.comet.execution.shuffle.CometShuffleManager"
        ),
        "spark.memory.offHeap.enabled": "true",
        "spark.memory.offHeap.size": "1g",
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def both(spark, run):
    """Return the results of a function without Comet and with it."""
    found = []
    for enabled in "false", "true":
        spark.conf.set("spark.comet.enabled", enabled)
        found.append(run())
    return found


def rows(spark, query):
    return sorted(repr(tuple(row)) for row in spark.sql(query).collect())


def plan(spark, query):
    """Return the plan that was executed: adaptive execution makes the operators on the way."""
    frame = spark.sql(query)
    frame.collect()
    return frame._jdf.queryExecution().executedPlan().toString()


def check_queries(spark):
    for name, (query, expected) in QUERIES.items():
        without, beside = both(spark, lambda query=query: rows(spark, query))
        assert without == beside, name
        assert len(without) > 1, name
        found = plan(spark, query)
        assert re.search(expected, found), f"{name}: {found}"


def check_every_function(spark):
    calls = [*variants.SHREDDED.values(), *(call for call, _ in variants.IN_ARRAYS.values())]
    for call in calls:
        for query in f"SELECT id, {call} FROM vectors", f"SELECT to_json({call}) FROM vectors":
            without, beside = both(spark, lambda query=query: rows(spark, query))
            assert without == beside, query


def check_order(spark):
    query = f"SELECT id, d.sequence FROM {EVENT} ORDER BY d, id"
    without, beside = both(spark, lambda: spark.sql(query).collect())
    assert without == beside


def check_errors(spark):
    for call in ERRORS:
        without, beside = both(spark, lambda call=call: error(spark, f"SELECT {call} FROM vectors"))
        assert without == beside, call


def check_errors_of_two_rows(spark):
    """Comet evaluates a batch column by column, so it may name another malformed value first."""
    with tempfile.TemporaryDirectory() as folder:
        values = [(b"\x07", b"\x01"), (None, b"\xc1")]
        table = spark.createDataFrame(values, "event BINARY, packed BINARY").coalesce(1)
        table.write.parquet(f"{folder}/two")
        query = f"""SELECT to_json(msgpack_decode(packed)), to_json(databus_decode(event))
            FROM parquet.`{folder}/two`"""
        without, beside = both(spark, lambda: error(spark, query)[-1])
    assert (without.format, without.reason) == ("databus", "bad-version")
    assert (beside.format, beside.reason) == ("msgpack", "reserved-byte-c1")


def error(spark, query):
    """Return Spark's message for the malformed value at which a query fails."""
    try:
        spark.sql(query).collect()
    except SparkRuntimeException as failed:
        found = sparkwire.malformed(failed)
        return failed.getCondition(), failed.getSqlState(), failed.getMessageParameters(), found
    raise AssertionError(f"no error: {query}")


def check_cached(spark):
    def cached():
        decoded = spark.sql(f"SELECT * FROM {EVENT}").cache()
        decoded.createOrReplaceTempView("decoded")
        found = [
            rows(spark, "SELECT * FROM decoded"),
            rows(spark, "SELECT id, d.payload FROM decoded WHERE d.sequence > 100"),
        ]
        decoded.unpersist(blocking=True)
        return found

    without, beside = both(spark, cached)
    assert without == beside


def check_written(spark):
    """Decoded values come back from a file that each of both has written, read by each."""
    with tempfile.TemporaryDirectory() as folder:
        for name in "without", "beside":
            spark.conf.set("spark.comet.enabled", str(name == "beside").lower())
            spark.sql(f"SELECT id, d.key, d FROM {EVENT}").write.parquet(f"{folder}/{name}/events")
            spark.sql(f"SELECT * FROM {PACKED}").write.parquet(f"{folder}/{name}/packed")
        reads = [
            f"SELECT * FROM parquet.`{folder}/{name}/{table}`"
            for name in ("without", "beside")
            for table in ("events", "packed")
        ]
        without, beside = both(spark, lambda: [rows(spark, query) for query in reads])
        assert without == beside
        assert without[:2] == without[2:]


def main(jar):
    spark = session(jar)
    with tempfile.TemporaryDirectory() as folder:
        spark.conf.set("spark.comet.enabled", "false")
        variants.vectors(spark).coalesce(1).write.parquet(f"{folder}/vectors")
        spark.read.parquet(f"{folder}/vectors").createOrReplaceTempView("vectors")
        failed = checks.run(spark, globals(), shown=1000)
    spark.stop()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
