"""Measures readers and writers against other libraries, for docs/pages/performance-tables.md.

Both sides run in one JVM and take turns every 20 ms (``Peers.scala``). Every pass is a JVM of its own.
Results are kept after each pass; a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

import compare

import kaitai

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).resolve().parents[3]
SBT = ROOT / "project" / "sbt"
RESULTS = ROOT / "jvm" / "bench" / "results" / "peers.json"

HEAD = """
## Readers and writers compared with other libraries

No query is around these measurements. Sparkwire decodes to a row of Spark, the other library to its own objects; the results are
compared before anything is timed. Both sides run in one JVM, each in a class loader of its own, and take turns every 20 ms. The
times are those of the thread on the processor. Other load on the machine slows down both sides alike, so their ratio stays the
same. A pass is one JVM and has 100 turns of each side. Its ratio is the median of the ratios of two turns that followed each
other. The table shows the median of the passes, in brackets the lowest and the highest, and how many there were. What the JIT
compiler makes of the same code differs from JVM to JVM, so work whose passes lie further apart than {spread:.0%} is measured in
up to {most} passes, any other in {passes}. A ratio below 1 x means that Sparkwire is faster. Run these measurements with `make
bench-peers`; a run that was stopped goes on where it was.

![readers](performance-readers.svg)
"""

KINDS = {
    "varied": """
### Different values

Both sides decode the same values, all of them different: their fields come in different orders or are missing; texts, lists
and numbers have all lengths; versions and schemas alternate. There are 1,024 values, or 256 if they are large, or 16 record
batches of Kafka with about 200 records each. The aims apply to these measurements.

A layout becomes a row in Spark's binary form, whose texts are checked UTF-8. Kaitai's Java makes an object of each type, whose texts
are strings. What any value costs before its first field, 15 to 20 ns, is a large part of what these objects take in all, so
that most layouts miss the aim. They are read without the keys `-spark` that give a field another type, such as decimals and
checksums, because Kaitai ignores them.
""",
    "written": """
### Writing

Both sides write the same different values, Sparkwire from a row of Spark, the other library from its own objects. The bytes
are compared before anything is timed; those of Ignite differ in the types that a row of Spark cannot tell, such as UUIDs.

Half of the time of an OffsetCommit is for its fields: a method written by hand for version 3 alone, with the same checks, takes
24 ns from row to bytes. The rest finds the code of the version, which differs from value to value, and keeps the way open to the
general path.
""",
    "floor": """
### What the work takes at least

Some aims are missed. These methods of the benchmarks do only a part of the work, or nothing but it, and show how near an aim
could come. Rows and VARIANTs that they make are compared with those of Sparkwire.

A VARIANT has its fields in sorted order, an offset for each, and every number in its shortest form. To write a finished VARIANT
once more, with all of that known, and to check the bytes of the message, which every reader has to, take more of msgpack-core's
time together than the aims of 0.33 (bins) and 0.4 (any MessagePack) allow. So do, for typed bins and 0.25, the checks and the row
as Spark's own generated code writes it from objects that are there.

Methods for ten fields of an event, or for one message, are about twice as fast as the readers that can give every field
of every version and every message, and name the fault. A message of one number shows what any value takes, whatever is in it: to
take the version from beside it, find the code of that version, count what the value may cost, begin a row and hand it on.
Together with the fields, by hand, this is more than the aim of an OffsetCommit. A query around it takes more than twice as long.
In the query "ten fields", a cached value has to be taken out of its column, which takes more than half of the query's time (Spark's
`octet_length` does little else), and each field is copied into the row of the result.

About half of the time of a batch with gzip or zstd is spent in their libraries, so that not even rows that are written by hand
reach the aim. With the other codecs they do, and Sparkwire's reader just misses it. It takes some 20 ns more for a record: it goes
over the records in steps that can also refuse any of them with its position, makes only the fields that a query asks for, counts
what they may cost, and writes them to a buffer that grows. Code for whole records, as it is generated for plain structs, would gain
6 % at the most: that is what a trial gained in which a record was read without questions and its fields were stored at constant
places. It would be a second way to read a record, which such a gain is not worth.

