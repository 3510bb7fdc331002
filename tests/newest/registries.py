"""Ask the registries which versions there are, with the tools and the settings that the build has.

Maven asks for artifacts, pip for packages: mirrors, proxies and credentials are the ones in their
own configuration.
"""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

PLUGIN = "org.codehaus.mojo:versions-maven-plugin:2.18.0:display-dependency-updates"
# Versions that a release would not use.
UNFINISHED = r"(?i)[.-]?(?:alpha|beta|cr|dev|ea|m\d|milestone|pre|preview|rc|snapshot)[.\d-]*"
POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>sparkwire</groupId><artifactId>newest</artifactId><version>1</version>
  <packaging>pom</packaging>
  <repositories>{repositories}</repositories>
  <dependencies>{dependencies}</dependencies>
</project>
"""
DEPENDENCY = """<dependency>
    <groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version>
  </dependency>"""
# Instead of the repositories of the settings: for tests.
REPOSITORIES = """
    <repository><id>central</id><url>{url}</url><releases><enabled>false</enabled></releases></repository>
    <repository><id>newest-test</id><url>{url}</url></repository>"""


class Artifact(NamedTuple):
    """An artifact with the version that the build has."""

    group: str
    name: str
    version: str


def newest_artifacts(
    artifacts: list[Artifact], folder: Path, repository: str | None = None
) -> dict[str, str]:
    """Return the newest version of each artifact within its major version.

    Parameters
    ----------
    artifacts : list of Artifact
        What to ask for.
    folder : Path
        A folder for the files that Maven reads and writes.
    repository : str, optional
        The address of the only repository to ask, instead of the configured ones.
    """
    folder.mkdir(parents=True, exist_ok=True)
    pom, out = folder / "pom.xml", folder / "updates.txt"
    pom.write_text(
        POM.format(
            repositories=REPOSITORIES.format(url=repository) if repository else "",
            dependencies="".join(DEPENDENCY.format(*one) for one in artifacts),
        )
    )
    out.unlink(missing_ok=True)
    maven = ["mvn", "-B", "-U", PLUGIN, "-DallowMajorUpdates=false", "-DoutputLineWidth=200"]
    maven += [f"-Dmaven.version.ignore=.*{UNFINISHED}", f"-Dversions.outputFile={out}"]
    said = _said(maven, folder)
    for one in artifacts:
        # The plugin itself takes an artifact that it cannot ask for as one without newer versions.
        file = f"{one.group.replace('.', '/')}/{one.name}/maven-metadata.xml"
        if not re.search(rf"Downloaded from \S+: \S+/{re.escape(file)}", said):
            raise RuntimeError(
                f"no repository of Maven lists {one.group}:{one.name}:\n{said[-2000:]}"
            )
    found = {f"{one.group}:{one.name}": one.version for one in artifacts}
    for line in out.read_text(encoding="utf-8").splitlines():
        if update := re.fullmatch(r" +(\S+:\S+) \.+ \S+ -> (\S+)", line):
            found[update[1]] = update[2]
    return found


def versions_of_package(name: str, python: str = sys.executable) -> list[str]:
    """Return the versions of a package, the newest first."""
    said = _said([python, "-m", "pip", "index", "versions", name, "--disable-pip-version-check"])
    listed = re.search(r"^Available versions: (.+)$", said, re.MULTILINE)
    if not listed:
        raise RuntimeError(f"pip lists no versions of {name}: {said}")
    return [one for one in listed[1].split(", ") if not re.search(UNFINISHED + "$", one)]


def number(version: str) -> list[int]:
    """Return the numbers in a version, to compare it with others."""
    return [int(part) for part in re.findall(r"\d+", version)]


def _said(command: list[str], folder: Path | None = None) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(
            f"{' '.join(command[:4])} failed:\n{(done.stdout + done.stderr)[-2000:]}"
        )
    return done.stdout
