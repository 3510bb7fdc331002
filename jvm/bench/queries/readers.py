"""Measures readers against other libraries with JMH, for docs/pages/performance-tables.md."""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
RESULTS = ROOT / "jvm" / "bench" / "results" / "jmh.json"

HEAD = """
## Readers compared with other libraries

JMH measures one value at a time, without a query around it. Sparkwire decodes to a row of Spark, the other library to its own
objects; the results are compared before anything is timed. Each benchmark runs in {passes}, minutes apart, each in a JVM of
its own. A pass has {rounds} short rounds. Times are medians of all rounds of all passes. A ratio below 1 x means that
Sparkwire is faster. The brackets show the lowest and the highest ratio of a single pass. The fastest tenths of the rounds
show the ratio while the neighbours of a virtual machine are quiet. Work is marked *unsteady* if the medians of its passes
differ by more than 15 %. Run these measurements with `make bench-jmh`.

![readers](performance-readers.svg)
"""

KINDS = {
    "varied": """
### Different values

Both sides decode the same values, all of them different: their fields come in different orders or are missing; texts, lists
and numbers have all lengths; versions and schemas alternate. There are 1,024 values, or 256 if they are large, or 16 record
batches of Kafka with about 200 records each. The aims apply to these measurements.
""",
    "written": """
### Writing

Both sides write the same different values, Sparkwire from a row of Spark, the other library from its own objects. The bytes
are compared before anything is timed; those of Ignite differ in the types that a row of Spark cannot tell, such as UUIDs.
""",
    "one": """
### The same value again and again

This is the best case for both sides: the processor has learned every branch after a few rounds.
""",
}

COLUMNS = """
| work | other library | ns, Sparkwire | ns, other | ratio | fastest tenths | aim |
|---|---|---:|---:|---:|---:|---:|
"""

AVRO = """
### Compared with Spark's `from_avro`

The queries ran one after the other over the same cached values of {bytes:.0f} bytes on `local[1]`. The figures are medians of the
CPU time of the tasks. With all fields, `avro_decode` is {all:.1f} times as fast as `from_avro` (aim {aim}{mark}); with two fields,
{two:.1f} times.{written} Run this measurement with `make bench`.

| query | ns a row |
|---|---:|
"""

AVRO_AIM = 2

EVERY = """
### Every benchmark

The table shows the median of all rounds, and the medians of the fastest and the slowest pass.

| benchmark | ns a value | lowest pass | highest pass | fastest tenth | slowest tenth | |
|---|---:|---:|---:|---:|---:|---|
"""

# Passes are unsteady if their medians differ by more than this fraction of the lowest median.
STEADY = 0.15


@dataclass(frozen=True)
class Work:
    """A comparison of two benchmarks of one class with the same parameters."""

    kind: str
    name: str
    ours: str
    theirs: str
    peer: str
    aim: float | None = None
    parameters: dict[str, str] = field(default_factory=dict)


CAREFUL = "Avro Java, schemas kept, inflater reused"
STREAMING = "msgpack-core, streaming to objects"
KINDS_OF_RECORDS = [("varied", {"records": "varied"}), ("one", {"records": "one"})]
CONTAINERS = [
    ("varied", "packet, one to four records", "few-varied", 1.2),
    ("varied", "packet, 500 to 1,500 records", "many-varied", 1.0),
    ("one", "packet, one deflated record", "one-deflate", None),
    ("one", "packet, 1000 records", "1000-null", None),
    ("one", "packet, 1000 deflated records", "1000-deflate", None),
]

