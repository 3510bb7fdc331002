"""Measures how decoding scales with the rows, the size of a value and the selected fields.

Writes jvm/bench/results/scale.json, from which page.py generates a part of
docs/pages/performance.md.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
from pathlib import Path
from typing import Any

import msgpack
from pyspark.sql import DataFrame, SparkSession

import sparkwire

RESULTS = Path(__file__).parent.parent / "results" / "scale.json"
ROWS = [10_000, 100_000, 1_000_000, 10_000_000]
SIZES = [100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000]
FIELDS = [1, 3, 10, 30, 100, 300]
# The total size, in bytes, of the values of each size.
TOGETHER = 60_000_000
ROWS_OF_FIELDS = 50_000
# Seconds of CPU time for the warm-up of each query.
WARM = 1.0

HEAD = """
### Scale

`msgpack_decode` on one core (`local[1]`): CPU time of the task, the median of {rounds} rounds that alternate. On the dashed
line twice as much takes twice as long. **Allocated** is what all threads of the JVM allocated during a run, divided by
the rows. **Peak** is the most that the heap held during a run, above what it held before. The young generation has {young} MB,
so about that much is garbage that waits for the collector; what goes beyond it is needed for the values. Repeat it with
`make bench-scale`.

![scale](performance-scale.svg)
"""
# The size of the young generation in MB.
YOUNG = 64

TABLE = """
{text}

| {unit} | {cost} | ns a row | allocated a row, bytes | peak, MB |
|---:|---:|---:|---:|---:|
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="timed rounds; the median counts")
    parser.add_argument("--warm", type=float, default=WARM, help="seconds before the first of them")
    parser.add_argument("--most", type=int, default=ROWS[-1], help="no more rows than this")
    parser.add_argument("--output", type=Path, default=RESULTS, help="the file to write")
    arguments = parser.parse_args()
    spark = session()
    found = {
        name: measure(spark, frames, arguments)
        for name, frames in (
            ("rows", by_rows(spark, arguments.most)),
            ("sizes", by_size(spark, arguments.most)),
            ("fields", by_fields(spark, arguments.most)),
        )
    }
    spark.stop()
    written = {"rounds": arguments.rounds, **found}
    arguments.output.write_text(json.dumps(written, indent=2) + "\n")


def session() -> SparkSession:
    builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.driver.memory", "2g").config("spark.log.level", "ERROR")
    # The serial collector stops the program while it works, so none of its work is hidden on the
    # other core.
    options = f"-XX:+UseSerialGC -Xmn{YOUNG}m"
    builder = builder.config("spark.driver.extraJavaOptions", options)
    return sparkwire.configure(builder).getOrCreate()


# The measurements of one series: the number that grows, the rows, and the query.
Frames = list[tuple[int, int, DataFrame]]


def by_rows(spark: SparkSession, most: int) -> Frames:
    """A growing number of rows; each picks one of a hundred values of about 100 bytes."""
    value = picked([msgpack.packb([record(n)]) for n in range(100)])
    call = f"msgpack_decode({value}, '{RECORDS}')"
    return [
        (rows, rows, spark.range(0, rows, 1, 1).selectExpr(call)) for rows in ROWS if rows <= most
    ]


RECORDS = "ARRAY<STRUCT<id BIGINT, name STRING, score DOUBLE, active BOOLEAN, note STRING>>"


def record(number: int) -> dict[str, Any]:
    """A record that takes a hundred bytes for any number."""
    return {
        "id": 0x100000000 + number,
        "name": f"user {number:04} of the bench",
        "score": number / 3 + 0.1,
        "active": number % 2 == 0,
        "note": f"{number % 10}" * 30,
    }


