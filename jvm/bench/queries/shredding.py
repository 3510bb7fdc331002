"""Times queries over decoded logs in Parquet: bytes, VARIANT shredded and whole, and typed columns.

The figures of docs/pages/where-it-runs/parquet-variant.md come from it. All tables have the same
rows in one file. The queries alternate within one session, so that they share noise.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from pathlib import Path
from typing import Any

import msgpack

import run

TYPE = """n BIGINT, host STRING, method STRING, path STRING, code INT, seconds DOUBLE, size BIGINT,
    labels STRUCT<app: STRING, zone: STRING>, error STRING"""
SHREDS = "spark.sql.variant.writeShredding.enabled"
TABLES = {
    "bytes": "value",
    "whole VARIANT": "msgpack_decode(value) AS d",
    "shredded VARIANT": "msgpack_decode(value) AS d",
    "typed": f"msgpack_decode(value, '{TYPE}') AS d",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=400_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--warm", type=float, default=3.0)
    asked = parser.parse_args()
    spark = run.session(cores=1)
    # Several row groups in a file, so that a filter has something to skip.
    spark.conf.set("parquet.block.size", str(8 << 20))
    with tempfile.TemporaryDirectory() as folder:
        values = [(msgpack.packb(record(n)),) for n in range(asked.rows)]
        spark.createDataFrame(values, "value BINARY").coalesce(1).write.parquet(f"{folder}/values")
        stored = spark.read.parquet(f"{folder}/values")
        for name, column in TABLES.items():
            spark.conf.set(SHREDS, str(name != "whole VARIANT").lower())
            stored.selectExpr(column).write.parquet(f"{folder}/{name}")
            size = sum(file.stat().st_size for file in Path(folder, name).glob("*.parquet"))
            print(f"{size / asked.rows:10.1f} bytes a row  {name}", flush=True)
            spark.read.parquet(f"{folder}/{name}").createOrReplaceTempView(view(name))
        for title, query in QUERIES.items():
            print(title, flush=True)
            frames = {name: spark.sql(query(name)) for name in TABLES}
            assert len({frame.count() for frame in frames.values()}) == 1
            run.rounds(frames, asked.rows, asked.rounds, asked.warm)
    spark.stop()


def view(name: str) -> str:
    return name.replace(" ", "_")


def field(table: str, name: str, kind: str) -> str:
    if table == "typed":
        return f"d.{name}"
    value = "msgpack_decode(value)" if table == "bytes" else "d"
    return f"variant_get({value}, '$.{name}', '{kind}')"


def one_of(table: str, name: str, kind: str, condition: str) -> str:
    return f"SELECT 1 FROM {view(table)} WHERE {field(table, name, kind)} {condition}"


def whole(table: str) -> str:
    return f"SELECT {'msgpack_decode(value)' if table == 'bytes' else 'd'} FROM {view(table)}"


def sums(table: str) -> str:
    seconds, path = field(table, "seconds", "double"), field(table, "path", "string")
    app = field(table, "labels.app", "string")
    return f"SELECT {path}, {app}, avg({seconds}) FROM {view(table)} GROUP BY ALL"


QUERIES = {
    "a filter on a number": lambda table: one_of(table, "code", "int", "= 500"),
    "a filter on a text": lambda table: one_of(table, "path", "string", "= '/items/17'"),
    "a filter that 1% of the file passes, at its end": lambda table: one_of(
        table, "n", "bigint", ">= 396000"
    ),
    "an average by two fields": sums,
    "the whole value": whole,
}


def record(n: int) -> dict[str, Any]:
    rng = random.Random(n)
    values = {
        "n": n,
        "host": f"web{rng.randrange(20)}",
        "method": rng.choice(["GET", "GET", "GET", "POST", "PUT"]),
        "path": f"/items/{rng.randrange(100)}",
        "code": rng.choice([200, 200, 200, 301, 404, 500]),
        "seconds": rng.random(),
        "size": rng.randrange(100_000),
        "labels": {"app": rng.choice(["shop", "blog"]), "zone": rng.choice("abc")},
    }
    return values | ({"error": "upstream timed out"} if rng.random() < 0.02 else {})


if __name__ == "__main__":
    main()
