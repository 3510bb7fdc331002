"""The part of docs/pages/performance.md about readers beside their peers, from JMH's results."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
RESULTS = ROOT / "jvm" / "bench" / "results" / "jmh.json"

HEAD = """
## Readers beside their peers

JMH, one value at a time, without a query around it: ours to a row of Spark, the peer to its own objects, the results
compared before anything is timed. All of it twice, a JVM of its own for each benchmark each time: medians of forty
short rounds. Below 1 is faster than the peer. A small virtual machine swings with its neighbours: the fastest
tenth of the rounds tells how it is when they are quiet. Repeat it with `make bench-jmh`.

![readers](performance-readers.svg)

| work | peer | ns, ours | ns, peer | time against the peer | fastest tenths | aim |
|---|---|---:|---:|---:|---:|---:|
"""

AVRO = """
### Beside Spark's `from_avro`

One query after another over the same cached values of {bytes:.0f} bytes, `local[1]`, CPU time of the tasks, the median of
the rounds. All fields: `avro_decode` is {all:.1f} times as fast as `from_avro` (aim 2); two of them: {two:.1f} times.
Repeat it with `make bench`.

| query | ns a row |
|---|---:|
"""

EVERY = """
### Every benchmark

| benchmark | ns a value | fastest tenth | slowest tenth |
|---|---:|---:|---:|
"""


@dataclass(frozen=True)
class Work:
    """What is compared: two benchmarks of one class with the same parameters."""

    name: str
    ours: str
    theirs: str
    peer: str
    aim: float | None = None
    parameters: dict[str, str] = field(default_factory=dict)


CAREFUL = "Avro Java, schemas kept, inflater reused"
IN_ORDER = "`ignite-core`, fields in order"
STREAMING = "msgpack-core, streaming to objects"
ONE = {"records": "one-deflate"}
VARIED = {"records": "varied"}
AGAIN = {"records": "one"}

WORKS = [
    Work("Cernan packet, one deflated record: its records",
         "CernanBench.sparkwireTypedRecords", "CernanBench.avroCareful", CAREFUL, 1.2, ONE),
    Work("the same packet with all its fields",
         "CernanBench.sparkwireTyped", "CernanBench.avroCareful", CAREFUL, 1.2, ONE),
    Work("all its fields, made by both",
         "CernanBench.sparkwireTyped", "CernanBench.avroCarefulPacket",
         "the same, and every field of the packet", 1.2, ONE),
    *(Work(f"Avro container, {records}",
           "CernanBench.sparkwireTypedRecords", "CernanBench.avroCareful", CAREFUL, 1.0,
           {"records": records})
      for records in ["1000-null", "1000-deflate"]),
    *(Work(f"Avro container, {records}, nothing kept by the peer",
           "CernanBench.sparkwireTypedRecords", "CernanBench.avroStream",
           "Avro's `DataFileStream`, anew each time", None, {"records": records})
      for records in ["one-deflate", "1000-null", "1000-deflate"]),
    Work("Avro datum, typed", "AvroBench.sparkwireTyped", "AvroBench.avroGeneric", "Avro Java"),
    *(Work(f"{name}{orders}", f"{bench}.{ours}", f"{bench}.{theirs}", peer, aim)
      for orders, bench, aim in [(", 1,024 different ones of 16 schemas", "IgniteVariedBench", 1.0),
                                 (", one again and again", "IgniteBench", 1.0)]
      for name, ours, theirs, peer in [
          ("Ignite record, 17 fields typed", "sparkwireTyped", "igniteInOrder", IN_ORDER),
          ("Ignite record, two fields, unverified",
           "sparkwireTwoUnverified", "igniteTwoLazily", "`ignite-core`, lazily"),
      ]),
    *(Work(f"Kafka {message}", "KafkaBench.sparkwireRow", f"KafkaBench.{peer}", title, aim,
           {"message": message})
      for message in ["OffsetCommit", "GroupMetadata", "FetchRequest", "MetadataResponse"]
      for peer, title, aim in [("kafkaObjects", "Kafka's generated classes", 1.0),
                               ("kafkaJson", "the same, to JSON", 0.5)]),
    *(Work(f"Kafka record batch, {codec}",
           "KafkaBatchBench.sparkwireRows", "KafkaBatchBench.kafkaRecords", "`kafka-clients`",
           None, {"codec": codec})
      for codec in ["none", "gzip", "snappy", "lz4", "zstd"]),
    *(Work(f"{name}{records}", f"MsgpackBench.{ours}", f"MsgpackBench.{theirs}", peer,
           None if kind["records"] == "one" else aim, kind)
      for records, kind in [(", 1,024 different ones", VARIED), (", one again and again", AGAIN)]
      for name, ours, theirs, peer, aim in [
          ("Aerospike record, bins to VARIANT",
           "sparkwireMessage", "coreStreaming", STREAMING, 0.33),
          ("Aerospike record, bins to VARIANT", "sparkwireMessage", "jacksonObjects",
           "Jackson's MessagePack module, to objects", None),
          ("Aerospike record, the 11 bins typed that have a type",
           "sparkwireTyped", "coreStreaming", STREAMING, 0.25),
          ("Aerospike record, all bins, the list of mixed elements as VARIANT",
           "sparkwireAll", "coreStreaming", STREAMING, None),
          ("Aerospike record, 6 of 12 bins",
           "sparkwireTypedHalf", "coreStreaming", STREAMING, None),
          ("the same bytes as any MessagePack, to VARIANT",
           "sparkwireVariant", "coreStreaming", STREAMING, None),
      ]),
]  # fmt: skip


def section(results: list[dict[str, Any]], avro: dict[str, Any]) -> str:
    """The text; works of which nothing was measured are left out."""
    text = HEAD
    for work, ours, theirs in compared(results):
        aim = (
            "" if work.aim is None else f"{work.aim:.1f} x" if work.aim >= 0.5 else f"{work.aim} x"
        )
        text += (
            f"| {work.name} | {work.peer} | {median(ours):,.0f} | {median(theirs):,.0f} "
            f"| {median(ours) / median(theirs):.2f} x | {tenth(ours) / tenth(theirs):.2f} x | {aim} |\n"
        )
    text += beside_from_avro(avro) + EVERY
    for result in results:
        called = ", ".join([result["benchmark"], *result["parameters"].values()])
        times = result["nanoseconds"]
        text += (
            f"| {called} | {median(times):,.0f} | {tenth(times):,.0f} | {tenth(times, 9):,.0f} |\n"
        )
    return text


def beside_from_avro(measured: dict[str, Any]) -> str:
    times = measured["nanoseconds"]
    text = AVRO.format(
        bytes=measured["bytes"],
        all=times["from_avro"] / times["avro_decode"],
        two=times["from_avro, two fields"] / times["avro_decode, two fields"],
    )
    return text + "".join(f"| {query} | {time:,.0f} |\n" for query, time in times.items())


def tenth(times: list[float], which: int = 1) -> float:
    return quantiles(times, n=10)[which - 1]


def ratios(results: list[dict[str, Any]]) -> dict[str, float]:
    """Our time against the peer's, for the plot."""
    return {
        f"{work.name} ({work.peer})" if "JSON" in work.peer else work.name: median(ours)
        / median(theirs)
        for work, ours, theirs in compared(results)
    }


