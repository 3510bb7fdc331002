"""Reads a broker's topics and files with Spark; test_kafka.py runs this in a new process."""

import json
import sys
import time
from pathlib import Path

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

import sparkwire
import sparkwire.functions as wire

ADDRESS, LOGS, JARS, EVENTS = sys.argv[1:]
STRINGS = "org.apache.kafka.common.serialization.String"
BYTES = "org.apache.kafka.common.serialization.ByteArray"
DEPRECATED = "spark.sql.streaming.kafka.useDeprecatedOffsetFetching"
FIRST, ALL = 40, 100

builder = SparkSession.builder.master("local[2]").config("spark.jars", JARS)
spark = sparkwire.configure(builder).getOrCreate()
jvm = spark._jvm
clients = jvm.org.apache.kafka.clients


def properties(**more):
    made = jvm.java.util.Properties()
    for name, value in {"bootstrap_servers": ADDRESS, **more}.items():
        made.setProperty(name.replace("_", "."), value)
    return made


def producer(**more):
    serializers = {
        "key_serializer": f"{STRINGS}Serializer",
        "value_serializer": f"{BYTES}Serializer",
    }
    return clients.producer.KafkaProducer(properties(**serializers, **more))


def send(to, topic, values):
    for number, value in enumerate(values):
        to.send(clients.producer.ProducerRecord(topic, str(number), value))
    to.flush()


def consume(group, topic, count):
    """Read `count` records as a member of a group and commit the position."""
    deserializers = {
        "key_deserializer": f"{STRINGS}Deserializer",
        "value_deserializer": f"{BYTES}Deserializer",
    }
    reader = clients.consumer.KafkaConsumer(
        properties(
            group_id=group,
            auto_offset_reset="earliest",
            enable_auto_commit="false",
            max_poll_records=str(count),
            **deserializers,
        )
    )
    topics = jvm.java.util.ArrayList()
    topics.add(topic)
    reader.subscribe(topics)
    read = 0
    while read < count:
        read += reader.poll(jvm.java.time.Duration.ofSeconds(1)).count()
    reader.commitSync()
    reader.close()


def topic(name):
    reader = spark.read.format("kafka").option("kafka.bootstrap.servers", ADDRESS)
    return reader.option("subscribe", name).load()


def rows(query):
    return [[str(part) for part in row] for row in spark.sql(query).collect()]


events = [bytes.fromhex(line) for line in Path(EVENTS).read_text().split()]
events = (events * ALL)[:ALL]
plain = producer()
send(plain, "events", events[:FIRST])
consume("readers", "events", 30)
transactional = producer(transactional_id="mover")
transactional.initTransactions()
transactional.beginTransaction()
send(transactional, "moved", events[:3])
transactional.commitTransaction()
transactional.close()

said = {}

# With default settings, Spark's source returns no rows for internal topics and gives no warning.
spark.conf.set(DEPRECATED, "false")
said["by default"] = topic("__consumer_offsets").count()
spark.conf.set(DEPRECATED, "true")

for name in ("__consumer_offsets", "__transaction_state"):
    decoded = wire.kafka_record_decode("topic", "key", "value").alias("record")
    topic(name).select("offset", decoded).select("offset", "record.*").createOrReplaceTempView(
        name.strip("_")
    )
spark.sql("""
    CREATE TEMPORARY VIEW commits AS
    SELECT variant_get(key, '$.group', 'string') AS group,
      variant_get(key, '$.topic', 'string') AS topic,
      variant_get(key, '$.partition', 'int') AS partition,
      max_by(variant_get(value, '$.offset', 'bigint'), offset) AS committed
    FROM consumer_offsets WHERE record = 'OffsetCommit' GROUP BY ALL""")
said["commits"] = rows("SELECT * FROM commits")
said["groups"] = rows("""
    SELECT DISTINCT variant_get(key, '$.group', 'string') AS group,
      variant_get(value, '$.protocolType', 'string') AS type
    FROM consumer_offsets WHERE record = 'GroupMetadata' AND NOT tombstone""")
