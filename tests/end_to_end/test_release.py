"""A staged release: its contents, and Spark and Python installations that use only it."""

import email
import hashlib
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pyspark
import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

import sparkwire

from spawn import BIN, ROOT, run

VERSION = sparkwire.__version__
NAME = f"sparkwire_2.13-{VERSION}"
CHECKSUMS = ("md5", "sha1", "sha256", "sha512")
KAFKA = {"clients", "raft", "metadata", "storage", "streams"} | {
    f"{kind}-coordinator" for kind in ("group", "share", "transaction")
}


@pytest.fixture(scope="module")
def staged(tmp_path_factory):
    """A release in a folder, signed by a test command."""
    folder = tmp_path_factory.mktemp("release")
    signer = folder / "signer.py"
    signer.write_text("import sys; open(sys.argv[1] + '.asc', 'w').write('signed')")
    environment = os.environ | {
        "PYTHON": sys.executable,
        "SPARKWIRE_SIGN": f"{sys.executable} {signer}",
    }
    command = [ROOT / "project" / "release", folder / "staged"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "staged"


@pytest.fixture(scope="module")
def artifacts(staged):
    return staged / "maven" / "io" / "sparkwire" / "sparkwire_2.13" / VERSION


@pytest.fixture(scope="module")
def wheel(staged):
    (wheel,) = (staged / "python").glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def sdist(staged):
    (sdist,) = (staged / "python").glob("*.tar.gz")
    return sdist


def main_files(folder):
    kinds = {f".{kind}" for kind in (*CHECKSUMS, "asc")}
    return {
        file
        for file in folder.iterdir()
        if file.suffix not in kinds and not file.name.startswith("maven-metadata")
    }


def test_files(staged, artifacts):
    assert {file.name.removeprefix(NAME) for file in main_files(artifacts)} == {
        ".jar",
        "-sources.jar",
        "-javadoc.jar",
        "-cyclonedx.json",
        ".pom",
    }
    assert {file.name for file in main_files(staged / "python")} == {
        f"sparkwire-{VERSION}.tar.gz",
        f"sparkwire-{VERSION}-py3-none-any.whl",
    }


def test_checksums_and_signatures(staged, artifacts):
    files = main_files(artifacts) | main_files(staged / "python")
    for file in files:
        for kind in CHECKSUMS:
            said = Path(f"{file}.{kind}").read_text()
            assert said == hashlib.new(kind, file.read_bytes()).hexdigest(), file
        assert Path(f"{file}.asc").read_text() == "signed", file


def files_in(path):
    """The files of an archive by path; for an sdist without its top folder."""
    if path.name.endswith(".tar.gz"):
        with tarfile.open(path) as archive:
            return {
                member.name.split("/", 1)[1]: archive.extractfile(member).read()
                for member in archive
                if member.isfile()
            }
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_licence_is_in_everything(artifacts, wheel, sdist):
    folders = {
        artifacts / f"{NAME}.jar": "META-INF",
        artifacts / f"{NAME}-sources.jar": "META-INF",
        artifacts / f"{NAME}-javadoc.jar": "META-INF",
        wheel: f"sparkwire-{VERSION}.dist-info/licenses",
    }
    for archive, folder in folders.items():
        files = files_in(archive)
        for name in ("LICENSE", "NOTICE"):
            assert files[f"{folder}/{name}"] == (ROOT / name).read_bytes(), archive
    for name in ("LICENSE", "NOTICE"):
        assert files_in(sdist)[name] == (ROOT / name).read_bytes()


def test_notice_names_what_is_packed():
    notice = (ROOT / "NOTICE").read_text()
    versions = (ROOT / "project" / "Dependencies.scala").read_text()
    kafka = re.search(r'val kafka = "(.+)"', versions)[1]
    assert f"Apache Kafka {kafka}:" in notice
    assert all(f"kafka-{name}" in notice for name in KAFKA)


def test_jar(artifacts, wheel, sdist):
    jar = (artifacts / f"{NAME}.jar").read_bytes()
    assert files_in(wheel)[f"sparkwire/jars/{NAME}.jar"] == jar
    assert files_in(sdist)[f"src/sparkwire/jars/{NAME}.jar"] == jar
    inside = files_in(artifacts / f"{NAME}.jar")
    classes = {name for name in inside if name.endswith(".class")}
    assert all(name.startswith("sparkwire/") for name in classes)
    sources = set(files_in(artifacts / f"{NAME}-sources.jar"))
    assert {"sparkwire/functions.scala", "sparkwire/wire/kafka/Kafka.scala"} <= sources
    documented = set(files_in(artifacts / f"{NAME}-javadoc.jar"))
    assert "sparkwire/functions$.html" in documented
    assert not any(name.startswith("sparkwire/wire/") for name in documented)


def test_pom(artifacts):
    pom = ElementTree.parse(artifacts / f"{NAME}.pom").getroot()
    space = {"": "http://maven.apache.org/POM/4.0.0"}

    def text(path):
        return pom.findtext(path, namespaces=space)

    assert (text("groupId"), text("artifactId"), text("version")) == (
        "io.sparkwire",
        "sparkwire_2.13",
        VERSION,
    )
    assert text("licenses/license/name") == "Apache-2.0"
    for path in ("name", "description", "url", "scm/url", "scm/connection", "developers/developer"):
        assert text(path), path
    # With a dependency on Scala or Spark, --packages would load a second copy of it.
    needed = [
        [part.text for part in dependency]
        for dependency in pom.findall("dependencies/dependency", namespaces=space)
    ]
    assert needed == [["org.apache.spark", "spark-sql_2.13", "4.0.0", "provided"]]


def test_bill_of_materials(artifacts, wheel):
    said = (artifacts / f"{NAME}-cyclonedx.json").read_text()
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(said) is None
    assert files_in(artifacts / f"{NAME}.jar")["META-INF/sbom/sparkwire_2.13.cdx.json"] == (
        said.encode()
    )
    about = f"sparkwire-{VERSION}.dist-info"
    assert files_in(wheel)[f"{about}/sboms/sparkwire_2.13.cdx.json"] == said.encode()
    packed = set(re.findall(r'"bom-ref": ?"pkg:maven/org.apache.kafka/kafka-(.+)@', said))
    assert packed == KAFKA
    assert f"pkg:maven/io.sparkwire/sparkwire_2.13@{VERSION}" in said


def test_metadata(wheel, sdist):
    checked = subprocess.run(
        [sys.executable, "-m", "twine", "check", "--strict", wheel, sdist],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout
    about = files_in(wheel)[f"sparkwire-{VERSION}.dist-info/METADATA"].decode()
    metadata = email.message_from_string(about)
    assert metadata["License-Expression"] == "Apache-2.0"
    assert metadata.get_all("License-File") == ["LICENSE", "NOTICE"]
    assert {url.split(",")[0] for url in metadata.get_all("Project-URL")} == {
        "Homepage",
        "Documentation",
        "Changelog",
        "Issues",
        "Source",
    }
    assert "Typing :: Typed" in metadata.get_all("Classifier")
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert "sparkwire" in metadata.get_payload()


def test_packages(staged, tmp_path):
    """``--packages`` finds the jar in the staged repository and needs nothing else."""
    home = tmp_path / "home"
    home.mkdir()
    command = [BIN / "spark-sql", "--master", "local[1]", "-S"]
    command += ["--packages", f"io.sparkwire:sparkwire_2.13:{VERSION}"]
    command += ["--repositories", (staged / "maven").as_uri()]
    command += ["--conf", f"spark.jars.ivy={home / 'ivy'}"]
    query = "SELECT databus_fault(X'07').reason, size(kafka_layouts()) > 200"
    # Another home, because Spark would look in the user's Maven and Ivy folders first.
    options = f"-Duser.home={home}"
    code, out, err = run([*command, "-e", query], tmp_path, JAVA_TOOL_OPTIONS=options)
    assert code == 0, err
    assert out.splitlines()[-1] == "bad-version\ttrue"
    jars = {file.name for file in (home / "ivy").rglob("*.jar")}
    assert jars == {f"io.sparkwire_{NAME}.jar", f"{NAME}.jar"}


@pytest.fixture(scope="module")
def empty_python(tmp_path_factory):
    folder = tmp_path_factory.mktemp("venv")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    return folder / "bin"


@pytest.mark.parametrize("kind", ["--no-binary", "--only-binary"])
def test_pip(staged, empty_python, tmp_path, kind):
    """``pip`` finds the sdist and the wheel in the staged folder."""
    install = [empty_python / "pip", "install", "-q"]
    # Never use an index: a package of this name there would not be ours.
    staged_only = ["--no-index", "--find-links", staged / "python", "--no-deps"]
    if kind == "--no-binary":
        subprocess.run([*install, "hatchling>=1.28"], check=True)
        staged_only.append("--no-build-isolation")
    exact = ["--force-reinstall", kind, "sparkwire", f"sparkwire=={VERSION}"]
    subprocess.run([*install, *staged_only, *exact], check=True)
    extra = [f"pyspark=={pyspark.__version__}", f"sparkwire[spark]=={VERSION}"]
    subprocess.run([*install, *extra], check=True)
    code, out, err = run(
        [empty_python / "sparkwire", "demo", "--all"], tmp_path, PATH=os.environ["PATH"]
    )
    assert (code, err) == (0, "")
    assert "bad-body-crc" in out
