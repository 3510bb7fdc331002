"""ClickHouse reads the container in this process, and discards its blocks of columns."""

import chdb

CONTEST, PACKAGE = "avro", "chdb-core"
NAME = "ClickHouse's `file(…, 'Avro')`, in chDB"
SETTINGS = "SETTINGS max_threads = 1"


def read(path: str) -> None:
    chdb.query(f"SELECT * FROM file('{path}', 'Avro') FORMAT Null {SETTINGS}")


def check(path: str) -> tuple[int, int]:
    found = chdb.query(
        f"SELECT count(), sum(quantity) FROM file('{path}', 'Avro') {SETTINGS}", "CSV"
    )
    rows, total = str(found).strip().split(",")
    return int(rows), int(total)
