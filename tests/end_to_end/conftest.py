import subprocess
import sys
from pathlib import Path

import pytest

import sparkwire

# The vectors are read by both folders of tests.
sys.path.append(str(Path(__file__).parents[1] / "python"))

from spawn import ROOT

# Delta Lake for Scala 2.13 has jars up to Spark 4.0.
SPARK = "4.0.4"
DELTA = "io.delta:delta-spark_2.13:4.0.1"
FOLDER = ROOT / ".compat" / "delta"

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>sparkwire</groupId><artifactId>delta-of-tests</artifactId><version>1</version>
  <dependencies><dependency>
    <groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version>
    <exclusions>
      <exclusion><groupId>org.scala-lang</groupId><artifactId>*</artifactId></exclusion>
      <exclusion><groupId>org.apache.spark</groupId><artifactId>*</artifactId></exclusion>
    </exclusions>
  </dependency></dependencies>
</project>
"""


@pytest.fixture(scope="session")
def delta_interpreter():
    """Make or reuse a virtual environment with a Spark for which Delta Lake has jars."""
    made = FOLDER / "venv" / "bin" / "python"
    # Sparkwire's views need `rich`.
    packages = [f"pyspark=={SPARK}", "rich"]
    ready = FOLDER / "venv" / f".ready-{'-'.join(packages)}"
    if not ready.exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", FOLDER / "venv"], check=True)
        subprocess.run([made, "-m", "pip", "install", "-q", *packages], check=True)
        ready.touch()
    return made


@pytest.fixture(scope="session")
def delta_jars():
    """Resolve Delta Lake and what it needs beside Spark."""
    folder = FOLDER / "jars" / DELTA.rsplit(":", 1)[1]
    if not list(folder.glob("delta-spark*.jar")):
        pom = FOLDER / "pom.xml"
        pom.parent.mkdir(parents=True, exist_ok=True)
        pom.write_text(POM.format(*DELTA.split(":")))
        goal = "dependency:copy-dependencies"
        options = ["-DincludeScope=runtime", f"-DoutputDirectory={folder}"]
        subprocess.run(["mvn", "-B", "-q", "-f", pom, goal, *options], check=True)
    found = sorted(str(jar) for jar in folder.glob("*.jar"))
    return ",".join([*found, sparkwire.jar_path()])
