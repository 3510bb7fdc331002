"""The command line: pipes and terminals in real processes, details in the tests' session."""

import base64
import bz2
import contextlib
import gzip
import io
import json
import lzma
import os
import pty
import re
import resource
import subprocess
import sys
import types
from pathlib import Path

import pytest

from sparkwire._parser import parser
from sparkwire.cli import main
from sparkwire.demo import formats as demos
from sparkwire.demo import load, samples
from sparkwire.formats import formats

SAMPLES = dict(samples("databus"))
EVENT = SAMPLES["upsert"]
DAMAGED = SAMPLES["one bit flipped"]
# A Kafka batch with one record, whose key is 00000001.
BATCH = bytes.fromhex(
    "000000000000000000000042000000070281165ece0030000000000000018bcfe56800000001"
    "8bcfe56800000000000000004d0003ffffffff000000012000000008000000010c00000000000400"
)


def run(*arguments, stdin=b""):
    """Run a command in a new process, apart from the session of the tests."""
    command = [sys.executable, "-m", "sparkwire.cli", *map(str, arguments)]
    done = subprocess.run(command, input=stdin, capture_output=True, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def on_terminal(*arguments, columns=120, **more):
    command = [sys.executable, "-m", "sparkwire.cli", *map(str, arguments)]
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": str(columns)}
    environment.pop("NO_COLOR", None)
    environment |= more
    here, there = pty.openpty()
    child = subprocess.Popen(command, stdin=there, stdout=there, stderr=there, env=environment)
    os.close(there)
    said = b""
    while True:
        try:
            more = os.read(here, 65536)
        except OSError:  # raised by Linux when the other side is closed
            break
        if not more:
            break
        said += more
    os.close(here)
    return child.wait(), said.decode()


@pytest.fixture(params=["by Spark", "alone"])
def run_here(request, spark, monkeypatch, capsys):
    """Run a command in this process, which saves the start of another Spark, and without Spark.

    Parquet needs Spark either way.
    """
    session = contextlib.nullcontext(spark)
    monkeypatch.setattr("sparkwire.decoding.quiet_session", lambda: session)
    by_spark = ["--spark"] if request.param == "by Spark" else []

    def run(*arguments, stdin=b""):
        monkeypatch.setattr(sys, "stdin", types.SimpleNamespace(buffer=io.BytesIO(stdin)))
        code = main([*map(str, arguments), *by_spark])
        return code, *capsys.readouterr()

    return run


@pytest.fixture
def alone(monkeypatch, capsys):
    """Run a command in this process; it fails if the command starts Spark."""
    monkeypatch.setattr("sparkwire.decoding.quiet_session", None)

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
    @pytest.mark.parametrize(
        "command", [[], ["demo"], ["dissect"], ["decode"], ["encode"], ["functions"]]
    )
    def test_help(self, command, capsys):
        with pytest.raises(SystemExit) as caught:
            main([*command, "--help"])
        assert caught.value.code == 0
        assert "usage: sparkwire" in capsys.readouterr().out

    def test_no_command(self, capsys):
        assert main([]) == 0
        said = capsys.readouterr().out
        assert "usage: sparkwire" in said
        examples = said.split("examples:\n")[1].split("\n\n")[0].splitlines()
        assert len(examples) == 4

    def test_formats(self, capsys):
        main([])
        listed = capsys.readouterr().out.split("formats:\n")[1].split(";")[0]
        assert sorted(re.findall(r"\w+", listed)) == sorted(formats())

    def test_examples(self, capsys):
        """The examples of the help are commands that are accepted."""
        main([])
        said = capsys.readouterr().out.split("examples:\n")[1].split("\n\n")[0]
        for line in said.splitlines():
            parser().parse_args(line.split(">")[0].split()[1:])

    def test_functions(self, capsys):
        assert main(["functions"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert "databus_decode\tDecode one Databus event of version 1 or 2." in lines

    def test_one_function(self, capsys):
        assert main(["functions", "DATABUS_fault"]) == 0
        said = capsys.readouterr().out
        assert said.startswith("databus_fault(value: 'ColumnOrName'")
        assert "Explain why `databus_decode` rejects a value." in said

    def test_functions_by_a_word_of_their_names(self, capsys):
        assert main(["functions", "kafka"]) == 0
        names = [line.split("\t")[0] for line in capsys.readouterr().out.splitlines()]
        assert "try_kafka_decode" in names
        assert all("kafka" in name for name in names)

    def test_options_stand_anywhere(self, capsys):
        commands = (
            ["dissect", "--json", "msgpack", "hex:07"],
            ["dissect", "msgpack", "--json", "hex:07"],
            ["dissect", "msgpack", "hex:07", "--json"],
        )
        for command in commands:
            assert main(command) == 0
        assert len(set(capsys.readouterr().out.splitlines())) == 1

    def test_no_such_function(self, capsys):
        assert main(["functions", "databus_decod"]) == 2
        assert "Did you mean databus_decode" in capsys.readouterr().err


WRONG = {
    "format": (["dissect", "nope", "hex:00"], "no format nope; there are: "),
    "misspelt format": (
        ["dissect", "datbus", "hex:00"],
        "no format datbus. Did you mean databus? There are: ",
    ),
    "misspelt format of decode": (["decode", "datbus", "x"], "Did you mean databus?"),
    "misspelt command": (["decod", "databus", "x"], "no command decod. Did you mean decode?"),
    "misspelt argument": (
        ["dissect", "kafka", "hex:00", "--arg", "versin=1"],
        "Did you mean version? Accepted: layout, version.",
    ),
    "misspelt demo": (["demo", "ignit"], "no demo of ignit. Did you mean ignite? There are: "),
    "no source": (["dissect", "databus"], "a format and a source are needed, not 'databus'."),
    "format behind the source": (
        ["dissect", "hex:00", "databus"],
        "the format comes first: dissect databus hex:00.",
    ),
    "two formats": (["dissect", "--format", "databus", "kafka", "x"], "besides --format"),
    "digits": (["dissect", "databus", "base64:x"], "is not base64"),
    "behind the end": (["dissect", "databus", "hex:00", "--offset", "2"], "there are 1 bytes"),
    "no schema": (["dissect", "kafka", "hex:00"], "kafka needs --schema: the argument layout"),
    "no argument": (["dissect", "kafka_record", "hex:00"], "kafka_record needs --arg topic=…"),
    "numbers, not a schema": (
        ["dissect", "kafka_response", "hex:00", "--schema", "18"],
        "kafka_response takes no --schema, but --arg api_key=… and --arg api_version=….",
    ),
    "no number": (
        ["dissect", "kafka", "hex:00", "--schema", "INT8", "--arg", "version=new"],
        "--arg version=new: version is a whole number.",
    ),
    "unknown argument": (
        ["dissect", "kafka", "hex:00", "--arg", "x=1"],
        "kafka takes no argument x. Accepted: layout, version.",
    ),
    "argument": (["decode", "databus", "x", "--arg", "version"], "--arg is NAME=VALUE"),
    "auto with a schema": (["decode", "auto", "x", "--schema", "INT"], "not for auto"),
    "no file to decode": (["decode", "databus", "/no/such/file"], "/no/such/file is not there"),
    "schema file": (
        ["dissect", "avro", "hex:00", "--schema", "@/no/such/file"],
        "/no/such/file cannot be read",
    ),
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

    def test_it_does_not_start_spark(self):
        command = [sys.executable, "-m", "sparkwire.cli", "dissect", "databus", "hex:00"]
        subprocess.run(command, capture_output=True, check=False)  # creates the class archive
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, capture_output=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        # CPU time in seconds: 0.8 when this was written; 12 if it started Spark.
        assert seconds < 2.5

    def test_fault_on_a_terminal(self):
        code, said = on_terminal("dissect", "databus", f"hex:{DAMAGED.hex()}")
        assert code == 1
        assert "\x1b[1;2;31mFAULT" in said
        assert "WARN" not in said

    def test_wrong_value_of_an_option(self, capsys):
        assert main(["dissect", "databus", "hex:00", "--option", "byteOrder=middle"]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("sparkwire: [SPARKWIRE_INVALID_OPTION] databus_dissect: byteOrder")
        assert err.count("\n") == 1

    def test_arguments(self, capsys, tmp_path):
        (tmp_path / "layout").write_text("OffsetCommitValue")
        command = ["dissect", "kafka", "hex:00000000000000070001610000018bcfe568ab"]
        command += ["--schema", f"@{tmp_path / 'layout'}"]
        assert main([*command, "--arg", "version=2"]) == 0
        last = capsys.readouterr().out.splitlines()[-1]
        assert last.split()[-3:] == ["commitTimestamp", "int64", "1700000000171"]
        assert main([*command, "--arg", "version=9"]) == 2
        assert "OffsetCommitValue has the versions 0-4" in capsys.readouterr().err

    def test_types_of_ignite_from_a_file(self, capsys, tmp_path):
        demo = load("ignite")
        types = json.dumps([{"type_name": "acme.Types$Person", "schemas": [["id"]]}])
        (tmp_path / "types.json").write_text(types)
        option = f"types=@{tmp_path / 'types.json'}"
        value = demo.samples["person"].hex()
        assert main(["dissect", "ignite", f"hex:{value}", "--option", option]) == 0
        assert "salary" not in capsys.readouterr().out

    def test_record_of_kafka(self, capsys):
        key = "--arg=key=hex:0001000267310001740000000a"
        topic = "--arg=topic=__consumer_offsets"
        value = "hex:00030000000000000064ffffffff00000000018bcfe568ab"
        assert main(["dissect", "kafka_record", value, topic, key]) == 0
        said = capsys.readouterr().out.splitlines()
        assert said[2].split(maxsplit=6)[:6] == ["2", "00", "02", "67", "31", "key.group"]
        assert said[6].split()[0] == "15"  # the key has 13 bytes
        assert main(["dissect", "kafka_record", "null", topic, key]) == 0
        assert len(capsys.readouterr().out.splitlines()) == 5

    def test_part_of_a_file(self, capsys, tmp_path):
        file = tmp_path / "events"
        file.write_bytes(EVENT + EVENT + b"rest")
        command = ["dissect", "databus", str(file), "--offset", "0x42", "--count", "66"]
        assert main(command) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[1].split()[:3] == ["66", "00", "version"]

    def test_gzip(self, capsys, tmp_path):
        file = tmp_path / "event.gz"
        file.write_bytes(gzip.compress(EVENT))
        assert main(["dissect", "databus", str(file)]) == 0
        assert capsys.readouterr().out.splitlines()[1].split()[:2] == ["0", "00"]
        file.write_bytes(gzip.compress(EVENT)[:-9])
        assert main(["dissect", "databus", str(file)]) == 2
        assert "is gzip that is damaged" in capsys.readouterr().err

    def test_parquet_is_no_value(self, capsys, parquet):
        file = next(Path(parquet).glob("part-*"))
        assert main(["dissect", "databus", str(file)]) == 2
        assert "sparkwire decode reads its columns" in capsys.readouterr().err

    def test_json(self, capsys):
        assert main(["dissect", "databus", f"hex:{DAMAGED.hex()}", "--json"]) == 1
        said = json.loads(capsys.readouterr().out)
        assert (said["format"], said["size"]) == ("databus", 71)
        assert said["parts"][0] == {
            "offset": 0,
            "length": 1,
            "path": "version",
            "type": "int8",
            "value": "0",
        }
        assert (said["fault"]["reason"], said["fault"]["offset"]) == ("bad-body-crc", 49)

    def test_page(self, tmp_path, capsys):
        page = tmp_path / "event.html"
        assert main(["dissect", "databus", f"hex:{EVENT.hex()}", "--html", str(page)]) == 0
        assert capsys.readouterr().out == ""
        assert page.read_text().startswith("<!doctype html>")
        assert main(["dissect", "databus", "hex:00", "--html", str(tmp_path / "no" / "x")]) == 3
        err = capsys.readouterr().err
        assert err == f"sparkwire: {tmp_path}/no/x cannot be written: No such file or directory.\n"

    def test_guessed_format(self, capsys):
        for command in (["auto"], ["--format", "auto"]):
            assert main(["dissect", *command, f"hex:{EVENT.hex()}"]) == 0
            out, err = capsys.readouterr()
            assert err == "sparkwire: taken for databus\n"
            assert "header_crc" in out
        assert main(["dissect", "auto", "hex:0707"]) == 2
        assert "no format fits these 2 bytes" in capsys.readouterr().err

    @pytest.mark.parametrize("columns", [40, 80, 200])
    def test_width_of_a_terminal(self, columns):
        code, said = on_terminal("dissect", "databus", f"hex:{EVENT.hex()}", columns=columns)
        lines = [re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", line) for line in said.splitlines()]
        assert code == 0
        assert any("header" in line for line in lines)
        assert max(map(len, lines)) <= columns

    def test_no_color(self):
        command = ["dissect", "databus", f"hex:{DAMAGED.hex()}"]
        code, said = on_terminal(*command, NO_COLOR="1")
        assert code == 1
        assert not re.search(r"\x1b\[[0-9;]*3[0-7]", said)
        assert "FAULT" in said


class TestGuess:
    def test_ranks(self, capsys):
        assert main(["guess", f"hex:{EVENT.hex()}"]) == 0
        first = capsys.readouterr().out.splitlines()[0]
        assert first.split()[1:5] == ["databus", "2", "checksums", "fit;"]

    def test_nothing(self, capsys):
        assert main(["guess", "hex:c1c1"]) == 1
        assert capsys.readouterr().out == "2 bytes: none of these formats.\n"

    def test_json(self):
        code, out, err = run("guess", "--json", "-", stdin=DAMAGED)
        found = json.loads(out.splitlines()[0])
        assert (code, err) == (1, "")
        assert (found["format"], found["fault"]["reason"]) == ("databus", "bad-body-crc")


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

    @pytest.mark.parametrize("source", ["hex:{}", "base64:{}", "-", "file"])
    def test_small_input_without_spark(self, alone, tmp_path, source):
        (tmp_path / "file").write_bytes(EVENT)
        digits = EVENT.hex() if source == "hex:{}" else base64.b64encode(EVENT).decode()
        named = str(tmp_path / "file") if source == "file" else source.format(digits)
        code, out, err = alone("decode", "databus", named, stdin=EVENT)
        assert (code, err) == (0, "")
        assert json.loads(out)["databus"]["key"] == 12345

    def test_time_of_a_small_input(self):
        """Without Spark, a few bytes are decoded in about the time of a dissection."""
        command = [sys.executable, "-m", "sparkwire.cli", "decode", "databus", f"hex:{EVENT.hex()}"]
        subprocess.run(command, capture_output=True, check=False)  # creates the class archive
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        # CPU time in seconds: 2.4 when this was written; 14 if it started Spark.
        assert seconds < 5

    def test_json_lines(self, run_here, tmp_path):
        rows = [
            {"id": n, "value": base64.b64encode(v).decode()} for n, v in enumerate((EVENT, DAMAGED))
        ]
        rows += [{"id": 2, "value": None}, {"id": 3, "value": f"hex:{EVENT.hex()}"}]
        (tmp_path / "x.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        code, out, err = run_here("decode", "databus", tmp_path / "x.jsonl")
        good, bad, null, hexadecimal = map(json.loads, out.splitlines())
        assert (code, err) == (1, "sparkwire: 1 malformed: bad-body-crc 1\n")
        assert (good["id"], good["databus"]["key"]) == (0, 12345)
        assert (bad["id"], bad["fault"]["reason"]) == (1, "bad-body-crc")
        assert null == {"id": 2}
        assert hexadecimal["databus"] == good["databus"]

    def test_dead_letters_are_an_input(self, run_here, folder, tmp_path):
        out = run_here("decode", "databus", folder / "7.bin")[1]
        (tmp_path / "dead.jsonl").write_text(out)
        command = ["decode", "databus", tmp_path / "dead.jsonl", "--column", "fault.value"]
        code, out, _ = run_here(*command)
        assert code == 1
        assert json.loads(out)["fault"]["value"] == base64.b64encode(DAMAGED).decode()

    def test_arguments_from_json_lines(self, run_here, tmp_path):
        key = base64.b64encode(bytes.fromhex("0001000267310001740000000a")).decode()
        row = {"topic": "__consumer_offsets", "key": key, "value": None}
        (tmp_path / "x.jsonl").write_text(json.dumps(row))
        code, out, err = run_here("decode", "kafka_record", tmp_path / "x.jsonl")
        assert (code, err) == (0, "")
        said = json.loads(out)
        assert (said["kafka_record"]["record"], said["key"]) == ("OffsetCommit", key)

    @pytest.mark.parametrize(
        ("line", "column", "said"),
        [
            ("no", [], "line 1 is not JSON"),
            ("[1]", [], "line 1 is not a JSON object"),
            ('{"a": "", "b": ""}', [], "has several texts. --column chooses one of: a, b."),
            ('{"a": "?"}', [], "line 1, a is not base64"),
            ('{"a": 7}', ["--column", "a"], "line 1, a is not text"),
            ('{"a": ""}', ["--column", "b"], "has no field b; there are: a."),
        ],
    )
    def test_wrong_json_lines(self, alone, tmp_path, line, column, said):
        (tmp_path / "x.jsonl").write_text(line)
        code, out, err = alone("decode", "msgpack", tmp_path / "x.jsonl", *column)
        assert (code, out) == (2, "")
        assert said in err

    def test_many_messages_beside_a_large_one(self, run_here, tmp_path):
        # The size of the file times the number of its messages is 120 GB.
        file = tmp_path / "many.raw"
        file.write_bytes(
            b"\x01" * 40000 + b"\xc6" + (3_000_000).to_bytes(4, "big") + bytes(3_000_000)
        )
        code, out, err = run_here("decode", "--all", "msgpack", file)
        lines = out.splitlines()
        assert (code, err, len(lines)) == (0, "", 40001)
        assert json.loads(lines[39999])["offset"] == 39999

    def test_text_is_spelt_as_spark_spells_it(self, run_here):
        value = bytes.fromhex(
            "84 a164 cb3ff199999999999a a1c3bc a3e282ac a174 d6ff00000001 a162 c4020a0b"
        )
        value = value.replace(bytes.fromhex("a1c3bc"), bytes.fromhex("a2c3bc"))
        schema = "d DOUBLE, `ü` STRING, t TIMESTAMP, b BINARY"
        code, out, _ = run_here("decode", "msgpack", "-", "--schema", schema, stdin=value)
        assert code == 0
        assert out == (
            '{"msgpack":{"d":1.1,"ü":"€","t":"1970-01-01T00:00:01.000000Z","b":"Cgs="}}\n'
        )

    def test_control_characters_do_not_reach_the_terminal(self, run_here):
        # 9b begins a command of a terminal, as ESC [ does.
        code, out, err = run_here("decode", "msgpack", "-", stdin=bytes.fromhex("a56131c29b7f"))
        assert (code, err, out) == (0, "", '{"msgpack":"a1\\u009b\\u007f"}\n')

    def test_a_column_of_any_name(self, run_here, spark, tmp_path):
        path = str(tmp_path / "named")
        rows = [(bytearray(b"\x07"), 1)]
        spark.createDataFrame(rows, "`a``b.c` BINARY, `d``e` INT").coalesce(1).write.parquet(path)
        code, out, err = run_here("decode", "msgpack", path, "--column", "a`b.c")
        assert (code, err) == (0, "")
        assert json.loads(out) == {"d`e": 1, "msgpack": 7}

    def test_one_file_null(self, run_here, folder):
        code, out, err = run_here("decode", "databus", folder / "7.bin", "--on-bad", "null")
        assert (code, err) == (0, "")
        assert list(json.loads(out)) == ["file"]

    def test_fail(self, run_here, folder):
        code, out, err = run_here("decode", "databus", folder / "7.bin", "--on-bad", "fail")
        assert (code, out) == (1, "")
        assert err.startswith(f"sparkwire: file:{folder}/7.bin: bad-body-crc at byte 49 (body_crc)")
        assert "--on-bad report goes on" in err
        assert err.count("\n") == 1

    def test_fail_in_parquet(self, run_here, parquet, tmp_path):
        command = ["decode", "databus", parquet, "--column", "raw.value", "--on-bad", "fail"]
        code, _, err = run_here(*command, "--out", tmp_path / "out")
        assert code == 1
        assert re.match(r"sparkwire: part-\S+\.parquet, row \d: bad-body-crc at byte 49", err)
        assert not list((tmp_path / "out").glob("*.parquet"))

    def test_dead_letters_can_be_replayed(self, run_here, folder):
        out = run_here("decode", "databus", folder / "7.bin")[1]
        fault = json.loads(out)["fault"]
        assert list(fault) == ["reason", "offset", "path", "message", "value"]
        assert base64.b64decode(fault["value"]) == DAMAGED
        assert (fault["offset"], fault["path"]) == (49, "body_crc")
        assert fault["message"].startswith("the checksum does not match")

    def test_dead_letters_of_streams(self, run_here):
        rest = EVENT[:20]
        out = run_here("decode", "databus", "-", "--all", stdin=EVENT + rest)[1]
        row = json.loads(out.splitlines()[1])
        assert row["offset"] == 66
        assert base64.b64decode(row["fault"]["value"]) == rest
        assert (row["fault"]["reason"], row["fault"]["path"]) == (
            "truncated-header",
            "physical_partition_id",
        )
        assert row["fault"]["offset"] == 66 + 19

    def test_values_that_do_not_fit_among_many(self, run_here):
        command = ["decode", "msgpack", "-", "--all", "--schema", "INT"]
        out = run_here(*command, stdin=bytes.fromhex("01a16e02"))[1]
        rows = [json.loads(line) for line in out.splitlines()]
        assert [row.get("msgpack") for row in rows] == [1, None, 2]
        assert rows[1]["fault"]["reason"] == "type-mismatch"
        assert base64.b64decode(rows[1]["fault"]["value"]) == bytes.fromhex("a16e")

    def test_fail_among_many(self, run_here):
        command = ["decode", "databus", "-", "--all", "--on-bad", "fail"]
        code, _, err = run_here(*command, stdin=EVENT + b"\0")
        assert code == 1
        assert err.startswith("sparkwire: standard input: truncated-header at byte 67")

    def test_records_of_a_batch(self, run_here, tmp_path):
        file = tmp_path / "segment.log"
        file.write_bytes(BATCH + BATCH)
        code, out, err = run_here("decode", "kafka_records", file, "--all")
        rows = [json.loads(line)["kafka_records"]["record"] for line in out.splitlines()]
        assert (code, err) == (0, "")
        assert [row["key"] for row in rows] == ["AAAAAQ==", "AAAAAQ=="]
        file.write_bytes(BATCH[:-1])
        code, out, err = run_here("decode", "kafka_records", file, "--all")
        assert (code, len(out.splitlines())) == (1, 1)

    def test_arguments_from_columns(self, run_here, spark, tmp_path):
        path = str(tmp_path / "records")
        key = bytes.fromhex("0001000267310001740000000a")
        rows = [("__consumer_offsets", key, None), ("other", b"", b"")]
        df = spark.createDataFrame(rows, "topic STRING, key BINARY, value BINARY").coalesce(1)
        df.write.parquet(path)
        code, out, err = run_here("decode", "kafka_record", path)
        first, second = (json.loads(line) for line in out.splitlines())
        assert (code, err) == (0, "")
        assert (first["kafka_record"]["record"], first["kafka_record"]["tombstone"]) == (
            "OffsetCommit",
            True,
        )
        assert "kafka_record" not in second

    def test_missing_column(self, run_here, parquet):
        code, _, err = run_here("decode", "kafka_record", parquet, "--column", "other")
        assert code == 2
        assert err == "sparkwire: kafka_record needs the argument topic.\n"

    def test_gzip(self, run_here, tmp_path):
        (tmp_path / "good.gz").write_bytes(gzip.compress(EVENT))
        (tmp_path / "bad.gz").write_bytes(gzip.compress(EVENT)[:-9])
        code, out, _ = run_here("decode", "databus", tmp_path)
        rows = {Path(row["file"]).name: row for row in map(json.loads, out.splitlines())}
        assert code == 1
        assert rows["good.gz"]["databus"]["key"] == 12345
        assert rows["bad.gz"]["fault"]["reason"] == "bad-gzip"
        code, out, _ = run_here("decode", "databus", tmp_path, "--all")
        # The messages before the damage are rows.
        found = [json.loads(line) for line in out.splitlines()]
        faults = [(Path(row["file"]).name, row.get("fault", {}).get("reason")) for row in found]
        assert sorted(faults, key=str) == [
            ("bad.gz", "bad-compression"),
            ("bad.gz", None),
            ("good.gz", None),
        ]
        assert run_here("decode", "databus", "-", stdin=gzip.compress(EVENT))[0] == 0

    def test_parquet_on_standard_input(self, run_here, parquet):
        files = sorted(Path(parquet).glob("part-*"))
        data = max(files, key=lambda file: file.stat().st_size).read_bytes()
        command = ["decode", "databus", "-", "--column", "raw.value", "--on-bad", "null"]
        code, out, err = run_here(*command, stdin=data)
        assert (code, err) == (0, "")
        assert "id" in json.loads(out.splitlines()[0])

    def test_empty_folder(self, run_here, tmp_path):
        code, _, err = run_here("decode", "databus", tmp_path)
        assert (code, err) == (2, f"sparkwire: {tmp_path} is a folder without files.\n")

    def test_output_that_cannot_be_written(self, run_here, folder, tmp_path):
        (tmp_path / "file").write_text("")
        code, _, err = run_here("decode", "databus", folder, "--out", tmp_path / "file" / "out")
        assert (code, err.count("\n")) == (3, 1)
        assert "is not a folder" in err
        command = f"{sys.executable} -m sparkwire.cli guess hex:{EVENT.hex()} > /dev/full"
        done = subprocess.run(command, shell=True, capture_output=True, check=False)
        assert done.returncode == 3
        assert done.stderr == (
            b"sparkwire: standard output cannot be written: No space left on device.\n"
        )

    def test_guessed_format(self, run_here, folder):
        code, out, err = run_here("decode", "auto", folder / "0.bin")
        assert (code, err) == (0, "sparkwire: taken for databus\n")
        assert json.loads(out)["databus"]["key"] == 12345

    def test_guessed_messages_end_to_end(self, run_here):
        code, out, err = run_here("decode", "auto", "-", stdin=EVENT + EVENT)
        assert (code, err) == (0, "sparkwire: taken for databus, with --all\n")
        assert len(out.splitlines()) == 2

    def test_no_many(self, run_here, folder):
        code, _, err = run_here("decode", "aerospike", folder, "--all")
        assert code == 2
        assert err == "sparkwire: aerospike has one message in each value: leave --all out.\n"

    def test_columns_are_checked_before_spark_starts(self, alone, parquet, spark, tmp_path):
        wrong = {
            "no binary column raw.valu; there is: raw.value, other. Did you mean raw.value?": (
                *("databus", parquet, "--column", "raw.valu"),
            ),
            "--column chooses one of: raw.value, other.": ("databus", parquet),
            "kafka_record needs the argument topic.": (
                *("kafka_record", parquet, "--column", "other"),
            ),
        }
        for said, arguments in wrong.items():
            code, _, err = alone("decode", *arguments)
            assert code == 2
            assert said in err

    def test_a_column_named_value_is_taken(self, run_here, spark, tmp_path):
        df = spark.createDataFrame([(EVENT, b"")], "value BINARY, other BINARY").coalesce(1)
        df.write.parquet(str(tmp_path / "x"))
        code, out, err = run_here("decode", "databus", tmp_path / "x")
        assert (code, err) == (0, "")
        assert json.loads(out)["databus"]["key"] == 12345

    @pytest.mark.parametrize(
        "command",
        [
            ["decode", "databus", "{}", "--option", "byteOrder=middle"],
            ["decode", "msgpack", "{}", "--schema", "INTO"],
            ["decode", "kafka", "{}", "--schema", "MetadataRequets"],
        ],
    )
    def test_refused_before_spark_starts(self, command, folder, monkeypatch, capsys):
        monkeypatch.setattr("sparkwire.decoding.quiet_session", None)
        assert main([word.format(folder) for word in command]) == 2
        err = capsys.readouterr().err
        assert err.startswith("sparkwire: [SPARKWIRE_INVALID_")
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

    @pytest.mark.parametrize("way", [(), ("--spark",)])
    def test_all_behind_damaged_bytes(self, run_here, way):
        value = EVENT + b"\1\2\3" + EVENT + EVENT[:20]
        command = ("decode", "databus", "-", "--all", "--option", "resync=true", *way)
        code, out, err = run_here(*command, stdin=value)
        rows = [json.loads(line) for line in out.splitlines()]
        assert [row["offset"] for row in rows] == [0, 66, 69, 135]
        assert ["databus" in row for row in rows] == [True, False, True, False]
        faults = [row["fault"] for row in rows if "fault" in row]
        assert [fault["reason"] for fault in faults] == ["bad-version", "truncated-header"]
        assert base64.b64decode(faults[0]["value"]) == b"\1\2\3"
        assert code == 1
        assert "2 malformed" in err
        code, out, _ = run_here(*command, "--on-bad", "null", stdin=value)
        assert (code, len(out.splitlines())) == (0, 2)

    def test_all_goes_on_unless_told_not_to(self, run_here):
        value = EVENT + b"\1\2\3" + EVENT
        for more, offsets in ([], [0, 66, 69]), (["--option", "resync=false"], [0, 66]):
            out = run_here("decode", "databus", "-", "--all", *more, stdin=value)[1]
            assert [json.loads(line)["offset"] for line in out.splitlines()] == offsets

    def test_a_name_with_signs_of_patterns(self, run_here, tmp_path):
        file = tmp_path / "a[1]*{b}?.bin"
        file.write_bytes(EVENT + EVENT)
        code, out, err = run_here("decode", "--all", "databus", file)
        assert (code, err, len(out.splitlines())) == (0, "", 2)

    @pytest.mark.parametrize("packing", [gzip, bz2, lzma], ids=lambda one: one.__name__)
    def test_all_of_a_compressed_file(self, run_here, tmp_path, packing):
        ending = {gzip: "gz", bz2: "bz2", lzma: "xz"}[packing]
        file = tmp_path / f"events.{ending}"
        file.write_bytes(packing.compress(EVENT) + packing.compress(EVENT))
        code, out, err = run_here("decode", "--all", "databus", file)
        rows = [json.loads(line) for line in out.splitlines()]
        assert (code, err) == (0, "")
        assert [(row["offset"], row["databus"]["key"]) for row in rows] == [(0, 12345), (66, 12345)]

    def test_parquet_beside_other_files(self, run_here, parquet, tmp_path):
        whole = max(Path(parquet).glob("part-*"), key=lambda file: file.stat().st_size)
        (tmp_path / "a.parquet").write_bytes(whole.read_bytes())
        (tmp_path / "b.bin").write_bytes(EVENT)
        code, out, err = run_here("decode", "databus", tmp_path)
        assert (code, out) == (2, "")
        assert err == (
            f"sparkwire: {tmp_path}/a.parquet is Parquet, but {tmp_path}/b.bin is not: give files"
            " of one kind at a time.\n"
        )

    def test_a_refusal_names_the_function_that_was_asked_for(self, run_here):
        code, _, err = run_here("decode", "databus", "-", "--option", "byteOrder=x", stdin=EVENT)
        assert code == 2
        assert err.startswith("sparkwire: [SPARKWIRE_INVALID_OPTION] databus_decode: byteOrder")

    def test_resync_is_for_all(self, run_here):
        code, _, err = run_here("decode", "databus", "-", "--option", "resync=true", stdin=EVENT)
        assert code == 2
        assert "unknown option 'resync'" in err

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
        code, out, err = run("demo", "--all")
        assert (code, err) == (0, "")
        assert "\x1b" not in out
        for said in ("SELECT name", "try_databus_decode", "member:42", "bad-body-crc", "FAULT"):
            assert said in out

    def test_short_form(self):
        """Two screens of 80 columns: a value of each format, a fault, and what to do next."""
        code, said = on_terminal("demo", columns=80)
        plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", said.replace("\r\n", "\n"))
        # The spinner writes over its own line.
        lines = [line.rsplit("\r", 1)[-1] for line in plain.rstrip("\n").split("\n")]
        assert code == 0
        assert "WARN" not in said
        assert "\x1b[1;31mbad-body-crc" in said
        assert len(lines) <= 48
        assert max(map(len, lines)) <= 80
        for call in ("aerospike", "avro", "cernan", "databus", "ignite", "kafka", "msgpack"):
            assert any(line.startswith(f"{call}_decode(value") for line in lines)
        assert any("bad-body-crc" in line for line in lines)
        assert [line.split()[:2] for line in lines[-3:]] == [
            ["sparkwire", "demo"],
            ["sparkwire", "guess"],
            ["sparkwire", "decode"],
        ]

    def test_the_functions_of_the_short_form_are_there(self):
        for name in demos():
            first = load(name).first
            assert first.call.startswith(f"{name}_decode(value")
            assert first.sample in load(name).samples
