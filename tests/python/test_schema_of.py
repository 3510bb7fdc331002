"""The types that `schema_of` finds, and that the decode functions take them."""

import msgpack
import pytest
from pyspark.sql import functions as F

import sparkwire
import sparkwire.functions as wire
from sparkwire import InvalidCall
from sparkwire.demo import samples
from sparkwire.inferring import ddl_of

EVENT = dict(samples("databus"))["upsert"]


@pytest.mark.parametrize(
    ("said", "ddl"),
    [
        ("OBJECT<id: BIGINT, note: VOID>", "id BIGINT"),
        ("OBJECT<a: ARRAY<VOID>, b: OBJECT<>>", "a ARRAY<VARIANT>, b VARIANT"),
        ("OBJECT<a: OBJECT<`b.c`: DECIMAL(3,1)>>", "a STRUCT<`b.c`: DECIMAL(3,1)>"),
        ("OBJECT<`@type`: STRING, id: INT>", "id INT"),
        (
            "OBJECT<x: OBJECT<`@ext`: BIGINT, data: BINARY>>",
            "x STRUCT<`@ext`: BIGINT, data: BINARY>",
        ),
        ("OBJECT<`@type`: STRING, nanos: BIGINT, seconds: BIGINT>", "VARIANT"),
        ("ARRAY<OBJECT<a: BIGINT>>", "ARRAY<STRUCT<a: BIGINT>>"),
        ("VOID", "VARIANT"),
        ("BIGINT", "BIGINT"),
    ],
)
def test_ddl(said, ddl):
    assert ddl_of(said) == ddl


def test_msgpack(spark):
    records = [
        {"id": n, "user": {"name": f"u{n}"}, "tags": ["a"] * (n % 3), "never": None}
        for n in range(50)
    ]
    rows = [(msgpack.packb(record),) for record in records] + [(b"\xc1",), (None,)]
    df = spark.createDataFrame(rows, "value BINARY")
    ddl = sparkwire.schema_of(df, "value", "msgpack")
    assert ddl == "id BIGINT, tags ARRAY<STRING>, user STRUCT<name: STRING>"
    decoded = df.select(wire.try_msgpack_decode("value", ddl).alias("d")).collect()
    assert [row.d.user.name for row in decoded if row.d] == [f"u{n}" for n in range(50)]


def test_ext(spark):
    df = spark.createDataFrame([(msgpack.packb({"at": msgpack.ExtType(0, b"12345678")}),)], ["v"])
    ddl = sparkwire.schema_of(df, "v", "msgpack")
    decoded = df.select(wire.msgpack_decode("v", ddl).alias("d")).first().d
    assert (decoded.at["@ext"], bytes(decoded.at.data)) == (0, b"12345678")


def test_what_the_aggregate_prints_is_a_type(spark):
    df = spark.createDataFrame([(msgpack.packb({"a": [{"b": 1}], "n": None}),)], ["v"])
    said = df.select(F.schema_of_variant_agg(wire.msgpack_decode("v"))).first()[0]
    assert said == "OBJECT<a: ARRAY<OBJECT<b: BIGINT>>, n: VOID>"
    decoded = df.select(wire.msgpack_decode("v", said).alias("d"))
    assert decoded.schema.simpleString() == ("struct<d:struct<a:array<struct<b:bigint>>>>")
    assert decoded.first().d.a[0].b == 1


@pytest.mark.parametrize("format", ["ignite", "aerospike"])
def test_others(spark, format):
    df = spark.createDataFrame(samples(format)[:2], ["name", "value"])
    ddl = sparkwire.schema_of(df, "value", format)
    decode = getattr(wire, f"{format}_decode")
    assert df.select(decode("value", ddl).alias("d")).where("d IS NOT NULL").count() == 2


def test_formats_with_a_type(spark):
    df = spark.createDataFrame([(EVENT,)], ["value"])
    with pytest.raises(InvalidCall, match="databus decodes to a type of its own"):
        sparkwire.schema_of(df, "value", "databus")
    records = spark.createDataFrame(samples("cernan")[:1], ["name", "value"])
    assert sparkwire.schema_of(records, "value", "cernan").startswith("STRUCT<")
