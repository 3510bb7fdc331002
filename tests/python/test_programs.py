"""The documentation for programs: ``llms.txt``, pages as Markdown, all signatures on one page."""

import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "docs"))

from generate import PAGES, programs, signatures  # noqa: E402
from generate.reference import Described  # noqa: E402

LINE = re.compile(r"^ *- \[([^\]]+)\]\((\S+\.md)\): (\S.*)$", re.MULTILINE)


def navigated():
    """Return the pages that mkdocs.yml names, read in another way than by `programs`."""
    text = (ROOT / "docs" / "mkdocs.yml").read_text(encoding="utf-8").split("\nnav:\n")[1]
    return re.findall(r"\S+\.md$", text, re.MULTILINE)


def golden():
    text = (ROOT / "tests" / "golden" / "functions.txt").read_text(encoding="utf-8")
    return [line.split(",")[0] for line in text.splitlines() if ", since " in line]


class TestContents:
    def test_names_every_page_in_the_order_of_the_navigation(self):
        listed = LINE.findall(programs.contents())
        assert [page for _, page, _ in listed] == navigated()
        assert len(listed) == len(set(listed)) > 60

    def test_every_page_is_in_the_navigation(self):
        there = {str(page.relative_to(PAGES)) for page in PAGES.rglob("*.md")}
        assert there - set(navigated()) - {"cookbook/data/README.md"} == set()

    def test_begins_with_a_title_and_a_summary(self):
        title, _, about, *_ = programs.contents().splitlines()
        assert title == "# Sparkwire"
        assert about.startswith("> Sparkwire is a library of Spark SQL functions")
        assert about.endswith(".")

    def test_sections(self):
        lines = programs.contents().splitlines()
        at = lines.index("- Formats")
        assert lines[at + 1].startswith("  - [Databus](formats/databus.md): A Databus event ")
        assert not lines[at - 1].startswith("  ")

    def test_a_line_is_whole_sentences_of_prose(self):
        for _, page, said in LINE.findall(programs.contents()):
            assert re.search(r"[.?!]$", said), page
            assert not re.search(r"\]\(|<!--|```", said), page
            assert len(said) < 300, page


class TestFiles:
    def test_pages_are_copied(self, tmp_path):
        for page in navigated():
            (tmp_path / page).parent.mkdir(parents=True, exist_ok=True)
        programs.on_post_build(SimpleNamespace(site_dir=str(tmp_path)))
        assert (tmp_path / "llms.txt").read_text(encoding="utf-8") == programs.contents()
        for page in navigated():
            assert (tmp_path / page).read_bytes() == (PAGES / page).read_bytes(), page

    def test_a_line_of_another_form(self, tmp_path, monkeypatch):
        config = tmp_path / "mkdocs.yml"
        config.write_text("site_name: x\n\nnav:\n  - index.md\n  - 7\n", encoding="utf-8")
        monkeypatch.setattr(programs, "CONFIG", config)
        with pytest.raises(ValueError, match=r"an entry of the navigation .*- 7$"):
            programs.contents()


class TestSignatures:
    page = PAGES / "functions" / "signatures.md"

    def test_has_every_function(self):
        rows = re.findall(r"^\| `(\w+)\(", self.page.read_text(encoding="utf-8"), re.MULTILINE)
        assert sorted(rows) == sorted(golden())
        assert len(rows) > 150

    def test_rows_have_four_cells(self):
        rows = self.page.read_text(encoding="utf-8").split("|---|---|---|---|\n")[1]
        for row in rows.splitlines():
            assert len(re.split(r"(?<!\\)\|", row)) == 6, row

    def test_cells(self):
        one = Described("f", "f(a)", "", "an `a`", [], "SELECT f('|',\n  `a`)", "x\ny", "0.1.0")
        row = signatures.page([one], "").splitlines()[-1]
        assert row == r"| `f(a)` | an `a` | ``SELECT f('\|', `a`)`` | `x y` |"
