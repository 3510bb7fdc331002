"""Segments that a broker has copied to tiered storage, read from there."""

import json
import subprocess
import sys
from pathlib import Path

from artifacts import class_path
from kafka_broker import VERSIONS, broker, jars
from standalone import until

from spawn import ROOT, run

VERSION = VERSIONS[0]
# Kafka's own plugin for its tests keeps the segments in a folder.
PLUGIN = f"org.apache.kafka:kafka-storage:{VERSION}:test"
TOOLS = "org.apache.kafka:kafka-tools:4.1.0"
SETTINGS = """remote.log.storage.system.enable=true
remote.log.storage.manager.class.name=org.apache.kafka.server.log.remote.storage.LocalTieredStorage
remote.log.metadata.manager.listener.name=PLAINTEXT
rlmm.config.remote.log.metadata.topic.replication.factor=1
rlmm.config.remote.log.metadata.topic.num.partitions=1
remote.log.manager.task.interval.ms=500
rsm.config.dir={}
"""
COMPARE = """
import json, sys
import sparkwire
spark = sparkwire.session(master="local[2]")
def table(path):
    log = spark.read.format("sparkwire-kafka-log").option("replicas", "union").load(path)
    columns = "topic", "partition", "offset", "value", "is_control", "producer_id", "batch_offset"
    return log.where("topic = 'orders'").select(*columns)
table(sys.argv[1]).createOrReplaceTempView("disk")
table(sys.argv[2]).createOrReplaceTempView("tiered")
spark.sql(
    "SELECT disk.* FROM disk JOIN (SELECT partition AS p, max(offset) AS last FROM tiered "
    "GROUP BY 1) ON partition = p WHERE offset <= last").createOrReplaceTempView("copied")
def count(query):
    return spark.sql(f"SELECT count(*) FROM ({query})").first()[0]
print(json.dumps([
    count("SELECT * FROM tiered"),
    count("SELECT * FROM copied EXCEPT ALL SELECT * FROM tiered"),
    count("SELECT * FROM tiered EXCEPT ALL SELECT * FROM copied")]))
"""


def test_segments_are_those_of_the_disk(tmp_path):
    remote = tmp_path / "remote"
    settings = SETTINGS.format(remote)
    with broker(tmp_path, VERSION, settings, ":" + class_path(PLUGIN)) as (address, logs):
        create = [
            "java",
            "-Xmx256m",
            "-cp",
            class_path(TOOLS),
            "org.apache.kafka.tools.TopicCommand",
        ]
        create += ["--bootstrap-server", address, "--create", "--topic", "orders"]
        create += ["--partitions", "2", "--config", "remote.storage.enable=true"]
        create += ["--config", "segment.ms=50"]
        subprocess.run(create, capture_output=True, text=True, timeout=120, check=True)
        orders = ["java", "-cp", jars(VERSION), Path(__file__).parent / "KafkaOrders.java"]
        subprocess.run([*orders, "write", address], capture_output=True, timeout=180, check=True)
        copied = "*/orders-*/*.log"
        until(lambda: len(list(remote.glob(copied))) > 5, "nothing is copied", seconds=120)
    (tmp_path / "compare.py").write_text(COMPARE)
    (storage,) = remote.iterdir()
    command = [sys.executable, "compare.py", logs, storage]
    code, out, err = run(command, tmp_path, PYTHONPATH=str(ROOT / "python" / "src"))
    assert code == 0, err
    records, missing, added = json.loads(out.splitlines()[-1])
    assert records > 100
    assert (missing, added) == (0, 0)
