"""Generates the page that names, for each kind of bytes and each ability, the tests that show it.

A test is a suite in Scala, a file in Python or a target of the fuzzer. ``coverage_rules.py`` says
which cells it belongs to. ``tests/python/test_coverage.py`` compares the page with the tests.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generate.coverage_rules import COLUMNS, ROWS, SHARED, WITHOUT

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "pages" / "coverage.md"
SCALA = ["jvm/wire/src/test/scala/sparkwire", "jvm/spark/src/test/scala/sparkwire"]
PYTHON = ["tests/python", "tests/end_to_end"]
HEAD = """\
# Coverage

<!-- Made by docs/build.py. Do not edit. -->

This page names the tests of each kind of bytes: a suite in Scala, a file in Python (`test_…`) or a target of the fuzzer. A test belongs to a
row by its path and to a column by what its text uses; the rules are in `docs/generate/coverage_rules.py`. `tests/python/test_coverage.py` fails
if a cell has neither a test nor a reason, if a test that is named here does not exist, and if one that belongs here is missing.

"""


class Test(NamedTuple):
    """A test by its path, with the text that shows what it does."""

    path: str
    text: str

    @property
    def name(self) -> str:
        """What the page calls it."""
        return Path(self.path).name

    def cells(self) -> dict[str, list[str]]:
        """Return the rows that the test is about, with its columns in each."""
        if self.path in SHARED:
            return SHARED[self.path]
        rows = [key for key, row in ROWS.items() if re.search(row.paths, self.path)]
        if len(rows) > 1:
            raise ValueError(f"{self.path} is about {rows}: list its cells in SHARED")
        marked = [name for name, column in COLUMNS.items() if re.search(column.mark, self.text)]
        if "file table" in marked and rows and "file table" in WITHOUT.get(rows[0], {}):
            marked.remove("file table")
        return {row: marked or ["read"] for row in rows}


def tests(root: Path = ROOT) -> list[Test]:
    """List the suites and the files of tests."""
    found = []
    for folder in SCALA:
        for file in (root / folder).rglob("*Suite.scala"):
            path = str(file.relative_to(root / folder).with_suffix(""))
            found.append(Test(path, file.read_text(encoding="utf-8")))
    for folder in PYTHON:
        for file in (root / folder).glob("test_*.py"):
            path = str(file.relative_to(root).with_suffix(""))
            found.append(Test(path, "\n".join(_texts(file))))
    return sorted(found)


def _texts(file: Path) -> Iterator[str]:
    """Give the text of a test, and of the scripts that it runs."""
    text = file.read_text(encoding="utf-8")
    yield text
    for name in sorted(set(re.findall(r"\w+_session\.py", text))):
        script = file.with_name(name)
        if script.exists():
            yield script.read_text(encoding="utf-8")


def table(root: Path = ROOT) -> dict[tuple[str, str], list[str]]:
    """Return the names of the tests of each cell that has some."""
    found = defaultdict(list)
    for test in tests(root):
        for row, columns in test.cells().items():
            for column in columns:
                found[row, column].append(test.name)
    for target in sorted(
        one.name for one in (root / "tests" / "fuzz").glob("[a-z]*") if one.is_dir()
    ):
        for key, row in ROWS.items():
            if re.fullmatch(row.targets, target):
                found[key, "fuzzed"].append(f"fuzz/{target}")
    return {key: sorted(names) for key, names in found.items()}


def page(cells: dict[tuple[str, str], list[str]]) -> str:
    """Return the page."""
    lines = [HEAD + "| column | a test shows |", "|---|---|"]
    lines += [f"| {name} | {column.about} |" for name, column in COLUMNS.items()]
    lines += ["", "## All cells", "", f"| | {' | '.join(COLUMNS)} |", "|---" * 10 + "|"]
    for key, row in ROWS.items():
        shown = [_short(cells.get((key, column), [])) for column in COLUMNS]
        lines.append(f"| [{row.title}](#{_anchor(row.title)}) | {' | '.join(shown)} |")
    lines.append("\nThe first test of each cell, and how many more it has. A dash has a reason below.")
    for key, row in ROWS.items():
        lines += ["", f"## {row.title}", "", f"[How they are read]({row.page})", ""]
        lines += ["| | tests |", "|---|---|"]
        for column in COLUMNS:
            names = [f"`{name}`" for name in cells.get((key, column), [])]
            said = ", ".join(names) or f"– {WITHOUT.get(key, {}).get(column, '')}"
            lines.append(f"| {column} | {said} |")
    return "\n".join(lines) + "\n"


def _short(names: list[str]) -> str:
    more = f" +{len(names) - 1}" if len(names) > 1 else ""
    return f"`{names[0]}`{more}" if names else "–"


def _anchor(title: str) -> str:
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", title).lower())
