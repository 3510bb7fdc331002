"""Captures of a real broker and Kafka's own clients, as a table."""

import json
from pathlib import Path

import pytest

from artifacts import spark_python
from capture_clients import captured, recorded
from kafka_broker import VERSIONS, broker, write

from spawn import ROOT, run


@pytest.fixture(scope="module", params=VERSIONS)
def said(request, tmp_path_factory):
    """The output of a session on a capture of all that Kafka's clients and a broker say."""
    folder = tmp_path_factory.mktemp("captures")
    with broker(folder, request.param) as (address, _):
        port = address.split(":")[1]
        with recorded(folder, port) as capture:
            write(address, request.param, folder / "consumed")
    return session(folder, capture, port)


@pytest.fixture(scope="module")
def old_clients(tmp_path_factory):
    """The output of a session on a capture of clients of all ages."""
    folder = tmp_path_factory.mktemp("captures")
    capture, port = captured(folder)
    return session(folder, capture, port)


def session(folder, capture, port):
    script = Path(__file__).parent / "capture_session.py"
    page = ROOT / "docs" / "pages" / "captures.md"
    python_path = str(ROOT / "python" / "src")
    command = [spark_python(), script, capture, port, page]
    code, out, err = run(command, folder, PYTHONPATH=python_path)
    assert code == 0, err
    return json.loads(out.splitlines()[-1])


def test_every_request_and_response_is_decoded(said):
    bad_requests, bad_responses, other_ids, count = said["undecoded"]
    assert (bad_requests, bad_responses, other_ids) == (0, 0, 0)
    assert count > 200
    assert said["without_port"] == count
    expected = {"ApiVersions", "Metadata", "Produce", "Fetch", "JoinGroup", "OffsetCommit"}
    assert expected <= set(said["apis"])


def test_only_what_waits_when_a_client_leaves_has_no_response(said):
    assert set(said["faults"]) <= {"unanswered"}
    assert len(said["faults"]) < 20


def test_requests_and_responses_are_all_bytes_of_the_streams(said):
    assert said["frames"] == said["bytes"]


def test_the_queries_of_the_page_run(said):
    assert len(said["recipes"]) >= 3
    assert all(said["recipes"])


def test_what_old_clients_say_is_decoded(old_clients):
    bad_requests, bad_responses, other_ids, count = old_clients["undecoded"]
    assert (bad_requests, bad_responses, other_ids) == (0, 0, 0)
    assert count > 200
    # The two that do not speak Kafka, and the requests that wait when a client leaves.
    assert {"tls", "not-kafka"} <= set(old_clients["faults"])
    assert set(old_clients["faults"]) <= {"tls", "not-kafka", "unanswered", "cut-off"}
    versions = {api: set(found) for api, found in old_clients["versions"]}
    assert versions["Produce"] == {1, 2, 5, 11}
    assert versions["Fetch"] == {1, 3, 12, 17}
    assert versions["Metadata"] >= {0, 2, 4, 5, 11, 12}
    assert versions["DescribeConfigs"] == {0, 4}
