"""From Ignite to a Delta table, by the code of the documentation.

A real node, Ignite's own capture, a real broker, and Delta Lake.
"""

import json
import re
from pathlib import Path

import pytest

from artifacts import class_path, spark_python
from kafka_broker import VERSIONS, broker, spark_source
from table_formats import settings

from spawn import ROOT, run

HERE = Path(__file__).parent
IGNITE = "org.apache.ignite:ignite-core:2.17.0"
KAFKA = "org.apache.kafka:kafka-clients:4.1.0"


def opens():
    """Return the packages that a node needs on Java 17, from the build."""
    build = (ROOT / "build.sbt").read_text(encoding="utf-8")
    listed = re.search(r"val nodeOpens = Seq\((.*?)\)", build, re.S)
    usual = ["java.base/" + name for name in ("java.io", "java.lang", "java.lang.invoke")]
    usual += ["java.base/" + name for name in ("java.net", "java.nio", "java.util", "sun.nio.ch")]
    usual += ["java.base/java.util.concurrent", "java.base/java.util.concurrent.atomic"]
    names = usual + re.findall(r'"([^"]+)"', listed[1])
    return [part for name in names for part in ("--add-opens", f"{name}=ALL-UNNAMED")]


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ignite")
    kept, work = folder / "kept.tsv", folder / "work"
    with broker(folder, VERSIONS[-1]) as (address, _):
        path = f"{class_path(IGNITE)}:{class_path(KAFKA)}"
        java = ["java", "-Xmx512m", *opens(), "-cp", path, HERE / "IgniteChanges.java"]
        code, _, err = run([*java, address, work, kept], folder)
        assert code == 0, err
        of_session = settings("delta")
        of_session["spark.jars"] += f",{spark_source()}"
        arguments = [address, json.dumps(of_session), work, ROOT / "docs" / "pages"]
        script = [spark_python(), HERE / "ignite_session.py", *arguments]
        code, out, err = run(script, folder, PYTHONPATH=str(ROOT / "python" / "src"))
    assert code == 0, err
    lines = kept.read_text().splitlines()
    held = [[int(line[0]), *line[1:]] for line in (line.split("\t") for line in lines)]
    return json.loads(out.splitlines()[-1]), held


def test_the_dump_is_the_table(results):
    said, _ = results
    assert said["dumped"] == [[id, f"customer {id}.0", f"{id}.00"] for id in range(200)]


def test_the_table_becomes_what_the_cache_holds(results):
    said, held = results
    assert len(held) == 200 - 40 + 20
    assert said["merged"] == held
