"""Databus: ten fields, all fields, one field; and the ten fields decoded by Python UDFs."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pandas as pd
import pyarrow as pa
from pyspark.sql import functions as F

import events

TEN = [
    "version",
    "opcode",
    "key",
    "sequence",
    "physical_partition_id",
    "logical_partition_id",
    "timestamp",
    "src_id",
    "schema_id",
    "payload",
]
TEN_TYPE = (
    "version INT, opcode STRING, `key` BIGINT, sequence BIGINT, physical_partition_id INT,"
    " logical_partition_id INT, `timestamp` TIMESTAMP, src_id INT, schema_id BINARY, payload BINARY"
)
CALL = "databus_decode(value)"
EPOCH = datetime(1970, 1, 1)
HEADER = struct.Struct(">BIiHqhhqh16sIq")


def rows(count: int) -> list[tuple[bytearray]]:
    """Events of version 1, 200 bytes on average, with a long key."""
    rng = random.Random(7)
    return [(bytearray(events.version1(rng, rng.randint(120, 280))),) for _ in range(count)]


def decode(value: bytes) -> tuple[Any, ...]:
    """The decoder that a careful user would write: one struct, both checksums, ten fields."""
    (
        version, header_crc, size, attributes, sequence, physical, logical, nanos, source, schema,
        body_crc, key,
    ) = HEADER.unpack_from(value)  # fmt: skip
    if version != 0 or size != len(value):
        raise ValueError("not an event")
    if events.databus_crc(value[5:61]) != header_crc or events.databus_crc(value[61:]) != body_crc:
        raise ValueError("bad checksum")
    opcode = "UPSERT" if attributes & 1 else "DELETE" if attributes & 2 else None
    return (
        version, opcode, key, sequence, physical, logical, nanos // 1000, source, schema, value[61:],
    )  # fmt: skip


def with_time(value: bytes) -> tuple[Any, ...]:
    """Decode like `decode`, but return the timestamp as a datetime, as Python UDFs must."""
    fields = list(decode(value))
    fields[6] = EPOCH + timedelta(microseconds=fields[6])
    return tuple(fields)


# Created on demand, because Python workers, which have no session, import this module too.


def python_udf() -> Callable[..., Any]:
    return F.udf(with_time, TEN_TYPE)


def pandas_udf() -> Callable[..., Any]:
    def run(batches: Iterator[pd.Series]) -> Iterator[pd.DataFrame]:
        for values in batches:
            frame = pd.DataFrame([decode(value) for value in values], columns=TEN)
            frame["timestamp"] = pd.to_datetime(frame["timestamp"], unit="us")
            yield frame

    run.__annotations__ = {
        "batches": Iterator[pd.Series],
        "return": Iterator[pd.DataFrame],
    }
    return F.pandas_udf(run, TEN_TYPE)


def arrow_udf(make: Callable[..., Any]) -> Callable[..., Any]:
    types = [
        pa.int32(), pa.string(), pa.int64(), pa.int64(), pa.int32(), pa.int32(),
        pa.timestamp("us", "UTC"), pa.int32(), pa.binary(), pa.binary(),
    ]  # fmt: skip

    def run(batches: Iterator[pa.Array]) -> Iterator[pa.Array]:
        for values in batches:
            columns = zip(*(decode(value) for value in values.to_pylist()), strict=True)
            arrays = [pa.array(column, kind) for column, kind in zip(columns, types, strict=True)]
            yield pa.StructArray.from_arrays(arrays, TEN)

    run.__annotations__ = {"batches": Iterator[pa.Array], "return": Iterator[pa.Array]}
    return make(run, returnType=TEN_TYPE)


def udfs() -> dict[str, Callable[..., Any]]:
    found = {"Python UDF": python_udf(), "pandas UDF": pandas_udf()}
    # Spark has Arrow UDFs since 4.1.
    if make := getattr(F, "arrow_udf", None):
        found["Arrow UDF"] = arrow_udf(make)
    return found


def fields(column: str) -> list[str]:
    return [f"{column}.`{name}`" for name in TEN]


# The queries that are also run over Parquet files.
STORED = [
    "the column, read",
    "octet_length(value)",
    "floor: crc32(value)",
    "ten fields",
    "ten fields, WHERE keeps all rows",
    "ten fields, WHERE on another field keeps all rows",
    "three fields, GROUP BY",
    "three fields, WHERE keeps all rows, GROUP BY",
    "all 32 fields, as a struct",
    "one field, unverified",
]


def queries(table: str) -> dict[str, str]:
    """The queries by name; the others are compared with `floor`."""
    ten = ", ".join(fields("d"))
    quick = "map('verify', 'none', 'byteOrder', 'big')"
    events = f"(SELECT databus_decode(value) d FROM {table})"
    grouped = "SELECT d.src_id, count(*), sum(d.sequence % 100), max(d.timestamp)"
    return {
        "the column, read": f"SELECT value FROM {table}",
        "octet_length(value)": f"SELECT octet_length(value) FROM {table}",
        "floor: crc32(value)": f"SELECT crc32(value) FROM {table}",
        "ten fields": f"SELECT {ten} FROM {events}",
        "ten fields, WHERE keeps all rows": f"SELECT {ten} FROM {events} WHERE d.sequence >= 0",
        "ten fields, WHERE on another field keeps all rows": (
            f"SELECT {ten} FROM {events} WHERE d.size > 0"
        ),
        "three fields, GROUP BY": f"{grouped} FROM {events} GROUP BY d.src_id",
        "three fields, WHERE keeps all rows, GROUP BY": (
            f"{grouped} FROM {events} WHERE d.sequence >= 0 GROUP BY d.src_id"
        ),
        "all 32 fields, as a struct": f"SELECT databus_decode(value) FROM {table}",
        "one field, unverified": f"SELECT databus_decode(value, {quick}).sequence FROM {table}",
        "ten fields, try_": f"SELECT {ten} FROM (SELECT try_databus_decode(value) d FROM {table})",
        "databus_fault": f"SELECT databus_fault(value) FROM {table}",
    }
