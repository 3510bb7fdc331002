"""The build hook: where it takes the jar from."""

import importlib.util
import os
import time
from pathlib import Path

import pytest

FILE = Path(__file__).parents[2] / "python" / "hatch_build.py"
NAME = "sparkwire_2.13-9.9.9.jar"


@pytest.fixture(scope="module")
def hook():
    spec = importlib.util.spec_from_file_location("hatch_build", FILE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A source tree with a fake sbt that writes the jar at once."""
    monkeypatch.delenv("SPARKWIRE_JAR", raising=False)
    source = tmp_path / "jvm" / "wire" / "src" / "main" / "scala" / "A.scala"
    layout = tmp_path / "docs" / "layouts" / "a.ksy"
    for file in (source, layout, tmp_path / "build.sbt", tmp_path / "project" / "build.properties"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    sbt(tmp_path, f"mkdir -p jvm/spark/target && echo built > jvm/spark/target/{NAME}")
    (tmp_path / "python").mkdir()
    return tmp_path


def sbt(tree, script):
    launcher = tree / "project" / "sbt"
    launcher.write_text(f'#!/bin/sh\n[ "$*" = jar ] && {script}\n')
    launcher.chmod(0o755)


def age(path, seconds):
    then = time.time() - seconds
    os.utime(path, (then, then))


def test_made_from_source(hook, tree):
    jar = hook._jar(tree / "python", NAME)
    assert jar == tree / "jvm" / "spark" / "target" / NAME
    assert jar.read_text() == "built\n"


@pytest.mark.parametrize(
    ("file", "made_again"),
    [
        ("jvm/wire/src/main/scala/A.scala", True),
        ("docs/layouts/a.ksy", True),
        ("build.sbt", True),
        ("python", False),
    ],
)
def test_made_again_when_older_than_a_source(hook, tree, file, made_again):
    jar = hook._jar(tree / "python", NAME)
    jar.write_text("kept")
    for path in tree.rglob("*"):
        age(path, 100)
    age(jar, 50)
    age(tree / file, 0)
    assert hook._jar(tree / "python", NAME).read_text() == ("built\n" if made_again else "kept")


def test_given(hook, tree, monkeypatch):
    given = tree / "given.jar"
    given.touch()
    monkeypatch.setenv("SPARKWIRE_JAR", str(given))
    assert hook._jar(tree / "python", NAME) == given
    monkeypatch.setenv("SPARKWIRE_JAR", str(tree / "gone.jar"))
    with pytest.raises(SystemExit, match=r"SPARKWIRE_JAR is .*gone.jar: no file"):
        hook._jar(tree / "python", NAME)


def test_it_says_what_takes_so_long(hook, tree, capfd):
    hook._jar(tree / "python", NAME)
    assert "compiling the jar with sbt" in capfd.readouterr().err


def test_failed(hook, tree):
    sbt(tree, "exit 3")
    with pytest.raises(SystemExit, match="project/sbt jar ended with 3"):
        hook._jar(tree / "python", NAME)


def test_no_java(hook, tree, monkeypatch):
    monkeypatch.setenv("PATH", str(tree))
    with pytest.raises(SystemExit, match="takes a JDK 17"):
        hook._jar(tree / "python", NAME)


def test_packed(hook, tree):
    (tree / "build.sbt").unlink()
    with pytest.raises(SystemExit, match="build from a clone of the project"):
        hook._jar(tree / "python", NAME)
    packed = tree / "python" / "src" / "sparkwire" / "jars" / NAME
    packed.parent.mkdir(parents=True)
    packed.touch()
    assert hook._jar(tree / "python", NAME) == packed


def test_link(hook, tmp_path):
    folder = tmp_path / "jars"
    for name in ("old.jar", "new.jar"):
        (tmp_path / name).write_text(name)
        hook._link(tmp_path / name, folder)
    assert [file.name for file in folder.iterdir()] == ["new.jar"]
    assert (folder / "new.jar").read_text() == "new.jar"