said["members"] = rows("""
    SELECT DISTINCT to_json(kafka_decode(subscription, 'ConsumerProtocolSubscription',
      map('versionPrefix', 'true')).topics)
    FROM (SELECT variant_get(value, '$.members[0].subscription', 'binary') AS subscription
          FROM consumer_offsets WHERE record = 'GroupMetadata' AND NOT tombstone)
    WHERE subscription IS NOT NULL""")
topic("events").groupBy("topic", "partition").agg(
    F.min("offset").alias("start"), (F.max("offset") + 1).alias("end")
).createOrReplaceTempView("ends")
said["lag"] = rows("""
    WITH read AS (SELECT DISTINCT group, topic FROM commits WHERE committed IS NOT NULL)
    SELECT group, sum(end - coalesce(committed, start)) AS lag
    FROM read JOIN ends USING (topic) LEFT JOIN commits USING (group, topic, partition)
    GROUP BY group""")
said["transactions"] = rows("""
    SELECT variant_get(key, '$.transactionalId', 'string') AS id,
      max_by(variant_get(value, '$.transactionStatus', 'int'), offset) AS status
    FROM transaction_state GROUP BY ALL""")

# The log files of the controller.
files = spark.read.format("binaryFile").load(f"{LOGS}/__cluster_metadata-0/*.log")
log = files.select(F.inline(wire.kafka_records_decode("content", {"tail": "drop"})))
log.createOrReplaceTempView("log")
metadata = log.where("NOT control").select(
    wire.kafka_record_decode(F.lit("__cluster_metadata"), "record.key", "record.value").alias("r")
)
metadata.select("r.*").createOrReplaceTempView("metadata")
said["topics"] = rows("""
    SELECT variant_get(value, '$.name', 'string') AS name
    FROM metadata WHERE record = 'TopicRecord' ORDER BY 1""")
said["unknown"] = rows("SELECT DISTINCT record_type FROM metadata WHERE record IS NULL")
said["leader"] = rows("""
    SELECT DISTINCT kafka_decode(record.value, 'LeaderChangeMessage', 0).leaderId
    FROM log WHERE control AND record.key = X'00000002'""")

# The broker's log files of a topic.
parts = spark.read.format("binaryFile").load(f"{LOGS}/moved-*/*.log")
parts.select(F.inline(wire.kafka_records_decode("content"))).createOrReplaceTempView("moved")
said["moved"] = rows(
    "SELECT control, count(*), any_value(transactional) FROM moved GROUP BY 1 ORDER BY 1"
)

# A stream that is stopped in the middle and restarted.
spark.conf.set(DEPRECATED, "false")


def stream(name):
    source = spark.readStream.format("kafka").option("kafka.bootstrap.servers", ADDRESS)
    source = source.option("subscribe", "events").option("startingOffsets", "earliest")
    source = source.option("maxOffsetsPerTrigger", "7").load()
    event = wire.databus_decode("value").alias("event")
    decoded = source.select("partition", "offset", event).select("partition", "offset", "event.*")
    kept = decoded.select("partition", "offset", "opcode", "sequence")
    writer = kept.writeStream.queryName(name).format("parquet").option("path", "out")
    return (
        writer.option("checkpointLocation", "checkpoint")
        .trigger(processingTime="0 seconds")
        .start()
    )


def wait(until):
    limit = time.monotonic() + 120
    while not until():
        assert time.monotonic() < limit, "the stream does not go on"
        time.sleep(0.1)


def written():
    return spark.read.parquet("out").count() if list(Path("out").glob("*.parquet")) else 0


first = stream("first")
wait(lambda: (first.lastProgress or {}).get("batchId", 0) >= 2)
first.stop()
said["stopped at"] = written()
send(plain, "events", events[FIRST:])
plain.close()
second = stream("second")
wait(lambda: written() >= ALL)
second.processAllAvailable()
second.stop()
out = spark.read.parquet("out")
said["streamed"] = [out.count(), out.select("partition", "offset").distinct().count()]
said["sequences"] = [
    row[0] for row in out.orderBy("partition", "offset").select("sequence").collect()
]
expected = topic("events").orderBy("partition", "offset")
expected = expected.select(wire.databus_decode("value").sequence)
said["expected"] = [row[0] for row in expected.collect()]
print(json.dumps(said))
spark.stop()
