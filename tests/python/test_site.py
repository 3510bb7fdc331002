"""The pages of the site in a real Chromium, at the width of a small laptop and of a phone."""

import json
import re
import subprocess
from pathlib import Path

import pytest

import browser

ROOT = Path(__file__).parents[2]
SITE = ROOT / "site"
PAGES = [
    "index.html",
    "getting-started.html",
    "formats/databus.html",
    "functions/databus.html",
    "functions/index.html",
    "performance.html",
    "cookbook/logs-to-columns.html",
]
# How far the page is wider than its window.
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# The blocks of code and output of which a part is hidden.
CLIPPED = """[...document.querySelectorAll('article pre > code')]
  .filter(one => one.offsetParent && one.scrollWidth > one.clientWidth + 1)
  .map(one => Math.max(...one.textContent.split('\\n').map(line => line.length)))"""


@pytest.fixture(scope="module")
def browse():
    subprocess.run(["make", "site"], cwd=ROOT, check=True)

    def browse(page, width, *scripts):
        steps = [("script", script) for script in scripts]
        return browser.browse(SITE / page, steps, size=[width, 800])

    return browse


@pytest.mark.parametrize("page", PAGES)
def test_code_fits_on_a_laptop(browse, page):
    overflow, clipped = browse(page, 1280, OVERFLOW, CLIPPED)
    assert overflow <= 0
    # Only statements and outputs of more than 120 characters are scrolled.
    assert [length for length in clipped if length <= 120] == []


@pytest.mark.parametrize("page", PAGES)
def test_tables_fold_on_a_phone(browse, page):
    wide = """[...document.querySelectorAll('article table[data-folds]')]
      .filter(one => one.getBoundingClientRect().right > innerWidth + 1).length"""
    overflow, count = browse(page, 390, OVERFLOW, wide)
    assert (overflow, count) == (0, 0)


def test_cells_of_a_folded_table_name_their_column(browse):
    cell = "document.querySelector('table[data-folds] td:nth-child(2)')"
    name = f"getComputedStyle({cell}, '::before').content"
    head = "getComputedStyle(document.querySelector('table[data-folds] thead')).display"
    assert browse("index.html", 390, name, head) == ['"start with: "', "none"]
    assert browse("index.html", 1280, name, head)[0] == "none"


def test_the_home_page_starts_from_the_bytes(browse):
    heading = "document.querySelector('article h2').textContent"
    cells = "[...document.querySelectorAll('article h2 ~ * td:first-child')]"
    rows = f"{cells}.map(one => one.textContent)"
    found, given = browse("index.html", 1280, heading, rows)
    assert found.startswith("Where are your bytes")
    assert given[:2] == ["a Kafka topic", "files: dumps and logs that hold values end to end"]


@pytest.mark.parametrize("page", PAGES[1:])
def test_pages_lead_on(browse, page):
    (found,) = browse(page, 1280, "document.querySelectorAll('.md-footer__link').length")
    assert found == 2


@pytest.mark.usefixtures("browse")
def test_search_finds_each_function_by_its_name():
    found = json.loads((SITE / "search" / "search_index.json").read_text(encoding="utf-8"))
    titles = {entry["title"]: entry["location"] for entry in found["docs"]}
    golden = (ROOT / "tests" / "golden" / "functions.txt").read_text(encoding="utf-8")
    names = [line.split(",")[0] for line in golden.splitlines() if ", since " in line]
    assert len(names) > 100
    missing = [name for name in names if not titles.get(name, "").startswith("functions/")]
    assert missing == []


@pytest.mark.usefixtures("browse")
def test_pages_for_programs():
    """Every link of llms.txt leads to a page as Markdown, beside the one for people."""
    found = re.findall(r"\]\((\S+\.md)\)", (SITE / "llms.txt").read_text(encoding="utf-8"))
    assert len(found) > 60
    for page in found:
        assert (SITE / page).is_file(), page
        assert (SITE / page).with_suffix(".html").is_file(), page
