"""Times queries over Databus events in Parquet with and without Comet, whose jar is the argument.

The figures of docs/pages/where-it-runs/comet.md come from it. It needs the Spark that the Comet is
for: the environments of ``make compat`` are in ``.compat``. Comet is switched on and off within one
session, so that both share its noise.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from typing import TYPE_CHECKING

from pyspark.sql import SparkSession

import sparkwire

import events

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.log.level": "OFF",
    "spark.driver.memory": "4g",
    "spark.sql.shuffle.partitions": "2",
    "spark.plugins": "org.apache.spark.CometPlugin",
    "spark.shuffle.manager": "org.apache.spark.sql.comet.execution.shuffle.CometShuffleManager",
    "spark.memory.offHeap.enabled": "true",
    "spark.memory.offHeap.size": "2g",
}
EVENT = "(SELECT *, databus_decode(value) AS d FROM events)"
QUERIES = {
    "without a decode": "SELECT id, n, crc32(value) FROM events WHERE n < 500",
    "fields of the event": f"SELECT d.key, d.sequence, d.payload FROM {EVENT}",
    "fields beside a column": f"SELECT id, d.key, d.sequence, d.payload FROM {EVENT}",
    "a filter": f"SELECT id FROM {EVENT} WHERE d.src_id = 7",
    "groups": f"SELECT d.opcode, count(*), max(d.sequence) FROM {EVENT} GROUP BY ALL",
    "ORDER BY a field": f"SELECT id FROM {EVENT} ORDER BY d.sequence",
    "JSON": f"SELECT id, to_json(d) FROM {EVENT}",
    "a lambda": "SELECT id, transform(array(value), v -> databus_decode(v).key) FROM events",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("jar")
    parser.add_argument("--rows", type=int, nargs="+", default=[1000, 200_000])
    parser.add_argument("--rounds", type=int, default=12)
    asked = parser.parse_args()
    builder = SparkSession.builder.master("local[1]")
    for name, value in SETTINGS.items():
        builder = builder.config(name, value)
    builder = builder.config("spark.driver.extraClassPath", asked.jar)
    spark = builder.config("spark.jars", f"{sparkwire.jar_path()},{asked.jar}").getOrCreate()
    for rows in asked.rows:
        with tempfile.TemporaryDirectory() as folder:
            table(spark, rows).write.parquet(f"{folder}/events")
            spark.read.parquet(f"{folder}/events").createOrReplaceTempView("events")
            for name, query in QUERIES.items():
                spark_only, comet = medians(spark, query, asked.rounds)
                print(f"{rows:9,} rows  {comet / spark_only:6.2f}  {name}", flush=True)
    spark.stop()


def table(spark: SparkSession, rows: int) -> DataFrame:
    rng = random.Random(1)
    values = [
        (f"id-{n}", rng.randrange(1000), events.version1(rng)) for n in range(min(rows, 20_000))
    ]
    once = spark.createDataFrame(values, "id STRING, n INT, value BINARY")
    return once.crossJoin(spark.range(rows // len(values)).select()).coalesce(1)


def medians(spark: SparkSession, query: str, rounds: int) -> tuple[float, ...]:
    """The median times without and with Comet. The first third of the rounds does not count."""
    times: dict[str, list[float]] = {"false": [], "true": []}
    for turn in range(rounds + rounds // 2):
        # Each comes first in half of the rounds.
        for enabled in sorted(times, reverse=turn % 2 == 1):
            spark.conf.set("spark.comet.enabled", enabled)
            start = time.perf_counter()
            spark.sql(query).write.format("noop").mode("overwrite").save()
            times[enabled].append(time.perf_counter() - start)
    return tuple(statistics.median(found[-rounds:]) for found in times.values())


if __name__ == "__main__":
    main()
