"""Measures engines that are not Spark over the values of some contests, in files.

The engines are in jvm/bench/rivals/engines. They and their packages have an environment of their own in
target/engines. Writes jvm/bench/results/engines.json, from which page.py generates a part of
docs/pages/benchmark.md.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
SBT = ROOT / "project" / "sbt"
ENGINES = ROOT / "jvm" / "bench" / "rivals" / "engines"
HOME = ROOT / "target" / "engines"
RESULTS = ROOT / "jvm" / "bench" / "results" / "engines.json"
MEGABYTES = 40

HEAD = """
## Other engines

How many of the same values other engines decode in a second on one core, with all their fields. They read a file, an Avro
container without compression or MessagePack values that follow their lengths, and give columns or objects in the form that is their own:
batches of Arrow, a frame, blocks, dictionaries. So this table compares orders of magnitude. Each engine has one thread; its time is
the CPU time of its whole process, the median of {rounds} rounds. Before that, the number of the values and the sum of a field are
compared. Sparkwire's figure is from the tables above: a query of Spark over cached values, all fields.

DuckDB has no reader of MessagePack, and ClickHouse's expects a row as values without names, not as a map. `make bench-rivals` installs the
engines into `target/engines`, about 1 GB, and runs them; `make bench-engines` repeats that.

| values | engine | version | values a second and core |
|---|---|---|---:|
"""

ENTER = """
An engine that is not Spark is one file in `jvm/bench/rivals/engines`: a Python module with the constants `CONTEST` (`avro` or
`msgpack`), `NAME` and `PACKAGE`, and two functions that get the path of the file. `read` decodes all fields of all values; `check`
returns the number of the values, and the sum of `quantity` or `level`. Its package is added to `requirements.txt` there, and
`make bench-engines` runs it.
"""


def section(rivals: dict[str, Any]) -> str:
    """The table of the page."""
    results = json.loads(RESULTS.read_text())
    text = HEAD.format(rounds=results["rounds"])
    for contest, engines in results["contests"].items():
        of = rivals["contests"][contest]
        ours = {
            "name": "Sparkwire, in Spark",
            "version": rivals["machine"]["spark"],
            "nanoseconds": of["parts"]["all fields"]["Sparkwire"]["nanoseconds"],
        }
        for it in sorted([ours, *engines], key=lambda one: one["nanoseconds"]):
            text += (
                f"| {of['title']} | {it['name']} | {it['version']} "
                f"| {1e9 / it['nanoseconds']:,.0f} |\n"
            )
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=MEGABYTES, help="the size of a file")
    parser.add_argument("--anew", action="store_true", help="forget the results that are there")
    arguments = parser.parse_args()
    if RESULTS.exists() and not arguments.anew:
        return
    data = HOME / "data"
    write = (
        f"bench/runMain sparkwire.bench.rivals.RivalFiles {data} {arguments.megabytes * 1_000_000}"
    )
    subprocess.run([SBT, write], cwd=ROOT, check=True)
    done = subprocess.run(
        [environment(), ENGINES / "measure.py", data], check=True, stdout=subprocess.PIPE, text=True
    )
    RESULTS.write_text(json.dumps(json.loads(done.stdout), indent=2) + "\n")


def environment() -> Path:
    """A Python with the engines; it is made if need be."""
    python, asked = HOME / "venv" / "bin" / "python", ENGINES / "requirements.txt"
    marker = HOME / "installed"
    if not marker.exists() or marker.read_text() != asked.read_text():
        subprocess.run([sys.executable, "-m", "venv", HOME / "venv"], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "-r", asked], check=True)
        marker.write_text(asked.read_text())
    return python


if __name__ == "__main__":
    main()
