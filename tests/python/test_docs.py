"""The documentation shows what is true: its examples run, its pages name what there is.

A page that fails here shows what the library does no longer: look at the difference, then let
``make docs`` write it.
"""

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "docs"))

from generate import PAGES, REFERENCE, pages, reference, renewed, scala  # noqa: E402

WIRE = ROOT / "jvm" / "wire" / "src" / "main" / "scala" / "sparkwire" / "wire"
FORMATS = sorted((PAGES / "formats").glob("*.md"))
LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)")


def name(path):
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("page", pages(), ids=name)
def test_examples(spark, page):
    text = page.read_text(encoding="utf-8")
    assert renewed(text, spark) == text


def test_reference(spark):
    assert reference(spark) == REFERENCE.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", pages(), ids=name)
def test_links(page):
    said = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert [link for link in LINK.findall(said) if not (page.parent / link).exists()] == []


def anchors(page):
    """Name the headings of a page as the site does, code blocks left out."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    names = []
    for heading in re.findall(r"^#+ (.+?)\s*$", text, re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        word = re.sub(r"[^\w\s-]", "", plain).strip().lower()
        names.append(re.sub(r"[-\s]+", "-", word))
    return names


@pytest.mark.parametrize("page", [*pages(), REFERENCE], ids=name)
def test_anchors(page):
    said = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    found = [
        (target, anchor)
        for target, anchor in re.findall(r"\]\(((?:[^)#\s:]*\.md)?)#([^)\s]+)\)", said)
        if anchor not in anchors(page.parent / target if target else page)
    ]
    assert found == []


def test_anchors_are_those_of_the_site():
    assert "what-spark-does-around-a-decode" in anchors(PAGES / "errors.md")


def test_scala_examples():
    """ScalaTest compiles and runs this file."""
    assert scala.source(pages()) == scala.SOURCE.read_text(encoding="utf-8")
    assert scala.SOURCE.read_text(encoding="utf-8").count("  private def example") >= 3


@pytest.mark.parametrize("page", FORMATS, ids=name)
def test_every_reason_has_a_cure(page):
    sources = [file.read_text(encoding="utf-8") for file in (WIRE / page.stem).glob("*.scala")]
    reasons = set(re.findall(r'new Reason\(\s*"([a-z0-9-]+)"', "".join(sources)))
    assert reasons
    rows = page.read_text(encoding="utf-8").split("\n## Reasons\n")[1].split("\n## ")[0]
    assert {reason for reason in reasons if f"`{reason}`" not in rows} == set()
