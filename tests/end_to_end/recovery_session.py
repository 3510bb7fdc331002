"""Runs the recipe for damaged disks on the page; test_recovery.py runs this in a new process."""

import json
import re
import sys
from pathlib import Path

from pyspark.sql import SparkSession

import sparkwire

DISKS, NEW_BROKER, JARS, PAGE = sys.argv[1:]

builder = SparkSession.builder.master("local[2]").config("spark.jars", JARS)
spark = sparkwire.configure(builder).getOrCreate()
spark.conf.set("spark.sql.streaming.kafka.useDeprecatedOffsetFetching", "true")
variables = {"spark": spark}
rows = []
for language, body in re.findall(
    r"test_recovery\.py runs it -->\n\n```(sql|python)\n(.*?)^```$",
    Path(PAGE).read_text(encoding="utf-8"),
    re.M | re.S,
):
    here = body.replace("/disks/", f"{DISKS}/disk-").replace("new-broker:9092", NEW_BROKER)
    if language == "python":
        exec(here, variables)
    else:
        for statement in filter(str.strip, re.split(r";\s*\n", here + "\n")):
            result = spark.sql(statement)
            if result.columns:
                rows.append([list(row) for row in result.collect()])
faults = spark.table("whole").where("fault IS NOT NULL AND topic = 'orders'")
restored = spark.read.format("kafka").option("kafka.bootstrap.servers", NEW_BROKER)
restored = restored.option("subscribe", "orders").load().selectExpr("partition", "STRING(value)")
alone = spark.read.format("sparkwire-kafka-log").option("mode", "permissive")
print(
    json.dumps(
        {
            "rows": rows,
            "faults": faults.count(),
            "restored": sorted(list(row) for row in restored.collect()),
            "damaged": [
                alone.load(f"{DISKS}/disk-{disk}/orders-*").where("fault IS NOT NULL").count()
                for disk in (1, 2, 3)
            ],
        }
    )
)
spark.stop()
