"""A standalone cluster whose processes are killed: no row is lost or duplicated."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import sparkwire
from standalone import WORKERS, answers, cluster, executors, free_port, kill, running, until

from spawn import BIN

# One of a hundred rows is malformed. Values depend on the row, so that every row is decoded.
EVENTS = """
import sys
import sparkwire, sparkwire.functions as wire
from pyspark.sql import functions as F
from sparkwire.demo import samples

named = dict(samples("databus"))
bad = named.pop("one bit flipped")
good = [value for name, value in sorted(named.items())]

def events(ids):
    which = F.element_at(F.array(*map(F.lit, good)), (F.col("id") % len(good) + 1).cast("int"))
    value = F.when(F.col("id") % 100 == 0, F.lit(bad)).otherwise(which)
    return ids.select("id", value.alias("value"))

def decoded(events):
    event = wire.try_databus_decode("value")
    reason = wire.databus_fault("value").reason
    event = [event.key.alias("key"), event.sequence.alias("sequence")]
    return events.select("id", *event, reason.alias("reason"))
"""

# Sums over a table, and the expected sums, computed from the few distinct values.
SUMS = """
def sums(table):
    whole = [F.sum(F.col(name).cast("DECIMAL(38, 0)")) for name in ("id", "key", "sequence")]
    found = table.agg(F.count("*"), F.countDistinct("id"), F.count("reason"), *whole).first()
    return list(map(int, found))

def expected(spark, rows):
    few = decoded(events(spark.range(len(good)))).where("id > 0").collect()
    event = wire.databus_decode("value")
    first = spark.createDataFrame([(good[0],)], "value BINARY").select(event.key, event.sequence)
    known = {row.id: (row.key, row.sequence) for row in few} | {0: tuple(first.first())}
    key = sequence = 0
    for of, (one_key, one_sequence) in known.items():
        ids = [id for id in range(of, rows, len(good)) if id % 100]
        key += len(ids) * (one_key or 0)
        sequence += len(ids) * one_sequence
    return [rows, rows, rows // 100, rows * (rows - 1) // 2, key, sequence]
"""

ROWS = 3_000_000
JOB = (
    EVENTS
    + SUMS
    + """
import json
from pyspark.sql import SparkSession
address, path, rows = sys.argv[1], sys.argv[2], int(sys.argv[3])
spark = SparkSession.builder.remote(address).getOrCreate()
decoded(events(spark.range(0, rows, 1, 60))).write.parquet(path)
print(json.dumps([sums(spark.read.parquet(path)), expected(spark, rows)]))
"""
)


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    with cluster(tmp_path_factory.mktemp("cluster"), sparkwire.jar_path()) as environment:
        yield environment


def script(folder, name, text):
    file = Path(folder, name)
    file.write_text(text)
    return file


def test_an_executor_is_killed_in_the_middle_of_a_job(environment, tmp_path):
    """A Spark Connect client submits the job; its server runs on the cluster."""
    port = free_port()
    server = [
        BIN / "spark-submit",
        "--class",
        "org.apache.spark.sql.connect.service.SparkConnectServer",
    ]
    server += ["--conf", f"spark.connect.grpc.binding.port={port}", "spark-internal"]
    cluster_folder = Path(environment["SPARK_CONF_DIR"]).parent
    with running(server, tmp_path, environment):
        until(lambda: answers(port), "the Connect server does not answer")
        until(lambda: len(executors(cluster_folder)) == WORKERS, "there are too few executors")
        before = executors(cluster_folder)
        job = script(tmp_path, "job.py", JOB)
        table = tmp_path / "table"
        client = subprocess.Popen(
            [sys.executable, job, f"sc://127.0.0.1:{port}", table, str(ROWS)],
            cwd=tmp_path,
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        finished = lambda: len(list(table.glob("_temporary/0/task_*")))  # noqa: E731
        until(lambda: finished() >= 6, "no task ends")
        os.kill(before[0], signal.SIGKILL)
        assert finished() < 50, "the executor was killed too late to matter"
        out, _ = client.communicate(timeout=300)
        assert client.returncode == 0
        after = executors(cluster_folder)
    found, expected = json.loads(out.splitlines()[-1])
    assert found == expected
    assert before[0] not in after
    assert before[1] in after


FILES, ROWS_OF_A_FILE = 24, 20_000
STREAM = (
    EVENTS
    + """
source, path, checkpoint, ends = sys.argv[1:5]
spark = sparkwire.session()
stream = spark.readStream.schema("id LONG, value BINARY").option("maxFilesPerTrigger", 1)
stream = stream.parquet(source)
writer = decoded(stream).writeStream.option("checkpointLocation", checkpoint)
if ends == "ends":
    writer = writer.trigger(availableNow=True)
writer.start(path).awaitTermination()
"""
)
SOURCE = (
    EVENTS
    + """
source, files, rows = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
spark = sparkwire.session()
events(spark.range(0, files * rows, 1, files)).write.parquet(source)
"""
)
RESULT = (
    EVENTS
    + SUMS
    + """
import json
path, rows = sys.argv[1], int(sys.argv[2])
spark = sparkwire.session()
print(json.dumps([sums(spark.read.parquet(path)), expected(spark, rows)]))
"""
)


def test_a_stream_is_killed_and_started_again(environment, tmp_path):
    source, table, checkpoint = tmp_path / "source", tmp_path / "table", tmp_path / "checkpoint"

    def ended(name, text, *arguments):
        command = [sys.executable, script(tmp_path, name, text), *map(str, arguments)]
        done = subprocess.run(
            command,
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    ended("source.py", SOURCE, source, FILES, ROWS_OF_A_FILE)
    stream = [sys.executable, script(tmp_path, "stream.py", STREAM), source, table, checkpoint]
    batches = lambda: len(list(checkpoint.glob("commits/[0-9]*")))  # noqa: E731
    for kills in range(1, 3):
        with running([*stream, "runs"], tmp_path, environment) as process:
            until(lambda wanted=6 * kills: batches() >= wanted, "no batch ends", seconds=120)
            kill(process)
    assert batches() < FILES, "the stream was killed too late to matter"
    ended("stream.py", STREAM, source, table, checkpoint, "ends")
    found, expected = json.loads(
        ended("result.py", RESULT, table, FILES * ROWS_OF_A_FILE).splitlines()[-1]
    )
    assert found == expected