def compared(results: list[dict[str, Any]]) -> list[tuple[Work, list[float], list[float]]]:
    """Works with the nanoseconds of both."""
    times = {
        (result["benchmark"], tuple(sorted(result["parameters"].items()))): result["nanoseconds"]
        for result in results
    }
    found = []
    for work in WORKS:
        parameters = tuple(sorted(work.parameters.items()))
        ours, theirs = times.get((work.ours, parameters)), times.get((work.theirs, parameters))
        if ours and theirs:
            found.append((work, ours, theirs))
    return found


def measure(only: str, passes: int = 2) -> list[dict[str, Any]]:
    """Run all of them, or of one class, pass by pass: what is compared shares the machine's good and bad times."""
    every_name = {name for work in WORKS for name in (work.ours, work.theirs)}
    names = sorted(name for name in every_name if name.startswith(only))
    # Without backslashes, which sbt takes for its own.
    every = "|".join(name.replace(".", "[.]") for name in names)
    results: dict[str, dict[str, Any]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(passes):
            file = Path(folder) / f"{number}.json"
            # A heap that is there from the start: else the kernel's making of pages is measured.
            command = (
                f'bench/Jmh/run "[.]({every})$" -f 1 -wi 6 -w 1 -i 20 -r 100ms -rf json -rff {file} '
                '-jvmArgs "-Xms1g -Xmx1g -XX:+AlwaysPreTouch"'
            )
            subprocess.run([ROOT / "project" / "sbt", command], check=True)
            collect(json.loads(file.read_text()), results)
    return list(results.values())


def collect(measured: list[dict[str, Any]], results: dict[str, dict[str, Any]]) -> None:
    """Add what JMH says of one pass."""
    for one in measured:
        name = ".".join(one["benchmark"].split(".")[-2:])
        parameters = one.get("params") or {}
        result = results.setdefault(
            f"{name} {parameters}",
            {"benchmark": name, "parameters": parameters, "nanoseconds": []},
        )
        for fork in one["primaryMetric"]["rawData"]:
            result["nanoseconds"] += [round(time, 1) for time in fork]


if __name__ == "__main__":
    only = sys.argv[1] if len(sys.argv) > 1 else ""
    known = json.loads(RESULTS.read_text())
    kept = [result for result in known if not result["benchmark"].startswith(only)]
    together = sorted(kept + measure(only), key=lambda result: result["benchmark"])
    lines = ",\n".join(json.dumps(result) for result in together)
    RESULTS.write_text(f"[\n{lines}\n]\n")