A method for the class of the Ignite records takes a third of Sparkwire's time. It looks for fields of known types at the
places that the footer gives; the reader asks for every field, takes whatever value is there, and follows what the type of the
column says about it.

A malformed row is walked twice: to decode it, and to find the fault. Each walk ends with an exception, as `try_` shows, which
walks once. Half of the time of a message of Kafka that is explained (`KafkaBench.badIsExplained`) is for the two exceptions: the JVM
looks for a handler in each method that they leave. The texts of the fault come on top. The ratio depends on the good row as well: in
four runs on two machines, a good row of Kafka took 107 to 139 ns and a malformed one 7.3 to 10.3 times as long, and in three of
these runs a malformed one of Databus 7.2 to 7.5 times. The ten fields of Databus took 1.5 to 1.8 times the floor in these three:
where the floor takes 90 ns and not 132, the query takes 150 and not 202.
""",
    "one": """
### The same value again and again

This is the best case for both sides: the processor has learned every branch after a few rounds.
""",
}

COLUMNS = """
| work | other library | ns, {ours} | ns, other | ratio | passes | aim |
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

PASSES = 2
MOST_PASSES = 9
# The passes of work lie close together if their ratios differ by at most this part of the median.
SPREAD = 0.1


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
CODECS = ["none", "gzip", "snappy", "lz4", "zstd"]
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
    *(Work(kind, f"Ignite record, {name}", f"{bench}.{ours}", f"{bench}.{theirs}", peer,
           aim if kind == "varied" else None)
      for kind, bench in [("varied", "IgniteVariedBench"), ("one", "IgniteBench")]
      for name, ours, theirs, peer, aim in [
          ("17 fields typed", "sparkwireTyped", "igniteInOrder", "`ignite-core`, fields in order",
           0.8),
          ("two fields, unverified", "sparkwireTwoUnverified", "igniteTwoLazily",
           "`ignite-core`, lazily", 1.0),
      ]),
    Work("varied", "Ignite change event, 17 fields typed",
         "IgniteEventBench.sparkwireRow", "IgniteEventBench.javaObject",
         "the JDK's `readObject`, the order not decoded"),
    *(Work(kind, f"Kafka {message}", "KafkaBench.sparkwireRow", f"KafkaBench.{peer}", title,
           aim if kind == "varied" else None, {"message": message, **records})
      for kind, records in KINDS_OF_RECORDS
      for message in ["OffsetCommit", "GroupMetadata", "FetchRequest", "MetadataResponse"]
      for peer, title, aim in [("kafkaObjects", "Kafka's generated classes", 1.0),
                               ("kafkaJson", "Kafka's generated classes, to JSON", 0.5)]),
    *(Work("varied", f"Layout {name}", "LayoutBench.read", "LayoutBench.kaitai",
           "Kaitai's Java", 0.5, {"layout": name})
      for name in kaitai.LAYOUTS),
    *(Work("varied", name, "OursAsLayoutsBench.asLayout", "OursAsLayoutsBench.byFunction",
           f"`{function}`", aim, {"format": what})
      for what, name, function, aim in [
          ("event", "Layout of a Databus event, ten fields", "databus_decode", 1.3),
          ("commit", "Layout of an OffsetCommit", "kafka_decode", 1.2)]),
    *(Work("varied", f"Kafka record batch, {codec}",
           "KafkaBatchBench.sparkwireRows", "KafkaBatchBench.kafkaRecords",
           "`kafka-clients`, as its consumer", 0.7, {"codec": codec})
      for codec in CODECS),
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
    *(Work("floor", name, f"{bench}.{ours}", f"{bench}.{theirs}", peer, None, parameters)
      for name, bench, ours, theirs, peer, parameters in [
          ("Databus event, its two checksums", "DatabusBench", "checksumsAlone", "floor",
           "the JDK's CRC-32 of its bytes", {"records": "varied"}),
          ("Databus event, ten fields to a row of Spark, by hand", "DatabusBench",
           "tenFieldsByHand", "floor", "the JDK's CRC-32 of its bytes", {"records": "varied"}),
          ("Kafka message of one number, by the decoder as it is", "KafkaBench", "oneNumber",
           "kafkaObjects", "Kafka's generated classes, an OffsetCommit",
           {"message": "OffsetCommit", "records": "varied"}),
          ("Kafka OffsetCommit, by hand", "KafkaBench", "byHand", "kafkaObjects",
           "Kafka's generated classes", {"message": "OffsetCommit", "records": "varied"}),
          *((f"Kafka record batch, {codec}: {part}", "KafkaBatchBench", method, "kafkaRecords",
             "`kafka-clients`, as its consumer", {"codec": codec})
            for codec in CODECS
            for part, method in [("its checksum, and its records unpacked", "unpacked"),
                                 ("its rows, by hand", "byHand")]),
          ("Ignite record, 17 fields typed, by hand", "IgniteVariedBench", "byHand",
           "igniteInOrder", "`ignite-core`, fields in order", {}),
          ("Aerospike record, the checks of its bytes", "MsgpackBench", "checkedByHand",
           "coreStreaming", STREAMING, {"records": "varied"}),
          ("Aerospike record, the VARIANT of its bins once more", "MsgpackBench", "binsByHand",
           "coreStreaming", STREAMING, {"records": "varied"}),
          ("Aerospike record, the VARIANT of any MessagePack once more", "MsgpackBench",
           "variantByHand", "coreStreaming", STREAMING, {"records": "varied"}),
          ("Aerospike record, the row of typed bins by Spark's generated code", "MsgpackBench",
           "rowBySpark", "coreStreaming", STREAMING, {"records": "varied"}),
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
           f"MsgpackWriteBench.{peer}", title, aim)
      for name, method, peer, title, aim in [
          ("a row", "Row", "coreOfRow", "msgpack-core, its packer", 1.0),
          ("a VARIANT", "Variant", "coreWalkingVariant",
           "msgpack-core, walking Spark's `Variant`", 1.0),
          ("a VARIANT", "Variant", "coreOfVariant",
           "msgpack-core, its packer, from maps and lists that are there", None),
      ]),
]  # fmt: skip


