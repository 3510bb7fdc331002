"""Compares the JMH benchmarks and the queries of two revisions: this tree and another commit.

``compare.py REVISION [PATTERN]`` checks out the other revision beside this tree and builds both.
The benchmarks that match the pattern run in one JVM, in which the revisions take turns every 20 ms
(``Paired.scala``). The native queries of all formats run in processes that alternate between the
revisions. Other load on the machine slows down both revisions alike.

The JIT compiler does not compile the same code in the same way in every JVM: a revision against
itself gives a ratio between 0.95 and 1.2 in a single JVM (``AvroBench.sparkwireTyped``). A smaller
difference between two revisions shows only in the median of several passes.
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
SBT = ROOT / "project" / "sbt"
FOLDER = ROOT / ".compare"
# One benchmark for each way to fill a row.
DEFAULT = (
    "MsgpackBench[.](sparkwireMessage|sparkwireTyped)|KafkaBench[.]sparkwireRow|"
    "KafkaBatchBench[.]sparkwireRows|IgniteVariedBench[.](sparkwireTyped|sparkwireTwoUnverified)|"
    "DatabusBench[.].*|CernanBench[.]sparkwireTyped|AvroBench[.]sparkwireTyped"
)

Times = dict[str, list[float]]
# The nanoseconds of a call before and after, for each turn.
Pairs = list[list[float]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("revision", help="the commit to compare with")
    parser.add_argument("pattern", nargs="?", default=DEFAULT, help="of benchmarks, or 'none'")
    parser.add_argument("--passes", type=int, default=3, help="the number of JVMs")
    parser.add_argument("--no-queries", action="store_true", help="run benchmarks only")
    arguments = parser.parse_args()

    before = checkout(arguments.revision)
    try:
        compare_benchmarks(before, arguments.pattern, arguments.passes)
        if not arguments.no_queries:
            compare_queries(before, arguments.passes)
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", before], cwd=ROOT, check=True)


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


def compare_benchmarks(before: Path, pattern: str, passes: int) -> None:
    """Run the benchmarks in several JVMs, in each of which another revision comes first."""
    passed: dict[str, list[Pairs]] = {}
    allocated: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = [folder / "before", folder / "after"]
        for tree, file in zip((before, ROOT), files, strict=True):
            file.write_text(class_path(tree))
        for number in range(passes):
            order = -1 if number % 2 else 1
            out = folder / "turns"
            main = f'bench/runMain sparkwire.bench.Paired "{pattern}" {out}'
            command = [SBT, " ".join([main, *map(str, files[::order])])]
            subprocess.run(command, cwd=ROOT, check=True)
            for line in out.read_text().splitlines():
                one = json.loads(line)
                pairs = [pair[::order] for pair in one["nanos"]]
                passed.setdefault(one["name"], []).append(pairs)
                allocated[one["name"]] = one["bytes"][::order]
    print(f"{'benchmark':58} {'before':>10} {'after':>10} ratio  of passes   bytes per call")
    for name, of in sorted(passed.items()):
        every = [pair for pairs in of for pair in pairs]
        old, new = (median(times) for times in zip(*every, strict=True))
        low, high = min(map(ratio, of)), max(map(ratio, of))
        before_bytes, after_bytes = allocated[name]
        print(
            f"{name:58} {old:10.1f} {new:10.1f}  {ratio(every):.2f}  {low:.2f}-{high:.2f}"
            f"  {before_bytes:8.0f} {after_bytes:8.0f}"
        )


def class_path(tree: Path) -> str:
    """Compile the benchmarks of a tree, and return their class path."""
    command = [tree / "project" / "sbt", "--error", "export bench/Compile/fullClasspath"]
    done = subprocess.run(command, cwd=tree, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.splitlines()[-1]


def ratio(pairs: Pairs) -> float:
    """Return the median of the ratios of two turns that followed each other."""
    return median(new / old for old, new in pairs)


def compare_queries(before: Path, passes: int) -> None:
    times: tuple[Times, Times] = ({}, {})
    for tree in (before, ROOT):
        pack(tree)
    for _ in range(passes):
        for tree, found in zip((before, ROOT), times, strict=True):
            query(tree, found)
    report(*times)


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
    print(f"{'query':64} {'before':>9} {'after':>9} {'ratio':>6} {'tenths':>6}   spread")
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
