"""Compares the JMH benchmarks and the queries of two revisions: this tree and another commit.

``compare.py REVISION [PATTERN]`` checks out the other revision beside this tree and builds both.
It runs the benchmarks that match the pattern and the native queries of all formats, alternating
between the revisions, and prints their ratios. Because the runs alternate, noise of the machine
affects both revisions alike.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / ".compare"
# One benchmark for each way to fill a row.
DEFAULT = (
    "MsgpackBench[.](sparkwireMessage|sparkwireTyped)|KafkaBench[.]sparkwireRow|"
    "KafkaBatchBench[.]sparkwireRows|IgniteVariedBench[.](sparkwireTyped|sparkwireTwoUnverified)|"
    "DatabusBench[.].*|CernanBench[.]sparkwireTyped|AvroBench[.]sparkwireTyped"
)

Times = dict[str, list[float]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("revision", help="the commit to compare with")
    parser.add_argument("pattern", nargs="?", default=DEFAULT, help="of JMH, without backslashes")
    parser.add_argument("--passes", type=int, default=3, help="each revision runs so often")
    parser.add_argument("--no-queries", action="store_true", help="run JMH only")
    arguments = parser.parse_args()

    before = checkout(arguments.revision)
    try:
        times: tuple[Times, Times] = ({}, {})
        if not arguments.no_queries:
            for tree in (before, ROOT):
                pack(tree)
        for _ in range(arguments.passes):
            for tree, found in zip((before, ROOT), times, strict=True):
                measure(tree, arguments.pattern, found)
                if not arguments.no_queries:
                    query(tree, found)
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", before], cwd=ROOT, check=True)
    report(*times)


def checkout(revision: str) -> Path:
    FOLDER.mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=FOLDER))
    subprocess.run(
        ["git", "worktree", "add", "--quiet", "--detach", folder, revision], cwd=ROOT, check=True
    )
    return folder


def pack(tree: Path) -> None:
    """Build the jar of a tree, and put it where the Python package of the tree looks for it."""
    subprocess.run([tree / "project" / "sbt", "--error", "jar"], cwd=tree, check=True)
    (jar,) = (tree / "jvm" / "spark" / "target").glob("sparkwire_2.13-*.jar")
    jars = tree / "python" / "src" / "sparkwire" / "jars"
    jars.mkdir(exist_ok=True)
    if not (jars / jar.name).exists():
        (jars / jar.name).symlink_to(jar)


def measure(tree: Path, pattern: str, times: Times) -> None:
    """Run the benchmarks of one tree, each in its own JVM, and add their times to `times`."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "jmh.json"
        command = (
            f'bench/Jmh/run "[.]({pattern})$" -f 1 -wi 4 -w 1 -i 10 -r 200ms -rf json -rff {file} '
            '-jvmArgs "-Xms1g -Xmx1g -XX:+AlwaysPreTouch"'
        )
        subprocess.run([tree / "project" / "sbt", command], cwd=tree, check=True)
        for one in json.loads(file.read_text()):
            parameters = sorted((one.get("params") or {}).items())
            name = ".".join(one["benchmark"].split(".")[-2:])
            called = ", ".join([name, *(f"{key}={value}" for key, value in parameters)])
            for fork in one["primaryMetric"]["rawData"]:
                times.setdefault(called, []).extend(fork)


def query(tree: Path, times: Times) -> None:
    """Run the native queries with the jar and Python package of a tree, in a separate process."""
    script = Path(__file__).with_name("timed.py")
    environment = os.environ | {"PYTHONPATH": str(tree / "python" / "src")}
    command = [sys.executable, script]
    done = subprocess.run(command, cwd=tree, env=environment, check=True, stdout=subprocess.PIPE)
    for name, nanoseconds in json.loads(done.stdout.splitlines()[-1]).items():
        times.setdefault(name, []).append(nanoseconds)


def report(before: Times, after: Times) -> None:
    """Print medians, their ratio, the ratio of the fastest tenths, and the spreads in parentheses.

    Other load on the machine disturbs the fastest tenths least. The spread is the slowest time as a
    multiple of the median, before and after.
    """
    print(f"{'benchmark':64} {'before':>9} {'after':>9} {'ratio':>6} {'tenths':>6}   spread")
    for name in sorted(before.keys() & after.keys()):
        old, new = before[name], after[name]
        print(
            f"{name:64} {median(old):9.1f} {median(new):9.1f} {median(new) / median(old):6.2f} "
            f"{tenth(new) / tenth(old):6.2f}   ({max(old) / median(old):.2f}, {max(new) / median(new):.2f})"
        )
    for name in sorted(before.keys() ^ after.keys()):
        print(f"{name:64} in one of the revisions only")


def tenth(times: list[float]) -> float:
    return quantiles(times, n=10)[0] if len(times) > 10 else min(times)


if __name__ == "__main__":
    main()
