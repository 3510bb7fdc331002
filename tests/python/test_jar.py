"""The contents of the jar: our classes and data, a YAML parser, and service files, no more."""

import zipfile
from pathlib import Path

import pytest

import sparkwire

SERVICES = {
    "META-INF/services/org.apache.spark.sql.SparkSessionExtensionsProvider": (
        "sparkwire.SparkwireExtensions",
    ),
    "META-INF/services/org.apache.spark.sql.sources.DataSourceRegister": (
        "sparkwire.formats.AnyFileSource",
        "sparkwire.formats.KafkaLogSource",
        "sparkwire.formats.DatabusSource",
        "sparkwire.formats.CernanSource",
        "sparkwire.formats.MsgpackSource",
        "sparkwire.formats.LayoutSource",
        "sparkwire.formats.CaptureSource",
        "sparkwire.formats.IgniteDumpSource",
        "sparkwire.formats.IgniteWalSource",
        "sparkwire.formats.AerospikeBackupSource",
    ),
}
MANIFEST = "META-INF/MANIFEST.MF"
# The licences of the jar and of its data, and the bill of materials.
PAPERS = {"META-INF/LICENSE", "META-INF/NOTICE", "META-INF/sbom/sparkwire_2.13.cdx.json"}
LAYOUTS = {file.name for file in (Path(__file__).parents[2] / "docs" / "layouts").iterdir()}
DATA = {"sparkwire/wire/kafka/definitions.gz", "sparkwire/layouts/names.txt"}
DATA |= {f"sparkwire/layouts/{name}" for name in LAYOUTS}
JAVA_17 = 61


@pytest.fixture(scope="module")
def jar():
    with zipfile.ZipFile(sparkwire.jar_path()) as archive:
        yield archive


@pytest.fixture(scope="module")
def names(jar):
    return [name for name in jar.namelist() if not name.endswith("/")]


def test_nothing_else_is_inside(names):
    classes = {name for name in names if name.endswith(".class")}
    assert all(name.startswith("sparkwire/") for name in classes)
    assert set(names) - classes == {MANIFEST, *SERVICES} | PAPERS | DATA
    assert len(names) == len(set(names))


@pytest.mark.parametrize("name", ["LICENSE", "NOTICE"])
def test_the_licences_of_the_package_are_the_ones_of_the_project(name):
    root = Path(__file__).parents[2]
    assert (root / "python" / name).read_bytes() == (root / name).read_bytes()


def test_every_room_is_inside(names):
    rooms = {name.split("/")[2] for name in names if name.startswith("sparkwire/wire/")}
    formats = {"aerospike", "avro", "cernan", "databus", "ignite", "kafka", "layouts", "msgpack"}
    shared = {"core", "places", "trace", "sinks", "variant", "writing", "series", "files"}
    shared |= {"capture", "heads"}
    assert rooms == shared | formats


@pytest.mark.parametrize(("service", "classes"), SERVICES.items())
def test_spark_finds_the_extensions_and_the_sources(jar, service, classes):
    assert jar.read(service).decode().split() == list(classes)
    assert {f"{name.replace('.', '/')}.class" for name in classes} <= set(jar.namelist())


def test_the_manifest_has_the_version(jar):
    lines = jar.read(MANIFEST).decode().split("\r\n")
    assert f"Implementation-Version: {sparkwire.__version__}" in lines


def test_other_classes_have_a_name_of_their_own(jar, names):
    """Another version of the YAML parser on the class path must not meet ours."""
    shaded = [name for name in names if name.startswith("sparkwire/shaded/")]
    assert {name.split("/")[2] for name in shaded} == {"snakeyaml"}
    for name in names:
        if name.endswith(".class"):
            assert b"org/snakeyaml" not in jar.read(name), name


def test_classes_are_those_of_java_17(jar, names):
    for name in names:
        if name.endswith(".class"):
            with jar.open(name) as file:
                head = file.read(8)
            assert head[:4] == bytes.fromhex("cafebabe")
            version = int.from_bytes(head[6:8], "big")
            # Other people's classes may be made for an older Java.
            is_ours = not name.startswith("sparkwire/shaded/")
            assert version == JAVA_17 if is_ours else version < JAVA_17, name
