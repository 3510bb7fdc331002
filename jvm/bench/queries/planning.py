"""Measures how long Spark plans a query over many decoded fields, compared with `from_json`.

Writes jvm/bench/results/planning.json, from which page.py generates a part of
docs/pages/performance.md.
"""

from __future__ import annotations

import json
import statistics
import time
from pathlib import Path

from pyspark.sql import SparkSession

import sparkwire

FIELDS = [100, 300, 1000, 2000]
# The largest aimed ratio to the time of `from_json`, and the number of fields it applies to.
AIM, HELD = 1.2, 1000
ROUNDS = 9
RESULTS = Path(__file__).parent.parent / "results" / "planning.json"

HEAD = """
### Planning

How long Spark takes from the text of a query to its optimized plan, beside the same query with Spark's `from_json` and
the same type; rounds alternate, the median of {rounds}. The aim is {aim} times `from_json` at most, at {held:,} fields. Repeat
it with `make bench`.

| function | query | fields | ms | ms, `from_json` | ratio |
|---|---|---:|---:|---:|---:|
"""


def queries(call: str, fields: int) -> dict[str, str]:
    """Select all fields of one call in three ways."""
    names = ", ".join(f"d.f{number}" for number in range(fields))
    return {
        "`d.*`": f"SELECT d.* FROM (SELECT {call} d FROM t)",
        "fields by name, another column beside": f"SELECT {names}, id FROM (SELECT {call} d, id FROM t)",
        "one field": f"SELECT d.f{fields // 2} FROM (SELECT {call} d FROM t)",
    }


def main() -> None:
    builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    spark = sparkwire.configure(builder.config("spark.log.level", "ERROR")).getOrCreate()
    spark.range(10).selectExpr("CAST(id AS STRING) v", "id").createOrReplaceTempView("t")
    found = []
    for fields in FIELDS:
        ddl = ", ".join(f"f{number} INT" for number in range(fields))
        attributes = ", ".join(f"{{id: f{number}, type: s4be}}" for number in range(fields))
        calls = {
            "msgpack_decode": f"msgpack_decode(CAST(v AS BINARY), '{ddl}')",
            "layout_decode": f"layout_decode(CAST(v AS BINARY), '{{seq: [{attributes}]}}')",
        }
        theirs = queries(f"from_json(v, '{ddl}')", fields)
        for function, call in calls.items():
            for name, ours in queries(call, fields).items():
                times = rounds(spark, ours, theirs[name])
                found.append({"function": function, "query": name, "fields": fields,
                              "ours": times[0], "theirs": times[1]})  # fmt: skip
                print(f"{times[0]:8.1f} ms, from_json {times[1]:8.1f} ms: {fields} fields, "
                      f"{function}, {name}", flush=True)  # fmt: skip
    spark.stop()
    RESULTS.write_text(json.dumps(found, indent=2) + "\n")


def rounds(spark: SparkSession, *texts: str) -> list[float]:
    """The median planning time of each query, in milliseconds."""
    times: list[list[float]] = [[] for _ in texts]
    for _ in range(ROUNDS + 2):
        for text, found in zip(texts, times, strict=True):
            begun = time.perf_counter()
            spark.sql(text)._jdf.queryExecution().optimizedPlan()
            found.append((time.perf_counter() - begun) * 1e3)
    # The first two rounds only warm up the JVM.
    return [statistics.median(found[2:]) for found in times]


def section() -> str:
    text = HEAD.format(rounds=ROUNDS, aim=AIM, held=HELD)
    for it in json.loads(RESULTS.read_text()):
        ratio = it["ours"] / it["theirs"]
        mark = ", **missed**" if it["fields"] == HELD and round(ratio, 2) > AIM else ""
        text += (
            f"| `{it['function']}` | {it['query']} | {it['fields']:,} | {it['ours']:.0f} | {it['theirs']:.0f} "
            f"| {ratio:.2f} x{mark} |\n"
        )
    return text


if __name__ == "__main__":
    main()
