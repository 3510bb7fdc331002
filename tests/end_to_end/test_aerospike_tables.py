"""The notebook of current states: a stream of Aerospike notifications, merged into a table.

Its statements run on Delta Lake, as in the notebook, and on Iceberg, with more difficult batches
than in the notebook.
"""

import json

import pytest

from artifacts import spark_python
from table_formats import FORMATS, settings

from spawn import ROOT, python

NOTEBOOK = ROOT / "docs" / "pages" / "cookbook" / "aerospike-current-state.ipynb"
START = """
query = stream.writeStream.foreachBatch(apply).option("checkpointLocation", checkpoint)
query.trigger(availableNow=True).start().awaitTermination()
"""

SCRIPT = """
import json, sys
from pathlib import Path
from pyspark.sql import SparkSession

spark = SparkSession.builder.config(map={settings!r}).getOrCreate()
exec({table!r})
source, checkpoint, states = Path("source"), "checkpoint", []
for number, batch in enumerate({batches!r}):
    rows = [(bytes.fromhex(value),) for value in batch]
    df = spark.createDataFrame(rows, "value BINARY").coalesce(1)
    df.write.mode("append").parquet(str(source))
    stream = spark.readStream.schema("value BINARY").parquet(str(source))
    exec({recipe!r})
    rows = spark.sql('''SELECT hex(digest), user_key, unix_millis(last_update), generation,
        is_deleted, name, visits FROM records ORDER BY 1''').collect()
    states.append([list(row) for row in rows])
print(json.dumps(states))
"""


def recipe():
    """Take the table and the merge from the notebook, so that the documented code is tested."""
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    sources = ["".join(cell["source"]) for cell in cells]
    (table,) = (source for source in sources if "CREATE TABLE" in source)
    parts = [next(s for s in sources if s.startswith(name)) for name in ("FOLDED =", "MERGE =")]
    return table, "\n".join([*parts, START])


# Notifications are built byte by byte: an encoder of our own would prove little.


def text(value):
    data = value.encode()
    return bytes([0xA0 | len(data)]) + data


def number(value):
    return b"\xc0" if value is None else b"\xd3" + value.to_bytes(8, "big", signed=True)


def key(user_key):
    digest = f"{user_key:>20}".encode()
    return b"\x94" + text("test") + b"\xc0\xc4\x14" + digest + text(user_key)


def write(user_key, time, generation, **bins):
    parts = key(user_key) + number(generation) + number(0) + number(time)
    parts += bytes([0x90 | len(bins)])
    for name, value in bins.items():
        kind = 3 if isinstance(value, str) else 1
        parts += b"\x94" + text(name) + bytes([kind, 0])
        parts += text(value) if isinstance(value, str) else number(value)
    return (b"\x93\x01\x01\x95" + parts).hex()


def delete(user_key, time, generation=None):
    parts = key(user_key) + number(0) + number(generation) + number(None) + number(time)
    return (b"\x93\x01\x02\x95" + parts).hex()


BATCHES = [
    # New records; "b" is written twice in one batch, the second time with only one bin.
    [write("a", 1000, 1, name="Ada", visits=1), write("b", 1000, 1, name="Bob", visits=1),
     write("b", 2000, 2, visits=2), "93", write("c", 1000, 1, name="Cy", visits=1)],
    # A partial record; one out of order; two with equal times, ordered by generation.
    [write("a", 3000, 2, visits=5), write("b", 1500, 1, name="old", visits=0),
     write("c", 4000, 3, name="third"), write("c", 4000, 2, name="second", visits=9)],
    # Deleted; deleted and written again in one batch; the same notifications again.
    [delete("a", 5000), delete("b", 5000), write("b", 6000, 1, name="Bea"),
     write("c", 4000, 3, name="third")],
    # Writes older than a delete are ignored; newer ones create the record again.
    [write("a", 4500, 3, name="ghost", visits=1), write("b", 7000, 2, visits=1)],
    [write("a", 8000, 1, name="Anna"), delete("c", 9000), delete("d", 1000)],
]  # fmt: skip

STATES = [
    {
        "a": (1000, 1, False, "Ada", 1),
        "b": (2000, 2, False, "Bob", 2),
        "c": (1000, 1, False, "Cy", 1),
    },
    {
        "a": (3000, 2, False, "Ada", 5),
        "b": (2000, 2, False, "Bob", 2),
        "c": (4000, 3, False, "third", 9),
    },
    {
        "a": (5000, None, True, None, None),
        "b": (6000, 1, False, "Bea", None),
        "c": (4000, 3, False, "third", 9),
    },
    {
        "a": (5000, None, True, None, None),
        "b": (7000, 2, False, "Bea", 1),
        "c": (4000, 3, False, "third", 9),
    },
    {
        "a": (8000, 1, False, "Anna", None),
        "b": (7000, 2, False, "Bea", 1),
        "c": (9000, None, True, None, None),
        "d": (1000, None, True, None, None),
    },
]


@pytest.mark.parametrize("name", FORMATS)
def test_recipe(name, tmp_path):
    table, stream = recipe()
    table = table.replace("USING delta", f"USING {name}")
    script = SCRIPT.format(settings=settings(name), table=table, recipe=stream, batches=BATCHES)
    states = python(script, tmp_path, spark_python())
    assert len(states) == len(BATCHES)
    for rows, expected in zip(states, STATES, strict=True):
        assert {row[1]: tuple(row[2:]) for row in rows} == expected