class Pass(NamedTuple):
    """What one JVM measured: the medians of our times and theirs, and of the ratios of two turns."""

    ours: float
    theirs: float
    ratio: float


Found = list[tuple[Work, list[Pass]]]


def section(results: dict[str, list[list[float]]], avro: dict[str, Any]) -> str:
    """The text of the section; work that was not measured is omitted."""
    text = HEAD.format(passes=PASSES, most=MOST_PASSES, spread=SPREAD)
    found = compared(results)
    for kind, head in KINDS.items():
        rows = [row(work, passes) for work, passes in found if work.kind == kind]
        if rows:
            ours = "this method" if kind == "floor" else "Sparkwire"
            text += head + COLUMNS.format(ours=ours) + "".join(rows)
    return text + beside_from_avro(avro)


def row(work: Work, passes: list[Pass]) -> str:
    ours, theirs = (median(times) for times in list(zip(*passes, strict=True))[:2])
    ratios = [one.ratio for one in passes]
    return (
        f"| {work.name} | {work.peer} | {ours:,.0f} | {theirs:,.0f} "
        f"| {spread(ratios)} | {len(ratios)} "
        f"| {against(median(ratios), work.aim)} |\n"
    )


def spread(ratios: list[float]) -> str:
    middle = f"{median(ratios):.2f} x"
    return middle if len(ratios) == 1 else f"{middle} ({min(ratios):.2f} to {max(ratios):.2f})"


def against(ratio: float, aim: float | None) -> str:
    """The aim as text, with a mark if it is missed."""
    if aim is None:
        return ""
    return f"{aim:g} x" + (", **missed**" if round(ratio, 2) > aim else "")


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


def ratios(results: dict[str, list[list[float]]]) -> dict[str, float]:
    """The ratios of our time to the peer's over different values, for the plot."""
    found: dict[str, float] = {}
    for work, passes in compared(results):
        if work.kind == "varied":
            # If there are several peers, the name of each further one is part of the label.
            name = f"{work.name} ({work.peer})" if work.name in found else work.name
            found[name] = ratio(passes)
    return found


