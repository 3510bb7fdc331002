"""Generators for the parts of the documentation that ``docs/build.py`` writes."""

from pathlib import Path

from generate import coverage, programs, scala, signatures
from generate.examples import renewed
from generate.reasons import INDEX, index, known
from generate.reference import FUNCTIONS, PYTHON, reference
from generate.scala import ROOT

PAGES = ROOT / "docs" / "pages"

__all__ = [
    "FUNCTIONS",
    "INDEX",
    "PAGES",
    "ROOT",
    "coverage",
    "index",
    "known",
    "made_pages",
    "notebook_files",
    "pages",
    "programs",
    "reference",
    "renewed",
    "scala",
    "signatures",
]


def notebook_files() -> list[Path]:
    """List the notebooks of the cookbook; the page generated from each is in the same folder."""
    return sorted((PAGES / "cookbook").glob("*.ipynb"))


def pages() -> list[Path]:
    """List the hand-written pages: all but those that are generated as a whole."""
    return [ROOT / "README.md", *sorted(set(PAGES.rglob("*.md")) - set(made_pages()))]


def made_pages() -> list[Path]:
    """List the pages that are generated as a whole."""
    notebooks = [notebook.with_suffix(".md") for notebook in notebook_files()]
    return [PYTHON, INDEX, coverage.PAGE, *sorted(FUNCTIONS.glob("*.md")), *notebooks]
