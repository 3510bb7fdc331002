"""The files of a real broker as a table, compared with a consumer; and the recipes of the page."""

import json
from pathlib import Path

import pytest

from artifacts import spark_python
from dump_tool import dump
from kafka_broker import VERSIONS, broker, group_offsets, spark_source, write

from spawn import ROOT, run

CODECS = ["gzip", "lz4", "none", "snappy", "zstd"]


@pytest.fixture(scope="module", params=VERSIONS)
def said(request, tmp_path_factory):
    """The output of a session on the files of a running broker, filled by Kafka's own clients."""
    folder = tmp_path_factory.mktemp("kafka_log")
    with broker(folder, request.param) as (address, logs):
        write(address, request.param, folder / "consumed")
        dumped = dump(sorted(logs.glob("[mp]*-*/*.log")))
        (folder / "dumped").write_text(json.dumps(dumped), encoding="utf-8")
        groups = group_offsets(address, "readers")
        script = Path(__file__).parent / "kafka_log_session.py"
        page = ROOT / "docs" / "pages" / "kafka-log.md"
        arguments = [address, logs, spark_source(), folder / "consumed", folder / "dumped", page]
        python_path = str(ROOT / "python" / "src")
        code, out, err = run([spark_python(), script, *arguments], folder, PYTHONPATH=python_path)
    assert code == 0, err
    return json.loads(out.splitlines()[-1]) | {"version": request.param, "groups": groups}


@pytest.mark.parametrize("isolation", ["read_uncommitted", "read_committed"])
def test_every_record_is_what_a_consumer_got(said, isolation):
    expected, found, differing, example = said[isolation]
    assert (found, differing) == (expected, 0), example[:300]
    assert expected > 300


def test_every_record_is_what_kafkas_tool_prints(said):
    expected, found, controls, differing = said["dumped"]
    assert (found, differing) == (expected, [])
    assert expected == said["read_uncommitted"][0] + controls
    assert controls == 12


def test_what_was_written_is_of_all_kinds(said):
    # An aborted transaction, an open one, and the records after it are not committed.
    assert said["read_uncommitted"][0] - said["read_committed"][0] > 30
    assert said["codecs"] == [[f"plain-{codec}", codec] for codec in CODECS]
    assert said["segments"] == 3
    assert said["faults"] == 0


def test_names_types_and_rows_are_those_of_sparks_source(said):
    ours, theirs = said["types"]
    assert ours == theirs
    assert said["source"] == [0, 0, 68]


def test_internal_topics(said):
    assert said["unknown"] == []
    versions = {(topic, record): version for topic, record, version in said["versions"]}
    assert versions[("__share_group_state", "ShareSnapshot")] == 0
    assert versions[("__cluster_metadata", "RegisterBrokerRecord")] == (
        3 if said["version"] == "4.1.0" else 4
    )
    assert said["shares"] > 1


def test_recipes(said):
    dumped, places, lag, settings, leaders, aborted, controls, mirrored = said["recipes"]
    assert len(dumped) == 40
    assert dumped[1][3:] == ["key-2", "value 2", None]
    assert dumped[3][3:] == ["key-6", "value 6", "['trace', 'é', 'trace']"]
    assert ["plain-none", "1", "30", "0", "29"] in [place[:5] for place in places]
    # Nothing is committed in the first partition.
    assert [row for row in lag if row[0] == "readers"] == [
        ["readers", "plain-none", "0", None, "38", "38"],
        ["readers", "plain-none", "1", "25", "30", "5"],
    ]
    assert [[part or "-" for part in row[1:5]] for row in lag if row[0] == "readers"] == (
        said["groups"]
    )
    assert [row[2] for row in settings if row[1] == "min.compaction.lag.ms"] == [
        "86400000",
        "3600000",
    ]
    assert leaders == [["mixed", "0", "1", None]]
    assert len(aborted) == 6
    by_type = {(topic, kind): rest for topic, kind, *rest in controls}
    assert by_type[("mixed", "0")] == ["6", "0", None]
    assert by_type[("mixed", "1")] == ["6", "0", None]
    assert by_type[("__cluster_metadata", "2")][2] == "1"
    # No cluster is mirrored in this test.
    assert mirrored == []


def test_recovery(said):
    assert said["recovered"] == [said["read_committed"][0] - 340, 0]


def test_snapshots(said):
    assert ["mixed"] in said["snapshot"]
