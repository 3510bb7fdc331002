"""Run the suite against every Spark version that Sparkwire supports: one wheel, one jar.

``python tests/compat/run.py`` runs the checks of ``suite.py`` with every version, in a classic
session and in a Spark Connect session. ``run.py 4.0.4 4.3.0`` runs only these versions. Each
version has a virtual environment in ``.compat/<version>``, which is created on first use and kept.

``--full`` also runs the golden SQL, Avro as framed by serializers and the vectors of every format
(``--parts`` selects some of them), and writes the results into ``docs/pages/compatibility.md``.
Without versions it also checks the error on a Spark that is too old, and runs ``comet.py`` with
Comet; ``--comet`` runs ``comet.py`` alone. ``--java`` names the homes of further Javas to run on;
the installed one is always used.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from datetime import date
from pathlib import Path
from typing import NamedTuple

# The artifacts of other software are fetched as in tests/end_to_end.
sys.path.append(str(Path(__file__).parents[1] / "end_to_end"))

from artifacts import spark_jars

VERSIONS = ["4.0.5", "4.1.4", "4.2.1", "4.3.0"]
# One that has no VARIANT, and another version of Scala.
OLD_SPARK = "3.5.6"
# The newest Comet, and the Spark among the versions that it is for.
COMET = "org.apache.datafusion:comet-spark-spark4.1_2.13:1.2.0"
COMET_SPARK = "4.1.4"
KINDS = ["classic", "connect"]
HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FOLDER = ROOT / ".compat"
PAGE = ROOT / "docs" / "pages" / "compatibility.md"
# pandas 3 is newer than the oldest of these Sparks. Only the parts besides the suite need the
# packages after rich.
BESIDE = ["pandas>=2.2,<3", "rich", "pytest>=8", "confluent-kafka[avro]>=2.6", "fastavro>=1.10"]
TIMEOUT_SECONDS = 3600


class Result(NamedTuple):
    """The result of one part: the number of passed checks and the messages of the failed ones."""

    passed: int
    failed: list[str]


class Java(NamedTuple):
    """A Java to run Spark on; ``home`` is empty for the one on the PATH."""

    version: int
    home: str

    def environment(self) -> dict[str, str]:
        return os.environ | ({"JAVA_HOME": self.home} if self.home else {})


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("versions", nargs="*", metavar="VERSION")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--parts", nargs="+", choices=[part for part, _ in PARTS])
    parser.add_argument("--comet", action="store_true")
    parser.add_argument("--java", nargs="*", default=[], metavar="HOME")
    asked = parser.parse_args(arguments)
    unknown = sorted(set(asked.versions) - set(VERSIONS))
    if unknown:
        parser.error(f"not of the suite: {', '.join(unknown)}; there are {', '.join(VERSIONS)}")
    javas = [java(home) for home in ["", *asked.java]]
    wheel = build()
    passed = failed = 0
    if asked.comet:
        result = with_comet(wheel)
        print(f"{result.passed} passed, {len(result.failed)} failed", flush=True)
        return 1 if result.failed else 0
    for version in asked.versions or VERSIONS:
        python = environment(version, wheel)
        for one in javas:
            for kind in KINDS:
                parts = asked.parts or [part for part, _ in (PARTS if asked.full else PARTS[:1])]
                results = check(version, one, kind, python, parts, writes=asked.full)
                passed += sum(result.passed for result in results.values())
                failed += sum(len(result.failed) for result in results.values())
    if asked.full and not asked.versions:
        for result in refused(wheel), with_comet(wheel):
            passed += result.passed
            failed += len(result.failed)
    print(f"{passed} passed, {failed} failed", flush=True)
    return 1 if failed else 0


def java(home: str) -> Java:
    """Return a Java with the version that it reports."""
    command = [str(Path(home, "bin", "java")) if home else "java", "-version"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    return Java(int(re.search(r'version "(\d+)', said)[1]), home)


def build() -> Path:
    """Build the wheel that is installed with every version."""
    folder = FOLDER / "wheel"
    for old in folder.glob("*.whl"):
        old.unlink()
    pip = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--wheel-dir", folder]
    subprocess.run([*pip, ROOT / "python"], check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def check(
    version: str, java: Java, kind: str, python: Path, parts: list[str], *, writes: bool
) -> dict[str, Result]:
    """Run some parts in one kind of session; return and print the result of each."""
    folder = FOLDER / "work" / version / kind
    folder.mkdir(parents=True, exist_ok=True)
    about = f"Spark {version}, Java {java.version}, {kind}"
    results = {}
    if not runs(python, java, folder):
        print(f"{about}: this Spark does not run on it", flush=True)
        write((version, java.version, kind), None)
        return results
    for part, test in PARTS:
        if part not in parts:
            continue
        begun = time.monotonic()
        result = results[part] = test(kind, version, python, java, folder)
        seconds = time.monotonic() - begun
        print(
            f"{about}, {part}: {result.passed} ok, {len(result.failed)} not, {seconds:.0f} s",
            flush=True,
        )
        for line in result.failed:
            print(f"    {kind}: {line}", flush=True)
        if writes:
            write((version, java.version, kind), results)
    return results


# Loads a jar, because Sparks before 4.2 start on Java 25 but load no jars there.
PLAIN = """
from glob import glob
import pyspark
from pyspark.sql import SparkSession
jar = glob(pyspark.__path__[0] + "/jars/spark-catalyst_*.jar")[0]
spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
spark = spark.config("spark.jars", jar).getOrCreate()
assert spark.range(3).repartition(2).selectExpr("sum(id)").first()[0] == 3
"""


def runs(python: Path, java: Java, folder: Path) -> bool:
    """Return whether this Spark itself runs on this Java; on the installed one it must."""
    if not java.home:
        return True
    plain = subprocess.run(
        [python, "-c", PLAIN],
        cwd=folder,
        env=java.environment(),
        capture_output=True,
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
    return plain.returncode == 0


def suite(kind: str, version: str, python: Path, java: Java, folder: Path) -> Result:
    """Run the checks of the suite."""
    return checks([python, HERE / "suite.py", kind, version], folder, java.environment())


def checks(command: list, folder: Path, environment: dict[str, str]) -> Result:
    """Run a file of checks, which prints a line for each."""
    out, err, code = done(command, folder, environment)
    lines = out.splitlines()
    failed = [line for line in lines if line.startswith("FAILED ")]
    if code != 0 and not failed:
        failed = ["it stopped: " + " | ".join(err.splitlines()[-5:])]
    return Result(sum(line.startswith("ok ") for line in lines), failed)


def vectors(kind: str, version: str, python: Path, java: Java, folder: Path) -> Result:
    """Run the vectors of all formats, each line through SQL."""
    files = sorted((ROOT / "tests" / "python").glob("test_vectors_*.py"))
    return pytest(files, kind, python, java, folder)


def golden(kind: str, version: str, python: Path, java: Java, folder: Path) -> Result:
    """Run the queries of ``tests/sql``."""
    return pytest([HERE / "test_golden_sql.py"], kind, python, java, folder)


def serializers(kind: str, version: str, python: Path, java: Java, folder: Path) -> Result:
    """Run the tests of Avro as framed by Confluent's serializer and fastavro."""
    files = [ROOT / "tests" / "python" / "test_avro_framed.py"]
    return pytest(files, kind, python, java, folder)


