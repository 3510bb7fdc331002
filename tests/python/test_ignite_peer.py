"""The functions read values of pyignite, Ignite's Python client: full and compact footers."""

import json
import random
import uuid
from collections import OrderedDict
from decimal import Decimal

import pytest
from pyignite import GenericObjectMeta
from pyignite.datatypes import (
    BoolObject,
    ByteArrayObject,
    DecimalObject,
    DoubleObject,
    IntArrayObject,
    IntObject,
    LongObject,
    ShortObject,
    String,
    StringArrayObject,
    UUIDObject,
)
from pyignite.datatypes.internal import AnyDataObject
from pyignite.stream import BinaryStream

import sparkwire
import sparkwire.functions as wire

# For each type of pyignite: how to generate a value, and its type as DDL.
TYPES = {
    IntObject: (lambda r: r.randint(-(2**31), 2**31 - 1), "INT"),
    LongObject: (lambda r: r.randint(-(2**63), 2**63 - 1), "BIGINT"),
    ShortObject: (lambda r: r.randint(-(2**15), 2**15 - 1), "SMALLINT"),
    DoubleObject: (lambda r: r.uniform(-1e9, 1e9), "DOUBLE"),
    BoolObject: (lambda r: r.random() < 0.5, "BOOLEAN"),
    # No NUL: pyignite itself truncates text there.
    String: (lambda r: "".join(r.choices("aЖ€😀", k=r.randint(0, 90))), "STRING"),
    UUIDObject: (lambda r: uuid.UUID(int=r.getrandbits(128)), "STRING"),
    DecimalObject: (lambda r: Decimal(r.randint(-(10**20), 10**20)).scaleb(-5), "DECIMAL(38,5)"),
    ByteArrayObject: (lambda r: r.randbytes(r.randint(0, 90)), "BINARY"),
    IntArrayObject: (lambda r: [r.randint(-9, 9) for _ in range(r.randint(0, 5))], "ARRAY<INT>"),
    StringArrayObject: (lambda r: r.choices(["a", "", "bc"], k=3), "ARRAY<STRING>"),
}


class Offline:
    """The part of a client that the encoder uses."""

    def __init__(self, compact_footer):
        self.compact_footer = compact_footer

    def register_binary_type(self, *_, **__):
        pass


def encoded(value, compact_footer):
    stream = BinaryStream(Offline(compact_footer))
    AnyDataObject.from_python(stream, value)
    return bytes(stream.getbuffer())


def made_up(seed):
    """Generate a class, one object of it, and the expected value in Spark."""
    r = random.Random(seed)
    chosen = [(f"Field{n}", r.choice(list(TYPES))) for n in range(r.randint(1, 12))]
    kind = GenericObjectMeta(
        f"Made{seed}", (), {}, type_name=f"shop.Made{seed}", schema=OrderedDict(chosen)
    )
    values = {
        name: None if r.random() < 0.2 and type is not BoolObject else TYPES[type][0](r)
        for name, type in chosen
    }
    ddl = ", ".join(f"{name.lower()} {TYPES[type][1]}" for name, type in chosen)
    return kind(**values), values, ddl


def in_spark(value):
    return str(value) if isinstance(value, uuid.UUID) else value


@pytest.mark.parametrize("compact_footer", [False, True], ids=["full", "compact"])
@pytest.mark.parametrize("seed", range(20))
def test_objects(spark, seed, compact_footer):
    made, values, ddl = made_up(seed)
    value = encoded(made, compact_footer)
    df = spark.createDataFrame([(value,)], "value BINARY")
    expected = [in_spark(part) for part in values.values()]
    row = df.select(wire.ignite_decode("value", ddl).alias("o")).first().o
    assert [bytes(part) if isinstance(part, bytearray) else part for part in row] == expected
    types = json.dumps([{"type_name": f"shop.Made{seed}", "schemas": [list(values)]}])
    named = df.select(wire.ignite_decode("value", options={"types": types})).first()[0].toPython()
    assert named == {"@type": f"shop.Made{seed}"} | dict(zip(values, expected, strict=True))
    assert df.select(wire.ignite_header("value").hash_ok).first()[0]
    written = {"types": types, "footer": "compact" if compact_footer else "full"}
    again = wire.ignite_encode(
        wire.ignite_decode("value", options={"types": types}), options=written
    )
    rewritten = df.select(again.alias("value"))
    assert rewritten.select(wire.ignite_header("value").hash_ok).first()[0]
    reread = rewritten.select(wire.ignite_decode("value", options={"types": types})).first()[0]
    assert reread.toPython() == named


def test_metadata_and_tables():
    columns = "a INT, \"b,)\" VARCHAR DEFAULT '(,', c DECIMAL(3, 1), PRIMARY KEY (a)"
    described = sparkwire.ignite.types_from_create_table(
        f"create table if not exists PUBLIC.t ({columns}) "
        'with "value_type=T,wrap_key=true,KEY_TYPE=K"'
    )
    assert json.loads(described) == [
        {"type_name": "T", "schemas": [["b,)", "C"]]},
        {"type_name": "K", "schemas": [["A"]]},
    ]


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("SELECT 1", "not a CREATE TABLE"),
        ("CREATE TABLE t (a INT PRIMARY KEY, b INT)", "VALUE_TYPE"),
        ('CREATE TABLE t (a INT, b INT) WITH "VALUE_TYPE=T"', "primary key is missing"),
        ('CREATE TABLE t (a INT, PRIMARY KEY (z)) WITH "VALUE_TYPE=T"', "Z"),
        (
            'CREATE TABLE t (a INT, b INT, c INT, PRIMARY KEY (a, b)) WITH "VALUE_TYPE=T"',
            "KEY_TYPE",
        ),
        ("CREATE TABLE t (a INT", "not closed"),
    ],
)
def test_what_is_no_description(statement, why):
    with pytest.raises(ValueError, match=why):
        sparkwire.ignite.types_from_create_table(statement)
