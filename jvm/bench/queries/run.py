"""Runs the queries of every format and compares them with the floor and with Python UDFs.

Writes jvm/bench/results/queries.json, from which page.py generates docs/pages/performance.md.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import platform
import statistics
import sys
import tempfile
import time
from datetime import date
from pathlib import Path
from typing import Any

import pyspark
from pyspark.sql import DataFrame, SparkSession

import sparkwire

import page

FORMATS = ["databus", "aerospike", "ignite", "kafka", "cernan"]
# The number of different values; further rows repeat them.
DISTINCT = 20_000
# The number of rows for which our results are compared with the results of the Python UDFs.
COMPARED = 2000
# The most rows, however small the values are.
MOST_ROWS = 3_000_000
# Seconds of warm-up before a query is timed. The JVM recompiles hot code several times; a session
# that decodes a table soon reaches the final code.
WARM = 4.0
RESULTS = Path(__file__).parent.parent / "results" / "queries.json"
# The baseline for the cost of malformed rows.
GOOD = "good rows"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=300, help="values of the native queries")
    parser.add_argument("--python-rows", type=int, default=200_000, help="rows of the Python UDFs")
    parser.add_argument(
        "--warm", type=float, default=WARM, help="seconds of a query before it is timed"
    )
    parser.add_argument("--rounds", type=int, default=5, help="timed rounds; the median counts")
    parser.add_argument(
        "--only", nargs="+", choices=FORMATS, default=FORMATS, metavar="FORMAT",
        help="measure these; what was found of the others before stays",
    )  # fmt: skip
    parser.add_argument("--no-page", action="store_true", help="print only, write nothing")
    arguments = parser.parse_args()

    # Python workers use this environment and import the UDFs from this folder.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["PYTHONPATH"] = str(Path(__file__).parent)
    spark = session(cores=1)
    results = {name: measure(spark, name, arguments) for name in arguments.only}
    collections = full_collections(spark)
    spark.stop()
    print(f"{collections:10} full collections")
    if not arguments.no_page:
        if arguments.only != FORMATS:
            before = json.loads(RESULTS.read_text())
            collections += before["full_collections"]
            results = {**before["formats"], **results}
        measured = {
            "machine": machine(),
            "megabytes": arguments.megabytes,
            "distinct": DISTINCT,
            "full_collections": collections,
            "formats": results,
        }
        RESULTS.write_text(json.dumps(measured, indent=2) + "\n")
        page.write()


def session(cores: int) -> SparkSession:
    builder = SparkSession.builder.master(f"local[{cores}]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.driver.memory", "4g").config("spark.log.level", "ERROR")
    return sparkwire.configure(builder).getOrCreate()


def machine() -> dict[str, str]:
    cpu = next(
        (line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
         if line.startswith("model name")), platform.processor())  # fmt: skip
    return {
        "date": date.today().isoformat(),
        "spark": pyspark.__version__,
        "python": platform.python_version(),
        "cpu": cpu,
        "os": platform.release(),
    }


def measure(spark: SparkSession, name: str, arguments: argparse.Namespace) -> dict[str, Any]:
    module = importlib.import_module(name)
    some = module.rows(1000)
    size = sum(len(value) for (value,) in some) // len(some)
    count = min(MOST_ROWS, arguments.megabytes * 1_000_000 // size)
    count = max(DISTINCT, count // DISTINCT * DISTINCT)
    many = values(spark, module, count)
    few = values(spark, module, arguments.python_rows)
    many.createOrReplaceTempView("many")

    print(f"{name}: {size} bytes, {count} rows", flush=True)
    runs = {query: spark.sql(text) for query, text in module.queries("many").items()}
    udfs = module.udfs()
    check_equal(module, few, udfs)
    native = rounds(runs, count, arguments.rounds, arguments.warm)
    python = rounds(
        {kind: few.select(udf("value").alias("d")).select("d.*") for kind, udf in udfs.items()},
        arguments.python_rows,
        max(3, arguments.rounds // 2),
        arguments.warm,
    )
    result: dict[str, Any] = {"bytes": size, "nanoseconds": {**native, **python}}
    if names := getattr(module, "STORED", None):
        # More rounds: some of these queries differ by only a few nanoseconds, and reading files is
        # noisier than reading memory.
        result["stored"] = stored(spark, module, names, count, 3 * arguments.rounds, arguments.warm)
    many.unpersist(), few.unpersist()
    # Three tables are cached at the same time, so each has a third of the rows.
    some = max(DISTINCT, count // 3 // DISTINCT * DISTINCT)
    result["malformed"] = malformed(spark, module, some, arguments.rounds, arguments.warm)
    return result


# The lengths in bytes to which the values are cut.
CUTS = {
    "early": "least(24, octet_length(value) div 4)",
    "late": "octet_length(value) - 1",
}


def malformed(
    spark: SparkSession, module: Any, rows: int, timed: int, warm: float
) -> dict[str, float]:
    """Time the decoding over good rows and over rows that are cut early or late, all cached."""
    attempt = module.CALL if module.CALL.startswith("try_") else f"try_{module.CALL}"
    fault = module.CALL.replace("_decode(", "_fault(").removeprefix("try_")
    good = values(spark, module, rows)

    def decoded(table: DataFrame) -> DataFrame:
        return table.selectExpr(f"{attempt} d").selectExpr(*module.fields("d"))

    runs = {GOOD: decoded(good)}
    tables = [good]
    for where, length in CUTS.items():
        cut = good.selectExpr(f"left(value, CAST({length} AS INT)) AS value").cache()
        cut.count()
        tables.append(cut)
        runs[f"try_, every row cut {where}"] = decoded(cut)
        runs[f"_fault, every row cut {where}"] = cut.selectExpr(fault)
    found = rounds(runs, rows, timed, warm)
    for table in tables:
        table.unpersist()
    return found


def stored(
    spark: SparkSession, module: Any, names: list[str], rows: int, timed: int, warm: float
) -> dict[str, float]:
    """Time some of the queries over the same values in Parquet files."""
    with tempfile.TemporaryDirectory() as folder:
        spark.table("many").write.parquet(f"{folder}/values")
        spark.read.parquet(f"{folder}/values").createOrReplaceTempView("stored")
        queries = module.queries("stored")
        return rounds({name: spark.sql(queries[name]) for name in names}, rows, timed, warm)


def full_collections(spark: SparkSession) -> int:
    """The number of full garbage collections in the session's JVM so far."""
    beans = spark._jvm.java.lang.management.ManagementFactory.getGarbageCollectorMXBeans()
    return sum(bean.getCollectionCount() for bean in beans if "Old" in bean.getName())