PARTS = [
    ("checks", suite),
    ("golden SQL", golden),
    ("serializers", serializers),
    ("vectors", vectors),
]


def pytest(files: list[Path], kind: str, python: Path, java: Java, folder: Path) -> Result:
    """Run tests with the installed wheel."""
    command = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=line"]
    command += ["-c", ROOT / "python" / "pyproject.toml", "--rootdir", ROOT, *files]
    environment = java.environment() | {"SPARKWIRE_SESSION": kind}
    out, err, code = done(command, folder, environment)
    passed = re.search(r"\b(\d+) passed", out)
    failed = [line for line in out.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    if code != 0 and not failed:
        failed = ["it stopped: " + " | ".join((out + err).splitlines()[-5:])]
    return Result(int(passed[1]) if passed else 0, failed)


def done(command: list, folder: Path, environment: dict[str, str]) -> tuple[str, str, int]:
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "", f"no end after {TIMEOUT_SECONDS} s", 1
    return done.stdout, done.stderr, done.returncode


def environment(version: str, wheel: Path) -> Path:
    """Create or reuse the virtual environment of a version, and install the new wheel in it."""
    folder = FOLDER / version
    python = folder / "bin" / "python"
    ready = folder / "ready"
    if not ready.exists() or ready.read_text() != str(BESIDE):
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        pip(python, f"pyspark[connect]=={version}", *BESIDE)
        ready.write_text(str(BESIDE))
    pip(python, "--no-deps", "--force-reinstall", str(wheel))
    return python


def pip(python: Path, *what: str) -> None:
    command = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *what]
    subprocess.run(command, check=True)


