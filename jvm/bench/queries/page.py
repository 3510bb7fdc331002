"""Generates docs/pages/performance.md, performance-tables.md and their plots from the results."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import files

import layouts
import planning
import readers
import rivals
import scale

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[3]
RESULTS = ROOT / "jvm" / "bench" / "results"
PAGES = ROOT / "docs" / "pages"


class Shown(NamedTuple):
    """The names that the first page uses for a format and its queries."""

    title: str
    whole: str
    same: str
    value: str


# For each format: title, the query of users, the query with the UDF's result, the word for a value.
FORMATS = {
    "databus": Shown("Databus", "all 32 fields, as a struct", "ten fields", "An event"),
    "aerospike": Shown("Aerospike", "all bins, typed", "six bins of twelve", "A notification"),
    "ignite": Shown("Ignite", "17 fields, typed", "four fields", "An object"),
    "kafka": Shown("Kafka", "all fields, as a struct", "four fields", "An offset commit"),
    "cernan": Shown("Cernan", "the packet, records typed", "the records alone, typed", "A packet"),
}

HEAD = """# Performance

How much one core decodes in a second, of values that lie in memory, with all of their fields built:

| format | a value | values a second | megabytes a second |
|---|---|---:|---:|
"""

AFTER_RATES = """
![Megabytes that one core decodes in a second](performance-formats.svg)

