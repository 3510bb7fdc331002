"""`sparkwire decode` on backups of Aerospike: a row for each entry, as the table has it."""

import contextlib
import gzip
import json

import pytest

import sparkwire
from sparkwire.cli import main

LINES = [
    "Version 3.1",
    "# namespace test",
    "# first-file",
    "* i test users by_age N 1 age N",
    "+ k S 3 ada",
    "+ n test",
    "+ d 7JEZLUt/jONdXXjTS8ply6qqyWA=",
    "+ s users",
    "+ g 3",
    "+ t 545000000",
    "+ b 2",
    "- I age 36",
    "- S name 12 Ada Lovelace",
]
BACKUP = "".join(f"{line}\n" for line in LINES).encode()
DAMAGED = BACKUP.replace(b"+ g 3", b"+ g x") + "".join(f"{line}\n" for line in LINES[4:]).encode()


@pytest.fixture
def decode(monkeypatch, capsys, spark):
    session = contextlib.nullcontext(spark)
    monkeypatch.setattr("sparkwire._backups.quiet_session", lambda: session)

    def decode(*arguments):
        code = main(["decode", *map(str, arguments)])
        out, err = capsys.readouterr()
        return code, [json.loads(line) for line in out.splitlines()], err

    return decode


@pytest.fixture
def file(tmp_path):
    (tmp_path / "a.asb").write_bytes(BACKUP)
    return tmp_path / "a.asb"


@pytest.mark.parametrize("format", ["aerospike_backup", "aerospike-backup", "auto"])
def test_rows(format, decode, file):
    code, (index, record), err = decode(format, file)
    assert code == 0
    assert err == ("sparkwire: taken for Aerospike backup\n" if format == "auto" else "")
    assert index["aerospike_backup"]["definition"]["name"] == "by_age"
    assert record == {
        "file": file.as_uri().replace("///", "/"),
        "offset": BACKUP.index(b"+ k S"),
        "aerospike_backup": {
            "kind": "record",
            "namespace": "test",
            "set": "users",
            "key": "ada",
            "digest": "7JEZLUt/jONdXXjTS8ply6qqyWA=",
            "generation": 3,
            "expiration": 545000000,
            "bins": {"age": 36, "name": "Ada Lovelace"},
        },
    }


def test_compressed(decode, tmp_path):
    for name in ("a.asb.gz", "named otherwise"):
        (tmp_path / name).write_bytes(gzip.compress(BACKUP))
        code, rows, err = decode("auto", tmp_path / name)
        assert (code, len(rows)) == (0, 2)
        assert "taken for gzip around Aerospike backup" in err


def test_malformed_entries(decode, tmp_path):
    (tmp_path / "a.asb").write_bytes(DAMAGED)
    code, rows, err = decode("aerospike_backup", tmp_path)
    assert code == 1
    assert [("fault" in row, "aerospike_backup" in row) for row in rows] == [
        (False, True),
        (True, False),
        (False, True),
    ]
    reason = rows[1]["fault"]["reason"]
    assert err == f"sparkwire: 1 malformed: {reason} 1\n"
    code, rows, err = decode("aerospike_backup", tmp_path, "--on-bad", "null")
    assert (code, len(rows), err) == (0, 2, "")
    code, _, err = decode("aerospike_backup", tmp_path, "--on-bad", "fail")
    assert code == 1
    assert reason in err


def test_parquet(decode, file, tmp_path, spark):
    assert decode("aerospike_backup", file, "--out", tmp_path / "out") == (0, [], "")
    table = spark.read.parquet(str(tmp_path / "out"))
    assert [row[0] for row in table.select("aerospike_backup.kind").collect()] == [
        "index",
        "record",
    ]


def test_wrong_use(decode, file):
    code, _, err = decode("aerospike_backup", file, "--option", "maxDept=3")
    assert (code, err.count("\n")) == (2, 1)
    assert "maxDepth" in err
    code, _, err = decode("aerospike_backup", file, "--schema", "a INT")
    assert code == 2
    assert "takes no --schema" in err
    code, _, err = decode("aerospike_backup", file.parent / "nothing")
    assert (code, err) == (2, f"sparkwire: {file.parent / 'nothing'} is not there.\n")


def test_guess(file):
    (best, *_) = sparkwire.guess(BACKUP)
    assert best.label == "Aerospike backup"
    assert "sparkwire decode aerospike_backup FILE" in best.advice
