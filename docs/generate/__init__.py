"""What in the documentation is made by running the library. Made by ``docs/build.py``."""

from pathlib import Path

from generate import scala
from generate.examples import renewed
from generate.reference import reference
from generate.scala import ROOT

PAGES = ROOT / "docs" / "pages"
REFERENCE = PAGES / "functions.md"

__all__ = [
    "PAGES",
    "REFERENCE",
    "ROOT",
    "notebook_files",
    "pages",
    "reference",
    "renewed",
    "scala",
]


def notebook_files() -> list[Path]:
    """Name the notebooks of the cookbook; beside each stands the page that is made of it."""
    return sorted((PAGES / "cookbook").glob("*.ipynb"))


def pages() -> list[Path]:
    """Name the pages that people write: neither the function reference nor those of notebooks."""
    made = {REFERENCE, *(notebook.with_suffix(".md") for notebook in notebook_files())}
    return [ROOT / "README.md", *sorted(set(PAGES.rglob("*.md")) - made)]
