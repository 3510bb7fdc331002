"""Makes docs/pages/performance.md and its plots from the measured results."""

from __future__ import annotations

import json
from pathlib import Path

import planning
import readers
import scale

ROOT = Path(__file__).resolve().parents[3]
RESULTS = ROOT / "jvm" / "bench" / "results"
PAGES = ROOT / "docs" / "pages"

HEAD = """# Performance

Measured on one machine; what is compared ran side by side in one run, in rounds that alternate, and the median of the rounds
counts. Ratios travel better to another machine than nanoseconds. An aim that a run missed is marked **missed**.

| | |
|---|---|
"""

QUERIES = """
## Queries on Spark

Each table has the queries of one format over {distinct:,} different values, repeated up to {megabytes} MB or three million rows; the
records of a format differ in the order of their fields, in fields that are missing, in types, lengths and schemas, as far as
the format lets them. One core of a machine with two (`local[1]`), values cached in memory, results thrown away
(`noop`). Every query runs for some seconds before it is timed.

The **floor** is the same query with Spark's own `crc32(value)`: what it costs to touch every byte of every value once. A
cached column makes a decoder look worst, because nothing else in the query costs anything: where values come from Parquet or
Kafka, reading them is a larger part of both. The **Python UDF** is what a careful user would write, for the fields of the
query above it; it gives the same values, and has a process, and so a core, of its own.

Repeat it with `make bench`.

### Aims for Databus

| what | against | aim | measured |
|---|---|---:|---:|
"""

# What the queries over Databus are held to: the query, what it is compared with, and how many times that it may
# take, or, where it is a UDF, has to take.
AIMS = [
    ("ten fields", "floor: crc32(value)", 1.5),
    ("all 32 fields, as a struct", "floor: crc32(value)", 2.0),
    ("one field, unverified", "the column, read", 1.1),
    ("Python UDF", "ten fields", 25),
    ("pandas UDF", "ten fields", 15),
    ("Arrow UDF", "ten fields", 15),
]

COLUMN = """
A cached column that is only read is handed on as it lies there. Taking a value out of it, as every function does, costs
more than that: Spark's own `octet_length(value)` takes {length:.1f} times the column, and one field {of_length:.2f} times
`octet_length(value)`.
"""

STORED = """
The same values read from Parquet files:

"""

MALFORMED = """
### The cost of a malformed row

How long a query takes over malformed rows only, in times of the same query over good ones: the decoding with `try_` of the
fields that the Python UDF gives. The rows are cached, and each is cut: after 24 bytes at most (early) or in front of its last
byte (late). `try_` gives NULL; `_fault` says what is wrong and where. The aim is {aim} times at most.

| format | good row, ns | `try_`, early | `try_`, late | `_fault`, early | `_fault`, late |
|---|---:|---:|---:|---:|---:|
"""
MALFORMED_AIM = 10

CORES = """
### Two cores

How many times as fast the same rows are in two partitions as in one, in a session with two cores; the values are constants
of the query. The aim is {aim} x at least. Beside it the same of the floor, `crc32` over a cached column, where both cores
wait for the memory of the machine.

| format | decoding | the floor over a cached column |
|---|---:|---:|
"""
CORES_AIM = 1.7


def write() -> None:
    """Write the page from what the results folder holds."""
    measured = json.loads((RESULTS / "queries.json").read_text())
    text = HEAD + "".join(f"| {key} | {value} |\n" for key, value in measured["machine"].items())
    text += QUERIES.format(distinct=measured["distinct"], megabytes=measured["megabytes"])
    databus = measured["formats"]["databus"]
    text += against_aims(databus["nanoseconds"], databus["stored"])
    for name, result in measured["formats"].items():
        times = result["nanoseconds"]
        floor = next(value for key, value in times.items() if key.startswith("floor"))
        (PAGES / f"performance-{name}.svg").write_text(plot(times))
        text += f"\n### {name}, {result['bytes']} bytes\n\n![{name}](performance-{name}.svg)\n\n"
        text += table(times, floor)
        if "stored" in result:
            text += STORED + table(result["stored"], result["stored"]["floor: crc32(value)"])
    text += MALFORMED.format(aim=MALFORMED_AIM) + "".join(
        malformed(name, result["malformed"]) for name, result in measured["formats"].items()
    )
    text += CORES.format(aim=CORES_AIM) + "".join(
        f"| {name} | {cores['decoding']:.2f} x{missed(round(cores['decoding'], 2) < CORES_AIM)} | {cores['floor']:.2f} x |\n"
        for name, cores in ((name, it["cores"]) for name, it in measured["formats"].items())
    )
    text += (
        f"\nFull collections of memory in all of these queries: {measured['full_collections']}.\n"
    )
    text += planning.section() + scale.section()
    (PAGES / "performance-scale.svg").write_text(scale.plot())
    jmh = json.loads((RESULTS / "jmh.json").read_text())
    (PAGES / "performance-readers.svg").write_text(plot(readers.ratios(jmh), "x"))
    text += readers.section(jmh, json.loads((RESULTS / "avro.json").read_text()))
    (PAGES / "performance.md").write_text(text)


def against_aims(times: dict[str, float], stored: dict[str, float]) -> str:
    """The aims for Databus, and what the run gave."""
    text = ""
    for query, other, aim in AIMS:
        is_udf = query.endswith("UDF")
        for where, found in ("in the cache", times), ("from Parquet", stored):
            if query in found and other in found:
                ratio = round(found[query] / found[other], 2)
                verdict = missed(ratio < aim if is_udf else ratio > aim)
                bound = "at least" if is_udf else "at most"
                text += (
                    f"| {query}, {where} | {other} | {bound} {aim:g} x | {ratio:g} x{verdict} |\n"
                )
    length = times["octet_length(value)"]
    return text + COLUMN.format(
        length=length / times["the column, read"],
        of_length=times["one field, unverified"] / length,
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
    """Draw horizontal bars on a logarithmic scale; text in the page's own colour."""
    import math

    low = math.log10(min(times.values()) / 2)
    high = math.log10(max(times.values()) * 1.5)
    digits = 0 if unit == "ns" else 2
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
