"""Measures `layout_decode` against Python UDFs with the classes that Kaitai Struct's compiler makes.

Writes jvm/bench/results/layouts.json, from which page.py generates a part of
docs/pages/performance-tables.md.
"""

from __future__ import annotations

import importlib
import json
import os
import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

import sparkwire
import sparkwire.functions as wire

import kaitai

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyspark.sql import DataFrame

ROOT = Path(__file__).resolve().parents[3]
RESULTS = ROOT / "jvm" / "bench" / "results" / "layouts.json"
ROWS, PYTHON_ROWS, ROUNDS = 2_000_000, 40_000, 5
# How many times as fast `layout_decode` should be, at least.
AIM = 50

# The fields that both sides return.
FIELDS = {
    "payroll": "record_type STRING, name STRING, is_reversal BOOLEAN",
    "bus_adu": "transaction INT, length INT, unit SMALLINT",
    "sensor_bits": "battery TINYINT, charging BOOLEAN, counter INT, temperature DOUBLE",
}

HEAD = """
### Layouts compared with Python UDFs

The UDF reads a value with the class that Kaitai Struct's compiler makes for Python from the same layout, and returns the fields
that the query asks for; `layout_decode` checks the whole value, too. Medians of {rounds} rounds on `local[1]`, values cached. The aim is
at least {aim} times as fast. Repeat it with `make bench-peers`.

| layout | ns a row, `layout_decode` | ns a row, Python UDF | times as fast |
|---|---:|---:|---:|
"""


def reader(name: str, fields: list[str]) -> Callable[[bytes], tuple[Any, ...]]:
    """A function that returns fields of a value, as a user would write it."""

    def read(value: bytes) -> tuple[Any, ...]:
        module = importlib.import_module(name)
        made = getattr(module, "".join(part.capitalize() for part in name.split("_")))
        one = made.from_bytes(bytes(value))
        return tuple(getattr(one, field) for field in fields)

    return read


def main() -> None:
    modules = kaitai.python_path(ROOT)
    sys.path.append(str(modules))
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), str(modules)])
    builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.driver.memory", "4g").config("spark.log.level", "ERROR")
    spark = sparkwire.configure(builder).getOrCreate()
    found = {}
    for name, ddl in FIELDS.items():
        fields = [part.split()[0] for part in ddl.split(", ")]
        lines = kaitai.layouts(ROOT)[name]
        values = [(bytearray.fromhex(line["hex"]),) for line in lines if "view" in line]
        udf = F.udf(reader(name, fields), f"STRUCT<{ddl}>")
        decoded = wire.layout_decode("value", lines[0]["layout"])
        ours, theirs = (
            many(spark, values, rows).select(call.alias("d")).select(*(f"d.{it}" for it in fields))
            for rows, call in [(ROWS, decoded), (PYTHON_ROWS, udf("value"))]
        )
        compare(name, ours, theirs)
        times = [
            median(frame) / rows * 1e9 for frame, rows in [(ours, ROWS), (theirs, PYTHON_ROWS)]
        ]
        found[name] = dict(zip(["ours", "theirs"], times, strict=True))
        print(f"{times[0]:8.0f} ns, Python {times[1]:8.0f} ns: {name}", flush=True)
    spark.stop()
    RESULTS.write_text(json.dumps(found, indent=2) + "\n")


def many(spark: SparkSession, values: list[tuple[bytearray]], rows: int) -> DataFrame:
    """A cached table of so many rows, about."""
    once = spark.createDataFrame(values, "value BINARY")
    frame = once.crossJoin(spark.range(rows // len(values)).select()).coalesce(1).cache()
    frame.count()
    return frame


def compare(name: str, ours: DataFrame, theirs: DataFrame) -> None:
    """Exit if the results differ: the times would not be comparable."""
    if set(ours.distinct().collect()) != set(theirs.distinct().collect()):
        raise SystemExit(f"{name}: the results differ")


def median(frame: DataFrame) -> float:
    times = []
    # The first rounds only warm up.
    for _ in range(ROUNDS + 2):
        begun = time.perf_counter()
        frame.write.format("noop").mode("overwrite").save()
        times.append(time.perf_counter() - begun)
    return statistics.median(times[2:])


def section() -> str:
    text = HEAD.format(rounds=ROUNDS, aim=AIM)
    for name, it in json.loads(RESULTS.read_text()).items():
        faster = it["theirs"] / it["ours"]
        mark = ", **missed**" if faster < AIM else ""
        text += f"| {name} | {it['ours']:,.0f} | {it['theirs']:,.0f} | {faster:,.0f}{mark} |\n"
    return text


if __name__ == "__main__":
    main()