# A Spark with the jar: it reads its own formats, and names the parts that it lacks for ours.
OLD = """
import sys
import sparkwire
from pyspark.sql import SparkSession
spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
spark = spark.config("spark.jars", sparkwire.jar_path()).getOrCreate()
spark.range(3).write.mode("overwrite").parquet("numbers")
assert spark.read.parquet("numbers").count() == 3
sentence = "Sparkwire needs Spark 4.0 or newer, because older ones have no VARIANT. This is Spark 3"
def message(call):
    try:
        call()
    except Exception as error:
        return str(error)
for call in (
    lambda: spark.read.format("sparkwire-kafka-log").load("."),
    lambda: sparkwire.register(spark),
    lambda: sparkwire.session(),
):
    assert sentence in message(call), message(call)
"""


def refused(wheel: Path) -> Result:
    """Check the error on a Spark that is too old."""
    python = environment(OLD_SPARK, wheel)
    _, err, code = done([python, "-c", OLD], FOLDER / OLD_SPARK, os.environ)
    failed = [] if code == 0 else [" | ".join(err.splitlines()[-5:])]
    print(f"Spark {OLD_SPARK}: {'; '.join(failed) or 'refused with a sentence'}", flush=True)
    return Result(1 - len(failed), failed)


def with_comet(wheel: Path) -> Result:
    """Compare queries with and without Comet, in a classic session."""
    python = environment(COMET_SPARK, wheel)
    folder = FOLDER / "work" / "comet"
    folder.mkdir(parents=True, exist_ok=True)
    jar = spark_jars(COMET).split(",")[0]
    result = checks([python, HERE / "comet.py", jar], folder, os.environ)
    about = f"Spark {COMET_SPARK} with Comet {COMET.split(':')[-1]}"
    print(f"{about}: {result.passed} ok, {len(result.failed)} not", flush=True)
    for line in result.failed:
        print(f"    {line}", flush=True)
    return result


NO_SPARK = "Spark does not run on it"
ROW = re.compile(r"^\| ([\d.]+) \| (\d+) \| (\w+) \| (.*) \|$", re.MULTILINE)


def write(of: tuple[str, int, str], results: dict[str, Result] | None) -> None:
    """Update one row in the table of the page: the cells of the parts that were run."""
    text = PAGE.read_text(encoding="utf-8")
    table = {(row[1], int(row[2]), row[3]): row[4].split(" | ") for row in ROW.finditer(text)}
    cells = table.get(of, ["not run"] * (len(PARTS) + 1))
    for at, (part, _) in enumerate(PARTS):
        if results is None:
            cells[at] = NO_SPARK
        elif part in results:
            cells[at] = cell(results[part])
        elif cells[at] == NO_SPARK:
            cells[at] = "not run"
    table[of] = [*cells[:-1], date.today().isoformat()]
    names = [part for part, _ in PARTS]
    lines = [line("Spark", "Java", "session", *names, "run on"), "|---" * (len(names) + 4) + "|"]
    lines += [line(*key, *table[key]) for key in sorted(table)]
    begin, end = "<!-- made by make compat -->\n", "<!-- end -->"
    before, _, rest = text.partition(begin)
    PAGE.write_text(
        before + begin + "\n".join(lines) + "\n" + end + rest.split(end, 1)[1], encoding="utf-8"
    )


def line(*cells: str | int) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def cell(result: Result) -> str:
    return f"{result.passed}" + (f", **{len(result.failed)} failed**" if result.failed else "")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
