"""The types that `schema_of` finds, and that the decode functions take them."""

import time

import msgpack
import pytest
from pyspark.sql import functions as F

import sparkwire
import sparkwire.functions as wire
from sparkwire import InvalidCall
from sparkwire._shapes import Other, Shape, rare
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
    with pytest.warns(UserWarning, match="1 malformed value, such as c1"):
        ddl = sparkwire.schema_of(df, "value", "msgpack")
    assert ddl == "id BIGINT, tags ARRAY<STRING>, user STRUCT<name: STRING>"
    assert ddl.others == (Other("", "malformed", 1, b"\xc1"),)
    decoded = df.select(wire.try_msgpack_decode("value", ddl).alias("d")).collect()
    assert [row.d.user.name for row in decoded if row.d] == [f"u{n}" for n in range(50)]


def packed(spark, values):
    return spark.createDataFrame([(msgpack.packb(value),) for value in values], "value BINARY")


def test_a_few_values_of_another_kind_do_not_decide(spark):
    records = [{"id": n, "name": f"n{n}", "at": {"x": n / 2}} for n in range(990)]
    dirt = [[1, 2], [3], {"id": "seven", "name": "n"}, {"id": 7, "name": "n", "at": {"x": "?"}}]
    with pytest.warns(UserWarning, match="does not fit") as warned:
        ddl = sparkwire.schema_of(packed(spark, records + dirt), "value", "msgpack")
    assert ddl == "at STRUCT<x: DOUBLE>, id BIGINT, name STRING"
    examples = [msgpack.packb(value) for value in dirt]
    assert ddl.others == (
        Other("", "array", 2, examples[0]),
        Other("at.x", "string", 1, examples[3]),
        Other("id", "string", 1, examples[2]),
    )
    assert str(warned[0].message) == (
        "values that the type does not fit:\n"
        f"  2 arrays, such as {examples[0].hex()}\n"
        f"  1 string in at.x, such as {examples[3].hex()}\n"
        f"  1 string in id, such as {examples[2].hex()}\n"
        "msgpack_fault says why, and try_msgpack_decode gives NULL. With the option"
        " mismatch = 'null' only the field is NULL."
    )


def test_elements_and_values_of_another_kind(spark):
    lists = [[n] for n in range(100)] + [["x"]]
    with pytest.warns(UserWarning, match=r"1 string in \[\]"):
        assert sparkwire.schema_of(packed(spark, lists), "value", "msgpack") == "ARRAY<BIGINT>"
    # One array of numbers and text is itself an array of VARIANT.
    mixed = [[n] for n in range(100)] + [[1, "x"]]
    with pytest.warns(UserWarning, match=r"1 variant in \[\]"):
        assert sparkwire.schema_of(packed(spark, mixed), "value", "msgpack") == "ARRAY<BIGINT>"


def test_kinds_that_are_frequent_stay(spark):
    records = [{"id": n if n % 10 else str(n)} for n in range(100)]
    ddl = sparkwire.schema_of(packed(spark, records), "value", "msgpack")
    assert (ddl, ddl.others) == ("id VARIANT", ())
    # Numbers of several types are one kind.
    numbers = [{"n": n} for n in range(100)] + [{"n": 0.5}]
    assert sparkwire.schema_of(packed(spark, numbers), "value", "msgpack") == "n DOUBLE"
    optional = [{"a": n} if n % 7 else {"b": "x", "a": None} for n in range(100)]
    assert sparkwire.schema_of(packed(spark, optional), "value", "msgpack") == "a BIGINT, b STRING"


def test_names_that_differ_in_each_value_cost_no_more():
    shapes = [
        Shape("OBJECT<" + ", ".join(f"k{n}_{k}: BIGINT" for k in range(120)) + ">", 1, b"")
        for n in range(2000)
    ]
    begun = time.monotonic()
    assert rare(shapes) == []
    # 0.6 s when this was written; 30 s if each name is looked for in each value.
    assert time.monotonic() - begun < 10


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
