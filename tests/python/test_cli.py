"""The command line: pipes and terminals as users meet them, details in the tests' session."""

import contextlib
import io
import json
import os
import pty
import subprocess
import sys
import types
from pathlib import Path

import pytest

from sparkwire.cli import main
from sparkwire.demo import samples

SAMPLES = dict(samples("databus"))
EVENT = SAMPLES["upsert"]
DAMAGED = SAMPLES["one bit flipped"]


def run(*arguments, stdin=b""):
    """Run a command; it needs no session of the test's process, which may have one."""
    command = [sys.executable, "-m", "sparkwire.cli", *map(str, arguments)]
    done = subprocess.run(command, input=stdin, capture_output=True, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def on_terminal(*arguments, columns=120):
    command = [sys.executable, "-m", "sparkwire.cli", *map(str, arguments)]
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": str(columns)}
    environment.pop("NO_COLOR", None)
    here, there = pty.openpty()
    child = subprocess.Popen(command, stdin=there, stdout=there, stderr=there, env=environment)
    os.close(there)
    said = b""
    while True:
        try:
            more = os.read(here, 65536)
        except OSError:  # Linux says so when the other side is gone
            break
        if not more:
            break
        said += more
    os.close(here)
    return child.wait(), said.decode()


@pytest.fixture
def run_here(spark, monkeypatch, capsys):
    """Run a command in this process, which spares the start of another Spark."""
    session = contextlib.nullcontext(spark)
    monkeypatch.setattr("sparkwire.decoding.quiet_session", lambda: session)
    monkeypatch.setattr("sparkwire._terminal.quiet_session", lambda: session)

    def run(*arguments, stdin=b""):
        monkeypatch.setattr(sys, "stdin", types.SimpleNamespace(buffer=io.BytesIO(stdin)))
        code = main([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    return run


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("events")
    for number, value in enumerate(SAMPLES.values()):
        (folder / f"{number}.bin").write_bytes(value)
    return folder


@pytest.fixture(scope="module")
def parquet(spark, tmp_path_factory):
    path = str(tmp_path_factory.mktemp("parquet") / "raw.parquet")
    rows = [(1, EVENT, b"x"), (2, None, b"x"), (3, DAMAGED, b"x")]
    spark.createDataFrame(rows, "id INT, `raw.value` BINARY, other BINARY").write.parquet(path)
    return path


class TestHelp:
    @pytest.mark.parametrize("command", [[], ["demo"], ["dissect"], ["decode"], ["functions"]])
    def test_help(self, command, capsys):
        with pytest.raises(SystemExit) as caught:
            main([*command, "--help"])
        assert caught.value.code == 0
        assert "usage: sparkwire" in capsys.readouterr().out

    def test_no_command(self, capsys):
        with pytest.raises(SystemExit) as caught:
            main([])
        assert caught.value.code == 2

    def test_functions(self, capsys):
        assert main(["functions"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert "databus_decode\tDecode one Databus event of version 1 or 2." in lines

    def test_one_function(self, capsys):
        assert main(["functions", "DATABUS_fault"]) == 0
        said = capsys.readouterr().out
        assert said.startswith("databus_fault(value: 'ColumnOrName'")
        assert "Say why `databus_decode` refuses a value." in said

    def test_no_such_function(self, capsys):
        assert main(["functions", "databus_decod"]) == 2
        assert "Did you mean databus_decode" in capsys.readouterr().err


WRONG = {
    "format": (["dissect", "nope", "hex:00"], "no format nope; there are: "),
    "hex": (["dissect", "databus", "hex:0"], "hex digits"),
    "file": (["dissect", "databus", "/no/such/file"], "/no/such/file cannot be read"),
    "schema": (["dissect", "databus", "hex:00", "--schema", "x"], "takes no --schema"),
    "option": (["decode", "databus", "x", "--option", "verify"], "KEY=VALUE"),
    "demo": (["demo", "nope"], "no demo of nope"),
    "out": (["decode", "databus", "x", "--out", "/"], "--overwrite"),
}


@pytest.mark.parametrize(("arguments", "said"), WRONG.values(), ids=WRONG)
def test_wrong_use(arguments, said, capsys):
    assert main(arguments) == 2
    assert said in capsys.readouterr().err


class TestDissect:
    def test_pipe(self):
        code, out, err = run("dissect", "databus", "-", stdin=EVENT)
        assert (code, err) == (0, "")
        lines = out.splitlines()
        assert lines[0].split() == ["offset", "bytes", "path", "type", "value"]
        assert lines[1].split() == ["0", "00", "version", "int8", "0"]
        assert len({line.index(word) for line in lines[1:2] for word in ["version"]}) == 1

    def test_fault_on_a_terminal(self):
        code, said = on_terminal("dissect", "databus", f"hex:{DAMAGED.hex()}")
        assert code == 1
        assert "\x1b[1;2;31mFAULT" in said
        assert "WARN" not in said

    def test_wrong_value_of_an_option(self, run_here):
        code, out, err = run_here("dissect", "databus", "hex:00", "--option", "byteOrder=middle")
        assert (code, out) == (2, "")
        assert err.startswith("sparkwire: [SPARKWIRE_INVALID_OPTION] databus_dissect: byteOrder")
        assert err.count("\n") == 1


class TestDecode:
    def test_folder_to_lines(self, folder):
        code, out, err = run("decode", "databus", folder)
        rows = {Path(row["file"]).stem: row for row in map(json.loads, out.splitlines())}
        assert len(rows) == len(SAMPLES)
        assert rows["0"]["databus"]["key"] == 12345
        assert rows["0"]["databus"]["payload"] == "aGVsbG8="
        assert rows["0"]["databus"]["timestamp"] == "2013-11-09T12:26:40.123456Z"
        assert rows["7"]["fault"]["reason"] == "bad-body-crc"
        assert err == "sparkwire: 1 malformed: bad-body-crc 1\n"
        assert code == 1

    def test_one_file_null(self, run_here, folder):
        code, out, err = run_here("decode", "databus", folder / "7.bin", "--on-bad", "null")
        assert (code, err) == (0, "")
        assert list(json.loads(out)) == ["file"]

    def test_fail(self, folder):
        code, out, err = run("decode", "databus", folder / "7.bin", "--on-bad", "fail")
        assert (code, out) == (1, "")
        assert err.startswith("sparkwire: [SPARKWIRE_MALFORMED] databus: bad-body-crc at byte 49")
        assert err.count("\n") == 1

    def test_parquet_to_parquet(self, run_here, spark, parquet, tmp_path):
        out = str(tmp_path / "out")
        command = ["decode", "databus", parquet, "--column", "raw.value", "--out", out]
        code, said, err = run_here(*command)
        assert (code, said, err) == (1, "", "sparkwire: 1 malformed: bad-body-crc 1\n")
        df = spark.read.parquet(out).orderBy("id")
        assert df.columns == ["id", "other", "databus", "fault"]
        good, null, bad = df.collect()
        assert (good.databus.key, good.fault) == (12345, None)
        assert (null.databus, null.fault) == (None, None)
        assert (bad.databus, bad.fault.reason) == (None, "bad-body-crc")
        assert run_here(*command)[0] == 2
        assert run_here(*command, "--overwrite", "--on-bad", "null")[0] == 0
        assert spark.read.parquet(out).columns == ["id", "other", "databus"]

    def test_which_column(self, run_here, parquet):
        code, _, err = run_here("decode", "databus", parquet)
        assert code == 2
        assert "--column chooses one of: raw.value, other." in err

    def test_all(self, run_here):
        code, out, err = run_here(
            "decode", "databus", "-", "--all", stdin=EVENT + EVENT + EVENT[:20]
        )
        rows = [json.loads(line) for line in out.splitlines()]
        assert [row["offset"] for row in rows] == [0, 66, 132]
        assert [row.get("databus", {}).get("key") for row in rows] == [12345, 12345, None]
        assert rows[2]["fault"]["reason"] == "truncated-header"
        assert (code, err) == (1, "sparkwire: 1 malformed: truncated-header 1\n")

    def test_all_without_faults(self, run_here):
        code, out, err = run_here(
            "decode", "databus", "-", "--all", "--on-bad", "null", stdin=EVENT + b"\0"
        )
        assert [list(json.loads(line)) for line in out.splitlines()] == [["offset", "databus"]]
        assert (code, err) == (0, "")

    def test_progress_on_a_terminal(self, parquet, tmp_path):
        code, said = on_terminal(
            "decode", "databus", parquet, "--column", "other", "--out", tmp_path / "out"
        )
        assert code == 1
        assert "Decoding" in said
        assert "2 malformed" in said or "3 malformed" in said

    def test_closed_pipe(self, folder):
        command = f"{sys.executable} -m sparkwire.cli decode databus {folder} | head -n 1"
        done = subprocess.run(command, shell=True, capture_output=True, check=True)
        assert done.stdout.count(b"\n") == 1
        assert b"Traceback" not in done.stderr


class TestDemo:
    def test_pipe(self):
        code, out, err = run("demo")
        assert (code, err) == (0, "")
        assert "\x1b" not in out
        for said in ("SELECT name", "try_databus_decode", "member:42", "bad-body-crc", "FAULT"):
            assert said in out

    def test_terminal(self):
        code, said = on_terminal("demo", "databus", columns=140)
        assert code == 0
        assert "WARN" not in said
        assert "\x1b[1;31mbad-body-crc" in said
