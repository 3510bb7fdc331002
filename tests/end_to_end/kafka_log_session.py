"""Reads a broker's files with Spark; test_kafka_log.py runs this in a new process."""

import base64
import contextlib
import io
import json
import re
import sys
import textwrap
from pathlib import Path

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

import sparkwire
import sparkwire.functions as wire
from dump_tool import dumped_row

ADDRESS, LOGS, JARS, CONSUMED, DUMPED, PAGE = sys.argv[1:]

builder = SparkSession.builder.master("local[2]").config("spark.jars", JARS)
spark = sparkwire.configure(builder).getOrCreate()
said = {}


def table(path=LOGS, **options):
    return spark.read.format("sparkwire-kafka-log").options(**options).load(path)


def text(value):
    return None if value is None else base64.b64encode(bytes(value)).decode()


def record(row):
    """Convert a row of the table to the form of the consumer's lines."""
    headers = [[text(name.encode()), text(value)] for name, value in row.headers or []]
    place = [row.topic, row.partition, row.offset, row.ms, row.timestampType]
    return [*place, text(row.key), text(row.value), headers, row.leader_epoch]


# All records of all consumed topics, as the consumer received them.
consumed = {}
for line in Path(CONSUMED).read_text(encoding="utf-8").splitlines():
    isolation, *rest = json.loads(line)
    consumed.setdefault(isolation, []).append(rest)
topics = sorted({rest[0] for rest in consumed["read_uncommitted"]})
for isolation, expected in consumed.items():
    rows = table(isolation=isolation).where(F.col("topic").isin(topics) & ~F.col("is_control"))
    found = [record(row) for row in rows.withColumn("ms", F.unix_millis("timestamp")).collect()]
    expected.sort(key=lambda one: one[:3])
    found.sort(key=lambda one: one[:3])
    differing = [pair for pair in zip(found, expected, strict=False) if pair[0] != pair[1]]
    said[isolation] = [len(expected), len(found), len(differing), str(differing[:1])[:2000]]
# The same topics as Kafka's own tool prints them, with the markers of transactions.
dumped = json.loads(Path(DUMPED).read_text(encoding="utf-8"))
rows = table().where(F.col("topic").isin(topics)).withColumn("ms", F.unix_millis("timestamp"))
found = [dumped_row(row) for row in rows.collect()]
pairs = zip(sorted(found, key=repr), sorted(dumped, key=repr), strict=False)
said["dumped"] = [
    len(dumped),
    len(found),
    rows.where("is_control").count(),
    [pair for pair in pairs if pair[0] != pair[1]][:1],
]
said["codecs"] = [
    list(row)
    for row in table()
    .where("topic LIKE 'plain-%' AND partition = 1")
    .select("topic", "compression")
    .distinct()
    .orderBy("topic")
    .collect()
]
said["segments"] = table(f"{LOGS}/mixed-0").select("file").distinct().count()
said["faults"] = table(mode="permissive").where("fault IS NOT NULL").count()
said["unknown"] = [
    list(row)
    for row in table()
    .where("topic LIKE '\\\\_\\\\_%' AND NOT is_control")
    .select("topic", wire.kafka_record_decode("topic", "key", "value").alias("r"))
    .where("r.record IS NULL OR (r.value IS NULL AND NOT r.tombstone)")
    .select("topic", "r.record", "r.record_type", "r.version")
    .distinct()
    .collect()
]
said["versions"] = [
    list(row)
    for row in table()
    .where("topic LIKE '\\\\_\\\\_%' AND NOT is_control")
    .select("topic", wire.kafka_record_decode("topic", "key", "value").alias("r"))
    .where("r.value IS NOT NULL")
    .groupBy("topic", "r.record")
    .agg(F.max("r.version"))
    .collect()
]


# The recipes of the page, in order.


def statements(body):
    return filter(str.strip, re.split(r";\s*\n", body + "\n"))


said["recipes"] = []
variables = {"spark": spark}
OTHER_TESTS = "test_recovery.py", "test_log_stream.py", "test_tiered_storage.py"
for comment, language, body in re.findall(
    r"^<!-- ([^\n]*) -->\n\n```(sql|python)\n(.*?)^```$",
    Path(PAGE).read_text(encoding="utf-8"),
    re.M | re.S,
):
    if any(test in comment for test in OTHER_TESTS):
        continue
    here = body.replace("/var/kafka", LOGS).replace("other-broker:9092", ADDRESS)
    if language == "python":
        with contextlib.redirect_stdout(io.StringIO()):
            exec(textwrap.dedent(here), variables)
    else:
        for statement in statements(here):
            result = spark.sql(statement)
            if result.columns:
                said["recipes"].append(
                    [
                        [None if part is None else str(part) for part in row]
                        for row in result.collect()
                    ]
                )

spark.conf.set("spark.sql.streaming.kafka.useDeprecatedOffsetFetching", "true")
recovered = spark.read.format("kafka").option("kafka.bootstrap.servers", ADDRESS)
recovered = recovered.option("subscribe", "recovered").option("includeHeaders", "true").load()
saved = table(f"{LOGS}/mixed-0", isolation="read_committed")
same = ["key", "value", "to_json(headers)"]
said["recovered"] = [
    recovered.count(),
    saved.selectExpr(*same).exceptAll(recovered.selectExpr(*same)).count(),
]
said["snapshot"] = [
    list(row)
    for row in variables["snapshots"]
    .where("NOT is_control")
    .select(wire.kafka_record_decode("topic", "key", "value").alias("r"))
    .where("r.record = 'TopicRecord'")
    .selectExpr("variant_get(r.value, '$.name', 'string')")
    .distinct()
    .collect()
]
# Spark's Kafka source and the files return the same rows, with the same names and types.
source = spark.read.format("kafka").option("kafka.bootstrap.servers", ADDRESS)
source = source.option("subscribe", "plain-zstd").option("includeHeaders", "true").load()
files = table().where("topic = 'plain-zstd' AND NOT is_control").select(*source.columns)
said["types"] = [files.schema.simpleString(), source.schema.simpleString()]
comparable = [F.to_json("headers").alias(c) if c == "headers" else F.col(c) for c in source.columns]
said["source"] = [
    files.select(*comparable).exceptAll(source.select(*comparable)).count(),
    source.select(*comparable).exceptAll(files.select(*comparable)).count(),
    files.count(),
]
# The state of a share group.
said["shares"] = (
    table()
    .where("topic = '__share_group_state' AND NOT is_control")
    .select(wire.kafka_record_decode("topic", "key", "value").alias("r"))
    .where("r.value IS NOT NULL")
    .count()
)
# Stop the session here, while the broker is still running.
print(json.dumps(said))
spark.stop()
