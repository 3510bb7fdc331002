"""Repairs and replays messages of a real broker; test_repair.py runs this in a new process."""

import json
import re
import socket
import struct
import sys
from pathlib import Path

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

import sparkwire
import sparkwire.functions as wire
from sparkwire.demo import samples

ADDRESS, JARS, CAPTURES, PAGE = sys.argv[1:]
EVENT = dict(samples("databus"))["upsert"]
BLOCK = re.compile(r"^<!-- not run: needs a broker[^\n]*-->\n\n```(\w+)\n(.*?)^```$", re.M | re.S)

builder = SparkSession.builder.master("local[2]").config("spark.jars", JARS)
spark = sparkwire.configure(builder).getOrCreate()
said = {}


def sent(values, topic):
    rows = spark.createDataFrame([(value,) for value in values], "value BINARY").coalesce(1)
    kafka = rows.write.format("kafka").option("kafka.bootstrap.servers", ADDRESS)
    kafka.option("topic", topic).save()


def topic(name):
    kafka = spark.read.format("kafka").option("kafka.bootstrap.servers", ADDRESS)
    return kafka.option("subscribe", name).option("includeHeaders", "true").load()


# A good event, one whose body has a wrong checksum, and one that is cut off.
sent([EVENT, EVENT[:-1] + b"!", EVENT[:-3]], "changes")
Path(CAPTURES).mkdir()
Path(CAPTURES, "capture").write_bytes(EVENT * 3)

# The blocks of the page that need a broker, in order.
variables = {"spark": spark, "F": F, "wire": wire}
said["statements"] = []
for language, body in BLOCK.findall(Path(PAGE).read_text(encoding="utf-8")):
    here = body.replace("broker:9092", ADDRESS).replace("/var/captures", CAPTURES)
    if language == "python":
        exec(here, variables)
        continue
    for statement in filter(str.strip, re.split(r";\s*\n", here)):
        result = spark.sql(statement)
        said["statements"] += [[str(part) for part in row] for row in result.collect()]

changes = topic("changes").orderBy("offset")
said["changes"] = [
    [
        value.hex(),
        None if fault is None else fault.reason,
        headers and bytes(headers[0].value).decode(),
    ]
    for value, fault, headers in changes.select(
        "value", wire.databus_fault("value"), "headers"
    ).collect()
]
replayed = topic("replayed").select("key", wire.databus_decode("value").alias("event"))
said["replayed"] = [
    [bytes(key).decode(), event.key, event.timestamp.year] for key, event in replayed.collect()
]

# A broker takes batches and requests that we made, to the last byte: it checks their checksums.
records = spark.range(100).select(
    F.col("id").cast("STRING").cast("BINARY").alias("key"),
    F.repeat(F.lit("x"), F.col("id").cast("INT")).cast("BINARY").alias("value"),
    (F.col("id") + 1_700_000_000_000).alias("timestamp_ms"),
)
batch = records.selectExpr(
    "kafka_records_agg(struct(*)) WITHIN GROUP (ORDER BY timestamp_ms) AS records"
)
partition = F.struct(F.lit(0).alias("index"), F.col("records").alias("records"))
data = F.struct(F.lit("produced").alias("name"), F.array(partition).alias("partitionData"))
body = F.struct(
    F.lit(1).alias("acks"), F.lit(30000).alias("timeoutMs"), F.array(data).alias("topicData")
)
request = F.struct(
    F.lit(0).alias("api_key"),
    F.lit(9).alias("api_version"),
    F.lit(7).alias("correlation_id"),
    F.lit("sparkwire").alias("client_id"),
    body.alias("body"),
)
sent([b"first"], "produced")
encoded = wire.kafka_request_encode(request, options={"sizePrefix": "true"})
host, port = ADDRESS.split(":")
with socket.create_connection((host, int(port)), timeout=60) as broker:
    broker.sendall(bytes(batch.select(encoded).first()[0]))
    stream = broker.makefile("rb")
    answer = stream.read(struct.unpack(">i", stream.read(4))[0])
answers = spark.createDataFrame([(answer,)], "value BINARY")
decoded = answers.select(wire.kafka_response_decode("value", F.lit(0), F.lit(9)).alias("r"))
said["answer"] = decoded.selectExpr(
    "r.correlation_id",
    "variant_get(r.body, '$.responses[0].partitionResponses[0].errorCode', 'int')",
).first()
produced = topic("produced").where("offset > 0").withColumn("ms", F.unix_millis("timestamp"))
said["produced"] = [
    produced.count(),
    records.exceptAll(produced.selectExpr("key", "value", "ms")).count(),
]
print(json.dumps(said))