[All measurements](performance-tables.md) have their own page, with the method and the commands that repeat them. Another page
[compares](benchmark.md) the functions with UDFs around the libraries of each format. Ratios transfer to other machines better than
these figures. [Aims](#aims) are at the end. Everything was measured on one machine:

| | |
|---|---|
"""

AIMS_HEAD = """
## Aims

The **floor** is the same query with Spark's own `crc32(value)`, which touches every byte of every value once. An aim that
this run missed is marked **missed**.

| what is measured | compared with | aim | measured |
|---|---|---:|---:|
"""

FORMAT = """
## {title}

![Time of queries over {title} values](performance-{name}.svg)

{value} of {bytes} bytes on average takes {nanoseconds:,.0f} ns to decode completely ({query}), {floor:.1f} times the floor. A
Python UDF that returns the same fields as the query "{same}" takes {udf:.0f} times as long as that query. A
malformed row costs at most {worst:.1f} times a good one.
"""

AVRO = """
## Avro

![Time of queries over Avro values](performance-avro.svg)

`avro_decode` reads a value of {bytes:.0f} bytes in {ours:,.0f} ns, {all:.1f} times as fast as Spark's `from_avro`. For two
fields it is {two:.1f} times as fast, because the other fields are not built. `avro_variant`, which needs no constant schema,
takes {variant:,.0f} ns.
"""

MSGPACK = """
## MessagePack

![Time of decoding against rows, bytes and fields](performance-scale.svg)

The time grows linearly with the number of rows and with the size of a value; on the dashed line twice as much takes twice as
long. A value of {size:,} bytes takes {size_nanos:,.0f} ns with all its fields typed. All {fields} fields of a large map take
{every:.2f} times as long as one of them, because all bytes are checked in both cases.
"""

LATENCY = """
## Latency of streams

How long a record takes from its producer through a stream into another topic of Kafka, with Spark {spark}, {rate} Databus events a
second in one partition, with `to_json(databus_decode(value))` and without (`jvm/bench/queries/latency.py`). Micro-batches follow
each other without a pause. The batches of real-time mode take {real_time_seconds} seconds, and records wait between two of them.

| | p50 | p99 |
|---|---:|---:|
{rows}
A micro-batch spends its time on planning and commits, so the decode is lost in the noise. Real-time mode works with Sparkwire's
functions without further settings; its p99 differs from run to run, with a decode and without.
"""

TABLES_HEAD = """# Performance: all measurements

The [summary](performance.md) shows the aims and one plot for each format. This page has all results. Measurements that are
compared with each other ran side by side in one run, in alternating rounds; each figure is the median of its rounds. An aim
that a run missed is marked **missed**.
"""

QUERIES = """
## Queries on Spark

Each table shows the queries of one format over {distinct:,} different values, repeated up to {megabytes} MB or three million rows. The
values of a format differ in their types, lengths and schemas, in the order of their fields and in the fields that are
missing, as far as the format allows. The queries ran on one core (`local[1]`) of a machine with two. The values were cached in
memory, and the results were discarded (`noop`). Each query ran for some seconds before it was timed.

The **floor** is the same query with Spark's own `crc32(value)`: the cost of touching every byte of every value once. A cached
column is the worst case for a decoder, because nothing else in the query costs anything. If the values come from Parquet or
Kafka, reading them is a large part of both times. The **Python UDF** is written as a careful user would write it, for the
fields of one of the queries. It returns the same values. It has a process of its own, and so a core of its own.

Run these measurements with `make bench`.
"""

COLUMN = """
Spark passes on a cached column without touching its values. Any function has to take the values out first: Spark's own
`octet_length(value)` takes {length:.1f} times as long as the column, and decoding one field takes {of_length:.2f} times as long as
`octet_length(value)`.
"""

STORED = """
The same values, read from Parquet files:

"""

MALFORMED = """
### The cost of a malformed row

The table shows how much longer a query takes if all rows are malformed, compared with the same query over good rows. The query
decodes the fields that the Python UDF returns, with `try_`. The rows are cached. Each value is cut: after at most 24 bytes
(early), or before its last byte (late). `try_` returns NULL; `_fault` says what is wrong and where. The aim is at most {aim}
times.

| format | good row, ns | `try_`, early | `try_`, late | `_fault`, early | `_fault`, late |
|---|---:|---:|---:|---:|---:|
"""
MALFORMED_AIM = 10

CORES = """
### Two cores

The table shows how many times faster two cores are than one, over values in Parquet files: twice the CPU time of a task that runs
alone, against that of a task beside which another one runs (`jvm/bench/queries/cores.py`). A task that waits for memory, or for
anything else that both share, takes more of it. In brackets are the least and the most of {rounds} rounds. The aim is at least {aim}
times. The floor is `crc32` over the same values.

By the clock, from the start of a query to its end, the second core brings less, because one task alone has it, too: while the
task runs, the JVM compiles, collects and plans there. In a process that may use only one core, these threads took a third of it.

| format | decoding | the floor | decoding, by the clock | the floor, by the clock |
|---|---:|---:|---:|---:|
"""
CORES_AIM = 1.8
CORES_RESULTS = ROOT / "jvm" / "bench" / "results" / "cores.json"


class Aim(NamedTuple):
    """A row of the table of aims."""

    what: str
    other: str
    bound: str
    measured: str


# The aims of the Databus queries: the query, its reference, and the largest ratio of their times. A
# UDF as the query must take at least this many times as long.
AIMS = [
    ("ten fields", "floor: crc32(value)", 1.5),
    ("all 32 fields, as a struct", "floor: crc32(value)", 2.0),
    ("one field, unverified", "the column, read", 1.1),
    ("Python UDF", "ten fields", 25),
    ("pandas UDF", "ten fields", 15),
    ("Arrow UDF", "ten fields", 15),
]


# The result files that the pages are generated from, in the order of the parameters below.
FILES = ["queries", "peers", "avro"]


def write() -> None:
    """Write the pages and their plots from the files in the results folder."""
    measured, peers, avro = (json.loads((RESULTS / f"{name}.json").read_text()) for name in FILES)
    (PAGES / "performance.md").write_text(summary(measured, peers, avro))
    (PAGES / "performance-tables.md").write_text(tables(measured, peers, avro))
    (PAGES / "benchmark.md").write_text(rivals.page())
    for name, drawn in plots(measured, peers, avro).items():
        (PAGES / name).write_text(drawn)


def plots(
    measured: dict[str, Any], peers: dict[str, list[list[float]]], avro: dict[str, Any]
) -> dict[str, str]:
    """The plots by file name."""
    times = {name: result["nanoseconds"] for name, result in measured["formats"].items()}
    times["avro"] = avro["nanoseconds"]
    drawn = {f"performance-{name}.svg": plot(found) for name, found in times.items()}
    drawn["performance-formats.svg"] = plot(
        {one.format: one.megabytes for one in rates(measured["formats"], avro)}, "MB/s"
    )
    drawn["performance-scale.svg"] = scale.plot()
    drawn["performance-readers.svg"] = plot(readers.ratios(peers), "x")
    return drawn


def summary(
    measured: dict[str, Any], peers: dict[str, list[list[float]]], avro: dict[str, Any]
) -> str:
    """The first page: rates, for each format a plot and three sentences, and the aims."""
    formats = measured["formats"]
    text = HEAD + "".join(
        f"| {one.format} | {one.value} | {1e9 / one.nanoseconds:,.0f} | {one.megabytes:,.0f} |\n"
        for one in rates(formats, avro)
    )
    text += AFTER_RATES
    text += "".join(f"| {key} | {value} |\n" for key, value in measured["machine"].items())
    for name, result in formats.items():
        shown, times = FORMATS[name], result["nanoseconds"]
        whole = times[shown.whole]
        good, *others = result["malformed"].values()
        text += FORMAT.format(
            name=name,
            title=shown.title,
            value=shown.value,
            bytes=result["bytes"],
            nanoseconds=whole,
            query=shown.whole,
            floor=whole / floor(times),
            udf=times["Python UDF"] / times[shown.same],
            same=shown.same,
            worst=max(others) / good,
        )
    times = avro["nanoseconds"]
    text += AVRO.format(
        bytes=avro["bytes"],
        ours=times["avro_decode"],
        all=times["from_avro"] / times["avro_decode"],
        two=times["from_avro, two fields"] / times["avro_decode, two fields"],
        variant=times["avro_variant"],
    )
    found = json.loads(scale.RESULTS.read_text())
    size, one, every = found["sizes"][1], found["fields"][0], found["fields"][-1]
    text += MSGPACK.format(
        size=size["number"],
        size_nanos=size["nanos"],
        fields=every["number"],
        every=every["nanos"] / one["nanos"],
    )
    text += latency()
    return (
        text
        + AIMS_HEAD
        + "".join(
            f"| {aim.what} | {aim.other} | {aim.bound} | {aim.measured} |\n"
            for aim in [*databus_aims(formats["databus"]), *other_aims(formats, peers, avro)]
        )
    )


def latency() -> str:
    """The latencies that latency.py found."""
    found = json.loads((RESULTS / "latency.json").read_text())
    rows = "".join(
        f"| {name} | {at['p50']:,.0f} ms | {at['p99']:,.0f} ms |\n"
        for name, at in found["milliseconds"].items()
    )
    return LATENCY.format(rows=rows, **found)


class Rate(NamedTuple):
    """The time of one value of a format, all of whose fields are built."""

    format: str
    value: str
    bytes: float
    nanoseconds: float

    @property
    def megabytes(self) -> float:
        """How many megabytes are decoded in a second."""
        return self.bytes / self.nanoseconds * 1000


def rates(formats: dict[str, Any], avro: dict[str, Any]) -> Iterator[Rate]:
    """The rates of all formats."""
    for name, result in formats.items():
        shown = FORMATS[name]
        about = f"{shown.value[0].lower()}{shown.value[1:]} of {result['bytes']:.0f} bytes"
        yield Rate(shown.title, about, result["bytes"], result["nanoseconds"][shown.whole])
    about = f"a record of {avro['bytes']:.0f} bytes"
    yield Rate("Avro", about, avro["bytes"], avro["nanoseconds"]["avro_decode"])
    size = json.loads(scale.RESULTS.read_text())["sizes"][1]
    about = f"a map of {size['number']:,} bytes"
    yield Rate("MessagePack", about, size["number"], size["nanos"])


def tables(
    measured: dict[str, Any], peers: dict[str, list[list[float]]], avro: dict[str, Any]
) -> str:
    """The second page: every result."""
    formats = measured["formats"]
    text = TABLES_HEAD
    text += QUERIES.format(distinct=measured["distinct"], megabytes=measured["megabytes"])
    for name, result in formats.items():
        times = result["nanoseconds"]
        text += f"\n### {FORMATS[name].title}, {result['bytes']} bytes\n\n" + table(
            times, floor(times)
        )
        if "octet_length(value)" in times:
            length = times["octet_length(value)"]
            text += COLUMN.format(
                length=length / times["the column, read"],
                of_length=times["one field, unverified"] / length,
            )
        if "stored" in result:
            text += STORED + table(result["stored"], floor(result["stored"]))
    text += MALFORMED.format(aim=MALFORMED_AIM) + "".join(
        malformed(name, result["malformed"]) for name, result in formats.items()
    )
    cores = json.loads(CORES_RESULTS.read_text())
    text += CORES.format(aim=CORES_AIM, rounds=cores["rounds"]) + "".join(
        f"| {name} | {faster(found['decoding']['cpu'])}{missed_by_cores(found)} "
        f"| {faster(found['floor']['cpu'])} "
        f"| {found['decoding']['clock'][0]:.2f} x | {found['floor']['clock'][0]:.2f} x |\n"
        for name, found in cores["formats"].items()
    )
    text += f"\nFull garbage collections in all of these queries: {measured['full_collections']}.\n"
    text += planning.section() + scale.section() + files.section()
    return text + readers.section(peers, avro) + layouts.section()


def missed_by_cores(found: dict[str, Any]) -> str:
    return missed(round(found["decoding"]["cpu"][0], 2) < CORES_AIM)


def faster(found: list[float]) -> str:
    middle, least, most = found
    return f"{middle:.2f} x ({least:.2f} to {most:.2f})"


def floor(times: dict[str, float]) -> float:
    return next(value for key, value in times.items() if key.startswith("floor"))


def databus_aims(result: dict[str, Any]) -> Iterator[Aim]:
    for query, other, aim in AIMS:
        is_udf = query.endswith("UDF")
        for where, found in (
            ("in the cache", result["nanoseconds"]),
            ("from Parquet", result["stored"]),
        ):
            if query in found and other in found:
                ratio = round(found[query] / found[other], 2)
                verdict = missed(ratio < aim if is_udf else ratio > aim)
                bound = "at least" if is_udf else "at most"
                yield Aim(
                    f"Databus: {query}, {where}",
                    other,
                    f"{bound} {aim:g} x",
                    f"{ratio:g} x{verdict}",
                )


def other_aims(
    formats: dict[str, Any], peers: dict[str, list[list[float]]], avro: dict[str, Any]
) -> Iterator[Aim]:
    worst = {
        name: max(list(result["malformed"].values())[1:]) / next(iter(result["malformed"].values()))
        for name, result in formats.items()
    }
    name = max(worst, key=worst.__getitem__)
    slow = worst[name]
    yield Aim(
        f"a malformed row, worst case ({FORMATS[name].title})",
        "a good row",
        f"at most {MALFORMED_AIM} x",
        f"{slow:.1f} x{missed(round(slow, 1) > MALFORMED_AIM)}",
    )
    for name, found in json.loads(CORES_RESULTS.read_text())["formats"].items():
        yield Aim(
            f"{FORMATS[name].title} on two cores, from Parquet",
            "one core",
            f"at least {CORES_AIM} x as fast",
            f"{found['decoding']['cpu'][0]:.2f} x{missed_by_cores(found)}",
        )
    slow = max(
        it["ours"] / it["theirs"]
        for it in json.loads(planning.RESULTS.read_text())
        if it["fields"] == planning.HELD
    )
    yield Aim(
        f"planning a query over {planning.HELD:,} fields",
        "`from_json`",
        f"at most {planning.AIM} x",
        f"{slow:.2f} x{missed(round(slow, 2) > planning.AIM)}",
    )
    slowest = min(
        it["theirs"] / it["ours"] for it in json.loads(layouts.RESULTS.read_text()).values()
    )
    yield Aim(
        "a layout, three or four fields",
        "a Python UDF with Kaitai's classes",
        f"at least {layouts.AIM} x as fast",
        f"{slowest:.0f} x{missed(slowest < layouts.AIM)}",
    )
    for part, least, held in rivals.aims():
        past = sum(round(ratio, 2) < least for ratio in held)
        yield Aim(
            f"{len(held)} kinds of values, {part}",
            "the best UDF around the format's library",
            f"at least {least:g} x as fast",
            f"{min(held):.2f} to {max(held):.2f} x"
            + (missed(past > 0) + f" by {past} of {len(held)}") * bool(past),
        )
    times = avro["nanoseconds"]
    faster = round(times["from_avro"] / times["avro_decode"], 1)
    yield Aim(
        "`avro_decode`, all fields",
        "`from_avro`",
        f"at least {readers.AVRO_AIM} x as fast",
        f"{faster} x{missed(faster < readers.AVRO_AIM)}",
    )
    for what, peer, aim, held in readers.aims(peers):
        low, high = min(held), max(held)
        measured = f"{low:.2f} x" if len(held) == 1 else f"{low:.2f} to {high:.2f} x"
        past = sum(round(ratio, 2) > aim for ratio in held)
        of = "" if len(held) == 1 else f" by {past} of {len(held)}"
        yield Aim(
            f"{what}, without Spark",
            peer,
            f"at most {aim:g} x",
            measured + (missed(past > 0) + of) * bool(past),
        )


def missed(is_missed: bool) -> str:
    return ", **missed**" if is_missed else ""


def malformed(name: str, times: dict[str, float]) -> str:
    good, *others = times.values()
    ratios = [value / good for value in (others[0], others[2], others[1], others[3])]
    cells = "".join(
        f" {ratio:.1f} x{missed(round(ratio, 1) > MALFORMED_AIM)} |" for ratio in ratios
    )
    return f"| {name} | {good:,.0f} |{cells}\n"


def table(times: dict[str, float], floor: float) -> str:
    rows = "".join(
        f"| {name} | {value:,.0f} | {value / floor:.1f} x |\n" for name, value in times.items()
    )
    return f"| query | ns a row | against the floor |\n|---|---:|---:|\n{rows}"


def plot(times: dict[str, float], unit: str = "ns") -> str:
    """Draw horizontal bars on a logarithmic scale; the text has the page's own colour."""
    import math

    low = math.log10(min(times.values()) / 2)
    high = math.log10(max(times.values()) * 1.5)
    digits = 2 if unit == "x" else 0
    labels = max(196, 7 * max(len(name) for name in times))
    rows = []
    for number, (name, value) in enumerate(times.items()):
        y = 8 + number * 26
        width = (math.log10(value) - low) / (high - low) * 430
        colour = (
            "#8d99ae" if name.startswith(("floor", "the column", "octet_length")) else "#2a9d8f"
        )
        colour = "#e76f51" if name.endswith("UDF") else colour
        rows.append(
            f'<text x="{labels}" y="{y + 14}" text-anchor="end">{name}</text>'
            f'<rect x="{labels + 8}" y="{y}" width="{width:.0f}" height="18" rx="3" fill="{colour}"/>'
            f'<text x="{labels + 16 + width:.0f}" y="{y + 14}">{value:,.{digits}f} {unit}</text>'
        )
    height = 16 + len(times) * 26
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {labels + 544} {height}" font-size="13"'
        f' font-family="sans-serif" fill="#607080">{"".join(rows)}</svg>\n'
    )


if __name__ == "__main__":
    write()
