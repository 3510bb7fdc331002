"""Run the suite against every Spark that Sparkwire promises to work with: one wheel, one jar.

``python tests/compat/run.py`` takes all of them, ``run.py 4.0.4 4.3.0`` some. Each Spark has a
virtual environment under ``.compat/<version>``, made on first use and kept.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

VERSIONS = ["4.0.4", "4.1.3", "4.2.0", "4.3.0"]
ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".compat"
# pandas 3 is newer than the oldest of these.
BESIDE = ["pandas>=2.2,<3", "rich"]
TIMEOUT_SECONDS = 900


def main(versions: list[str]) -> int:
    unknown = sorted(set(versions) - set(VERSIONS))
    if unknown:
        print(f"not a version of the suite: {', '.join(unknown)}; there are {', '.join(VERSIONS)}")
        return 2
    wheel = build()
    results = [check(version, wheel) for version in versions or VERSIONS]
    passed, failed = (sum(counts) for counts in zip(*results, strict=True))
    print(f"{passed} passed, {failed} failed", flush=True)
    return 1 if failed else 0


def build() -> Path:
    """Make the wheel that all versions get."""
    folder = FOLDER / "wheel"
    for old in folder.glob("*.whl"):
        old.unlink()
    pip = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--wheel-dir", folder]
    subprocess.run([*pip, ROOT / "python"], check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def check(version: str, wheel: Path) -> tuple[int, int]:
    """Run the suite on one version, print a line and what failed; count both."""
    python = environment(version, wheel)
    begun = time.monotonic()
    results = {kind: run(kind, version, python) for kind in ("classic", "connect")}
    passed = sum(count for count, _ in results.values())
    failures = [f"{kind}: {said}" for kind, (_, failed) in results.items() for said in failed]
    seconds = time.monotonic() - begun
    print(f"Spark {version}: {passed} checks ok, {len(failures)} not, {seconds:.0f} s", flush=True)
    for line in failures:
        print(f"    {line}", flush=True)
    return passed, len(failures)


def run(kind: str, version: str, python: Path) -> tuple[int, list[str]]:
    """Run the suite in one kind of session; count what passed, tell what failed."""
    folder = FOLDER / "work" / version / kind
    folder.mkdir(parents=True, exist_ok=True)
    command = [python, ROOT / "tests" / "compat" / "suite.py", kind, version]
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT_SECONDS
        )
    except subprocess.TimeoutExpired:
        return 0, [f"no end after {TIMEOUT_SECONDS} s"]
    lines = done.stdout.splitlines()
    failed = [line for line in lines if line.startswith("FAILED ")]
    if done.returncode != 0 and not failed:
        failed = ["it stopped: " + " | ".join(done.stderr.splitlines()[-5:])]
    return sum(line.startswith("ok ") for line in lines), failed


def environment(version: str, wheel: Path) -> Path:
    """Make or reuse the virtual environment of a version, with the new wheel in it."""
    folder = FOLDER / version
    python = folder / "bin" / "python"
    ready = folder / "ready"
    if not ready.exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        pip(python, f"pyspark[connect]=={version}", *BESIDE)
        ready.touch()
    pip(python, "--no-deps", "--force-reinstall", str(wheel))
    return python


def pip(python: Path, *what: str) -> None:
    command = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *what]
    subprocess.run(command, check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
