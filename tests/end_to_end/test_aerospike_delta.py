"""The recipe of docs/pages/formats/aerospike.md: a stream of notifications into a Delta table.

Delta Lake for Scala 2.13 has jars up to Spark 4.0, so this runs on that one, in an environment of
its own; the jars come by Maven's coordinates.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import sparkwire

from spawn import ROOT, python

SPARK = "4.0.4"
DELTA = "io.delta:delta-spark_2.13:4.0.1"
FOLDER = ROOT / ".compat" / "delta"
PAGE = ROOT / "docs" / "pages" / "formats" / "aerospike.md"

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>sparkwire</groupId><artifactId>delta-of-tests</artifactId><version>1</version>
  <dependencies><dependency>
    <groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version>
    <exclusions>
      <exclusion><groupId>org.scala-lang</groupId><artifactId>*</artifactId></exclusion>
      <exclusion><groupId>org.apache.spark</groupId><artifactId>*</artifactId></exclusion>
    </exclusions>
  </dependency></dependencies>
</project>
"""

SCRIPT = """
import json, sys
from pathlib import Path
from pyspark.sql import SparkSession

builder = SparkSession.builder.master("local[2]").config("spark.jars", {jars!r})
builder = builder.config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
catalog = "org.apache.spark.sql.delta.catalog.DeltaCatalog"
spark = builder.config("spark.sql.catalog.spark_catalog", catalog).getOrCreate()
spark.sql({table!r})
source, checkpoint, states = Path("source"), "checkpoint", []
for number, batch in enumerate({batches!r}):
    rows = [(bytes.fromhex(value),) for value in batch]
    df = spark.createDataFrame(rows, "value BINARY").coalesce(1)
    df.write.mode("append").parquet(str(source))
    stream = spark.readStream.schema("value BINARY").parquet(str(source))
    all_there_is = ".trigger(availableNow=True).start().awaitTermination()"
    recipe = {recipe!r}.replace(".start()", all_there_is)
    exec(recipe)
    rows = spark.sql('''SELECT hex(digest), user_key, unix_millis(last_update), generation,
        is_deleted, name, visits FROM records ORDER BY 1''').collect()
    states.append([list(row) for row in rows])
print(json.dumps(states))
"""


@pytest.fixture(scope="session")
def interpreter():
    """Make or reuse a virtual environment with that Spark."""
    made = FOLDER / "venv" / "bin" / "python"
    ready = FOLDER / "venv" / f".ready-{SPARK}"
    if not ready.exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", FOLDER / "venv"], check=True)
        subprocess.run([made, "-m", "pip", "install", "-q", f"pyspark=={SPARK}"], check=True)
        ready.touch()
    return made


@pytest.fixture(scope="session")
def jars():
    """Resolve Delta Lake and what it needs beside Spark."""
    folder = FOLDER / "jars" / DELTA.rsplit(":", 1)[1]
    if not list(folder.glob("delta-spark*.jar")):
        pom = FOLDER / "pom.xml"
        pom.parent.mkdir(parents=True, exist_ok=True)
        pom.write_text(POM.format(*DELTA.split(":")))
        goal = "dependency:copy-dependencies"
        options = ["-DincludeScope=runtime", f"-DoutputDirectory={folder}"]
        subprocess.run(["mvn", "-B", "-q", "-f", pom, goal, *options], check=True)
    found = sorted(str(jar) for jar in folder.glob("*.jar"))
    return ",".join([*found, sparkwire.jar_path()])


def recipe():
    """Give the page's table and its stream: what is documented is what is tested."""
    text = PAGE.read_text(encoding="utf-8").split("## Into a Delta table")[1]
    (table,) = re.findall(r"```sql\n(.*?)```", text, re.DOTALL)
    (stream,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    return table, stream


# Notifications, byte by byte: an encoder of their own would prove little.


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
    # New records; "b" is written twice within a batch, the second time only one bin.
    [write("a", 1000, 1, name="Ada", visits=1), write("b", 1000, 1, name="Bob", visits=1),
     write("b", 2000, 2, visits=2), "93", write("c", 1000, 1, name="Cy", visits=1)],
    # A partial record; one out of order; two with one time, which generation tells apart.
    [write("a", 3000, 2, visits=5), write("b", 1500, 1, name="old", visits=0),
     write("c", 4000, 3, name="third"), write("c", 4000, 2, name="second", visits=9)],
    # Deleted; deleted and written again in one batch; the same notifications again.
    [delete("a", 5000), delete("b", 5000), write("b", 6000, 1, name="Bea"),
     write("c", 4000, 3, name="third")],
    # What is older than a delete stays away; what is newer begins anew.
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


def test_recipe(interpreter, jars, tmp_path):
    table, stream = recipe()
    script = SCRIPT.format(jars=jars, table=table, recipe=stream, batches=BATCHES)
    states = python(script, tmp_path, interpreter)
    assert len(states) == len(BATCHES)
    for rows, expected in zip(states, STATES, strict=True):
        assert {row[1]: tuple(row[2:]) for row in rows} == expected


def test_the_page_names_this_file():
    assert Path(__file__).name in PAGE.read_text(encoding="utf-8")
