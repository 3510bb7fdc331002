"""The generator of the wrappers that can be derived from other sources.

Each strict Python function (``…_decode``) is written by hand, in
``sparkwire/functions/<format>.py``. Its *twins* differ only in their ending (``try_…``,
``…_fault``, ``…_dissect``) and are generated from it. The methods of the Scala trait
``CatalogFunctions`` are generated from the catalogue alone.
"""

from pathlib import Path

from wrappers import door, twins
from wrappers.catalogue import read

ROOT = Path(__file__).parents[2]
CATALOGUE = ROOT / "docs" / "pages" / "functions"
EXAMPLES = Path(__file__).parent / "examples"
FUNCTIONS = ROOT / "python" / "src" / "sparkwire" / "functions"
DOOR = ROOT / "jvm" / "spark" / "src" / "main" / "scala" / "sparkwire" / "CatalogFunctions.scala"


def made() -> dict[Path, str]:
    """Generate the text of every file, without writing any."""
    lists = ("index", "signatures")
    pages = [page for page in sorted(CATALOGUE.glob("*.md")) if page.stem not in lists]
    functions = read("".join(page.read_text(encoding="utf-8") for page in pages))
    files = {DOOR: door.source(functions)}
    for strict in sorted(FUNCTIONS.glob("[a-z]*.py")):
        examples = EXAMPLES / f"{strict.stem}.pycon"
        files[FUNCTIONS / "_twins" / strict.name] = twins.source(
            strict.stem,
            strict.read_text(encoding="utf-8"),
            functions,
            examples.read_text(encoding="utf-8") if examples.exists() else "",
        )
    return files


def stale() -> dict[Path, str]:
    """Return the files that are missing or differ from their generated text."""
    return {
        file: text
        for file, text in made().items()
        if not file.exists() or file.read_text(encoding="utf-8") != text
    }
