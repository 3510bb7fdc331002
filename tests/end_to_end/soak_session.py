"""Runs a stream from a broker for some minutes; prints its results and its memory use as JSON.

Arguments: the address of the broker, the topic, the jars of Spark's Kafka source, the minutes, and
the command that keeps the topic filled. Each batch writes sums over the good rows, and all
malformed rows as dead letters with their bytes.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from pyspark.sql import Observation, SparkSession
from pyspark.sql import functions as F

import sparkwire
import sparkwire.functions as wire

BATCH = 250_000
AHEAD = 2 * BATCH
SECONDS_BETWEEN_SAMPLES = 15

address, topic, jars, minutes = sys.argv[1:5]
builder = SparkSession.builder.master("local[2]").config("spark.driver.memory", "1g")
# Touch the whole heap at the start, so that resident memory grows only outside the heap.
touched = "-Xms1g -XX:+AlwaysPreTouch"
builder = builder.config("spark.driver.extraJavaOptions", touched)
builder = builder.config("spark.jars", f"{jars},{sparkwire.jar_path()}")
spark = builder.getOrCreate()
sparkwire.register(spark)
spark.sparkContext.setLogLevel("ERROR")

load = subprocess.Popen(sys.argv[5:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
assert load.stdout.readline() == "ready\n"


def fill(until):
    load.stdin.write(f"{until}\n")
    load.stdin.flush()


sums = []


def apply(batch, batch_id):
    event = wire.try_databus_decode("value")
    fault = wire.databus_fault("value")
    number = F.conv(F.hex("key"), 16, 10).cast("LONG").alias("number")
    rows = batch.select(number, "value", event.sequence.alias("sequence"), fault.alias("fault"))
    good = F.col("fault").isNull()
    observed = Observation()
    rows = rows.observe(
        observed,
        F.count_if(good).alias("count"),
        F.sum(F.when(good, F.col("number"))).alias("numbers"),
        F.sum(F.when(good, F.col("sequence").cast("DECIMAL(38, 0)"))).alias("sequences"),
    )
    letters = rows.where("fault IS NOT NULL").select("number", "value", "fault")
    letters.write.mode("append").parquet("letters")
    sums.append([int(observed.get[name] or 0) for name in ("count", "numbers", "sequences")])


stream = spark.readStream.format("kafka").option("kafka.bootstrap.servers", address)
stream = stream.option("subscribe", topic).option("startingOffsets", "earliest")
stream = stream.option("maxOffsetsPerTrigger", BATCH).load()
query = stream.writeStream.foreachBatch(apply).option("checkpointLocation", "checkpoint").start()

runtime = spark._jvm.java.lang.Runtime.getRuntime()
pid = int(spark._jvm.java.lang.ProcessHandle.current().pid())


def sample():
    """Measure the live heap and the resident memory of the process."""
    runtime.gc()
    heap = runtime.totalMemory() - runtime.freeMemory()
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return {
        "seconds": round(time.monotonic() - started, 1),
        "rows": seen(),
        "heap": heap,
        "resident": pages * os.sysconf("SC_PAGE_SIZE"),
    }


def seen():
    if query.lastProgress is None:
        return 0
    (source,) = json.loads(query.lastProgress.json)["sources"]
    return sum(source["endOffset"][topic].values())


fill(AHEAD)
started = time.monotonic()
until = started + 60 * float(minutes)
due = started + SECONDS_BETWEEN_SAMPLES
samples, filled = [], AHEAD
while time.monotonic() < until:
    assert query.isActive, query.exception()
    time.sleep(0.2)
    wanted = seen() + AHEAD
    if wanted > filled:
        fill(wanted)
        filled = wanted
    if time.monotonic() >= due:
        samples.append(sample())
        due += SECONDS_BETWEEN_SAMPLES

out, _ = load.communicate("end\n")
assert load.returncode == 0
query.processAllAvailable()
samples.append(sample())
query.stop()

letters = spark.read.parquet("letters").selectExpr(
    "count(*)", "count(DISTINCT number)", "sum(number)", "count(value)", "count(fault.reason)"
)
print(
    json.dumps(
        {
            "written": int(out),
            "good": [sum(column) for column in zip(*sums, strict=True)],
            "letters": [int(value or 0) for value in letters.first()],
            "samples": samples,
        }
    )
)
