"""The fuzzers of OSS-Fuzz, built by the script that is submitted and run for a few seconds."""

import os
import re
import subprocess
import zipfile

import pytest

from spawn import ROOT

RUN = ROOT / "project" / "packaging" / "oss-fuzz" / "run"
TARGETS = sorted(one.name for one in (ROOT / "tests" / "fuzz").glob("[a-z]*") if one.is_dir())
# The input of the first is the bytes, the input of the second chooses edits, also of older Kafkas.
RUNS = ["databus", "kafka-edits"]
TIMEOUT_SECONDS = 900


@pytest.fixture(scope="module")
def work(tmp_path_factory):
    return tmp_path_factory.mktemp("oss-fuzz") / "work"


@pytest.fixture(scope="module")
def said(work):
    done = subprocess.run(
        [RUN, *RUNS],
        env=os.environ | {"WORK": str(work), "SECONDS_EACH": "5"},
        capture_output=True,
        text=True,
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_target_has_two_fuzzers_and_a_corpus(said, work):
    out = work / "out"
    fuzzers = {file.stem for file in out.glob("*.options")}
    assert fuzzers == {name + kind for name in TARGETS for kind in ("", "-edits")}
    for name in fuzzers:
        # By this word the service knows that a program is a fuzzer.
        assert "LLVMFuzzerTestOneInput" in (out / name).read_text()
        assert os.access(out / name, os.X_OK)
    for name in TARGETS:
        with zipfile.ZipFile(out / f"{name}_seed_corpus.zip") as corpus:
            files = {one.filename for one in corpus.infolist() if not one.is_dir()}
        assert files == {file.name for file in (ROOT / "tests" / "fuzz" / name).iterdir()}


def test_nothing_leads_out_of_the_folder(said, work):
    """The service copies the folder to other machines."""
    out = work / "out"
    assert [file for file in out.rglob("*") if file.is_symlink()] == []
    (releases,) = out.glob("classpath/*/kafka-releases.txt")
    jars = re.split(r"[:\n]", releases.read_text().strip())
    assert len(jars) > 10
    assert [jar for jar in jars if not (out / jar).is_file()] == []
    for name in RUNS:
        assert str(ROOT) not in (out / name).read_text()


def test_fuzzers_run(said):
    found = re.findall(
        r"^fuzzer (\S+): (\d+) files\nstat::number_of_executed_units: (\d+)$", said, re.M
    )
    assert [name for name, _, _ in found] == RUNS
    assert int(found[0][1]) == len(list((ROOT / "tests" / "fuzz" / "databus").iterdir()))
    assert all(int(units) > 10 for _, _, units in found)
