"""Measures the gain of a second core over values in Parquet files, for performance-tables.md.

The CPU time of the tasks counts: of one task, and of two tasks at the same time. A task that waits
for memory, or whose core is slowed down by the other, takes more of it. The time from the start of
a query to its end would tell less: the JVM compiles, collects and plans on the second core as well,
while one task runs.
"""

from __future__ import annotations

import argparse
import importlib
import json
import tempfile
from statistics import median
from typing import TYPE_CHECKING

import run

import page
import scale

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

WORK = {"decoding": "{call}", "floor": "crc32(value)"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=150, help="values of a file")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", nargs="+", choices=run.FORMATS, default=run.FORMATS)
    arguments = parser.parse_args()
    results = page.CORES_RESULTS
    found = json.loads(results.read_text())["formats"] if results.exists() else {}
    for name in arguments.only:
        spark = run.session(cores=2)
        with tempfile.TemporaryDirectory() as folder:
            prepare(spark, folder, name, arguments.megabytes)
            call = importlib.import_module(name).CALL
            found[name] = {
                work: speed(spark, folder, text.format(call=call), arguments.rounds)
                for work, text in WORK.items()
            }
        spark.stop()
        print(name, found[name], flush=True)
        results.write_text(
            json.dumps({"rounds": arguments.rounds, "formats": found}, indent=2) + "\n"
        )
    page.write()


def prepare(spark: SparkSession, folder: str, name: str, megabytes: int) -> None:
    """Write two equal files, each of one partition, in which every value is stored."""
    rows = importlib.import_module(name).rows(run.DISTINCT)
    size = sum(len(value) for (value,) in rows) // len(rows)
    times = min(run.MOST_ROWS, megabytes * 1_000_000 // size) // len(rows)
    many = spark.createDataFrame(rows, "value BINARY").crossJoin(spark.range(times).select())
    for part in range(2):
        writer = many.coalesce(1).write.option("parquet.enable.dictionary", "false")
        writer.parquet(f"{folder}/{part}")
    spark.conf.set("spark.sql.files.maxPartitionBytes", str(1 << 40))
    spark.conf.set("spark.sql.files.openCostInBytes", str(1 << 39))


def speed(spark: SparkSession, folder: str, call: str, rounds: int) -> dict[str, list[float]]:
    """How many times faster two cores are, by the CPU time of tasks and by the clock: the median,
    the least and the most of the rounds.
    """
    one = spark.read.parquet(f"{folder}/0").selectExpr(call)
    two = spark.read.parquet(f"{folder}/0", f"{folder}/1").selectExpr(call)
    assert (one.rdd.getNumPartitions(), two.rdd.getNumPartitions()) == (1, 2)
    left = 2 * run.WARM
    while left > 0:
        left -= run.seconds(one) + run.seconds(two)
    meter = scale.Meter(spark)
    found: dict[str, list[float]] = {"cpu": [], "clock": []}
    for number in range(rounds):
        cpu, clock = [], []
        # Before and after, in case that the machine becomes slower meanwhile.
        for frame in (one, two, one):
            group = f"{call} {number} {len(cpu)}"
            spark.sparkContext.setJobGroup(group, "")
            clock.append(run.seconds(frame))
            cpu.append(meter.cpu(group))
        found["cpu"].append(2 * (cpu[0] + cpu[2]) / cpu[1])
        found["clock"].append((clock[0] + clock[2]) / clock[1])
    return {
        kind: [round(value, 3) for value in (median(all), min(all), max(all))]
        for kind, all in found.items()
    }


if __name__ == "__main__":
    main()
