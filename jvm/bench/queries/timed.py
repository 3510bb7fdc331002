"""Times the native queries of every format with the first Sparkwire on Python's path, as JSON.

``compare.py`` runs it for each of two trees, with the Python package of the tree on the path.
"""

from __future__ import annotations

import argparse
import importlib
import json

import run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument(
        "--warm", type=float, default=2.0, help="seconds of a query before it is timed"
    )
    arguments = parser.parse_args()

    spark = run.session(cores=1)
    times: dict[str, float] = {}
    for name in run.FORMATS:
        module = importlib.import_module(name)
        many = run.values(spark, module, arguments.rows)
        many.createOrReplaceTempView("many")
        queries = {
            f"{name}: {query}": spark.sql(text) for query, text in module.queries("many").items()
        }
        times |= run.rounds(queries, arguments.rows, arguments.rounds, arguments.warm)
        many.unpersist()
    spark.stop()
    print(json.dumps(times))


if __name__ == "__main__":
    main()
