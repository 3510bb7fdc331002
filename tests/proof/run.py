"""Mutation test: proves that for every check in the readers, a test fails if it is removed.

``python tests/proof/run.py`` copies the last commit, inserts a switch before every check of the
readers (``if (…) cursor.refuse(…)``) and into the guards of ``guards.json``, and compiles the copy
once. The tests must pass with all checks on. For each switch the script then runs the tests of the
format with this one check off, until the first test fails. Some checks are made only where a sink
offers its places, so the tests of the sinks run as well if no test of the format fails. If no test
notices that a check is off, ``survivors.json`` must name it with the reason, or the run fails.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
TREE = ROOT / ".proof"
READERS = Path("jvm/wire/src/main/scala/sparkwire/wire")
SUITES = "sparkwire.wire"
# Packages that all readers share; the tests of all formats cover them.
SHARED = {"core", "places", "trace", "sinks", "variant", "writing", "heads"}
# Formats whose values are embedded in other formats; the suites of those cover them as well.
INSIDE = {"msgpack": ["aerospike"], "avro": ["cernan"]}
# Compare sinks that offer places with sinks that do not.
SINKS = [
    *("-s", "sparkwire.rows.NumberRunSuite"),
    *("-s", "sparkwire.wire.kafka.RecordRowsSuite"),
    *("-s", "sparkwire.rows.OffersSuite"),
]
FIRST_RUN_SECONDS = 1800

SWITCH = """package sparkwire.wire.core;

public final class Switch {
  private static final int OFF = Integer.getInteger("sparkwire.off", -1);

  /** Whether the check of this number is to be made. */
  public static boolean on(int number) {
    return number != OFF;
  }
}
"""
STOP = """package sparkwire.proof

import org.scalatest.Reporter
import org.scalatest.events._

