"""A process with a stream that writes files is killed several times: each value is there once."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgpack

from spawn import DEFAULTS, ROOT

FILES, NUMBERS_OF_FILE = 32, 200
KILLS, MOST_KILLS = 3, 8
LIMIT_SECONDS = 600


def start(folder):
    script = Path(__file__).parent / "killed_writer_session.py"
    environment = os.environ | {
        "SPARK_CONF_DIR": str(folder / "conf"),
        "PYTHONPATH": str(ROOT / "python" / "src"),
    }
    # A session of its own, so that Python and the JVM die together.
    return subprocess.Popen(
        [sys.executable, script, folder, "1"],
        env=environment,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def batches(folder):
    """Return how many batches the checkpoint says are complete."""
    return len(list((folder / "checkpoint" / "commits").glob("[0-9]*")))


def begun(folder):
    """Return how many batches have begun."""
    return len(list((folder / "checkpoint" / "offsets").glob("[0-9]*")))


def written(folder):
    """Return the numbers in the files of a folder, as any reader would find them."""
    found = []
    for file in sorted((folder / "out").rglob("*.msgpack")):
        if not any(part.startswith(("_", ".")) for part in file.relative_to(folder).parts):
            with file.open("rb") as opened:
                found += [value["n"] for value in msgpack.Unpacker(opened)]
    return found


def test_each_value_once(tmp_path):
    (tmp_path / "conf").mkdir()
    (tmp_path / "conf" / "spark-defaults.conf").write_text(DEFAULTS)
    (tmp_path / "in").mkdir()
    expected = list(range(FILES * NUMBERS_OF_FILE))
    for file in range(FILES):
        lines = expected[file * NUMBERS_OF_FILE : (file + 1) * NUMBERS_OF_FILE]
        text = "".join(json.dumps({"n": n}) + "\n" for n in lines)
        (tmp_path / "in" / f"{file:03}.json").write_text(text)
    kills = killed_in_a_batch = 0
    # Whether a batch is running at the moment of the signal is seen only afterwards.
    while kills < KILLS or killed_in_a_batch == 0:
        assert kills < MOST_KILLS, "no batch was running when the process was killed"
        before = batches(tmp_path)
        process = start(tmp_path)
        deadline = time.monotonic() + LIMIT_SECONDS
        # Some batches further on, in the middle of one.
        while batches(tmp_path) < before + 2 or begun(tmp_path) == batches(tmp_path):
            assert process.poll() is None, "the query ended before it was killed"
            assert time.monotonic() < deadline, "no batch ends"
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        done = batches(tmp_path)
        assert before + 2 <= done < FILES
        killed_in_a_batch += begun(tmp_path) > done
        kills += 1
    process = start(tmp_path)
    assert process.wait(timeout=LIMIT_SECONDS) == 0
    assert batches(tmp_path) == FILES
    assert sorted(written(tmp_path)) == expected
