"""What the jar holds: our classes, our data, and the file by which Spark finds us; nothing else."""

import zipfile

import pytest

import sparkwire

SERVICE = "META-INF/services/org.apache.spark.sql.SparkSessionExtensionsProvider"
MANIFEST = "META-INF/MANIFEST.MF"
DATA = {"sparkwire/wire/kafka/definitions.gz"}
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
    assert set(names) - classes == {SERVICE, MANIFEST} | DATA
    assert len(names) == len(set(names))


def test_every_room_is_inside(names):
    rooms = {name.rpartition("/")[0] for name in names if name.startswith("sparkwire/wire/")}
    formats = ("aerospike", "avro", "cernan", "databus", "ignite", "kafka", "msgpack")
    assert rooms == {"sparkwire/wire", *(f"sparkwire/wire/{format}" for format in formats)}


def test_spark_finds_the_extensions(jar):
    assert jar.read(SERVICE).decode().split() == ["sparkwire.SparkwireExtensions"]
    assert "sparkwire/SparkwireExtensions.class" in jar.namelist()


def test_the_manifest_has_the_version(jar):
    lines = jar.read(MANIFEST).decode().split("\r\n")
    assert f"Implementation-Version: {sparkwire.__version__}" in lines


def test_classes_are_those_of_java_17(jar, names):
    for name in names:
        if name.endswith(".class"):
            with jar.open(name) as file:
                head = file.read(8)
            assert head[:4] == bytes.fromhex("cafebabe")
            assert int.from_bytes(head[6:8], "big") == JAVA_17, name
