"""Writes the table of costs into the page Reliability, from the figures of ``CostSuite``."""

from __future__ import annotations

import csv
import re
import sys
from collections import defaultdict
from pathlib import Path

PAGE = Path(__file__).parents[1] / "pages" / "reliability.md"
LOG = "sparkwire-kafka-log"
TWIN = re.compile("^try_|_fault$|_dissect$")
BEGIN, END = "<!-- costs -->", "<!-- end of costs -->"


def main() -> None:
    """Read the figures from the file that is named on the command line."""
    with Path(sys.argv[1]).open(encoding="utf-8") as file:
        rows = [
            row[1:] for row in csv.reader(file, delimiter="\t") if row[:1] == ["growth"]
        ]
    strict = {row[1] for row in rows if "_" in row[1] and not TWIN.search(row[1])}
    groups = defaultdict(list)
    for family, call, units, allocated, _, seconds, native in rows:
        groups[_function(call, strict)].append(
            (family, float(units), float(allocated), float(seconds), int(native) >> 20)
        )
    lines = [
        "| function and its twins | families | calls | work | bytes allocated | seconds"
        " | MiB outside the heap |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for name, group in sorted(groups.items()):
        families, units, allocated, seconds, native = zip(*group, strict=True)
        cells = [
            f"{len(set(families))}",
            f"{len(group)}",
            _growth(units),
            _growth(allocated),
        ]
        lines.append(f"| `{name}` | {' | '.join(cells)} | {max(seconds):.2f} | {max(native)} |")
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    table = "\n".join(lines)
    PAGE.write_text(
        f"{before}{BEGIN}\n\n{table}\n\n{END}{rest.split(END, 1)[1]}", "utf-8"
    )


def _function(call: str, strict: set[str]) -> str:
    """Return the function whose twin a call is, or the format of the files that it reads.

    The calls of log files have other names.
    """
    if call.startswith("sparkwire-"):
        return call
    stem = re.sub("^try_|_fault$|_dissect$", "", call)
    return next((name for name in (stem, f"{stem}_decode") if name in strict), LOG)


def _growth(figures: tuple[float, ...]) -> str:
    """Return the greatest growth; a call that costs too little for its size has none."""
    return f"{max(figures):.2f}" if max(figures) > 0 else "–"


if __name__ == "__main__":
    main()
