"""Makes a Delta table of a dump and of change events; test_ignite_migration.py runs this."""

import json
import re
import sys
from pathlib import Path

from pyspark.sql import SparkSession

import sparkwire
import sparkwire.functions as wire

ADDRESS, SETTINGS, WORK, PAGES = sys.argv[1:]
BLOCK = re.compile(r"^<!-- not run: [^\n]*-->\n\n```python\n(.*?)^```$", re.M | re.S)

builder = SparkSession.builder.config(map=json.loads(SETTINGS))
spark = sparkwire.configure(builder).getOrCreate()


def blocks(page, heading):
    """Return the code below a heading that the documentation does not run."""
    text = Path(PAGES, page).read_text(encoding="utf-8")
    return BLOCK.findall(text.split(f"\n## {heading}\n")[1].split("\n## ")[0])


def execute(code, replaced, variables):
    for old, new in replaced.items():
        assert old in code, old
        code = code.replace(old, new)
    exec(code, variables)


def rows():
    return [list(row) for row in spark.sql("SELECT * FROM orders ORDER BY id").collect()]


said = {}
known = {"spark": spark, "wire": wire, "broker": {"kafka.bootstrap.servers": ADDRESS}}
(decode,) = blocks("ignite-dump.md", "Decode the objects")
folder = next(Path(WORK).rglob("part-0.dump")).parents[3]
execute(decode, {'"/backup/snapshots/monday"': repr(str(folder))}, known)
known["orders"].write.format("delta").saveAsTable("orders")
said["dumped"] = [[row[0], row[1], str(row[2])] for row in rows()]

(describe,) = blocks("ignite-cdc.md", "Describe the types")
execute(describe, {}, known)
(merge,) = blocks("ignite-cdc.md", "From Ignite to a Delta table")
known["cache_id"] = spark.sql("SELECT ignite_type_id('orders')").head()[0]
once = ".trigger(availableNow=True).start().awaitTermination()"
execute(merge, {"/checkpoints/orders": f"{WORK}/checkpoint", ".start()": once}, known)
said["merged"] = [[row[0], row[1], str(row[2])] for row in rows()]
print(json.dumps(said))
