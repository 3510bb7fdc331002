"""The page Coverage: its tests exist, and every test that belongs to one of its cells is there."""

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "docs"))

from generate import coverage  # noqa: E402
from generate.coverage_rules import COLUMNS, LIBRARY, ROWS, SHARED, WITHOUT  # noqa: E402

CELL = re.compile(r"^\| (?P<column>[\w ]+) \| (?P<tests>.*) \|$")


def shown(text):
    """Return the names in each cell of a page, read in another way than they are written."""
    cells, row = {}, None
    titles = {one.title: key for key, one in ROWS.items()}
    for line in text.splitlines():
        if line.startswith("## "):
            row = titles.get(line.removeprefix("## "))
        elif row and (cell := CELL.match(line)) and cell["column"] in COLUMNS:
            cells[row, cell["column"]] = re.findall(
                r"`([^`]+)`", cell["tests"] if cell["tests"][0] == "`" else ""
            )
    return cells


def differences(page, cells):
    """Return what is wrong with the cells of a page, as sentences."""
    found = []
    for cell in sorted(set(page) | set(cells)):
        there, here = set(page.get(cell, [])), set(cells.get(cell, []))
        found += [f"{cell} names {name}, which is not such a test" for name in there - here]
        found += [f"{cell} lacks {name}" for name in here - there]
    return found


class TestPage:
    cells = coverage.table()

    def test_names_the_tests_that_belong_to_its_cells(self):
        page = coverage.PAGE.read_text(encoding="utf-8")
        wrong = differences(shown(page), self.cells)
        assert wrong == [], "docs/build.py writes the page"
        assert page == coverage.page(self.cells)

    def test_a_cell_has_either_tests_or_a_reason(self):
        for row in ROWS:
            for column in COLUMNS:
                reason = WITHOUT.get(row, {}).get(column)
                assert bool(self.cells.get((row, column))) != bool(reason), (row, column)
        assert set(WITHOUT) <= set(ROWS)

    def test_a_change_of_the_tests_is_noticed(self):
        page = shown(coverage.PAGE.read_text(encoding="utf-8"))
        without = {
            cell: [name for name in names if name != "test_soak"] for cell, names in page.items()
        }
        assert "('databus', 'stream') lacks test_soak" in differences(without, self.cells)
        more = page | {("databus", "typed"): ["NoSuchSuite"]}
        assert differences(more, self.cells) == [
            "('databus', 'typed') names NoSuchSuite, which is not such a test"
        ]


class TestRule:
    def test_every_test_is_in_a_cell_or_is_about_the_library(self):
        for one in coverage.tests():
            of_library = bool(LIBRARY.match(one.path))
            assert bool(one.cells()) != of_library, one.path

    def test_shared_tests_exist_and_say_what_they_are_about(self):
        there = {one.path: one.text for one in coverage.tests()}
        assert set(SHARED) - set(there) == set()
        for path, cells in SHARED.items():
            assert set(cells) <= set(ROWS), path
            assert {name for names in cells.values() for name in names} <= set(COLUMNS)

    def test_every_row_has_tests_and_every_target_a_row(self):
        for key, row in ROWS.items():
            assert [one for one in coverage.tests() if re.search(row.paths, one.path)], key
        targets = {one.name for one in (ROOT / "tests" / "fuzz").glob("[a-z]*") if one.is_dir()}
        known = {
            name for name in targets for row in ROWS.values() if re.fullmatch(row.targets, name)
        }
        assert known == targets

    def test_every_format_has_a_row(self):
        """A new format has a page, and so a row here."""
        pages = {f"formats/{page.name}" for page in (ROOT / "docs/pages/formats").glob("*.md")}
        assert pages <= {row.page for row in ROWS.values()}

    def written(self, folder, path, text):
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def test_a_new_test_belongs_by_its_path_and_its_text(self, tmp_path):
        (tmp_path / "tests/fuzz/cernan").mkdir(parents=True)
        self.written(
            tmp_path,
            "jvm/wire/src/test/scala/sparkwire/wire/cernan/NewSuite.scala",
            "forAll(packets)(tiles(root))",
        )
        self.written(
            tmp_path, "tests/end_to_end/test_captures.py", '"new_session.py" "sparkwire-capture"'
        )
        self.written(tmp_path, "tests/end_to_end/new_session.py", "spark.readStream.load(folder)")
        assert coverage.table(tmp_path) == {
            ("cernan", "dissected"): ["NewSuite"],
            ("cernan", "fuzzed"): ["NewSuite", "fuzz/cernan"],
            ("capture", "read"): ["test_captures"],
            ("capture", "file table"): ["test_captures"],
            ("capture", "stream"): ["test_captures"],
        }

    def test_a_test_of_several_rows_must_be_listed(self):
        with pytest.raises(ValueError, match=r"list its cells in SHARED"):
            coverage.Test("wire/avro/captures/NewSuite", "").cells()