WORKS = [
    *(Work(kind, f"Cernan {name}: {part}", f"CernanBench.{ours}", f"CernanBench.{theirs}", peer,
           aim if is_held else None, {"records": records})
      for kind, name, records, aim in CONTAINERS
      for part, ours, theirs, peer, is_held in [
          ("its records", "sparkwireTypedRecords", "avroCareful", CAREFUL, True),
          ("its records, nothing kept by the peer", "sparkwireTypedRecords", "avroStream",
           "Avro's `DataFileStream`, anew each time", False),
          ("all its fields", "sparkwireTyped", "avroCarefulPacket",
           f"{CAREFUL}, every field of the packet", True),
      ]),
    Work("varied", "Avro datum, typed",
         "AvroBench.sparkwireTyped", "AvroBench.avroGeneric", "Avro Java"),
    *(Work(kind, "Databus event, ten fields", "DatabusBench.tenFields", "DatabusBench.floor",
           "the JDK's CRC-32 of its bytes", None, records)
      for kind, records in KINDS_OF_RECORDS),
    *(Work(kind, f"Ignite record, {name}", f"{bench}.{ours}", f"{bench}.{theirs}", peer, aim)
      for kind, bench, aim in [("varied", "IgniteVariedBench", 1.0), ("one", "IgniteBench", None)]
      for name, ours, theirs, peer in [
          ("17 fields typed", "sparkwireTyped", "igniteInOrder", "`ignite-core`, fields in order"),
          ("two fields, unverified", "sparkwireTwoUnverified", "igniteTwoLazily",
           "`ignite-core`, lazily"),
      ]),
    *(Work(kind, f"Kafka {message}", "KafkaBench.sparkwireRow", f"KafkaBench.{peer}", title,
           aim if kind == "varied" else None, {"message": message, **records})
      for kind, records in KINDS_OF_RECORDS
      for message in ["OffsetCommit", "GroupMetadata", "FetchRequest", "MetadataResponse"]
      for peer, title, aim in [("kafkaObjects", "Kafka's generated classes", 1.0),
                               ("kafkaJson", "Kafka's generated classes, to JSON", 0.5)]),
    *(Work("varied", f"Kafka record batch, {codec}",
           "KafkaBatchBench.sparkwireRows", "KafkaBatchBench.kafkaRecords",
           "`kafka-clients`, as its consumer", 1.0, {"codec": codec})
      for codec in ["none", "gzip", "snappy", "lz4", "zstd"]),
    *(Work(kind, f"Aerospike record, {name}", f"MsgpackBench.{ours}", f"MsgpackBench.{theirs}", peer,
           aim if kind == "varied" else None, records)
      for kind, records in KINDS_OF_RECORDS
      for name, ours, theirs, peer, aim in [
          ("bins to VARIANT", "sparkwireMessage", "coreStreaming", STREAMING, 0.33),
          ("bins to VARIANT", "sparkwireMessage", "jacksonObjects",
           "Jackson's MessagePack module, to objects", None),
          ("the 11 bins typed that have a type", "sparkwireTyped", "coreStreaming", STREAMING, 0.25),
          ("all bins, the list of mixed elements as VARIANT", "sparkwireAll", "coreStreaming",
           STREAMING, None),
          ("6 of 12 bins", "sparkwireTypedHalf", "coreStreaming", STREAMING, None),
          ("as any MessagePack, to VARIANT", "sparkwireVariant", "coreStreaming", STREAMING, None),
      ]),
    Work("written", "Avro datum, from a row",
         "AvroWriteBench.sparkwireRow", "AvroWriteBench.avroGeneric", "Avro Java", 1.0),
    Work("written", "Ignite record, 17 fields from a row",
         "IgniteWriteBench.sparkwireRow", "IgniteWriteBench.igniteMarshaller",
         "`ignite-core`, its marshaller", 1.0),
    *(Work("written", f"Kafka {message}, from a row", "KafkaWriteBench.sparkwireRow",
           "KafkaWriteBench.kafkaObjects", "Kafka's generated classes", 1.0, {"message": message})
      for message in ["OffsetCommit", "GroupMetadata", "FetchRequest", "MetadataResponse"]),
    *(Work("written", f"MessagePack, from {name}", f"MsgpackWriteBench.sparkwire{method}",
           f"MsgpackWriteBench.coreOf{method}", "msgpack-core, its packer", aim)
      for name, method, aim in [("a row", "Row", 1.0), ("a VARIANT", "Variant", None)]),
]  # fmt: skip

