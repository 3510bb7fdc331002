"""Generators for the parts of the documentation that ``docs/build.py`` writes."""

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
    """List the notebooks of the cookbook; the page generated from each is in the same folder."""
    return sorted((PAGES / "cookbook").glob("*.ipynb"))


def pages() -> list[Path]:
    """List the hand-written pages: all but the function reference and the pages of notebooks."""
    made = {REFERENCE, *(notebook.with_suffix(".md") for notebook in notebook_files())}
    return [ROOT / "README.md", *sorted(set(PAGES.rglob("*.md")) - made)]
