"""Third-party software for the tests: Maven artifacts, and the Spark that they were built for."""

import fcntl
import subprocess
import sys
from contextlib import contextmanager

from spawn import ROOT

FOLDER = ROOT / ".compat" / "artifacts"

# The newest Spark for which Kafka's source, Delta Lake and Iceberg have jars.
SPARK = "4.0.4"
# Groups whose artifacts Spark already contains.
ON_SPARK_ALREADY = (
    "org.scala-lang",
    "org.apache.hadoop",
    "org.slf4j",
    "com.google.code.findbugs",
)

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>sparkwire</groupId><artifactId>artifact-of-tests</artifactId><version>1</version>
  <dependencies><dependency>
    <groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version>
    <classifier>{}</classifier>
    <exclusions>{}</exclusions>
  </dependency></dependencies>
</project>
"""
EXCLUSION = "<exclusion><groupId>{}</groupId><artifactId>*</artifactId></exclusion>"


@contextmanager
def alone():
    """Wait for another run of tests that makes one of these."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def class_path(coordinates, without=()):
    """Return the class path of an artifact with its dependencies; cache it.

    The coordinates are ``group:artifact:version`` or ``group:artifact:version:classifier``.
    """
    group, artifact, version, *classifier = coordinates.split(":")
    folder = FOLDER / "-".join([artifact, version, *classifier])
    listed = folder / "class-path"
    with alone():
        if not listed.exists():
            folder.mkdir(parents=True, exist_ok=True)
            exclusions = "".join(EXCLUSION.format(name) for name in without)
            (folder / "pom.xml").write_text(
                POM.format(group, artifact, version, "".join(classifier), exclusions)
            )
            maven = ["mvn", "-B", "-q", "dependency:build-classpath", f"-Dmdep.outputFile={listed}"]
            subprocess.run(maven, cwd=folder, check=True)
        return listed.read_text()


def spark_jars(coordinates):
    """Return the jars of an artifact for Spark, as a value of ``spark.jars``."""
    return class_path(coordinates, ON_SPARK_ALREADY).replace(":", ",")


def spark_python():
    """Create or reuse a virtual environment with this Spark; return its Python."""
    made = FOLDER / "venv" / "bin" / "python"
    # Sparkwire's views need `rich`.
    packages = [f"pyspark=={SPARK}", "rich"]
    ready = FOLDER / "venv" / f".ready-{'-'.join(packages)}"
    with alone():
        if not ready.exists():
            subprocess.run([sys.executable, "-m", "venv", "--clear", FOLDER / "venv"], check=True)
            subprocess.run([made, "-m", "pip", "install", "-q", *packages], check=True)
            ready.touch()
    return made
