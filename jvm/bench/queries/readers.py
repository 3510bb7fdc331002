"""The part of docs/pages/performance.md about readers beside their peers, from JMH's results."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

HEAD = """
## Readers beside their peers

JMH, one value at a time, without a query around it: ours to a row of Spark, the peer to its own objects, the results
compared before anything is timed; the median of the rounds. Below 1 is faster than the peer. A small virtual machine
swings: the last table says by how much. Repeat it with `make bench-jmh`.

![readers](performance-readers.svg)

| work | peer | ns, ours | ns, peer | time against the peer | aim |
|---|---|---:|---:|---:|---:|
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

| benchmark | ns a value | +- |
|---|---:|---:|
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
    Work("Avro datum, typed", "AvroBench.sparkwireTyped", "AvroBench.avroGeneric", "Avro Java"),
    Work("Ignite record, 17 fields typed",
         "IgniteBench.sparkwireTyped", "IgniteBench.igniteInOrder", IN_ORDER, 1.0),
    Work("two fields of it, unverified",
         "IgniteBench.sparkwireTwoUnverified", "IgniteBench.igniteTwoLazily", "`ignite-core`, lazily", 1.0),
    *(Work(f"Kafka {message}", "KafkaBench.sparkwireRow", f"KafkaBench.{peer}", title, aim,
           {"message": message})
      for message in ["OffsetCommit", "GroupMetadata", "FetchRequest", "MetadataResponse"]
      for peer, title, aim in [("kafkaObjects", "Kafka's generated classes", 1.0),
                               ("kafkaJson", "the same, to JSON", 0.5)]),
    *(Work(f"Kafka record batch, {codec}",
           "KafkaBatchBench.sparkwireRows", "KafkaBatchBench.kafkaRecords", "`kafka-clients`",
           None, {"codec": codec})
      for codec in ["none", "gzip", "snappy", "lz4", "zstd"]),
    Work("Aerospike record, 887 bytes, to VARIANT",
         "MsgpackBench.sparkwireVariant", "MsgpackBench.coreStreaming", STREAMING, 0.33),
    Work("the same, bins typed",
         "MsgpackBench.sparkwireTyped", "MsgpackBench.coreStreaming", STREAMING, 0.2),
    Work("the same, 6 of 12 bins",
         "MsgpackBench.sparkwireTypedHalf", "MsgpackBench.coreStreaming", STREAMING),
]  # fmt: skip


def section(results: list[dict[str, Any]], avro: dict[str, Any]) -> str:
    """The text; works of which nothing was measured are left out."""
    text = HEAD
    for work, ours, theirs in compared(results):
        aim = (
            "" if work.aim is None else f"{work.aim:.1f} x" if work.aim >= 0.5 else f"{work.aim} x"
        )
        text += f"| {work.name} | {work.peer} | {ours:,.0f} | {theirs:,.0f} | {ours / theirs:.2f} x | {aim} |\n"
    text += beside_from_avro(avro) + EVERY
    for result in results:
        name = ".".join(result["benchmark"].split(".")[-2:])
        parameters = ", ".join((result.get("params") or {}).values())
        error = result["primaryMetric"]["scoreError"]
        called = f"{name}, {parameters}" if parameters else name
        text += f"| {called} | {median(result):,.0f} | {error:,.0f} |\n"
    return text


def beside_from_avro(measured: dict[str, Any]) -> str:
    times = measured["nanoseconds"]
    text = AVRO.format(
        bytes=measured["bytes"],
        all=times["from_avro"] / times["avro_decode"],
        two=times["from_avro, two fields"] / times["avro_decode, two fields"],
    )
    return text + "".join(f"| {query} | {time:,.0f} |\n" for query, time in times.items())


def median(result: dict[str, Any]) -> float:
    """Nanoseconds; the mean is at the mercy of one bad round."""
    return float(result["primaryMetric"]["scorePercentiles"]["50.0"])


def ratios(results: list[dict[str, Any]]) -> dict[str, float]:
    """Our time against the peer's, for the plot."""
    return {
        f"{work.name} ({work.peer})" if "JSON" in work.peer else work.name: ours / theirs
        for work, ours, theirs in compared(results)
    }


def compared(results: list[dict[str, Any]]) -> list[tuple[Work, float, float]]:
    """Works with the nanoseconds of both."""
    times = {
        (
            ".".join(result["benchmark"].split(".")[-2:]),
            tuple(sorted((result.get("params") or {}).items())),
        ): median(result)
        for result in results
    }
    found = []
    for work in WORKS:
        parameters = tuple(sorted(work.parameters.items()))
        ours, theirs = times.get((work.ours, parameters)), times.get((work.theirs, parameters))
        if ours and theirs:
            found.append((work, ours, theirs))
    return found
