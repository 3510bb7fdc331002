"""Rows from SQL tables of a real node, decoded with type descriptions made in Python."""

import json
from pathlib import Path

import pytest

import sparkwire.functions as wire
from sparkwire.ignite import types_from_create_table, types_from_metadata

FOLDER = Path(__file__).parents[1] / "ignite-node"
TABLES = {
    line["name"]: line
    for line in map(json.loads, (FOLDER / "tables.jsonl").read_text("utf-8").splitlines())
}

# For each table: its columns in order, and the types of key and value.
ASKED = {
    "plain": (
        ["key", "value.NAME", "value.BORN", "value.PAID"],
        "BIGINT",
        "name STRING, born DATE, paid DECIMAL(10,2)",
    ),
    "composite": (
        ["value.PEOPLE", "key.NR", "value.`Mixed Case`", "key.COUNTRY"],
        "country STRING, nr INT",
        "`mixed case` STRING, people INT",
    ),
    "defaults": (
        ["value.A", "value.B", "value.`DEFAULT`", "value.D", "value.E", "key.N", "key.K"],
        "n INT, k STRING",
        "a INT, b INT, `default` STRING, d STRING, e STRING",
    ),
    "quoted": (
        ["key.iD", "value.`b,)`", "value.c", "date_format(value.d, 'yyyy-MM-dd HH:mm:ss.S')"],
        "id INT",
        "c DOUBLE, d TIMESTAMP, `b,)` STRING",
    ),
    "single": (["key", "value"], "STRING", "BIGINT"),
    "keyed": (["value.TOTAL", "key.ID"], "id STRING", "total BIGINT"),
    "kinds": (
        [
            "key",
            *(f"value.{column}" for column in "abcdefghijk"),
            # Spark 4.0 has no TIME: it is milliseconds.
            "date_format(timestamp_millis(value.l), 'HH:mm:ss')",
            "date_format(value.m, 'yyyy-MM-dd HH:mm:ss.S')",
            "value.n",
            "lower(hex(value.o))",
        ],
        "STRING",
        "a BOOLEAN, b TINYINT, c SMALLINT, d INT, e BIGINT, f FLOAT, g DOUBLE, h DECIMAL(20,5), "
        "i STRING, j STRING, k DATE, l BIGINT, m TIMESTAMP, n STRING, o BINARY",
    ),
}

# Fields that no object has. With them in the DDL, the DDL's names alone do not identify the fields,
# so the decoder has to use the description.
OTHERS = ", other1 INT, other2 INT"


@pytest.fixture(scope="module")
def metadata(spark):
    return types_from_metadata(FOLDER / "binary_meta", spark)


def test_every_table_is_read():
    assert sorted(TABLES) == sorted(ASKED)


def test_metadata_are_what_the_statements_say(metadata):
    """The node has written each schema that a statement describes."""
    kept = {described["type_name"]: described["schemas"] for described in json.loads(metadata)}
    for table in TABLES.values():
        for described in json.loads(types_from_create_table(table["create"])):
            (schema,) = described["schemas"]
            assert schema in kept.pop(described["type_name"]), table["name"]
    assert not kept


@pytest.mark.parametrize("by", ["statement", "metadata"])
@pytest.mark.parametrize("name", TABLES)
def test_rows_are_what_the_node_answers(spark, metadata, name, by):
    table = TABLES[name]
    columns, key, value = ASKED[name]
    types = metadata if by == "metadata" else types_from_create_table(table["create"])
    rows = [(bytes.fromhex(row["key"]), bytes.fromhex(row["value"])) for row in table["rows"]]
    decoded = spark.createDataFrame(rows, "key BINARY, value BINARY").select(
        *(
            wire.ignite_decode(side, ddl + OTHERS if " " in ddl else ddl, {"types": types}).alias(
                side
            )
            for side, ddl in (("key", key), ("value", value))
        )
    )
    found = decoded.selectExpr(*(f"CAST({column} AS STRING)" for column in columns)).collect()
    assert sorted(map(list, found), key=str) == sorted(table["select"], key=str)