# For each pass of a benchmark, the times of its rounds in nanoseconds.
Passes = list[list[float]]


def section(results: list[dict[str, Any]], avro: dict[str, Any]) -> str:
    """The text of the section; work that was not measured is omitted."""
    most = max(len(result["passes"]) for result in results)
    text = HEAD.format(
        passes="one pass" if most == 1 else f"{most} passes",
        rounds=max(len(one) for result in results for one in result["passes"]),
    )
    found = compared(results)
    for kind, head in KINDS.items():
        rows = [row(work, ours, theirs) for work, ours, theirs in found if work.kind == kind]
        if rows:
            text += head + COLUMNS + "".join(rows)
    text += beside_from_avro(avro) + EVERY
    for result in results:
        called = ", ".join([result["benchmark"], *result["parameters"].values()])
        passes = result["passes"]
        times, medians = pooled(passes), [median(one) for one in passes]
        text += (
            f"| {called} | {median(times):,.0f} | {min(medians):,.0f} | {max(medians):,.0f} "
            f"| {tenth(times):,.0f} | {tenth(times, 9):,.0f} | {unsteady(passes)} |\n"
        )
    return text


def row(work: Work, ours: Passes, theirs: Passes) -> str:
    us, them = pooled(ours), pooled(theirs)
    ratio = median(us) / median(them)
    single = [median(one) / median(other) for one, other in zip(ours, theirs, strict=False)]
    spread = f" ({min(single):.2f} to {max(single):.2f})" if len(single) > 1 else ""
    mark = unsteady(ours) or unsteady(theirs)
    return (
        f"| {work.name} | {work.peer} | {median(us):,.0f} | {median(them):,.0f} "
        f"| {ratio:.2f} x{spread}{mark and ' ' + mark} "
        f"| {tenth(us) / tenth(them):.2f} x | {against(ratio, work.aim)} |\n"
    )


def against(ratio: float, aim: float | None) -> str:
    """The aim as text, with a mark if it is missed."""
    if aim is None:
        return ""
    return f"{aim:g} x" + (", **missed**" if round(ratio, 2) > aim else "")


def pooled(passes: Passes) -> list[float]:
    return [time for one in passes for time in one]


def unsteady(passes: Passes) -> str:
    medians = [median(one) for one in passes]
    return "*unsteady*" if max(medians) > min(medians) * (1 + STEADY) else ""


def beside_from_avro(measured: dict[str, Any]) -> str:
    times = measured["nanoseconds"]
    faster = times["from_avro"] / times["avro_decode"]
    text = AVRO.format(
        bytes=measured["bytes"],
        all=faster,
        aim=AVRO_AIM,
        mark=", **missed**" if round(faster, 1) < AVRO_AIM else "",
        two=times["from_avro, two fields"] / times["avro_decode, two fields"],
        written=beside_to_avro(times),
    )
    return text + "".join(f"| {query} | {time:,.0f} |\n" for query, time in times.items())


def beside_to_avro(times: dict[str, float]) -> str:
    if "to_avro" not in times:
        return ""
    faster = times["to_avro"] / times["avro_encode"]
    missed = ", **missed**" if round(faster, 1) < AVRO_AIM else ""
    return f" `avro_encode` writes the decoded rows {faster:.1f} times as fast as `to_avro` (aim {AVRO_AIM}{missed})."


def tenth(times: list[float], which: int = 1) -> float:
    return quantiles(times, n=10)[which - 1]


