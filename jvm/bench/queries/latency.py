"""Measures how long a record takes from its producer through a stream of Spark into a sink.

A producer writes Databus events to a topic of a Kafka broker at a steady rate, a stream reads them,
decodes them or not, and writes to another topic. The time of a record is that at which the broker
stored the result, less the time in its key. Both are of one machine's clock, in milliseconds.

Writes jvm/bench/results/latency.json, from which page.py makes a paragraph of performance.md. The
argument is the jars of Spark's Kafka source. Real-time mode needs Spark 4.1 or later: the environments of ``make compat`` are in
``.compat``.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import tempfile
import time
from datetime import date
from pathlib import Path
from typing import Any

from confluent_kafka import Consumer, Producer, TopicPartition
from confluent_kafka.admin import AdminClient, NewTopic
from pyspark.sql import SparkSession

import sparkwire

import events

sys.path.append(str(Path(__file__).parents[3] / "tests" / "end_to_end"))

from kafka_broker import VERSIONS, broker

CALLS = {
    "without a decode": "key, value",
    "with a decode": "key, to_json(databus_decode(value)) AS value",
}
# Records that are produced while the stream starts do not count.
WARM_SECONDS = 20
# Between two batches of the real-time mode records wait. Spark's default is five minutes.
REAL_TIME_SECONDS = 30
RESULTS = Path(__file__).parent.parent / "results" / "latency.json"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("jars", help="of Spark's Kafka source, with commas")
    parser.add_argument("--rate", type=int, default=100, help="records in a second")
    parser.add_argument("--seconds", type=int, default=60)
    asked = parser.parse_args()
    spark = session(asked.jars)
    found: dict[str, Any] = {
        "spark": spark.version,
        "date": date.today().isoformat(),
        "rate": asked.rate,
        "records": asked.rate * asked.seconds,
        "real_time_seconds": REAL_TIME_SECONDS,
        "milliseconds": {},
    }
    with tempfile.TemporaryDirectory() as folder, broker(Path(folder), VERSIONS[0]) as (address, _):
        for mode in "micro-batches", "real time":
            for call, columns in CALLS.items():
                topic = f"{mode}-{call}".replace(" ", "-")
                create(address, f"{topic}-in", f"{topic}-out")
                query = start(spark, address, topic, columns, mode, folder)
                produce(address, f"{topic}-in", asked.rate, asked.seconds + WARM_SECONDS)
                time.sleep(5)
                assert query.exception() is None
                query.stop()
                at = statistics.quantiles(latencies(address, f"{topic}-out"), n=100)
                found["milliseconds"][f"{mode}, {call}"] = {"p50": at[49], "p99": at[98]}
                print(f"p50 {at[49]:6.0f} ms  p99 {at[98]:6.0f} ms  {mode}, {call}", flush=True)
    spark.stop()
    RESULTS.write_text(json.dumps(found, indent=2) + "\n")


def session(jars: str) -> SparkSession:
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.log.level", "OFF").config(
        "spark.jars", f"{sparkwire.jar_path()},{jars}"
    )
    return builder.getOrCreate()


def create(address: str, *topics: str) -> None:
    admin = AdminClient({"bootstrap.servers": address})
    times = {"message.timestamp.type": "LogAppendTime"}
    made = admin.create_topics([NewTopic(topic, 1, 1, config=times) for topic in topics])
    for one in made.values():
        one.result()


def start(
    spark: SparkSession, address: str, topic: str, columns: str, mode: str, folder: str
) -> Any:
    stream = spark.readStream.format("kafka").option("kafka.bootstrap.servers", address)
    stream = stream.option("subscribe", f"{topic}-in").load().selectExpr(*columns.split(", ", 1))
    writer = stream.writeStream.format("kafka").outputMode("update")
    writer = writer.option("kafka.bootstrap.servers", address).option("topic", f"{topic}-out")
    writer = writer.option("checkpointLocation", f"{folder}/{topic}")
    if mode == "real time":
        trigger = spark._jvm.org.apache.spark.sql.streaming.Trigger.RealTime(
            f"{REAL_TIME_SECONDS} seconds"
        )
        writer._jwrite.trigger(trigger)
    return writer.start()


def produce(address: str, topic: str, rate: int, seconds: int) -> None:
    rng = random.Random(1)
    values = [events.version1(rng) for _ in range(1000)]
    producer = Producer({"bootstrap.servers": address, "linger.ms": 0})
    begun = time.time()
    for n in range(rate * seconds):
        time.sleep(max(0.0, begun + n / rate - time.time()))
        producer.produce(topic, values[n % 1000], key=str(time.time_ns() // 1_000_000))
        producer.poll(0)
    producer.flush()


def latencies(address: str, topic: str) -> list[int]:
    """The milliseconds of the records after the warm-up, in the order of production."""
    consumer = Consumer({"bootstrap.servers": address, "group.id": "latency"})
    part = TopicPartition(topic, 0, 0)
    _, end = consumer.get_watermark_offsets(part)
    consumer.assign([part])
    found = []
    while len(found) < end:
        message = consumer.poll(10)
        found.append((int(message.key()), message.timestamp()[1]))
    consumer.close()
    first = found[0][0]
    return [stored - made for made, stored in found if made > first + WARM_SECONDS * 1000]


if __name__ == "__main__":
    main()
