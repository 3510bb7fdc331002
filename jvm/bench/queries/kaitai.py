"""Compiles layouts of the vectors with Kaitai Struct's own compiler, as a peer of ``LayoutBench``.

The compiler is a tool of this measurement alone; no part of it is shipped. ``npm`` installs it into
``target/kaitai``, Maven fetches the runtime of the classes that it makes.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

COMPILER = "kaitai-struct-compiler@0.11.0"
YAML = "js-yaml@4.1.0"
RUNTIME = "io.kaitai:kaitai-struct-runtime:0.11"
PACKAGE = "kbench"
# Java does not compile the compiler's output for the others.
LAYOUTS = ("payroll", "telemetry", "gnss_frame", "queue_packet", "bus_adu", "sensor_bits",
           "event_chunk", "coin_transaction")  # fmt: skip

# Reads layouts by their names from standard input, and prints sources by the names of their files.
COMPILE = """
const compiler = require('kaitai-struct-compiler');
const yaml = require('js-yaml');
const layouts = JSON.parse(require('fs').readFileSync(0, 'utf8'));
(async () => {
  const sources = {};
  for (const layout of layouts)
    Object.assign(sources, await compiler.compile('java', yaml.load(layout), null, false));
  console.log(JSON.stringify(sources));
})();
"""


def class_path(root: Path) -> list[Path]:
    """Return the folder of the classes and the jar of their runtime; make them if need be."""
    home = root / "target" / "kaitai"
    classes, libraries = home / "classes", home / "lib"
    if not any(classes.rglob("*.class")):
        if shutil.which("npm") is None:
            raise SystemExit("the peers of layouts need npm, which installs Kaitai's compiler")
        home.mkdir(parents=True, exist_ok=True)
        _run("npm", "install", "--silent", "--no-save", "--prefix", home, COMPILER, YAML)
        _run("mvn", "-B", "-q", "dependency:copy", f"-Dartifact={RUNTIME}",
             f"-DoutputDirectory={libraries}", cwd=home)  # fmt: skip
        sources = _sources(root, home)
        classes.mkdir(exist_ok=True)
        _run("javac", "-nowarn", "-d", classes, "-cp", f"{libraries}/*", *sources)
    return [classes, *libraries.glob("*.jar")]


def _sources(root: Path, home: Path) -> list[Path]:
    vectors = root / "tests" / "vectors" / "layouts" / "realistic.jsonl"
    lines = [json.loads(line) for line in vectors.read_text("utf-8").splitlines()]
    layouts = {line["layout_name"]: line["layout"] for line in lines if "layout" in line}
    made = _run("node", "-e", COMPILE, cwd=home, given=json.dumps([layouts[n] for n in LAYOUTS]))
    folder = home / "sources" / PACKAGE
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in json.loads(made).items():
        (folder / Path(name).name).write_text(f"package {PACKAGE};\n{text}", encoding="utf-8")
    return sorted(folder.glob("*.java"))


def _run(*command: object, cwd: Path | None = None, given: str | None = None) -> str:
    return subprocess.run(
        [str(part) for part in command],
        check=True, cwd=cwd, input=given, stdout=subprocess.PIPE, text=True,
    ).stdout  # fmt: skip