def aims(results: dict[str, list[list[float]]]) -> list[tuple[str, str, float, list[float]]]:
    """The work with an aim, grouped by system and peer: description, peer, aim and ratios."""
    found: dict[tuple[str, str, str, float], dict[str, float]] = {}
    for work, passes in compared(results):
        if work.aim is not None:
            key = (work.name.split()[0], work.kind, work.peer, work.aim)
            found.setdefault(key, {})[work.name] = ratio(passes)
    return [
        (
            next(iter(held)) if len(held) == 1 else f"{system}, {len(held)} kinds",
            peer,
            aim,
            [*held.values()],
        )
        for (system, _, peer, aim), held in found.items()
    ]


def ratio(passes: list[Pass]) -> float:
    return median(one.ratio for one in passes)


def compared(results: dict[str, list[list[float]]]) -> Found:
    """The work that was measured."""
    return [
        (work, [Pass(*one) for one in results[title]])
        for title, work in titles().items()
        if results.get(title)
    ]


def titles() -> dict[str, Work]:
    """All work, by the names of both benchmarks and their parameters."""
    return {", ".join([work.ours, work.theirs, *work.parameters.values()]): work for work in WORKS}


def missing(results: dict[str, list[list[float]]], only: str) -> dict[str, Work]:
    """The work that needs another pass."""
    return {
        title: work
        for title, work in titles().items()
        if work.ours.startswith(only)
        and needs_another([Pass(*one) for one in results.get(title, [])])
    }


def needs_another(passes: list[Pass]) -> bool:
    if len(passes) < PASSES:
        return True
    ratios = [one.ratio for one in passes]
    return max(ratios) - min(ratios) > SPREAD * median(ratios) and len(passes) < MOST_PASSES


def groups(works: dict[str, Work]) -> list[dict[str, Work]]:
    """The work whose benchmarks are in the same class and have the same parameters."""
    found: dict[tuple[str, ...], dict[str, Work]] = {}
    for title, work in works.items():
        key = (work.ours.split(".")[0], *work.parameters.values())
        found.setdefault(key, {})[title] = work
    return list(found.values())


def measure(works: dict[str, Work], class_path: str) -> dict[str, Pass]:
    """Run all benchmarks of a group once, in turns in one JVM."""
    methods = sorted({name for work in works.values() for name in (work.ours, work.theirs)})
    group = {"name": methods[0], "methods": methods,
             "parameters": next(iter(works.values())).parameters}  # fmt: skip
    with tempfile.TemporaryDirectory() as name:
        given, out, path = (Path(name) / file for file in ("groups", "turns", "path"))
        given.write_text(json.dumps(group) + "\n")
        path.write_text(class_path)
        run = f"bench/runMain sparkwire.bench.Peers {given} {out} {path}"
        subprocess.run([SBT, run], cwd=ROOT, check=True)
        turns = json.loads(out.read_text())["nanos"]
    times = dict(zip(methods, zip(*turns, strict=True), strict=True))
    return {title: one_pass(times[it.ours], times[it.theirs]) for title, it in works.items()}


def one_pass(ours: Sequence[float], theirs: Sequence[float]) -> Pass:
    between = median(one / other for one, other in zip(ours, theirs, strict=True))
    return Pass(round(median(ours), 1), round(median(theirs), 1), round(between, 4))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="?", default="", help="the class whose benchmarks are run")
    parser.add_argument("--anew", action="store_true", help="forget the results that are there")
    arguments = parser.parse_args()
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    if arguments.anew:
        results = {t: found for t, found in results.items() if not t.startswith(arguments.only)}
    class_path = compare.class_path(ROOT)
    if any("Layout" in work.ours for work in missing(results, arguments.only).values()):
        class_path = ":".join([class_path, *map(str, kaitai.class_path(ROOT))])
    while works := missing(results, arguments.only):
        for group in groups(works):
            for title, found in measure(group, class_path).items():
                results.setdefault(title, []).append(list(found))
            lines = ",\n".join(
                f"{json.dumps(key)}: {json.dumps(results[key])}" for key in sorted(results)
            )
            RESULTS.write_text(f"{{\n{lines}\n}}\n")


if __name__ == "__main__":
    main()
