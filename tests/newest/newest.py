"""Run the vectors and the tests with peers with the newest versions, and print what differs.

``python tests/newest/newest.py`` asks the registries for newer versions than the build has, sets
the peers of each trial to the newest ones in a copy of the last commit, ``.compat/newest/tree``,
and runs the commands of the trial there (``trials.py``). ``newest.py ignite avro`` runs these
trials only; ``--ask`` compares the versions and runs nothing; ``--all`` also runs trials without a
newer version.

The results are kept in ``.compat/newest/results.json``. A command that has a result for the same
commit and the same versions does not run again, so a run that was stopped goes on where it was;
``--again`` forgets the results.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import time
import venv
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from registries import Artifact, newest_artifacts, number, versions_of_package
from trials import LOCK, TRIALS, Peer, Trial

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".compat" / "newest"
TREE = FOLDER / "tree"
RESULTS = FOLDER / "results.json"
TIMEOUT_SECONDS = 3600


class Found(NamedTuple):
    """A peer with the version of the build and the newest one."""

    peer: Peer
    pinned: str
    newest: str

    @property
    def differs(self) -> bool:
        """Whether there is a newer version."""
        return number(self.newest) > number(self.pinned)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trials", nargs="*", metavar="TRIAL")
    parser.add_argument("--ask", action="store_true")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--again", action="store_true")
    asked = parser.parse_args(arguments)
    if unknown := sorted(set(asked.trials) - set(TRIALS)):
        parser.error(f"no trial {', '.join(unknown)}; there are {', '.join(TRIALS)}")
    trials = {name: TRIALS[name] for name in asked.trials or TRIALS}
    found = compare(trials, ROOT)
    results = {} if asked.again or not RESULTS.exists() else json.loads(RESULTS.read_text())
    if not asked.ask:
        for name, trial in trials.items():
            if asked.all or any(one.differs for one in found[name]):
                # Kept after each command, so that nothing is lost when the run is stopped.
                for one in run(trial, found[name], results.get(name, {})):
                    results[name] = one
                    RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    print("\n".join(table(found, results)))
    failed = [
        name for name in trials if any(one["failed"] for one in results.get(name, {}).values())
    ]
    return 1 if failed and not asked.ask else 0


def compare(
    trials: dict[str, Trial], root: Path, repository: str | None = None
) -> dict[str, list[Found]]:
    """Ask for the newest versions of the peers of some trials."""
    peers = {peer.name: peer for trial in trials.values() for peer in trial.peers}
    pinned = {name: peer.pinned(root) for name, peer in peers.items()}
    artifacts = [
        Artifact(*name.split(":"), pinned[name]) for name, peer in peers.items() if peer.is_artifact
    ]
    newest = newest_artifacts(artifacts, FOLDER / "asked", repository) if artifacts else {}
    listed: dict[str, list[str]] = {}
    for name, peer in peers.items():
        if not peer.is_artifact:
            package, _, minor = name.partition(" ")
            if package not in listed:
                listed[package] = versions_of_package(package)
            of_minor = [one for one in listed[package] if one.startswith(f"{minor}.") or not minor]
            newest[name] = max([*of_minor, pinned[name]], key=number)
    return {
        key: [Found(peer, pinned[peer.name], newest[peer.name]) for peer in trial.peers]
        for key, trial in trials.items()
    }


def run(trial: Trial, found: list[Found], before: dict[str, dict]) -> Iterator[dict[str, dict]]:
    """Run the commands of a trial that have no result yet; give the results after each."""
    commit = copy()
    for one in found:
        one.peer.pin_to(TREE, one.newest)
    for file, pattern, replacement in trial.changes:
        text = (TREE / file).read_text(encoding="utf-8")
        changed, times = re.subn(pattern, replacement, text)
        if times != 1:
            raise ValueError(f"{file} has {times} times {pattern}")
        (TREE / file).write_text(changed, encoding="utf-8")
    versions = {one.peer.name: one.newest for one in found}
    of = f"{commit} {json.dumps(versions, sort_keys=True)}"
    results = dict[str, dict]()
    for command in trial.commands:
        newer = [one.newest for one in found if one.differs]
        key = " ".join(command)
        kept = before.get(key)
        if kept and kept["of"] == of:
            results[key] = kept
        else:
            results[key] = {"of": of, **done(filled(command, newer, found))}
        yield results


def filled(command: list[str], newer: list[str], found: list[Found]) -> list[str]:
    """Return a command with the Python of the tests and the versions instead of their names."""
    words = []
    for word in command:
        if word == "{newest}":
            words += newer
        else:
            words.append(str(python(found)) if word == "{python}" else word)
    return words


def copy() -> str:
    """Bring the copy to the state of the last commit; return the commit."""
    git = ["git", "-C", str(ROOT)]
    commit = said([*git, "rev-parse", "HEAD"]).strip()
    if not TREE.exists():
        TREE.parent.mkdir(parents=True, exist_ok=True)
        said(["git", "clone", "-q", "--shared", str(ROOT), str(TREE)])
        # The environments and artifacts that other tests have fetched are used again.
        (TREE / ".compat").symlink_to(ROOT / ".compat")
    said(["git", "-C", str(TREE), "fetch", "-q", str(ROOT), commit])
    said(["git", "-C", str(TREE), "checkout", "-q", "--force", "--detach", commit])
    return commit


def python(found: list[Found]) -> Path:
    """Return a Python with the packages of the lock file, and some of them newer."""
    folder = FOLDER / "python"
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "-q"]
    newer = sorted(f"{one.peer.name}=={one.newest}" for one in found if one.peer.file == LOCK)
    ready = folder / "ready"
    wanted = "\n".join([(ROOT / LOCK).read_text(encoding="utf-8"), *newer])
    if not ready.exists() or ready.read_text(encoding="utf-8") != wanted:
        venv.create(folder, clear=True, with_pip=True)
        said([*pip, "-r", str(ROOT / LOCK)])
        if newer:
            said([*pip, "--upgrade", *newer])
        said([*pip, "--no-deps", "--editable", str(TREE / "python")])
        ready.write_text(wanted, encoding="utf-8")
    return folder / "bin" / "python"


def said(command: list[str]) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


PASSED = re.compile(r"Tests: succeeded (\d+)|\b(\d+) passed\b|^(\w[\w-]*): \d+ s, \{", re.MULTILINE)
FAILED = re.compile(
    r"^(?:.*\*\*\* FAILED \*\*\*|FAILED |ERROR | +\w+: FAILED |[\w-]+: broken by ).*$", re.M
)
ERROR = re.compile(r"^\[error\].*$", re.MULTILINE)


def done(command: list[str]) -> dict:
    """Run a command in the copy; return what passed and what failed."""
    print(f"newest: {' '.join(command)[:160]}", file=sys.stderr, flush=True)
    begun = time.monotonic()
    log = FOLDER / "log"
    with log.open("w", encoding="utf-8") as out:
        try:
            code = subprocess.run(
                command,
                cwd=TREE,
                stdout=out,
                stderr=subprocess.STDOUT,
                timeout=TIMEOUT_SECONDS,
                check=False,
            ).returncode
        except subprocess.TimeoutExpired:
            code = -1
    result = read(log.read_text(encoding="utf-8", errors="replace"), code)
    if result["failed"]:
        shutil.copy(log, FOLDER / f"log-{time.strftime('%H%M%S')}")
    return result | {"seconds": round(time.monotonic() - begun)}


def read(text: str, code: int) -> dict:
    """Return what passed and what failed, by the output of a command and its exit code."""
    passed = sum(int(found[1] or found[2] or 1) for found in PASSED.finditer(text))
    failed = [" ".join(line.split())[:200] for line in FAILED.findall(text)]
    if code != 0 and not failed:
        failed = [" ".join(line.split())[:200] for line in ERROR.findall(text)[:5]]
        failed = failed or [f"it ended with {code}", *text.splitlines()[-3:]]
    return {"passed": passed, "failed": failed}


def table(found: dict[str, list[Found]], results: dict[str, dict]) -> list[str]:
    """Return the lines of the report: versions first, then the results of the trials."""
    rows = [("peer", "build", "newest", "trial", "")]
    for name, peers in found.items():
        for one in peers:
            newer = "newer" if one.differs else ""
            rows.append((one.peer.name, one.pinned, one.newest, name, newer))
    lines = aligned(rows)
    rows = [("trial", "passed", "failed", "seconds", "command")]
    failures = []
    for name in found:
        for command, one in results.get(name, {}).items():
            counts = [str(one["passed"]), str(len(one["failed"])), str(one["seconds"])]
            rows.append((name, *counts, command[-100:]))
            failures += [f"{name}: {line}" for line in one["failed"]]
    return (
        lines + (["", *aligned(rows)] if len(rows) > 1 else []) + ["", *failures] * bool(failures)
    )


def aligned(rows: list[tuple[str, ...]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
