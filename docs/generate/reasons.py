"""Generates the index of all reasons from the tables of the pages that explain them."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from typing import TYPE_CHECKING

from generate.reference import FUNCTIONS, PAGES

if TYPE_CHECKING:
    from pathlib import Path

INDEX = PAGES / "reasons.md"
SOURCES = PAGES.parents[1] / "jvm" / "wire" / "src" / "main"
HEAD = """\
# All reasons

A reason is the word that an error, a `_fault` function or the column `fault` of a table gives for malformed bytes, or for a value that
cannot be written. The page of each format explains its reasons, with a cure for each. [Errors](errors.md) describes the errors
around them.

| reason | explained under |
|---|---|
"""
TABLE = re.compile(
    r"^\| reason \|(?! `).*\n\|[-|]+\n(?P<rows>(?:\|.*\n)+)", re.MULTILINE
)
MADE = re.compile(r'new Reason\(\s*"([a-z0-9-]+)"')
CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
WORD = re.compile(r"`([a-z][a-z0-9]*(?:-[a-z0-9]+)*)`")


def known() -> set[str]:
    """Return the reasons that the readers and writers have."""
    files = SOURCES.rglob("*.scala")
    return {word for file in files for word in MADE.findall(file.read_text(encoding="utf-8"))}


def index() -> str:
    """Return the page: each reason, and the pages that explain it."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    pages = sorted(set(PAGES.rglob("*.md")) - {INDEX} - set(FUNCTIONS.glob("*.md")))
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for table in TABLE.finditer(text):
            for row in table["rows"].splitlines():
                for word in WORD.findall(row.split("|")[1]):
                    places[word].append(_link(page, text, table.start()))
    # Reasons of files, which the pages explain where they occur.
    for word in known() - set(places):
        for page in pages:
            text = page.read_text(encoding="utf-8")
            if f"`{word}`" in text:
                places[word].append(_link(page, text, text.index(f"`{word}`")))
    rows = (
        f"| `{word}` | {', '.join(dict.fromkeys(links))} |\n"
        for word, links in sorted(places.items())
    )
    return HEAD + "".join(rows)


def _link(page: Path, text: str, at: int) -> str:
    """Return a link to the section of a page that has this position."""
    title, *sections = re.findall(r"^#+ (.+)$", CODE.sub("", text[:at]), re.MULTILINE)
    section = sections[-1] if sections else ""
    name = title if section in ("", "Faults") else f"{title}: {section}"
    anchor = re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", section).strip().lower())
    return f"[{name}]({os.path.relpath(page, PAGES)}{f'#{anchor}' if anchor else ''})"
