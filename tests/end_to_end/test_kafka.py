"""A real broker: its internal records are decoded, and a stream loses and repeats nothing."""

import json
from pathlib import Path

import pytest

from artifacts import spark_python
from kafka_broker import VERSIONS, broker, spark_source

from spawn import ROOT, run
from vectors import lines


@pytest.fixture(scope="module", params=VERSIONS)
def said(request, tmp_path_factory):
    """The output of a session on a broker that a producer, a group and a transaction wrote to."""
    folder = tmp_path_factory.mktemp("kafka")
    events = [line.bytes.hex() for line in lines("databus", "events-v2") if not line.fails]
    (folder / "events").write_text("\n".join(events[:10]))
    with broker(folder, request.param) as (address, logs):
        script = Path(__file__).parent / "kafka_session.py"
        arguments = [address, logs, spark_source(), folder / "events"]
        python_path = str(ROOT / "python" / "src")
        code, out, err = run([spark_python(), script, *arguments], folder, PYTHONPATH=python_path)
    assert code == 0, err
    return json.loads(out.splitlines()[-1])


def test_committed_offsets(said):
    commits = [commit for commit in said["commits"] if commit[0] == "readers"]
    assert commits == [["readers", "events", "0", "30"]]


def test_groups(said):
    # Spark's own reads create further groups.
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