def by_size(spark: SparkSession, most: int) -> Frames:
    """Cached lists of records of growing size; the total size stays about the same."""
    found = []
    for size in SIZES:
        rows = min(most, TOGETHER // size)
        # repeat() takes a STRING; it copies the bytes even if they are not valid UTF-8.
        some = picked([msgpack.packb(record(number)) for number in range(10)])
        count = f"X'dd{size // 100:08x}'"
        value = f"concat({count}, CAST(repeat(CAST({some} AS STRING), {size // 100}) AS BINARY))"
        values = spark.range(0, rows, 1, 1).selectExpr(f"{value} AS value").cache()
        values.count()
        found.append((size, rows, values.selectExpr(f"msgpack_decode(value, '{RECORDS}')")))
    return found


def by_fields(spark: SparkSession, most: int) -> Frames:
    """A growing number of evenly spread fields of maps of 300: integers, texts and doubles."""
    names = [f"field{number}" for number in range(FIELDS[-1])]
    kinds = ["BIGINT", "STRING", "DOUBLE"]
    ddl = ", ".join(f"{name} {kinds[number % 7 % 3]}" for number, name in enumerate(names))

    def packed(seed: int) -> bytes:
        made: list[Any] = [
            (seed * number, f"text {seed * number}", seed * number / 7)[number % 7 % 3]
            for number in range(len(names))
        ]
        return bytes(msgpack.packb(dict(zip(names, made, strict=True))))

    value = picked([packed(seed) for seed in range(20)])
    rows = min(most, ROWS_OF_FIELDS)
    decoded = spark.range(0, rows, 1, 1).selectExpr(f"msgpack_decode({value}, '{ddl}') AS d")
    return [
        (asked, rows, decoded.selectExpr(*(f"d.{name}" for name in names[:: len(names) // asked])))
        for asked in FIELDS
    ]


def picked(values: list[bytes]) -> str:
    """The SQL expression that picks one of the values by the number of the row."""
    constants = ", ".join(f"X'{value.hex()}'" for value in values)
    return f"element_at(array({constants}), CAST(id % {len(values)} AS INT) + 1)"


def measure(
    spark: SparkSession, frames: Frames, arguments: argparse.Namespace
) -> list[dict[str, float]]:
    meter = Meter(spark)
    for _, _, frame in frames:
        left = arguments.warm
        while left > 0:
            left -= meter.run(frame)["nanos"] / 1e9
    runs: list[list[dict[str, float]]] = [[] for _ in frames]
    for _ in range(arguments.rounds):
        for (_, _, frame), found in zip(frames, runs, strict=True):
            found.append(meter.run(frame))
    result = []
    for (number, rows, _), found in zip(frames, runs, strict=True):
        middle = {key: statistics.median(run[key] for run in found) for key in found[0]}
        result.append(
            {
                "number": number,
                "rows": rows,
                "nanos": middle["nanos"] / rows,
                "allocated": middle["allocated"] / rows,
                "peak": middle["peak"],
            }
        )
        print(", ".join(f"{key} {value:,.0f}" for key, value in result[-1].items()), flush=True)
    spark.catalog.clearCache()
    return result


class Meter:
    """Measures the CPU time and the memory of queries."""

    def __init__(self, spark: SparkSession) -> None:
        self.spark = spark
        management = spark._jvm.java.lang.management
        self.threads = management.ManagementFactory.getThreadMXBean()
        heap = management.MemoryType.HEAP
        pools = management.ManagementFactory.getMemoryPoolMXBeans()
        self.pools = [pool for pool in pools if pool.getType() == heap]
        self.runs = 0

    def run(self, frame: DataFrame) -> dict[str, float]:
        """Run a query, discard its result, and return its measurements."""
        context = self.spark.sparkContext
        group = f"{id(self)}-{self.runs}"
        self.runs += 1
        context.setJobGroup(group, "scale")
        self.spark._jvm.System.gc()
        before, allocated = self.used(), self.allocated()
        for pool in self.pools:
            pool.resetPeakUsage()
        frame.write.format("noop").mode("overwrite").save()
        peak = sum(pool.getPeakUsage().getUsed() for pool in self.pools)
        after = self.allocated()
        # The counter of a thread is lost when the thread ends, but task threads live for a minute
        # after their last task.
        grown = sum(max(0, value - allocated.get(name, 0)) for name, value in after.items())
        return {"nanos": self.cpu(group), "allocated": grown, "peak": (peak - before) / 1e6}

    def used(self) -> int:
        return sum(pool.getUsage().getUsed() for pool in self.pools)

    def allocated(self) -> dict[int, int]:
        names = self.threads.getAllThreadIds()
        return dict(zip(names, self.threads.getThreadAllocatedBytes(names), strict=True))

    def cpu(self, group: str) -> float:
        """The CPU time of the tasks in nanoseconds, without the time to start the query."""
        spark = self.spark.sparkContext._jsc.sc()
        spark.listenerBus().waitUntilEmpty()
        tracker = self.spark.sparkContext.statusTracker()
        stages = [
            stage
            for job in tracker.getJobIdsForGroup(group)
            for stage in tracker.getJobInfo(job).stageIds
        ]
        store = spark.statusStore()
        return float(sum(store.lastStageAttempt(stage).executorCpuTime() for stage in stages))


def section() -> str:
    """The tables; empty if there are no results."""
    if not RESULTS.exists():
        return ""
    found = json.loads(RESULTS.read_text())
    rows, sizes, fields = found["rows"], found["sizes"], found["fields"]
    text = HEAD.format(rounds=found["rounds"], young=YOUNG)
    few, many = rows[0], rows[-1]
    text += table(
        f"**Rows.** Values of 100 bytes. One of {many['number']:,} rows costs {many['nanos'] / few['nanos']:.2f} times as much as one"
        f" of {few['number']:,}.",
        "rows", "a row, against the fewest", rows,
        [f"{it['nanos'] / few['nanos']:.2f} x" for it in rows],
    )  # fmt: skip
    per_byte = [it["nanos"] / it["number"] for it in sizes]
    text += table(
        f"**Size.** Lists of records of 100 bytes, all of their fields typed; about {TOGETHER // 1_000_000} MB of values for each size."
        f" A byte of a value of {sizes[-1]['number']:,} bytes costs {per_byte[-1] / per_byte[0]:.2f} times as much as one of a value"
        f" of {sizes[0]['number']} bytes.",
        "bytes of a value", "ns a byte", sizes,
        [f"{cost:.2f}" for cost in per_byte],
    )  # fmt: skip
    one, every = fields[0], fields[-1]
    text += table(
        f"**Fields.** Some fields of a map of {every['number']}, which is read to its end whatever is asked for: all of them take"
        f" {every['nanos'] / one['nanos']:.2f} times as long as one. How long Spark plans such queries stands under"
        " [planning](#planning).",
        "fields asked for", "a row, against one field", fields,
        [f"{it['nanos'] / one['nanos']:.2f} x" for it in fields],
    )  # fmt: skip
    return text


def table(text: str, unit: str, cost: str, found: list[dict[str, float]], costs: list[str]) -> str:
    rows = "".join(
        f"| {one['number']:,} | {cost} | {one['nanos']:,.0f} | {one['allocated']:,.0f} | {one['peak']:,.0f} |\n"
        for one, cost in zip(found, costs, strict=True)
    )
    return TABLE.format(text=text, unit=unit, cost=cost) + rows


def plot() -> str:
    """Draw the three curves on logarithmic scales, each with a dashed line for linear growth."""
    found = json.loads(RESULTS.read_text())
    panels = [
        ("seconds against rows", [(it["number"], it["nanos"] * it["rows"] / 1e9) for it in found["rows"]]),
        ("ns a value against bytes", [(it["number"], it["nanos"]) for it in found["sizes"]]),
        ("ns a row against fields", [(it["number"], it["nanos"]) for it in found["fields"]]),
    ]  # fmt: skip
    drawn = "".join(
        panel(title, points, 250 * number) for number, (title, points) in enumerate(panels)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 230" font-size="12"'
        f' font-family="sans-serif" fill="#607080">{drawn}</svg>\n'
    )


def panel(title: str, points: list[tuple[float, float]], left: int) -> str:
    across, up = ([math.log10(point[axis]) for point in points] for axis in (0, 1))
    wide = max(across) - min(across)
    high = max(max(up) - min(up), wide)

    def place(x: float, y: float) -> tuple[float, float]:
        return left + 30 + (x - across[0]) / wide * 180, 190 - (y - up[0]) / high * 150

    line = " ".join("{:.0f},{:.0f}".format(*place(*it)) for it in zip(across, up, strict=True))
    ideal = [place(across[0], up[0]), place(across[-1], up[0] + wide)]
    dots = ""
    for (x, y), at, height in zip(points, across, up, strict=True):
        cx, cy = place(at, height)
        dots += (
            f'<circle cx="{cx:.0f}" cy="{cy:.0f}" r="3" fill="#2a9d8f"/>'
            f'<text x="{cx:.0f}" y="{cy - 8:.0f}" text-anchor="middle" font-size="10">{short(y)}</text>'
            f'<text x="{cx:.0f}" y="208" text-anchor="middle" font-size="10">{short(x)}</text>'
        )
    return (
        f'<text x="{left + 120}" y="16" text-anchor="middle">{title}</text>'
        '<path stroke="#8d99ae" stroke-dasharray="4 4" fill="none" d="M{:.0f},{:.0f} L{:.0f},{:.0f}"/>'.format(
            *ideal[0], *ideal[1]
        )
        + f'<polyline points="{line}" fill="none" stroke="#2a9d8f" stroke-width="2"/>{dots}'
    )


def short(value: float) -> str:
    """Format a number with at most three digits."""
    for limit, sign in ((1e6, "M"), (1e3, "k")):
        if value >= limit:
            return f"{value / limit:.3g}{sign}"
    return f"{value:.2g}"


if __name__ == "__main__":
    main()
