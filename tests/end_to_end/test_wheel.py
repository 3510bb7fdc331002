"""The wheel in an otherwise empty Python: its contents, its messages and its behaviour."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pyspark
import pytest

import sparkwire

from spawn import ROOT, run

JAR = Path(sparkwire.jar_path()).resolve()
SESSION = "import sparkwire; spark = sparkwire.session(log_level='OFF', ui_enabled=False);"


def build(*arguments, **environment):
    """Run Python's standard builder with the jar under test."""
    command = [sys.executable, "-m", "build", *arguments]
    environment = os.environ | {"SPARKWIRE_JAR": str(JAR)} | environment
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def dist(tmp_path_factory):
    """A folder with the sdist, built in the source tree, and the wheel, built from the sdist."""
    folder = tmp_path_factory.mktemp("dist")
    build("--sdist", "--outdir", folder, ROOT / "python")
    (sdist,) = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / "unpacked", filter="data")
    (source,) = (folder / "unpacked").iterdir()
    environment = {"SPARKWIRE_JAR": ""}
    build("--wheel", "--outdir", folder, source, **environment)
    return folder


@pytest.fixture(scope="module")
def wheel(dist):
    (wheel,) = dist.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def venv(tmp_path_factory, wheel):
    folder = tmp_path_factory.mktemp("venv")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    install(folder, str(wheel))
    return folder


def install(venv, *what):
    subprocess.run([venv / "bin" / "pip", "install", "-q", *what], check=True)


def test_contents(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        inside = [name for name in names if name.endswith(".jar")]
        assert inside == [f"sparkwire/jars/sparkwire_2.13-{sparkwire.__version__}.jar"]
        assert archive.read(inside[0]) == JAR.read_bytes()
    package = ROOT / "python" / "src" / "sparkwire"
    sources = {
        str(file.relative_to(package.parent))
        for file in package.rglob("*")
        if file.is_file() and not {"jars", "__pycache__"} & set(file.parts)
    }
    assert "sparkwire/py.typed" in sources
    assert sources == {
        name for name in names if name.startswith("sparkwire/") and "/jars/" not in name
    }
    about = f"sparkwire-{sparkwire.__version__}.dist-info"
    metadata = {
        f"{about}/{name}"
        for name in (
            "METADATA",
            "RECORD",
            "WHEEL",
            "entry_points.txt",
            "licenses/LICENSE",
            "licenses/NOTICE",
            "sboms/sparkwire_2.13.cdx.json",
        )
    }
    assert set(names) == sources | set(inside) | metadata
    with zipfile.ZipFile(wheel) as archive:
        said = archive.read(f"{about}/METADATA").decode()
        command = archive.read(f"{about}/entry_points.txt").decode()
    assert f"\nVersion: {sparkwire.__version__}\n" in said
    assert "sparkwire = sparkwire.cli:main" in command


def test_sdist_without_a_jar(dist, tmp_path):
    (unpacked,) = (dist / "unpacked").iterdir()
    source = tmp_path / "source"
    shutil.copytree(unpacked, source, ignore=shutil.ignore_patterns("*.jar"))
    command = [sys.executable, "-m", "build", "--wheel", source]
    environment = os.environ | {"SPARKWIRE_JAR": ""}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    assert done.returncode != 0
    assert "build from a clone of the project, or set SPARKWIRE_JAR to the jar." in said
    assert "Traceback" not in said.split("build from a clone")[0]


class TestSteps:
    """The tests run in this order; each uses the package that the tests before it installed."""

    def test_without_pyspark(self, venv, tmp_path):
        command = venv / "bin" / "sparkwire"
        assert run([command, "--help"], tmp_path)[0] == 0
        code, out, err = run([command, "demo"], tmp_path)
        assert (code, out) == (2, "")
        assert err == (
            "sparkwire: Sparkwire needs PySpark 4.0 or newer: pip install 'pyspark>=4.0,<5',"
            " or pyspark-client to talk to a Spark Connect server.\n"
        )

    @pytest.mark.parametrize("script", ["import sparkwire.functions", SESSION])
    def test_python_without_pyspark(self, venv, tmp_path, script):
        code, _, err = run([venv / "bin" / "python", "-c", script], tmp_path)
        assert code == 1
        assert "Sparkwire needs PySpark 4.0 or newer" in err.splitlines()[-1]

    def test_demo(self, venv, wheel, tmp_path):
        install(venv, f"{wheel}[spark]", f"pyspark=={pyspark.__version__}")
        code, out, err = run([venv / "bin" / "sparkwire", "demo", "--all"], tmp_path)
        assert (code, err) == (0, "")
        assert "bad-body-crc" in out

    def test_session(self, venv, tmp_path):
        script = f"{SESSION} print(spark.sql(\"SELECT databus_fault(X'07').reason\").first()[0])"
        code, out, err = run([venv / "bin" / "python", "-c", script], tmp_path)
        assert code == 0, err
        assert out.splitlines()[-1] == "bad-version"

    def test_without_java(self, venv, tmp_path):
        without = no_java(tmp_path)
        for command in (["demo"], ["dissect", "databus", "hex:00"]):
            code, _, err = run([venv / "bin" / "sparkwire", *command], tmp_path, **without)
            assert code == 2
            assert err.startswith("sparkwire: No Java was found. Spark 4 runs on Java 17 or 21.")

    def test_packed_java(self, venv, wheel, tmp_path):
        install(venv, f"{wheel}[jdk]")
        without = no_java(tmp_path)
        code, out, err = run([venv / "bin" / "sparkwire", "demo", "--all"], tmp_path, **without)
        assert (code, err) == (0, "")
        assert "bad-body-crc" in out
        command = [venv / "bin" / "sparkwire", "dissect", "msgpack", "hex:a161", "--schema", "INT"]
        code, out, err = run(command, tmp_path, **without)
        assert (code, err) == (1, "")
        assert "type-mismatch" in out


def no_java(folder):
    """An environment where a shell finds the usual tools but no Java."""
    tools = folder / "tools"
    tools.mkdir()
    for directory in ("/bin", "/usr/bin"):
        for tool in Path(directory).iterdir():
            if not tool.name.startswith("java") and not (tools / tool.name).exists():
                (tools / tool.name).symlink_to(tool)
    return {"PATH": str(tools), "JAVA_HOME": ""}
