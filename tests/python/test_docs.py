"""The documentation is up to date: its examples run, and its pages name everything that exists.

If a page fails here, it shows output that the library no longer gives. Look at the difference, then
update the page with ``make docs``.
"""

import json
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "docs"))

from generate import (  # noqa: E402
    FUNCTIONS,
    INDEX,
    PAGES,
    index,
    known,
    made_pages,
    pages,
    reference,
    renewed,
    sample_data,
    scala,
)

WIRE = ROOT / "jvm" / "wire" / "src" / "main" / "scala" / "sparkwire" / "wire"
FORMATS = sorted((PAGES / "formats").glob("*.md"))
EVERY = [*pages(), *made_pages()]
# The sections of every format's page, in this order. `How to` is optional.
SECTIONS = ["Example", "Result", "Options", "Faults", "Bytes", "Limits and differences"]
LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)")


def name(path):
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("page", pages(), ids=name)
def test_examples(spark, page):
    text = page.read_text(encoding="utf-8")
    assert renewed(text, spark) == text


def test_reference(spark):
    made = reference(spark)
    assert sorted(FUNCTIONS.glob("*.md")) == sorted(set(made) - {PAGES / "python.md"})
    assert [name(page) for page, text in made.items() if page.read_text("utf-8") != text] == []


def test_index_of_reasons():
    assert INDEX.read_text("utf-8") == index()
    listed = re.findall(r"^\| `([a-z0-9-]+)` \|", index(), re.MULTILINE)
    assert listed == sorted(set(listed))
    assert known() - set(listed) == set()


@pytest.mark.parametrize("page", EVERY, ids=name)
def test_links(page):
    said = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert [link for link in LINK.findall(said) if not (page.parent / link).exists()] == []


def anchors(page):
    """Return the anchors of a page's headings as the site has them, without code blocks."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    names = []
    for heading in re.findall(r"^#+ (.+?)\s*$", text, re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        word = re.sub(r"[^\w\s-]", "", plain).strip().lower()
        names.append(re.sub(r"[-\s]+", "-", word))
    return names


@pytest.mark.parametrize("page", EVERY, ids=name)
def test_anchors(page):
    said = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    found = [
        (target, anchor)
        for target, anchor in re.findall(r"\]\(((?:[^)#\s:]*\.md)?)#([^)\s]+)\)", said)
        if anchor not in anchors(page.parent / target if target else page)
    ]
    assert found == []


def test_anchors_are_those_of_the_site():
    assert "how-spark-runs-these-functions" in anchors(PAGES / "errors.md")


def test_scala_examples():
    """The generated file is up to date; ScalaTest compiles and runs it."""
    assert scala.source(pages()) == scala.SOURCE.read_text(encoding="utf-8")
    assert scala.SOURCE.read_text(encoding="utf-8").count("  private def example") >= 3


@pytest.mark.parametrize("page", FORMATS, ids=name)
def test_every_reason_has_a_cure(page):
    sources = [file.read_text(encoding="utf-8") for file in (WIRE / page.stem).glob("*.scala")]
    reasons = set(re.findall(r'new Reason\(\s*"([a-z0-9-]+)"', "".join(sources)))
    assert reasons
    rows = page.read_text(encoding="utf-8").split("\n## Faults\n")[1].split("\n## ")[0]
    assert {reason for reason in reasons if f"`{reason}`" not in rows} == set()


@pytest.mark.parametrize("page", FORMATS, ids=name)
def test_formats_have_the_same_sections(page):
    headings = re.findall(r"^## (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert [heading for heading in headings if heading != "How to"] == SECTIONS


def test_sample_data_of_notebooks_are_made(tmp_path):
    sample_data.main(tmp_path)
    kept = PAGES / "cookbook" / "data"
    names = {path.relative_to(kept) for path in kept.rglob("*") if path.is_file()}
    # tests/end_to_end/capture_clients.py makes the capture.
    others = {"README.md", "broker.pcap.gz"}
    assert {str(name) for name in names if not (tmp_path / name).exists()} == others
    for file in tmp_path.rglob("*.*"):
        assert (kept / file.relative_to(tmp_path)).read_bytes() == file.read_bytes(), file


@pytest.fixture(scope="module")
def measurements():
    """The script that generates the pages of measurements, and the results it reads."""
    sys.path.append(str(ROOT / "jvm" / "bench" / "queries"))
    import page

    results = [json.loads((page.RESULTS / f"{name}.json").read_text()) for name in page.FILES]
    return page, results


def test_measurements_are_those_of_the_results(measurements):
    page, results = measurements
    pages = {
        "performance.md": page.summary(*results),
        "performance-tables.md": page.tables(*results),
        "benchmark.md": page.rivals.page(),
    }
    for name, text in {**pages, **page.plots(*results)}.items():
        assert (PAGES / name).read_text(encoding="utf-8") == text, name


def test_counts_of_the_reliability_page():
    """The page names the vectors, the fuzz targets and the stored inputs by number."""
    text = (PAGES / "reliability.md").read_text(encoding="utf-8")
    vectors = {
        folder.name: sum(len(file.read_bytes().splitlines()) for file in folder.glob("*.jsonl"))
        for folder in (ROOT / "tests" / "vectors").iterdir()
        if folder.is_dir()
    }
    said = re.findall(r"^\| (\w+)[^|]*\| ([\d,]+) \|", text, re.MULTILINE)
    assert {title.lower(): int(count.replace(",", "")) for title, count in said} == vectors
    fuzz = ROOT / "tests" / "fuzz"
    # Beside them are the caches of tools.
    targets = [folder for folder in fuzz.glob("[a-z]*") if folder.is_dir()]
    inputs = [file for folder in targets for file in folder.rglob("*") if file.is_file()]
    for claim in (
        f"holds {sum(vectors.values()):,} values",
        f"has {len(targets)} targets",
        f"the {len(inputs):,} inputs in",
    ):
        assert claim in " ".join(text.split())
