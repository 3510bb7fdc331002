"""The wrappers that say nothing new, made from what is said once.

A Python function that decodes is written by hand, in ``sparkwire/functions/<format>.py``. Its
*twins* do the same with another ending (``try_…``, ``…_fault``, ``…_dissect``) and are made from
it. The methods of the Scala door have nothing beyond the catalogue and are made from that.
"""

from pathlib import Path

from wrappers import door, twins
from wrappers.catalogue import read

ROOT = Path(__file__).parents[2]
CATALOGUE = ROOT / "docs" / "pages" / "functions.md"
EXAMPLES = Path(__file__).parent / "examples"
FUNCTIONS = ROOT / "python" / "src" / "sparkwire" / "functions"
DOOR = ROOT / "jvm" / "spark" / "src" / "main" / "scala" / "sparkwire" / "CatalogFunctions.scala"


def made() -> dict[Path, str]:
    """Make the text of every file, without writing any."""
    functions = read(CATALOGUE.read_text(encoding="utf-8"))
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
    """Give those that lie there otherwise, or not at all."""
    return {
        file: text
        for file, text in made().items()
        if not file.exists() or file.read_text(encoding="utf-8") != text
    }
