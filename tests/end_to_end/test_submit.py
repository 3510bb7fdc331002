"""``spark-submit`` of a Python file and a jar, locally and on a standalone cluster."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pyspark
import pytest

import sparkwire
from standalone import cluster

from spawn import run

HOME = Path(pyspark.__file__).parent

PYTHON_JOB = """
from pyspark.sql import SparkSession

spark = SparkSession.builder.getOrCreate()
# More than one task, or the driver would do it.
values = spark.range(0, 1000, 1, 4).selectExpr("databus_fault(X'07').reason AS reason", "id")
reasons = values.repartition(4, "id").groupBy("reason").count().collect()
print("found:", [tuple(row) for row in reasons])
"""

JAVA_JOB = """
import org.apache.spark.sql.SparkSession;

public class Job {
  public static void main(String[] arguments) {
    SparkSession spark = SparkSession.builder().getOrCreate();
    String fields = "try_databus_decode(value).key, databus_fault(value).reason";
    String query = "SELECT " + fields + " FROM VALUES (X'07') AS t(value)";
    System.out.println("found: " + spark.sql(query).collectAsList());
  }
}
"""


def submit(folder, *arguments, home=HOME, **environment):
    command = [home / "bin" / "spark-submit", *arguments]
    environment = {"SPARK_HOME": str(home), "PYSPARK_PYTHON": sys.executable} | environment
    code, out, err = run(command, folder, **environment)
    assert code == 0, err
    (line,) = re.findall(r"^found: (.*)$", out, re.MULTILINE)
    return line


@pytest.fixture
def python_job(tmp_path):
    file = tmp_path / "job.py"
    file.write_text(PYTHON_JOB)
    return file


@pytest.fixture(scope="module")
def java_job(tmp_path_factory):
    """A jar that uses Sparkwire only through SQL."""
    folder = tmp_path_factory.mktemp("job")
    (folder / "Job.java").write_text(JAVA_JOB)
    tools = Path(os.environ["JAVA_HOME"], "bin") if "JAVA_HOME" in os.environ else Path()
    subprocess.run([tools / "javac", "-cp", f"{HOME}/jars/*", "Job.java"], cwd=folder, check=True)
    subprocess.run([tools / "jar", "cf", "job.jar", "Job.class"], cwd=folder, check=True)
    return folder / "job.jar"


def test_python_file(python_job, tmp_path):
    arguments = ["--master", "local[2]", "--jars", sparkwire.jar_path(), python_job]
    assert submit(tmp_path, *arguments) == "[('bad-version', 1000)]"


def test_jar(java_job, tmp_path):
    arguments = ["--master", "local[2]", "--jars", sparkwire.jar_path(), "--class", "Job", java_job]
    assert submit(tmp_path, *arguments) == "[[null,bad-version]]"


def test_standalone_cluster(python_job, tmp_path):
    with cluster(tmp_path, sparkwire.jar_path()) as environment:
        assert submit(tmp_path, python_job, **environment) == "[('bad-version', 1000)]"


def test_jar_in_spark_home(python_job, java_job, tmp_path):
    home = tmp_path / "spark"
    (home / "jars").mkdir(parents=True)
    for part in HOME.iterdir():
        if part.name != "jars":
            (home / part.name).symlink_to(part)
    for jar in (HOME / "jars").glob("*.jar"):
        (home / "jars" / jar.name).symlink_to(jar)
    shutil.copy(sparkwire.jar_path(), home / "jars")
    with cluster(tmp_path, home=home) as environment:
        found = submit(tmp_path, python_job, home=home, **environment)
        assert found == "[('bad-version', 1000)]"
        found = submit(tmp_path, "--class", "Job", java_job, home=home, **environment)
        assert found == "[[null,bad-version]]"
