"""What `sparkwire decode` leaves when it is interrupted, and the memory that it needs."""

import os
import signal
import subprocess
import sys
import time

import msgpack
import pytest

VALUES = 400_000
LIMIT_SECONDS = 240


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """A file of 40 MB, whose lines of JSON are 75 MB."""
    file = tmp_path_factory.mktemp("large") / "values.msgpack"
    with file.open("wb") as opened:
        for number in range(VALUES):
            opened.write(msgpack.packb({"id": number, "text": f"{number:07} " * 10, "x": 0.25}))
    return file


def decode(file, out, folder, *arguments, memory="1g"):
    """Start the command with a folder of its own for temporary files."""
    temporary = folder / "temporary"
    temporary.mkdir()
    submit = f"--driver-memory {memory} pyspark-shell"
    return subprocess.Popen(
        [sys.executable, "-m", "sparkwire.cli", "decode", "msgpack", file, "--all", *arguments],
        stdout=out,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=os.environ | {"TMPDIR": str(temporary), "PYSPARK_SUBMIT_ARGS": submit},
        start_new_session=True,
    )


@pytest.mark.parametrize("to_parquet", [False, True])
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_an_interrupted_run_leaves_nothing(name, to_parquet, large, tmp_path):
    written = tmp_path / "out.jsonl"
    arguments = ["--out", "new/out"] if to_parquet else []
    with written.open("wb") as out:
        process = decode(large, out, tmp_path, *arguments)
        deadline = time.monotonic() + LIMIT_SECONDS
        while time.monotonic() < deadline and process.poll() is None:
            begun = list(tmp_path.glob("new/.out-*/written/_temporary/0/*"))
            if begun if to_parquet else written.stat().st_size:
                break
            time.sleep(0.01)
        assert process.poll() is None
        process.send_signal(getattr(signal, name))
        said = process.communicate(timeout=LIMIT_SECONDS)[1]
    assert (process.returncode, said) == (130, b"")
    assert not (tmp_path / "new").exists()
    assert list((tmp_path / "temporary").iterdir()) == []
    if not to_parquet:
        assert written.stat().st_size < 70_000_000


def test_memory_does_not_grow_with_the_result(large, tmp_path):
    """A file that is not divided is one task: its lines need not fit into the memory."""
    with (tmp_path / "out.jsonl").open("wb") as out:
        process = decode(large, out, tmp_path, memory="512m")
        said = process.communicate(timeout=LIMIT_SECONDS)[1]
    assert (process.returncode, said) == (0, b"")
    with (tmp_path / "out.jsonl").open("rb") as lines:
        for number, line in enumerate(lines):
            assert b'"id":%d,' % number in line
    assert number == VALUES - 1


def test_parquet_that_exists_stays_until_the_new_one_is_complete(large, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "old").write_bytes(b"old")
    process = decode(large, subprocess.DEVNULL, tmp_path, "--out", "out", "--overwrite")
    deadline = time.monotonic() + LIMIT_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        if list(tmp_path.glob(".out-*/written/_temporary/0/*")):
            break
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=LIMIT_SECONDS)
    assert process.returncode == 130
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["old"]
    assert {file.name for file in tmp_path.iterdir()} == {"temporary", "out"}
