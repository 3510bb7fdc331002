"""What tcpdump captures of a real broker and Kafka's own clients, as a table."""

import json
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from artifacts import spark_python
from kafka_broker import VERSIONS, broker, write

from spawn import ROOT, run

SECONDS = 30


@pytest.fixture(scope="module", params=VERSIONS)
def said(request, tmp_path_factory):
    """The output of a session on a capture of all that Kafka's clients and a broker say."""
    if not shutil.which("tcpdump"):
        pytest.skip("tcpdump is not installed")
    folder = tmp_path_factory.mktemp("captures")
    with broker(folder, request.param) as (address, _):
        port = address.split(":")[1]
        capture = folder / "broker.pcap"
        command = ["tcpdump", "-i", "lo", "-U", "-B", "65536", "-w", str(capture)]
        log = folder / "tcpdump.log"
        with log.open("w") as out:
            dump = subprocess.Popen([*command, "tcp port " + port], stderr=out)
            try:
                wait_for(capture, dump, log)
                write(address, request.param, folder / "consumed")
                time.sleep(2)
            finally:
                dump.terminate()
                dump.wait(SECONDS)
    assert "0 packets dropped by kernel" in log.read_text()
    script = Path(__file__).parent / "capture_session.py"
    page = ROOT / "docs" / "pages" / "captures.md"
    python_path = str(ROOT / "python" / "src")
    command = [spark_python(), script, capture, port, page]
    code, out, err = run(command, folder, PYTHONPATH=python_path)
    assert code == 0, err
    return json.loads(out.splitlines()[-1])


def wait_for(capture, dump, log):
    until = time.monotonic() + SECONDS
    while not capture.exists() and time.monotonic() < until:
        if dump.poll() is not None:
            pytest.skip("tcpdump may not capture here: " + log.read_text())
        time.sleep(0.2)


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