class StopAtFirst extends Reporter {
  def apply(event: Event): Unit = event match {
    case failed: TestFailed => stop(s"${failed.suiteName}: ${failed.testName}")
    case aborted: SuiteAborted => stop(s"${aborted.suiteName} aborted")
    case _ => ()
  }
  private def stop(by: String): Unit = {
    println(s"NOTICED $by")
    Console.flush()
    Runtime.getRuntime.halt(3)
  }
}
"""


class Check(NamedTuple):
    """One check that can be switched off."""

    number: int
    where: str  # the file and the source text of the check, which stay the same if lines move
    module: str
    suites: list[str]  # arguments of ScalaTest's runner


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", default=[""], help="parts of the files' names")
    asked = parser.parse_args()
    reasons = json.loads((HERE / "survivors.json").read_text(encoding="utf-8"))
    copy()
    every = [*readers(), *guards()]
    checks = [check for check in every if any(part in check.where for part in asked.only)]
    if not checks:
        parser.error(f"no check is in a file with {' or '.join(asked.only)} in its name")
    java = compiled()
    # A suite that fails with all checks on would notice every check.
    limits = {}
    of_checks = {(check.module, tuple(check.suites)) for check in checks}
    for module, suites in sorted(of_checks | {("spark", tuple(SINKS))}):
        begun = time.monotonic()
        if by := noticed_by(Check(-1, "", module, list(suites)), java[module], FIRST_RUN_SECONDS):
            raise ValueError(f"with all checks on, this fails: {by}")
        # Without its check, a loop may not end.
        limits[module, suites] = 30 + 5 * (time.monotonic() - begun)
    unknown, named, noticed = [], [], 0
    for check in checks:
        begun = time.monotonic()
        by = noticed_by(check, java[check.module], limits[check.module, tuple(check.suites)])
        if not by and check.module == "wire":
            check = check._replace(module="spark", suites=SINKS)
            by = noticed_by(check, java["spark"], limits["spark", tuple(SINKS)])
        seconds = time.monotonic() - begun
        line = f"{check.number} {check.where} | {by or 'NOT NOTICED'} | {seconds:.0f} s"
        print(line, flush=True)
        if by:
            noticed += 1
        elif check.where in reasons:
            named.append(check)
        else:
            unknown.append(check)
    for check in unknown:
        print(f"no test misses {check.where}")
    print(
        f"{noticed} noticed, {len(named)} named with a reason, {len(unknown)} not noticed",
        flush=True,
    )
    return 1 if unknown else 0


def copy() -> None:
    """Check out the last commit in the copy; keep the classes that sbt compiled there before."""
    if not TREE.exists():
        subprocess.run(
            ["git", "worktree", "add", "--quiet", "--detach", TREE], cwd=ROOT, check=True
        )
    head = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    subprocess.run(["git", "reset", "--quiet", "--hard", head.stdout.strip()], cwd=TREE, check=True)
    java = TREE / "jvm/wire/src/main/java/sparkwire/wire/core/Switch.java"
    java.parent.mkdir(parents=True, exist_ok=True)
    java.write_text(SWITCH)
    for module in ("wire", "spark"):
        scala = TREE / "jvm" / module / "src/test/scala/sparkwire/proof/StopAtFirst.scala"
        scala.parent.mkdir(parents=True, exist_ok=True)
        scala.write_text(STOP)


def readers() -> list[Check]:
    """Insert a switch before each check of the readers."""
    found = []
    for file in sorted((TREE / READERS).rglob("*.scala")):
        text = file.read_text(encoding="utf-8")
        inside = file.relative_to(TREE / READERS)
        room = inside.parts[0]
        rooms = [room, *INSIDE.get(room, [])]
        tested = [SUITES] if room in SHARED else [f"{SUITES}.{one}" for one in rooms]
        suites = [word for package in tested for word in ("-w", package)]
        at = 0
        while ending := re.compile(r"\)\s+(?:\w+\.)?refuse\(").search(text, at):
            at = ending.end()
            begin = opening(text, ending.start())
            line = text[text.rindex("\n", 0, begin) : begin]
            if not re.search(r"\bif $", line) or line.lstrip().startswith("*"):
                continue
            condition = text[begin + 1 : ending.start()]
            number = len(found)
            switched = f"sparkwire.wire.core.Switch.on({number}) && ({condition})"
            shown = " ".join(text[begin : text.index("\n", ending.end())].split())
            found.append(Check(number, f"{inside}: if {shown}", "wire", suites))
            text = text[: begin + 1] + switched + text[ending.start() :]
            at += len(switched) - len(condition)
        file.write_text(text, encoding="utf-8")
    return found


def opening(text: str, closing: int) -> int:
    """Return the position of the parenthesis that the one at `closing` closes."""
    depth = 0
    for at in range(closing, -1, -1):
        depth += {")": 1, "(": -1}.get(text[at], 0)
        if depth == 0:
            return at
    raise ValueError(text[:closing])


def guards() -> list[Check]:
    """Insert switches into the guards in rule, operators and expressions; ON marks the place."""
    found = []
    for number, guard in enumerate(json.loads((HERE / "guards.json").read_text()), 1000):
        file = TREE / guard["file"]
        text = file.read_text(encoding="utf-8")
        if text.count(guard["from"]) != 1:
            raise ValueError(f"{guard['file']}: not there once: {guard['from']}")
        switch = f"sparkwire.wire.core.Switch.on({number})"
        text = text.replace(guard["from"], guard["to"].replace("ON", switch))
        file.write_text(text, encoding="utf-8")
        suites = [word for suite in guard["suites"] for word in ("-s", suite)]
        where = f"{file.name}: {guard['from']}"
        found.append(Check(number, where, "spark", suites))
    return found


def compiled() -> dict[str, list[str]]:
    """Compile the copy; return the commands that start Java with the tests of each module."""
    commands = {}
    for module in ("wire", "spark"):
        subprocess.run([TREE / "project/sbt", "--error", f"{module}/Test/compile"], check=True)
        path = sbt(f"export {module}/Test/fullClasspath").splitlines()[-1]
        opened = re.findall(r"[\w.]+/[\w.]+=ALL-UNNAMED", sbt(f"print {module}/Test/javaOptions"))
        opens = [f"--add-opens={one}" for one in opened]
        commands[module] = ["java", *opens, "-Xmx2g", "-Xss8m", "-cp", path]
    return commands


def sbt(command: str) -> str:
    call = [TREE / "project/sbt", "--error", command]
    return subprocess.run(call, check=True, capture_output=True, text=True).stdout.strip()


def noticed_by(check: Check, java: list[str], seconds: float) -> str:
    """Run the tests with one check off; return the first that fails, "" if none does."""
    classes = TREE / "jvm" / check.module / "target/scala-2.13/test-classes"
    command = [*java, f"-Dsparkwire.off={check.number}", "org.scalatest.tools.Runner"]
    command += ["-R", str(classes), "-C", "sparkwire.proof.StopAtFirst", *check.suites]
    try:
        done = subprocess.run(
            command, cwd=TREE, capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return "no end"
    found = re.search(r"^NOTICED (.*)$", done.stdout, re.MULTILINE)
    if found:
        return found[1]
    return "" if done.returncode == 0 else f"exit {done.returncode}"


if __name__ == "__main__":
    sys.exit(main())
