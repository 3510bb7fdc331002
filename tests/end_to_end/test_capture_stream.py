"""A stream over captures of a real broker, killed while the files rotate."""

import contextlib
import json
import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path

from capture_clients import java, recorded
from kafka_broker import VERSIONS, broker, jars
from standalone import kill, running, until

from spawn import DEFAULTS, ROOT, run

# Kafka's consumers wait for at most half a second, so no response comes after the next file.
FILE_SECONDS = 2
READER, READER_SECONDS = "4.1.0", 45
KILLS = 3
PYTHON_PATH = str(ROOT / "python" / "src")
STREAM = """
import sys
import sparkwire
source, table, checkpoint, ends = sys.argv[1:5]
spark = sparkwire.session(master="local[2]")
stream = spark.readStream.format("sparkwire-capture").option("protocol", "kafka")
requests = stream.option("maxFilesPerTrigger", 2).load(source)
writer = requests.writeStream.option("checkpointLocation", checkpoint)
if ends == "ends":
    writer = writer.trigger(availableNow=True)
writer.start(table).awaitTermination()
"""
RESULT = """
import json, sys
import sparkwire
spark = sparkwire.session(master="local[2]")
table, source = sys.argv[1:3]
rows = spark.read.parquet(table)
rows.createOrReplaceTempView("requests")
once = spark.read.format("sparkwire-capture").options(protocol="kafka", rotated="true").load(source)
once = once.select(rows.columns)
spark.sql('''
  SELECT *, CAST(kafka_request_decode(request).body:topicData AS
    ARRAY<STRUCT<partitionData ARRAY<STRUCT<records BINARY>>>>) AS topics
  FROM requests WHERE api = 'Produce'
''').createOrReplaceTempView("produced")
spark.sql('''
  SELECT conv(hex(record.record.key), 16, 10) :: BIGINT AS number FROM produced
    LATERAL VIEW explode(flatten(topics.partitionData).records) AS batches
    LATERAL VIEW explode(kafka_records_decode(batches)) AS record
''').createOrReplaceTempView("records")
counts = "count(*)", "count(DISTINCT number)", "min(number)", "max(number)"
count = "count(*)", "count(DISTINCT client, correlation_id)", "count(DISTINCT file)"
pair = "kafka_response_fault(response, api_key, api_version) IS NULL"
print(json.dumps({
    "lost": once.exceptAll(rows).count(),
    "more": rows.exceptAll(once).count(),
    "records": list(spark.table("records").selectExpr(*counts).first()),
    "rows": list(rows.selectExpr(*count).first()),
    "pairs": rows.where("fault IS NULL").where(pair).count(),
    "faults": [row[0] for row in rows.where("fault IS NOT NULL").select("fault.reason").collect()],
}))
"""


@contextlib.contextmanager
def produced(folder, address):
    """Produce numbered records until the end; yield a list which then has their count."""
    values = folder / "values"
    values.write_text("\n".join(bytes(range(size)).hex() for size in range(1, 250, 7)))
    source = Path(__file__).parent / "KafkaLoad.java"
    command = ["java", "-Xmx256m", "-cp", jars(VERSIONS[-1]), source, address, "orders", values]
    command = [str(part) for part in command]
    ends, written = threading.Event(), []
    load = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert load.stdout.readline() == "ready\n"

    def steps():
        rng, number = random.Random(1), 0
        while not ends.wait(0.02 * rng.random()):
            number += rng.randint(1, 40)
            load.stdin.write(f"{number}\n")
            load.stdin.flush()

    writing = threading.Thread(target=steps)
    writing.start()
    try:
        yield written
    finally:
        ends.set()
        writing.join()
        written.append(int(load.communicate("end\n", timeout=60)[0]))


@contextlib.contextmanager
def clients(folder, address):
    """Write and read until the end; yield a list which then has the count of the records."""
    with produced(folder, address) as written:
        settings = [f"bootstrap.servers={address}", "group.id=billing", "client.id=billing"]
        reader = java(READER, "CaptureClient", "consume", "orders", 0, READER_SECONDS, *settings)
        try:
            yield written
        finally:
            code = reader.wait(4 * READER_SECONDS)
    assert code == 0


def killed_and_killed(folder, stream, checkpoint):
    """Run the stream, and kill it as soon as it has given some batches, anywhere in the next."""
    conf, rng = folder / "conf", random.Random(1)
    conf.mkdir()
    (conf / "spark-defaults.conf").write_text(DEFAULTS)
    environment = os.environ | {"SPARK_CONF_DIR": str(conf), "PYTHONPATH": PYTHON_PATH}
    for kills in range(1, KILLS + 1):
        with running([*stream, "runs"], folder, environment) as process:
            until(
                lambda wanted=4 * kills: len(list(checkpoint.glob("commits/[0-9]*"))) >= wanted,
                "no batch ends",
                seconds=120,
            )
            time.sleep(rng.random())
            kill(process)


def test_each_request_comes_once_although_the_stream_is_killed(tmp_path):
    source, table, checkpoint = (tmp_path / name for name in ("source", "table", "checkpoint"))
    source.mkdir()
    (tmp_path / "stream.py").write_text(STREAM)
    (tmp_path / "result.py").write_text(RESULT)
    stream = [sys.executable, Path("stream.py"), source, table, checkpoint]
    with broker(tmp_path, VERSIONS[-1]) as (address, _):
        files = "source/broker-%s.pcap"
        with (
            recorded(tmp_path, address.split(":")[1], files, FILE_SECONDS),
            clients(tmp_path, address) as written,
        ):
            killed_and_killed(tmp_path, stream, checkpoint)
    # A file is read when two others follow.
    for number in range(2):
        (source / f"end-{number}.pcap").touch()
    code, _, err = run([*stream, "ends"], tmp_path, PYTHONPATH=PYTHON_PATH)
    assert code == 0, err
    result = [sys.executable, "result.py", table, source]
    code, out, err = run(result, tmp_path, PYTHONPATH=PYTHON_PATH)
    assert code == 0, err
    said = json.loads(out.splitlines()[-1])
    # As a batch has them, which reads all files as one capture.
    assert (said["lost"], said["more"]) == (0, 0)
    requests, distinct, files = said["rows"]
    assert requests == distinct > 1000
    assert files > 4 * KILLS
    # Whatever was produced is in exactly one request.
    count = written[0]
    assert said["records"] == [count, count, 0, count - 1]
    # Only requests that wait when a client leaves have no response.
    assert set(said["faults"]) <= {"unanswered", "cut-off"}
    assert len(said["faults"]) < 20
    assert said["pairs"] + len(said["faults"]) == requests
