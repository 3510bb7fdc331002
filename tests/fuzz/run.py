"""Fuzz the functions with Jazzer, and count the inputs.

``python tests/fuzz/run.py`` runs every target of ``FuzzTarget.scala`` for 60 seconds;
``run.py databus --seconds 3600`` runs one target for an hour. In two fifths of the time, Jazzer's
input chooses edits of known values, field by field. The bytes that it finds so are the corpus of
the next two fifths, in which its input is the bytes themselves. In the last fifth, known values
grow up to 1 MiB in random ways, and their cost must grow like their size.

Input that breaks a target is written to ``target/fuzz/<target>``. Move it to
``tests/fuzz/<target>``: every test run tries the input there. The time and the number of inputs are
added to ``figures.json`` and to the table in ``docs/pages/reliability.md``.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import NamedTuple

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FOUND = ROOT / "target" / "fuzz"
FIGURES = HERE / "figures.json"
PAGE = ROOT / "docs" / "pages" / "reliability.md"
BEGIN, END = "<!-- fuzzed -->", "<!-- end -->"
# Input of this many bytes chooses some ten edits.
MOST_CHOICES = 64
MOST_BYTES = 4096
counting = Lock()


class Run(NamedTuple):
    """The result of one run of Jazzer."""

    seconds: int
    inputs: int
    branches: int
    quiet: int  # seconds at the end without an input that took a new branch


def main() -> int:
    every = sorted(folder.name for folder in HERE.glob("[a-z]*") if folder.is_dir())
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument("--seconds", type=int, default=60, help="for each target")
    parser.add_argument("--jobs", type=int, default=1, help="targets at the same time")
    asked = parser.parse_args()
    if unknown := sorted(set(asked.targets) - set(every)):
        parser.error(f"no target {', '.join(unknown)}; there are {', '.join(every)}")
    java = fuzzing_java()
    with ThreadPoolExecutor(asked.jobs) as pool:
        results = pool.map(lambda name: fuzz(name, asked.seconds, java), asked.targets or every)
        return 1 if any([not good for good in results]) else 0


def fuzzing_java() -> list[str]:
    call = [ROOT / "project/sbt", "--error", "print spark/Test/fuzzClassPath"]
    path = subprocess.run(call, check=True, capture_output=True, text=True).stdout.splitlines()[-1]
    opens = [f"--add-opens=java.base/{one}=ALL-UNNAMED" for one in ("java.nio", "sun.nio.ch")]
    meter = "-Djdk.attach.allowAttachSelf=true"
    return ["java", "-Xmx2g", "-Xss8m", "-XX:+UseSerialGC", meter, *opens, "-cp", path]


def fuzz(name: str, seconds: int, java: list[str]) -> bool:
    """Run all parts of one target; return whether nothing broke it."""
    folder = FOUND / name
    corpus, choices = folder / "corpus", folder / "edits" / "corpus"
    broken, known = folder / "edits" / "broken", HERE / name
    for one in (corpus, choices, broken, known):
        one.mkdir(parents=True, exist_ok=True)
    java = [*java, f"-Dsparkwire.fuzz={name}"]
    edits = [*java, "-Dsparkwire.fuzz.input=edits"]
    part = 2 * seconds // 5
    runs = [jazzer(edits, folder / "edits", part, MOST_CHOICES, [choices])]
    for finding in findings(folder / "edits"):
        finding.rename(broken / finding.name)
    for source, to in ((choices, corpus), (broken, folder)):
        call = [*edits, "sparkwire.fuzz.FuzzRun", str(source), str(to)]
        subprocess.run(call, check=True, cwd=ROOT)
    # A later run does not report them again.
    for choice in broken.iterdir():
        choice.unlink()
    runs.append(jazzer(java, folder, part, MOST_BYTES, [corpus, known]))
    growing = growth(java, name, seconds - 2 * part)
    with counting:
        count(name, runs)
    found = [f"broken by {finding}" for finding in findings(folder)] + growing
    for finding in found:
        print(f"{name}: {finding}", flush=True)
    return not found


def growth(java: list[str], name: str, seconds: int) -> list[str]:
    """Let values grow in random ways; return those whose cost grows faster than their size."""
    seed = str(time.time_ns())
    call = [*java, "sparkwire.fuzz.GrowthRun", name, str(seconds), seed]
    said = subprocess.run(call, check=True, cwd=ROOT, capture_output=True, text=True).stdout
    return [line for line in said.splitlines() if line.startswith("grows: ")]


def findings(folder: Path) -> list[Path]:
    return [file for kind in ("crash", "timeout", "oom") for file in folder.glob(f"{kind}-*")]


def jazzer(java: list[str], folder: Path, seconds: int, longest: int, corpora: list[Path]) -> Run:
    """Run Jazzer once, with a log of its output in the folder of its findings."""
    command = [
        *java,
        "com.code_intelligence.jazzer.Jazzer",
        "--target_class=sparkwire.fuzz.FuzzRun",
        "--instrumentation_includes=sparkwire.**",
        "--instrumentation_excludes=sparkwire.fuzz.**",
        # The hooks notice when a class deserializes input, for example. In all of Spark's classes
        # they only take time.
        "--custom_hook_includes=sparkwire.**:org.apache.avro.**:com.fasterxml.jackson.**",
        f"--reproducer_path={folder}",
        f"-artifact_prefix={folder}/",
        f"-max_total_time={seconds}",
        f"-max_len={longest}",
        "-timeout=60",
        "-rss_limit_mb=6000",
        "-print_final_stats=1",
        *map(str, corpora),
    ]
    start = last = time.monotonic()
    inputs = branches = 0
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    with process, (folder / "log").open("w") as log:
        for line in process.stdout or ():
            log.write(line)
            if found := re.match(r"#\d+\t.* cov: (\d+) ", line):
                if "INITED" in line or int(found[1]) > branches:
                    last = time.monotonic()
                branches = max(branches, int(found[1]))
            elif found := re.match(r"stat::number_of_executed_units: (\d+)", line):
                inputs = int(found[1])
    end = time.monotonic()
    if not inputs:
        raise RuntimeError(f"Jazzer did not run, see {folder / 'log'}")
    # A finding ends a run early.
    return Run(min(seconds, round(end - start)), inputs, branches, round(end - last))


def count(name: str, runs: list[Run]) -> None:
    """Add the runs of a target to the figures and to the page."""
    figures = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    before = figures.get(name, {"seconds": 0, "inputs": 0})
    seconds = sum(run.seconds for run in runs)
    figures[name] = {
        "seconds": before["seconds"] + seconds,
        "inputs": before["inputs"] + sum(run.inputs for run in runs),
        "branches": max(run.branches for run in runs),
        "quiet": runs[-1].quiet,
    }
    FIGURES.write_text(json.dumps(dict(sorted(figures.items())), indent=1) + "\n")
    page = PAGE.read_text(encoding="utf-8")
    before_table, rest = page.split(BEGIN)
    after_table = rest.split(END, 1)[1]
    PAGE.write_text(f"{before_table}{BEGIN}\n\n{table(figures)}\n{END}{after_table}", "utf-8")
    print(f"{name}: {seconds} s, {figures[name]}", flush=True)


def table(figures: dict[str, dict[str, int]]) -> str:
    lines = [
        "| target | seconds | inputs | branches | seconds since a new one |",
        "|---|---:|---:|---:|---:|",
    ]
    for name, one in figures.items():
        cells = [one["seconds"], one["inputs"], one["branches"], one["quiet"]]
        lines.append(f"| `{name}` | " + " | ".join(f"{cell:,}" for cell in cells) + " |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
