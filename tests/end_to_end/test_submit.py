"""``spark-submit`` of a Python file and of a jar, locally and on a standalone cluster."""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pyspark
import pytest

import sparkwire

from spawn import run

HOME = Path(pyspark.__file__).parent
SECONDS = 60

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
    code, out, err = run(
        command, folder, SPARK_HOME=str(home), PYSPARK_PYTHON=sys.executable, **environment
    )
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
    """A jar that knows of Sparkwire what SQL knows."""
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


@pytest.fixture
def start(tmp_path):
    """Start classes of Spark in processes of their own, each until a line of its log matches."""
    started = []

    def starter(home, pattern, *command):
        log = tmp_path / f"{len(started)}.log"
        environment = os.environ | {"SPARK_HOME": str(home), "SPARK_CONF_DIR": str(tmp_path)}
        with log.open("w") as out:
            started.append(
                subprocess.Popen(
                    [home / "bin" / "spark-class", *command],
                    cwd=tmp_path,
                    env=environment,
                    stdout=out,
                    stderr=subprocess.STDOUT,
                )
            )
        for _ in range(2 * SECONDS):
            if found := re.search(pattern, log.read_text()):
                return found[0]
            assert started[-1].poll() is None, log.read_text()
            time.sleep(0.5)
        raise AssertionError(log.read_text())

    yield starter
    for child in reversed(started):
        child.terminate()
        child.wait()


def cluster(start, home):
    """Start a master and a worker; give the master's address."""
    local = ["--host", "127.0.0.1", "--port", "0", "--webui-port", "0"]
    deploy = "org.apache.spark.deploy"
    address = start(home, r"spark://127\.0\.0\.1:\d+", f"{deploy}.master.Master", *local)
    size = ["--cores", "2", "--memory", "1g"]
    worker = [f"{deploy}.worker.Worker", *local, *size, address]
    start(home, "Successfully registered with master", *worker)
    return address


def test_standalone_cluster(start, python_job, tmp_path):
    address = cluster(start, HOME)
    arguments = ["--master", address, "--jars", sparkwire.jar_path(), python_job]
    assert submit(tmp_path, *arguments) == "[('bad-version', 1000)]"


def test_jar_in_spark_home(start, python_job, java_job, tmp_path):
    home = tmp_path / "spark"
    home.mkdir()
    for part in HOME.iterdir():
        if part.name != "jars":
            (home / part.name).symlink_to(part)
    (home / "jars").mkdir()
    for jar in (HOME / "jars").glob("*.jar"):
        (home / "jars" / jar.name).symlink_to(jar)
    shutil.copy(sparkwire.jar_path(), home / "jars")
    address = cluster(start, home)
    found = submit(tmp_path, "--master", address, python_job, home=home)
    assert found == "[('bad-version', 1000)]"
    assert submit(tmp_path, "--master", address, "--class", "Job", java_job, home=home) == (
        "[[null,bad-version]]"
    )
