"""The notebooks of the cookbook: every cell runs and gives its stored output.

``make notebooks`` sets ``SPARKWIRE_NOTEBOOKS=write``, which writes the outputs and the pages.
"""

import json
import os
import sys

import pytest

from artifacts import spark_python
from table_formats import settings

from spawn import ROOT, TIMEOUT_SECONDS, run

sys.path.append(str(ROOT / "docs"))

from generate import notebook_files
from generate.notebooks import page, read, written

WRITE = os.environ.get("SPARKWIRE_NOTEBOOKS") == "write"
FOLDER = ROOT / "docs" / "pages" / "cookbook"

# Starts the session that the cells get from `getOrCreate`.
SCRIPT = """
import sys
from pathlib import Path
from pyspark.sql import SparkSession

sys.path.insert(0, {docs!r})
from generate.notebooks import main

builder = SparkSession.builder.config(map={settings!r})
builder.getOrCreate()
main(Path({folder!r}))
"""


@pytest.fixture(scope="module")
def executed(tmp_path_factory):
    """The notebooks by name, with their outputs from this run."""
    here = tmp_path_factory.mktemp("notebooks")
    script = here / "script.py"
    script.write_text(
        SCRIPT.format(docs=str(ROOT / "docs"), settings=settings("delta"), folder=str(FOLDER))
    )
    source = str(ROOT / "python" / "src")
    command = [spark_python(), script]
    code, out, err = run(command, here, timeout=2 * TIMEOUT_SECONDS, PYTHONPATH=source)
    assert code == 0, err
    return json.loads(out.splitlines()[-1])


@pytest.mark.parametrize("path", notebook_files(), ids=lambda path: path.stem)
def test_outputs_and_page(executed, path):
    notebook = executed[path.name]
    if WRITE:
        path.write_text(written(notebook), encoding="utf-8")
        path.with_suffix(".md").write_text(page(notebook, path.name), encoding="utf-8")
    assert read(path) == notebook
    made = path.with_suffix(".md").read_text(encoding="utf-8")
    assert made == page(notebook, path.name)


def test_every_notebook_is_in_the_cookbook():
    assert len(notebook_files()) == 8
    cookbook = (FOLDER.parent / "cookbook.md").read_text(encoding="utf-8")
    assert [
        path.stem for path in notebook_files() if f"cookbook/{path.stem}.md" not in cookbook
    ] == []
