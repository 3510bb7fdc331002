"""Dead letters of a real broker are repaired and sent back, and it takes requests that we made."""

import json
from datetime import datetime, timezone
from pathlib import Path

import pytest

from artifacts import spark_python
from kafka_broker import VERSIONS, broker, spark_source
from sparkwire.demo import samples

from spawn import ROOT, run

EVENT = dict(samples("databus"))["upsert"]


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    folder = tmp_path_factory.mktemp("repair")
    with broker(folder, VERSIONS[-1]) as (address, _):
        script = Path(__file__).parent / "repair_session.py"
        page = ROOT / "docs" / "pages" / "repair-and-replay.md"
        arguments = [address, spark_source(), folder / "captures", page]
        python_path = str(ROOT / "python" / "src")
        code, out, err = run([spark_python(), script, *arguments], folder, PYTHONPATH=python_path)
    assert code == 0, err
    return json.loads(out.splitlines()[-1])


def test_mended_events_come_back(said):
    assert said["statements"] == [
        ["1", "bad-body-crc", "True"],
        ["2", "truncated-body", "False"],
    ]
    sent, wrong, cut, mended = said["changes"]
    assert sent == [EVENT.hex(), None, None]
    assert wrong[1:] == ["bad-body-crc", None]
    assert cut[1:] == ["truncated-body", None]
    assert mended[1:] == [None, "0-1"]
    # Only the checksums differ: 8 bytes, of 2 digits each.
    differing = [one != other for one, other in zip(mended[0], wrong[0], strict=True)]
    assert 0 < sum(differing) <= 16


def test_a_capture_is_replayed(said):
    assert said["replayed"] == [["12345", 12345, datetime.now(timezone.utc).year]] * 3


def test_the_broker_takes_a_request_and_its_records(said):
    assert said["answer"] == [7, 0]
    assert said["produced"] == [100, 0]
