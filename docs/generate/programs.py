"""Writes the site's pages for programs: ``llms.txt`` and each page as Markdown. A hook of MkDocs.

MkDocs loads this file by its path, without the package around it, so it needs nothing but Python.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

DOCS = Path(__file__).parents[1]
PAGES = DOCS / "pages"
CONFIG = DOCS / "mkdocs.yml"
LIST = "llms.txt"
# A line of the navigation: a page, a page with a title of its own, or the title of a section.
ENTRY = re.compile(r"^(?P<indent> +)- (?:(?P<title>[^:\n]+):)? ?(?P<page>\S+\.md)?$")
COMMENT_OR_CODE = re.compile(r"<!--.*?-->|^```.*?^```$", re.MULTILINE | re.DOTALL)
TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
# A sentence ends before white space and the beginning of the next one.
SENTENCE = re.compile(r".+?[.:!?](?=\s+[^a-z\s]|\s*$)", re.DOTALL)
LONGEST_SUMMARY = 200
NOT_PROSE = ("#", "|", "!", "- ", "<", "???", "1. ")
HOW = """\
The links lead to the pages as Markdown; the same address with `.html` instead of `.md` is the page for people.
[Signatures](functions/signatures.md) lists all functions on one page.
"""


class Entry(NamedTuple):
    """An entry of the navigation.

    Attributes
    ----------
    depth : int
        0 at the top, 1 inside a section.
    title : str
        The title of the section, or of the page.
    page : str or None
        The path of the page below `PAGES`; None for a section.
    """

    depth: int
    title: str
    page: str | None


def on_post_build(config: Any, **_: Any) -> None:  # noqa: ANN401
    """Write the files into the site; MkDocs calls this when the site is there."""
    for name, text in files().items():
        Path(config.site_dir, name).write_text(text, encoding="utf-8")


def files() -> dict[str, str]:
    """Return the files by their paths in the site."""
    pages = [entry.page for entry in navigation() if entry.page]
    return {LIST: contents(), **{page: _text(page) for page in pages}}


def navigation() -> Iterator[Entry]:
    """Read the navigation of the site, in its order."""
    lines = CONFIG.read_text(encoding="utf-8").partition("\nnav:\n")[2].splitlines()
    for line in filter(str.strip, lines):
        found = ENTRY.match(line)
        if found is None:
            raise ValueError(f"{CONFIG.name}: an entry of the navigation has another form: {line}")
        page = found["page"]
        title = _title(page) if page else found["title"]
        yield Entry(int(len(found["indent"]) > 2), title, page)


def contents() -> str:
    """Return ``llms.txt``: what Sparkwire is, and each page with a sentence."""
    about = _paragraphs(_text("index.md"))[0]
    lines = [f"# {_title('index.md')}", "", f"> {about}", "", HOW, "## Pages", ""]
    for depth, title, page in navigation():
        indent = "  " * depth
        lines.append(
            f"{indent}- [{title}]({page}): {summary(page)}" if page else f"{indent}- {title}"
        )
    return "\n".join(lines) + "\n"


def summary(page: str) -> str:
    """Return the first sentences of a page, as many as make a line."""
    first = _paragraphs(_text(page))[0]
    said = ""
    for sentence in SENTENCE.findall(first) or [first]:
        if said and len(said) + len(sentence) > LONGEST_SUMMARY:
            break
        said += sentence
    return re.sub(r":$", ".", said)


def _paragraphs(text: str) -> list[str]:
    """Return the paragraphs of prose, each in one line and without links."""
    blocks = re.split(r"\n\s*\n", COMMENT_OR_CODE.sub("", text))
    prose = (block for block in blocks if block.strip() and not block.startswith(NOT_PROSE))
    return [LINK.sub(r"\1", " ".join(block.split())) for block in prose]


def _title(page: str) -> str:
    found = TITLE.search(_text(page))
    if found is None:
        raise ValueError(f"{page} has no heading")
    return found[1]


def _text(page: str) -> str:
    return (PAGES / page).read_text(encoding="utf-8")
