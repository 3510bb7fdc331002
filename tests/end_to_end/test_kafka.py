"""A real broker: what it writes about itself is read, and a stream loses and repeats nothing."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kafka_broker import FOLDER, broker, class_path

from spawn import ROOT, run
from vectors import lines

# The newest Spark whose Kafka source is among Maven's artifacts everywhere.
SPARK = "4.0.4"
SOURCE = "4.0.0"

ON_SPARK_ALREADY = (
    "org.scala-lang",
    "org.apache.hadoop",
    "org.slf4j",
    "com.google.code.findbugs",
)


@pytest.fixture(scope="session")
def interpreter():
    """Make or reuse a virtual environment with that Spark."""
    made = FOLDER / "venv" / "bin" / "python"
    ready = FOLDER / "venv" / f".ready-{SPARK}"
    if not ready.exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", FOLDER / "venv"], check=True)
        subprocess.run([made, "-m", "pip", "install", "-q", f"pyspark=={SPARK}"], check=True)
        ready.touch()
    return made


@pytest.fixture(scope="module")
def said(interpreter, tmp_path_factory):
    """What a session says of a broker into which a producer, a group and a transaction wrote."""
    folder = tmp_path_factory.mktemp("kafka")
    events = [line.bytes.hex() for line in lines("databus", "events-v2") if not line.fails]
    (folder / "events").write_text("\n".join(events[:10]))
    jars = class_path("org.apache.spark", "spark-sql-kafka-0-10_2.13", SOURCE, ON_SPARK_ALREADY)
    with broker(folder) as (address, logs):
        script = Path(__file__).parent / "kafka_session.py"
        arguments = [address, logs, jars.replace(":", ","), folder / "events"]
        python_path = str(ROOT / "python" / "src")
        code, out, err = run([interpreter, script, *arguments], folder, PYTHONPATH=python_path)
    assert code == 0, err
    return json.loads(out.splitlines()[-1])


def test_committed_offsets(said):
    commits = [commit for commit in said["commits"] if commit[0] == "readers"]
    assert commits == [["readers", "events", "0", "30"]]


def test_groups(said):
    # Spark's own reading makes groups too.
    assert ["readers", "consumer"] in said["groups"]
    assert ['["events"]'] in said["members"]


def test_lag(said):
    assert said["lag"] == [["readers", "10"]]


def test_spark_hides_internal_topics_unless_told(said):
    assert said["by default"] == 0


def test_transactions(said):
    # 4 is CompleteCommit.
    assert said["transactions"] == [["mover", "4"]]
    assert said["moved"] == [["False", "3", "True"], ["True", "1", "True"]]


def test_metadata_log(said):
    topics = [name for (name,) in said["topics"]]
    assert topics == ["__consumer_offsets", "__transaction_state", "events", "moved"]
    assert said["unknown"] == []
    assert said["leader"] == [["1"]]


def test_stream_stopped_and_started_again(said):
    assert 0 < said["stopped at"] < 40
    assert said["streamed"] == [100, 100]
    assert said["sequences"] == said["expected"]
