"""Times every engine of this folder over the files of the folder that is the argument. Prints JSON.

An engine is a module with the constants ``CONTEST``, ``NAME`` and ``PACKAGE``, whose version is
shown; the function ``read``, which decodes all fields of all values of a file; and ``check``, which
returns how many values there are, and the sum of the field that ``expected.json`` names. Only
``read`` is timed.
"""

from __future__ import annotations

import importlib
import json
import os
import statistics
import sys
import time
from importlib.metadata import version
from pathlib import Path

ROUNDS = 7
NOT_ENGINES = {"measure", "values"}
# Engines that start threads get one. The times are CPU times, so that further threads would count.
os.environ |= {
    "POLARS_MAX_THREADS": "1",
    "RAYON_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
}


def main() -> None:
    folder = Path(sys.argv[1])
    expected = json.loads((folder / "expected.json").read_text())
    found: dict[str, list[dict[str, object]]] = {}
    for file in sorted(Path(__file__).parent.glob("*.py")):
        if file.stem in NOT_ENGINES:
            continue
        engine = importlib.import_module(file.stem)
        contest = expected[engine.CONTEST]
        path = str(folder / contest["file"])
        checked = tuple(map(int, engine.check(path)))
        if checked != (contest["rows"], contest["total"]):
            sys.exit(f"{engine.NAME}: {checked} instead of {contest}")
        nanos = seconds(engine, path) / contest["rows"] * 1e9
        found.setdefault(engine.CONTEST, []).append(
            {
                "name": engine.NAME,
                "package": engine.PACKAGE,
                "version": version(engine.PACKAGE),
                "nanoseconds": round(nanos, 1),
            }
        )
        print(
            f"{nanos:9.0f} ns  {engine.CONTEST}: {engine.NAME}",
            file=sys.stderr,
            flush=True,
        )
    print(json.dumps({"rounds": ROUNDS, "contests": found}))


def seconds(engine, path: str) -> float:
    """The median of the CPU times of all threads; the first round only warms up."""
    times = []
    for _ in range(ROUNDS + 1):
        begun = time.process_time()
        engine.read(path)
        times.append(time.process_time() - begun)
    return statistics.median(times[1:])


if __name__ == "__main__":
    main()
