"""A stream over the logs of a running broker, killed again and again while the broker compacts."""

import json
import os
import subprocess
import sys
from pathlib import Path

from kafka_broker import VERSIONS, broker, jars
from standalone import kill, running, until

from spawn import DEFAULTS, ROOT, run

TRANSACTIONS, IN_TRANSACTION, KEYS = 1500, 40, 50
COMPACTING = "log.cleaner.backoff.ms=300\nlog.cleaner.delete.retention.ms=100\n"
STREAM = """
import sys
import sparkwire
source, table, checkpoint, ends = sys.argv[1:5]
spark = sparkwire.session(master="local[2]")
stream = spark.readStream.format("sparkwire-kafka-log").option("isolation", "read_committed")
records = stream.option("maxBytesPerTrigger", "1m").load(source)
texts = ["topic", "partition", "offset", "STRING(key) AS key", "INT(STRING(value)) AS value"]
writer = records.selectExpr(*texts).writeStream.option("checkpointLocation", checkpoint)
if ends == "ends":
    writer = writer.trigger(availableNow=True)
writer.start(table).awaitTermination()
"""
RESULT = """
import json, sys
import sparkwire
spark = sparkwire.session(master="local[2]")
table, logs = sys.argv[1:3]
rows = spark.read.parquet(table)
rows.createOrReplaceTempView("rows")
spark.read.format("sparkwire-kafka-log").load(logs).createOrReplaceTempView("log")
def first(query):
    return list(spark.sql(query).first())
print(json.dumps({
    "twice": first("SELECT count(*) - count(DISTINCT topic, partition, offset) FROM rows"),
    "journal": [list(row) for row in spark.sql(
        "SELECT key, count(*), count(DISTINCT value), sum(value) FROM rows WHERE topic = 'journal' "
        "GROUP BY key ORDER BY key").collect()],
    "state": first(
        "SELECT count(*), sum(last) FROM (SELECT max_by(value, offset) AS last FROM rows "
        "WHERE topic = 'state' GROUP BY key)"),
    "read": first("SELECT count(*) FROM rows WHERE topic = 'state'"),
    "left": first("SELECT count(*) FROM log WHERE topic = 'state'"),
}))
"""


def test_each_committed_record_comes_once(tmp_path):
    (tmp_path / "stream.py").write_text(STREAM)
    (tmp_path / "result.py").write_text(RESULT)
    conf = tmp_path / "conf"
    conf.mkdir()
    (conf / "spark-defaults.conf").write_text(DEFAULTS)
    python_path = str(ROOT / "python" / "src")
    environment = os.environ | {"SPARK_CONF_DIR": str(conf), "PYTHONPATH": python_path}
    names = ["table", "checkpoint", "written", "killed"]
    table, checkpoint, written, killed = (tmp_path / name for name in names)
    version = VERSIONS[-1]
    with broker(tmp_path, version, COMPACTING) as (address, logs):
        here = Path(__file__).parent
        java = ["java", "-Xmx256m", "-cp", jars(version), here / "KafkaGrowth.java"]
        growth = subprocess.Popen([*java, address, str(TRANSACTIONS), written, killed])
        source = f"{logs}/{{journal,state}}-*"
        stream = [sys.executable, Path("stream.py"), source, table, checkpoint]

        def batches():
            return len(list(checkpoint.glob("commits/[0-9]*")))

        until(lambda: len(list(logs.glob("state-*/*.log"))) > 1, "no log grows", seconds=120)
        killed_while_it_grows = 0
        for _ in range(3):
            before = batches()
            with running([*stream, "runs"], tmp_path, environment) as process:
                until(
                    lambda least=before: batches() > least or growth.poll() is not None,
                    "no batch ends",
                    seconds=120,
                )
                killed_while_it_grows += growth.poll() is None
                kill(process)
            # However slow the machine is, the logs grow between the first kill and the second.
            killed.touch()
        assert killed_while_it_grows > 0
        assert growth.wait(300) == 0
        code, _, err = run([*stream, "ends"], tmp_path, PYTHONPATH=python_path)
        assert code == 0, err
        result = [sys.executable, "result.py", table, source]
        code, out, err = run(result, tmp_path, PYTHONPATH=python_path)
        assert code == 0, err
    said = json.loads(out.splitlines()[-1])
    every = range(TRANSACTIONS * IN_TRANSACTION)
    committed = [n for n in every if n // IN_TRANSACTION % 5 != 4]
    plain = every[::4]
    assert said["twice"] == [0]
    assert said["journal"] == [
        ["journal", len(committed), len(committed), sum(committed)],
        ["plain", len(plain), len(plain), sum(plain)],
    ]
    assert said["state"] == [KEYS, sum(every[-KEYS:])]
    # The broker has removed nearly all records, some before the stream's position, some after.
    assert said["left"][0] <= said["read"][0] < len(every)