def ratios(results: list[dict[str, Any]]) -> dict[str, float]:
    """The ratios of our time to the peer's over different values, for the plot."""
    found: dict[str, float] = {}
    for work, ours, theirs in compared(results):
        if work.kind == "varied":
            # If there are several peers, the name of each further one is part of the label.
            name = f"{work.name} ({work.peer})" if work.name in found else work.name
            found[name] = median(pooled(ours)) / median(pooled(theirs))
    return found


def aims(results: list[dict[str, Any]]) -> list[tuple[str, str, float, list[float]]]:
    """The work with an aim, grouped by system and peer: description, peer, aim and ratios."""
    found: dict[tuple[str, str, float], dict[str, float]] = {}
    for work, ours, theirs in compared(results):
        if work.aim is not None:
            key = (work.name.split()[0], work.peer, work.aim)
            found.setdefault(key, {})[work.name] = median(pooled(ours)) / median(pooled(theirs))
    return [
        (
            next(iter(held)) if len(held) == 1 else f"{system}, {len(held)} kinds",
            peer,
            aim,
            [*held.values()],
        )
        for (system, peer, aim), held in found.items()
    ]


def compared(results: list[dict[str, Any]]) -> list[tuple[Work, Passes, Passes]]:
    """The work that was measured, with the times of both sides."""
    times = {
        (result["benchmark"], tuple(sorted(result["parameters"].items()))): result["passes"]
        for result in results
    }
    found = []
    for work in WORKS:
        parameters = tuple(sorted(work.parameters.items()))
        ours, theirs = times.get((work.ours, parameters)), times.get((work.theirs, parameters))
        if ours and theirs:
            found.append((work, ours, theirs))
    return found


def measure(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """Run all benchmarks, or the benchmarks of one class, pass by pass.

    In each pass all benchmarks run, so that noise of the machine affects both sides alike.
    """
    every_name = {name for work in WORKS for name in (work.ours, work.theirs)}
    names = sorted(name for name in every_name if name.startswith(arguments.only))
    # No backslashes: sbt would interpret them.
    every = "|".join(name.replace(".", "[.]") for name in names)
    results: dict[str, dict[str, Any]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(arguments.passes):
            file = Path(folder) / f"{number}.json"
            # Touch the whole heap at the start. Otherwise page faults of the kernel are measured.
            command = (
                f'bench/Jmh/run "[.]({every})$" -f 1 -wi {arguments.warm} -w 1 -i {arguments.rounds} '
                f'-r 100ms -rf json -rff {file} -jvmArgs "-Xms1g -Xmx1g -XX:+AlwaysPreTouch"'
            )
            subprocess.run([ROOT / "project" / "sbt", command], check=True)
            collect(json.loads(file.read_text()), results)
    return list(results.values())


def collect(measured: list[dict[str, Any]], results: dict[str, dict[str, Any]]) -> None:
    """Add JMH's results of one pass."""
    for one in measured:
        name = ".".join(one["benchmark"].split(".")[-2:])
        parameters = one.get("params") or {}
        result = results.setdefault(
            f"{name} {parameters}",
            {"benchmark": name, "parameters": parameters, "passes": []},
        )
        times = [time for fork in one["primaryMetric"]["rawData"] for time in fork]
        result["passes"].append([round(time, 1) for time in times])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="?", default="", help="the class whose benchmarks are run")
    parser.add_argument("--passes", type=int, default=3, help="all of them are run so often")
    parser.add_argument("--warm", type=int, default=6, help="seconds before the first timed round")
    parser.add_argument("--rounds", type=int, default=20, help="timed rounds of each pass")
    parser.add_argument("--output", type=Path, default=RESULTS, help="the file to update")
    arguments = parser.parse_args()
    known = json.loads(arguments.output.read_text()) if arguments.output.exists() else []
    kept = [result for result in known if not result["benchmark"].startswith(arguments.only)]
    together = sorted(kept + measure(arguments), key=lambda result: result["benchmark"])
    lines = ",\n".join(json.dumps(result) for result in together)
    arguments.output.write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
