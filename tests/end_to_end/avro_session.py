"""Streams over a topic whose schema changes, and the recipes of the cookbook for registries.

test_avro_stream.py runs this in a new process.
"""

import json
import re
import sys
import urllib.request
from pathlib import Path

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

import sparkwire
import sparkwire.functions as wire
from sparkwire.avro import registry

ADDRESS, URL, JARS, FOLDER, SECOND = sys.argv[1:]
FIRST_VALUES, SECOND_VALUES = json.loads(Path(FOLDER, "values").read_text())
HIT = '{"type": "record", "name": "Hit", "fields": [%s]}'
READER = HIT % ('{"name": "path", "type": "string"}, {"name": "ms", "type": "long", "default": -1}')
STRING = "org.apache.kafka.common.serialization.StringSerializer"
BYTES = "org.apache.kafka.common.serialization.ByteArraySerializer"

builder = (
    SparkSession.builder.master("local[2]")
    .config("spark.jars", JARS)
    .config("spark.sql.shuffle.partitions", 2)
)
spark = sparkwire.configure(builder).getOrCreate()
jvm = spark._jvm


def send(values, topic="hits"):
    """Send values, or values with their headers."""
    properties = jvm.java.util.Properties()
    for name, value in {
        "bootstrap.servers": ADDRESS,
        "key.serializer": STRING,
        "value.serializer": BYTES,
    }.items():
        properties.setProperty(name, value)
    producer = jvm.org.apache.kafka.clients.producer.KafkaProducer(properties)
    record = jvm.org.apache.kafka.clients.producer.ProducerRecord
    for number, value in enumerate(values):
        headers, data = ([], value) if isinstance(value, str) else value
        made = record(topic, str(number), bytes.fromhex(data))
        for name, held in headers:
            made.headers().add(name, bytes.fromhex(held))
        producer.send(made)
    producer.close()


def register(url, subject, schema):
    body = json.dumps({"schema": schema}).encode()
    request = urllib.request.Request(
        f"{url}/subjects/{subject}/versions", body, {"Content-Type": "application/json"}
    )
    urllib.request.urlopen(request).close()


def stream(name):
    """Read the topic; each query has its own checkpoint and result folders."""
    topic = (
        spark.readStream.format("kafka")
        .option("kafka.bootstrap.servers", ADDRESS)
        .option("subscribe", "hits")
        .option("startingOffsets", "earliest")
        .load()
    )
    return topic, f"{FOLDER}/{name}", f"{FOLDER}/{name}-checkpoint"


schemas = registry(URL)
fetches = 1


def write(batch, _):
    """Decode a batch; fetch the schemas again if it contains an unknown id."""
    global schemas, fetches
    ids = {row[0] for row in batch.select(wire.avro_frame("value").schema_id).distinct().collect()}
    if not ids <= set(schemas.schemas):
        schemas = registry(URL)
        fetches += 1
    hit = wire.avro_decode("value", schemas.writers, READER).alias("hit")
    batch.select(hit).select("hit.*").write.mode("append").parquet(f"{FOLDER}/batches")


def aside(known, name):
    """Write each row with its decoded value, or with the reason why it is malformed."""
    topic, results, checkpoint = stream(name)
    rows = topic.select(
        wire.try_avro_decode("value", known.writers, READER).alias("hit"),
        wire.avro_fault("value", known.writers, READER).reason.alias("reason"),
    )
    writer = rows.writeStream.format("parquet").option("checkpointLocation", checkpoint)
    return writer.start(results)


send(FIRST_VALUES)
old = schemas
topic, _, checkpoint = stream("batches")
batches = topic.writeStream.option("checkpointLocation", checkpoint).foreachBatch(write).start()
running = aside(old, "aside")
stopped = aside(old, "restarted")
for query in (batches, running, stopped):
    query.processAllAvailable()
stopped.stop()

register(URL, "hits-value", SECOND)
send(SECOND_VALUES)
for query in (batches, running):
    query.processAllAvailable()
    query.stop()
restarted = aside(registry(URL), "restarted")
restarted.processAllAvailable()
restarted.stop()

COOKBOOK = Path(__file__).parents[2] / "docs" / "pages" / "cookbook.md"
OF_RECIPES, TOPICS = json.loads(Path(FOLDER, "recipes").read_text())
names = {"spark": spark, "wire": wire, "F": F, "broker": ADDRESS, "url": OF_RECIPES}


def recipe(title):
    """Run the Python of a recipe as it is on the page."""
    section = COOKBOOK.read_text().split(f"\n## {title}\n")[1].split("\n## ")[0]
    marked = r"<!-- not run: a test runs it .*?-->\n\n```python\n(.*?)```"
    for code in re.findall(marked, section, re.DOTALL):
        exec(code, names)


for topic, written in TOPICS.items():
    send(written, topic)
register(OF_RECIPES, "orders-value", READER)
recipe("Read and write Avro with schema ids in headers")
recipe("Read JSON and Protobuf of a topic with a registry")
records = names["records"]
orders = names["orders"].orderBy("path").collect()
copies = records("copies").orderBy("partition", "offset").collect()
either = records("mixed_orders").select(names["either"].path).collect()

hits = spark.read.parquet(f"{FOLDER}/batches").orderBy(F.length("path"), "path").collect()
reasons = spark.read.parquet(f"{FOLDER}/aside").groupBy("reason").count().collect()
later = spark.read.parquet(f"{FOLDER}/restarted").select("hit.*").where("ms >= 0").orderBy("ms")
print(
    json.dumps(
        {
            "foreachBatch": [list(row) for row in hits],
            "fetches": fetches,
            "kept aside": sorted(([*row] for row in reasons), key=lambda row: row[0] is None),
            "restarted": [list(row) for row in later.collect()],
            "orders": [list(row) for row in orders],
            "copies": [
                [[[one.key, one.value.hex()] for one in row.headers], row.value.hex()]
                for row in copies
            ],
            "json": [[row.path] for row in names["from_json"].collect()],
            "protobuf": [
                [row.message_indexes, row.payload.hex()] for row in names["framed"].collect()
            ],
            "either": [path for (path,) in either],
        }
    )
)
spark.stop()
