"""Makes docs/pages/performance.md and its plots from the measured results."""

from __future__ import annotations

import json
from pathlib import Path

import planning

import readers

ROOT = Path(__file__).resolve().parents[3]
RESULTS = ROOT / "jvm" / "bench" / "results"
PAGES = ROOT / "docs" / "pages"

HEAD = """# Performance

Measured, not promised. What is compared was measured side by side in one run on one machine, rounds alternating, the
median of the rounds. Ratios travel better than nanoseconds.

| | |
|---|---|
"""

QUERIES = """
## Queries on Spark

One core of a machine with two (`local[1]`), values cached in memory, results thrown away (`noop`). The
**floor** is the same query with Spark's own `crc32(value)`: what it costs to touch every byte of every
value once. A cached column of bytes is the hardest ground for a decoder, since nothing else costs
anything: where values come from Parquet or Kafka, reading them is a larger part of both. A Python UDF
has a process, and so a core, of its own beside that.

Every query runs for some seconds before it is timed, over 600 MB of values, or three million rows where they are small:
starting a query takes a tenth of a second, whatever it does, and the JVM needs some millions of rows until its code is
what it stays.

The aims for Databus, and what this run gave: 1.5 times the floor for ten fields ({ten:.1f}), 2.0 for all ({all:.1f}), 1.1
times reading the column for one ({one_stored:.2f} where it is read from Parquet, {one:.1f} where it lies in the cache); 25 times
the speed of a Python UDF ({python:.0f}), 15 times that of pandas and Arrow UDFs ({pandas:.0f} and {arrow:.0f}). A cached column
that is only read is handed on as it lies there; taking a value out of it, as every function does, costs more than that:
Spark's own `octet_length(value)` takes {length:.1f} times the column, and the field {of_length:.2f} times `octet_length`.

Repeat it with `make bench`.
"""

STORED = """
The same values read from Parquet files:

"""

MALFORMED = """
### Malformed rows

What a malformed row costs, in good rows that the same query decodes. Every row is cut off, early (after 24 bytes at most) or
in front of its last byte; cutting it is included. `try_` gives NULL, `_fault` says what is wrong and where. The aim is 10
times at most.

| format | good row, ns | `try_`, early | `try_`, late | `_fault`, early | `_fault`, late |
|---|---:|---:|---:|---:|---:|
"""

CORES = """
### Two cores

The same rows in two partitions and in one, in a session with two cores; the values are constants of the query. The aim
is 1.7 x. Beside it what two cores bring to the floor, `crc32` over a cached column: from there on it is the memory of
the machine that counts.

| format | decoding | the floor over a cached column |
|---|---:|---:|
"""


def write() -> None:
    """Write the page from what the results folder holds."""
    measured = json.loads((RESULTS / "queries.json").read_text())
    text = HEAD + "".join(f"| {key} | {value} |\n" for key, value in measured["machine"].items())
    databus = measured["formats"]["databus"]
    text += QUERIES.format(**against_aims(databus["nanoseconds"], databus["stored"]))
    for name, result in measured["formats"].items():
        times = result["nanoseconds"]
        floor = next(value for key, value in times.items() if key.startswith("floor"))
        (PAGES / f"performance-{name}.svg").write_text(plot(times))
        text += f"\n### {name}, {result['bytes']} bytes\n\n![{name}](performance-{name}.svg)\n\n"
        text += table(times, floor)
        if "stored" in result:
            text += STORED + table(result["stored"], result["stored"]["floor: crc32(value)"])
    rows = [
        malformed(name, result["malformed"])
        for name, result in measured["formats"].items()
        if "malformed" in result
    ]
    if rows:
        text += MALFORMED + "".join(rows)
    text += CORES + "".join(
        f"| {name} | {cores['decoding']:.2f} x | {cores['floor']:.2f} x |\n"
        for name, cores in ((name, it["cores"]) for name, it in measured["formats"].items())
    )
    text += (
        f"\nFull collections of memory in all of these queries: {measured['full_collections']}.\n"
    )
    text += planning.section()
    jmh = json.loads((RESULTS / "jmh.json").read_text())
    (PAGES / "performance-readers.svg").write_text(plot(readers.ratios(jmh), "x"))
    text += readers.section(jmh, json.loads((RESULTS / "avro.json").read_text()))
    (PAGES / "performance.md").write_text(text)


def against_aims(times: dict[str, float], stored: dict[str, float]) -> dict[str, float]:
    """Of the queries over Databus: against the floor, against the column, and UDFs against ten fields."""
    floor, ten = times["floor: crc32(value)"], times["ten fields"]
    column, length = times["the column, read"], times["octet_length(value)"]
    one = times["one field, unverified"]
    return {
        "ten": ten / floor,
        "all": times["all 32 fields, as a struct"] / floor,
        "one": one / column,
        "one_stored": stored["one field, unverified"] / stored["the column, read"],
        "length": length / column,
        "of_length": one / length,
        **{kind.lower(): times[f"{kind} UDF"] / ten for kind in ("Python", "pandas", "Arrow")},
    }


def malformed(name: str, times: dict[str, float]) -> str:
    good, *others = times.values()
    cells = "".join(
        f" {value / good:.1f} x |" for value in (others[0], others[2], others[1], others[3])
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
