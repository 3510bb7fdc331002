"""DuckDB reads the container with its extension, into batches of Arrow."""

from pathlib import Path

import duckdb
import duckdb_extension_avro

CONTEST, PACKAGE = "avro", "duckdb"
NAME = "DuckDB's `read_avro`"


def query(text: str):
    (extension,) = Path(duckdb_extension_avro.__file__).parent.rglob(
        "avro.duckdb_extension"
    )
    session = duckdb.connect(config={"threads": 1})
    session.execute(f"LOAD '{extension}'")
    return session.execute(text)


def read(path: str) -> None:
    for _ in query(f"SELECT * FROM read_avro('{path}')").fetch_record_batch(10_000):
        pass


def check(path: str) -> tuple[int, int]:
    return query(f"SELECT count(*), sum(quantity) FROM read_avro('{path}')").fetchone()