def values(spark: SparkSession, module: Any, count: int) -> DataFrame:
    """A cached table of `count` values of a format."""
    distinct = module.rows(min(count, DISTINCT))
    once = spark.createDataFrame(distinct, "value BINARY")
    many = once.crossJoin(spark.range(count // len(distinct)).select()).coalesce(1).cache()
    many.count()
    return many


def check_equal(module: Any, rows: DataFrame, udfs: dict[str, Any]) -> None:
    """Exit if our results differ from the UDFs' results: the times would not be comparable."""
    ours = (
        rows.limit(COMPARED)
        .selectExpr(f"{module.CALL} d")
        .selectExpr(*module.fields("d"))
        .collect()
    )
    for kind, udf in udfs.items():
        theirs = rows.limit(COMPARED).select(udf("value").alias("d")).select("d.*").collect()
        if [tuple(row) for row in ours] != [tuple(row) for row in theirs]:
            sys.exit(f"{kind} and {module.CALL} do not agree: {theirs[0]} and {ours[0]}")


def rounds(runs: dict[str, DataFrame], rows: int, count: int, warm: float) -> dict[str, float]:
    """The median time of each query in ns per row. The queries alternate, so they share noise."""
    times: dict[str, list[float]] = {name: [] for name in runs}
    for frame in runs.values():
        left = warm
        while left > 0:
            left -= seconds(frame)
    for _ in range(count):
        for name, frame in runs.items():
            times[name].append(seconds(frame) / rows * 1e9)
    medians = {name: statistics.median(found) for name, found in times.items()}
    for name, value in medians.items():
        print(f"{value:10.0f} ns/row  {name}", flush=True)
    return medians


def seconds(frame: DataFrame) -> float:
    """The time in seconds of a query whose result is discarded."""
    start = time.perf_counter()
    frame.write.format("noop").mode("overwrite").save()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
