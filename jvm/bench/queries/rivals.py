"""Measures Sparkwire's functions against UDFs that a user would write around a format's own library.

The contests and the rivals are in jvm/bench/rivals. Each contest has a JVM of its own. Results are kept
after each contest in jvm/bench/results/rivals.json, from which page.py generates docs/pages/benchmark.md;
a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import engines

ROOT = Path(__file__).resolve().parents[3]
SBT = ROOT / "project" / "sbt"
RESULTS = ROOT / "jvm" / "bench" / "results" / "rivals.json"
CONTESTS = ["databus", "cernan", "avro", "ignite", "kafka-commit", "kafka-request",
            "kafka-records", "msgpack"]  # fmt: skip
TURNS, MEGABYTES = 9, 20
OURS, UNVERIFIED, ALONE = "Sparkwire", "Sparkwire, verify = none", ", these fields alone"


class Aim(NamedTuple):
    """How many times as fast as the best UDF of the same type Sparkwire should be, at least."""

    part: str
    least: float


AIMS = [Aim("all fields", 2), Aim("ten fields", 2), Aim("one or two fields", 4)]

HEAD = """# Benchmark: what a user would write instead

How Sparkwire's functions compare with the UDFs that an experienced user would write around the library of each format. Others
can [enter](#enter-a-rival): with a UDF, another function of Spark, or another way to do the same work.

## UDFs around the libraries

A **Scala UDF** returns case classes, a **Java UDF** returns rows. Both return the same STRUCT as Sparkwire's function, and keep their
readers and buffers from value to value. "These fields alone" is a UDF that was written for one query: it returns the fields of
this query and no others. It reads as little as its library allows. Ignite's reads two fields and looks at nothing else, as Sparkwire does with
`verify` = `none`; every other query of Sparkwire checks all bytes. No repository of packages has Databus's own classes, and the
build cannot fetch their sources, so its events are read by hand, as a careful user would, with both checksums.

The queries of a table run in one session on `local[1]`, over the same cached values, and take turns; results are discarded
(`noop`). Before anything is timed, the rows of all queries are compared, byte for byte. The figures are the CPU times of the tasks:
medians of {turns} turns, and medians of the ratios of two times of the same turn. The collector's threads are not counted. Values
come from a seed. Run it with `make bench-rivals`; a run that was stopped goes on where it was.

Sparkwire should be at least {all:g} times as fast as the best UDF that returns the same STRUCT, for all fields and for ten, and {few:g} times for
one or two. The UDFs for one query have no aim; the brackets compare with the best of them. What is left of Sparkwire's time for one or
two fields is mostly to take a value out of its column and to check its bytes. A UDF that does not build the other fields either comes
closer, and one that checks nothing can be faster.

| values | all fields | ten fields | one or two fields |
|---|---:|---:|---:|
"""

MACHINE = """
The libraries have the versions of `project/Dependencies.scala`.

| | |
|---|---|
"""

CONTEST = """
### {title}, {bytes:.0f} bytes

`{few}` are the one or two fields.{no_ten}

| query | decoded by | ns a row | compared with Sparkwire |
|---|---|---:|---:|
"""

ENTER = """
## Enter a rival

A rival is one file in `jvm/bench/rivals`, a public class that implements `Rival`: the name of a contest, its own name, and a column.

```java
package sparkwire.bench.rivals;

public final class MyMsgpack implements Rival {
  public String contest() { return "msgpack"; }
  public String name() { return "Java UDF, my library"; }
  public Column decode(Column value, DataType type) {
    return functions.udf((UDF1<byte[], Row>) bytes -> MyLibrary.read(bytes), type).apply(value);
  }
}
```

`decode` returns a column of the type that it gets, which is the type of Sparkwire's function. If it does less work for fewer
fields, `readsParts` returns true; it is then measured also with a type that has only the fields of the query. A
Java UDF may extend `JavaUdf`, which has these methods. The class is found by itself. A library that it needs is added to `libraryDependencies` of the module `bench` in `build.sbt`; the jar of Sparkwire
does not get it.

```sh
make bench-rivals ARGS="msgpack --anew"    # one contest
make bench-rivals                          # what has no result yet
```

The contests are in `Contests.scala`:
{contests}. A new one names its
values, which come from a seed, Sparkwire's column, and the fields of the queries.
"""


def page() -> str:
    """The page, from the results."""
    results = json.loads(RESULTS.read_text())
    least = {aim.part: aim.least for aim in AIMS}
    text = HEAD.format(
        turns=results["turns"], all=least["all fields"], few=least["one or two fields"]
    )
    text += "".join(summary(contest["title"], contest["parts"]) for contest in measured(results))
    text += MACHINE + "".join(f"| {key} | {value} |\n" for key, value in results["machine"].items())
    for contest in measured(results):
        text += CONTEST.format(
            title=contest["title"],
            bytes=contest["bytes"],
            few="` and `".join(contest["few"]),
            no_ten=""
            if "ten fields" in contest["parts"]
            else " The type has fewer than ten fields.",
        )
        text += "".join(rows(contest["parts"]))
    text += engines.section(results)
    text += ENTER.replace("{contests}", ", ".join(f"`{name}`" for name in CONTESTS))
    return text + engines.ENTER


def summary(title: str, parts: dict[str, Any]) -> str:
    """How many times as fast Sparkwire is in each query, compared with the best of both kinds of UDFs."""
    text = f"| {title} |"
    for part, least in AIMS:
        columns = parts.get(part, {})
        alone = [it["slower"] for name, it in columns.items() if name.endswith(ALONE)]
        if columns:
            found = columns[best_of(columns)]["slower"]
            mark = ", **missed**" if round(found, 2) < least else ""
            text += f" {found:.2f} x" + (f" ({min(alone):.2f} x)" if alone else "") + mark
        text += " |"
    return text + "\n"


def measured(results: dict[str, Any]) -> list[dict[str, Any]]:
    return [results["contests"][name] for name in CONTESTS if name in results["contests"]]


def rows(parts: dict[str, Any]) -> list[str]:
    aims = {aim.part: aim.least for aim in AIMS}
    found = []
    for part, columns in parts.items():
        best = best_of(columns)
        for name, it in columns.items():
            mark = ", **missed**" if name == best and round(it["slower"], 2) < aims[part] else ""
            slower = "" if name == OURS else f"{it['slower']:.2f} x{mark}"
            found.append(f"| {part} | {name} | {it['nanoseconds']:,.0f} | {slower} |\n")
    return found


def best_of(columns: dict[str, Any]) -> str:
    """The fastest that returns the same STRUCT in every query."""
    same = [name for name in columns if name not in (OURS, UNVERIFIED) and not name.endswith(ALONE)]
    return min(same, key=lambda name: columns[name]["slower"])


def aims() -> list[tuple[str, float, list[float]]]:
    """The aims: description, aim, and how many times as fast Sparkwire is in each contest."""
    contests = measured(json.loads(RESULTS.read_text()))
    return [
        (
            aim.part,
            aim.least,
            [
                contest["parts"][aim.part][best_of(contest["parts"][aim.part])]["slower"]
                for contest in contests
                if aim.part in contest["parts"]
            ],
        )
        for aim in AIMS
    ]


def measure(contest: str, turns: int, megabytes: int) -> dict[str, Any]:
    """Run one contest in a JVM of its own."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "contest.json"
        run = f"bench/runMain sparkwire.bench.rivals.Rivals {out} {turns} {megabytes * 1_000_000} {contest}"
        subprocess.run([SBT, run], cwd=ROOT, check=True)
        found: dict[str, Any] = json.loads(out.read_text())
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", default=CONTESTS, help="the contests that are run")
    parser.add_argument("--anew", action="store_true", help="forget the results that are there")
    parser.add_argument("--turns", type=int, default=TURNS, help="timed turns; the median counts")
    parser.add_argument("--megabytes", type=int, default=MEGABYTES, help="values of a query")
    arguments = parser.parse_args()
    # Only here, because the page needs no Spark.
    import run

    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {"contests": {}}
    for contest in CONTESTS:
        is_there = contest in results["contests"] and not arguments.anew
        if contest in arguments.only and not is_there:
            found = measure(contest, arguments.turns, arguments.megabytes)
            machine = run.machine() | {"spark": found.pop("spark"), "java": found.pop("java")}
            machine.pop("python")
            results = {
                "turns": arguments.turns,
                "machine": machine,
                "contests": results["contests"] | {contest: found},
            }
            RESULTS.write_text(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main()
