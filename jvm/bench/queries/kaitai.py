"""Compiles layouts of the vectors with Kaitai Struct's own compiler, as peers of ours.

The compiler is a tool of these measurements alone; no part of it is shipped. ``npm`` installs it into
``target/kaitai``, Maven and pip fetch the runtimes of the classes that it makes.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

COMPILER = "kaitai-struct-compiler@0.11.0"
YAML = "js-yaml@4.1.0"
RUNTIME = "io.kaitai:kaitai-struct-runtime:0.11"
PYTHON_RUNTIME = "kaitaistruct==0.11"
PACKAGE = "kbench"
# Java does not compile the compiler's output for the others.
LAYOUTS = ("payroll", "telemetry", "gnss_frame", "queue_packet", "bus_adu", "sensor_bits",
           "event_chunk", "coin_transaction")  # fmt: skip

# Reads a language and layouts from standard input, and prints sources by the names of their files.
COMPILE = """
const compiler = require('kaitai-struct-compiler');
const yaml = require('js-yaml');
const [language, layouts] = JSON.parse(require('fs').readFileSync(0, 'utf8'));
(async () => {
  const sources = {};
  for (const layout of layouts)
    Object.assign(sources, await compiler.compile(language, yaml.load(layout), null, false));
  console.log(JSON.stringify(sources));
})();
"""


def class_path(root: Path) -> list[Path]:
    """Return the folder of the classes and the jar of their runtime; make them if need be."""
    home = root / "target" / "kaitai"
    classes, libraries = home / "classes", home / "lib"
    if not any(classes.rglob("*.class")):
        _install_compiler(home)
        _run("mvn", "-B", "-q", "dependency:copy", f"-Dartifact={RUNTIME}",
             f"-DoutputDirectory={libraries}", cwd=home)  # fmt: skip
        folder = home / "sources" / PACKAGE
        _compile(root, home, "java", folder, f"package {PACKAGE};\n")
        classes.mkdir(exist_ok=True)
        sources = sorted(folder.glob("*.java"))
        _run("javac", "-nowarn", "-d", classes, "-cp", f"{libraries}/*", *sources)
    return [classes, *libraries.glob("*.jar")]


def python_path(root: Path) -> Path:
    """Return the folder of the Python classes and their runtime; make them if need be."""
    home = root / "target" / "kaitai"
    modules = home / "python"
    if not any(modules.glob("*.py")):
        _install_compiler(home)
        _run(sys.executable, "-m", "pip", "install", "--quiet", "--target", modules, PYTHON_RUNTIME)
        _compile(root, home, "python", modules, "")
    return modules


def _install_compiler(home: Path) -> None:
    if shutil.which("npm") is None:
        raise SystemExit("the peers of layouts need npm, which installs Kaitai's compiler")
    home.mkdir(parents=True, exist_ok=True)
    _run("npm", "install", "--silent", "--no-save", "--prefix", home, COMPILER, YAML)


def layouts(root: Path) -> dict[str, list[dict[str, str]]]:
    """The lines of each realistic layout of the vectors; the first one has its text."""
    vectors = root / "tests" / "vectors" / "layouts" / "realistic.jsonl"
    found: dict[str, list[dict[str, str]]] = {}
    for text in vectors.read_text("utf-8").splitlines():
        line = json.loads(text)
        found.setdefault(line["layout_name"], []).append(line)
    return found


def _compile(root: Path, home: Path, language: str, folder: Path, head: str) -> None:
    texts = [layouts(root)[name][0]["layout"] for name in LAYOUTS]
    made = _run("node", "-e", COMPILE, cwd=home, given=json.dumps([language, texts]))
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in json.loads(made).items():
        (folder / Path(name).name).write_text(head + text, encoding="utf-8")


def _run(*command: object, cwd: Path | None = None, given: str | None = None) -> str:
    return subprocess.run(
        [str(part) for part in command],
        check=True, cwd=cwd, input=given, stdout=subprocess.PIPE, text=True,
    ).stdout  # fmt: skip
