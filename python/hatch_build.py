"""Adds the Sparkwire jar to wheels and sdists.

In a clone the jar is built from source; an sdist already contains it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class JarHook(BuildHookInterface):  # type: ignore[type-arg]
    """The build hook that hatchling finds in this file."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Include the jar in the build; an editable install gets a link to it instead."""
        here = Path(self.root)
        name = f"sparkwire_2.13-{self.metadata.version}.jar"
        jar = _jar(here, name)
        if self.target_name == "sdist":
            build_data["force_include"][str(jar)] = f"src/sparkwire/jars/{name}"
        elif version != "editable":
            build_data["force_include"][str(jar)] = f"sparkwire/jars/{name}"
            self._unpacked = tempfile.TemporaryDirectory()
            build_data["sbom_files"] += _bills_of_materials(jar, Path(self._unpacked.name))
        else:
            _link(jar, here / "src" / "sparkwire" / "jars")


def _jar(here: Path, name: str) -> Path:
    """Return the path of the jar; build it if it is missing or out of date."""
    given = os.environ.get("SPARKWIRE_JAR")
    if given:
        if not Path(given).is_file():
            raise SystemExit(f"SPARKWIRE_JAR is {given}: no file (it takes an absolute path).")
        return Path(given).resolve()
    tree = here.parent
    if not (tree / "build.sbt").is_file():
        packed = here / "src" / "sparkwire" / "jars" / name
        if packed.is_file():
            return packed
        raise SystemExit(
            f"There is neither {packed} nor the source tree to build it from:"
            " build from a clone of the project, or set SPARKWIRE_JAR to the jar."
        )
    jar = tree / "jvm" / "spark" / "target" / name
    if not _is_fresh(jar, tree):
        _build(tree)
    return jar


def _bills_of_materials(jar: Path, folder: Path) -> list[str]:
    """Extract the SBOM files of the jar, so that the wheel has them where PEP 770 expects them."""
    with zipfile.ZipFile(jar) as archive:
        names = [name for name in archive.namelist() if re.match(r"META-INF/sbom/.+\.json$", name)]
        return [archive.extract(name, folder) for name in names]


def _is_fresh(jar: Path, tree: Path) -> bool:
    if not jar.is_file():
        return False
    built = jar.stat().st_mtime
    # pyproject.toml is not compared: its version is part of the jar's name.
    sources = [tree / "build.sbt", *(tree / "project").glob("*.*")]
    sources += (tree / "docs" / "layouts").glob("*.ksy")
    sources += (path for path in (tree / "jvm").glob("*/src/main/**/*") if path.is_file())
    return all(source.stat().st_mtime <= built for source in sources)


def _build(tree: Path) -> None:
    if not shutil.which("java"):
        raise SystemExit(
            "The Sparkwire jar is built from source, which takes a JDK 17: none found."
        )
    # pip shows this only with -v.
    print("sparkwire: compiling the jar with sbt: 3 to 5 minutes", file=sys.stderr, flush=True)
    # sbt writes to standard error, because a build frontend may parse standard output.
    done = subprocess.run([tree / "project" / "sbt", "jar"], cwd=tree, stdout=2, check=False)
    if done.returncode != 0:
        raise SystemExit(
            f"The Sparkwire jar was not built: project/sbt jar ended with {done.returncode},"
            " its words are above (pip shows them with -v)."
        )


def _link(jar: Path, folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.jar"):
        old.unlink()
    try:
        (folder / jar.name).symlink_to(jar)
    except OSError:  # Windows, without the right to create symbolic links
        shutil.copy(jar, folder / jar.name)
