"""What in the documentation is made by running the library. Made by ``docs/build.py``."""

from pathlib import Path

from generate import scala
from generate.examples import renewed
from generate.reference import reference
from generate.scala import ROOT

PAGES = ROOT / "docs" / "pages"
REFERENCE = PAGES / "functions.md"

__all__ = ["REFERENCE", "ROOT", "pages", "reference", "renewed", "scala"]


def pages() -> list[Path]:
    """Name the pages that people write: all but the function reference."""
    return [ROOT / "README.md", *sorted(set(PAGES.rglob("*.md")) - {REFERENCE})]
