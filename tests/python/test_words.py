"""The English of pages, comments and docstrings: habits that make it read like a translation.

The patterns find only what a pattern can find. A phrase that is right where it stands goes into
the exceptions of its habit.
"""

import ast
import io
import re
import tokenize
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ["docs", "jvm", "project", "python", "tests"]
# The output of builds, and values of other software with their stories.
LEFT_OUT = {"build", "golden", "target", "vectors"}
# Generated from the catalogue of functions, from docstrings and from results of measurements.
GENERATED = [
    "docs/pages/functions/*.md",
    "docs/pages/performance*.md",
    "docs/pages/python.md",
    "jvm/spark/src/main/scala/sparkwire/CatalogFunctions.scala",
    "jvm/spark/src/test/scala/pages/PageExamples.scala",
    "python/src/sparkwire/functions/_twins/*.py",
]
# Not reviewed: these docstrings have the words of the catalogue, which golden files show.
CATALOGUE = [
    "jvm/spark/src/main/scala/sparkwire/catalog/*.scala",
    "python/src/sparkwire/functions/*.py",
]


class Habit(NamedTuple):
    """A pattern, phrases around it that are right, and what to write instead."""

    pattern: re.Pattern
    allowed: re.Pattern
    instead: str


def habit(pattern, instead, allowed=r"(?!)"):
    """Return a habit; a space in a pattern stands for any white space, such as a line break."""
    wide = [re.compile(one.replace(" ", r"\s+"), re.IGNORECASE) for one in (pattern, allowed)]
    return Habit(*wide, instead)


HABITS = [
    habit(
        r"\b(?:is|are|was|were|be) no\b",
        "write `is not a`, `are not`",
        r"\bthere (?:(?:can|could|may|might|must|should|will|would) )?(?:is|are|was|were|be) no\b"
        r"|\bno (?:longer|more|less|fewer|other|different|one|\w+er than)\b",
    ),
    habit(
        r"\bin front\b",
        "write `before`; `starts with`, `preceded by` or `prepend` without a noun after it",
    ),
    habit(
        r"\bbehind\b",
        "write `after` for an order of bytes, text or time",
        r"\b(?:aggregate|expression|figures) behind\b|\bdatabase behind the cache\b"
        r"|\bgroup is behind\b|\b(?:leaves?|left|leaving)(?: \w+)? behind\b|\bbehind a firewall\b",
    ),
    habit(
        r"\b(?:that|those) of\b[^.;]*\b(?:that|those) of\b",
        "repeat the noun, or write a genitive, instead of a second `that of`",
    ),
    habit(r"\bmend(?:s|ed|ing)?\b", "write `repair` or `fix`"),
    habit(
        r"\bpass(?:es|ed|ing)? over\b", "write `skip`", r"\bpass(?:es)? over the (?:data|text)\b"
    ),
]

# Comments, and before them whatever may contain their first characters.
SCALA = re.compile(
    r'"""[\s\S]*?"""+|"(?:\\.|[^"\\\n])*"|\'(?:\\u[0-9a-fA-F]{4}|\\.|[^\\\'\n])\''
    r"|(?P<comment>//[^\n]*|/\*[\s\S]*?\*/)"
)
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
FENCED = re.compile(r"^ *(```+|~~~+)[\s\S]*?^ *\1|<!--[\s\S]*?-->", re.MULTILINE)
# What is not prose in it: names, code, addresses, and the marks at the beginnings of lines.
NAMES = re.compile(r"``.+?``|`[^`\n]*`|@param\s+\w+|\[\[[^\]]*\]\]|\]\([^)]*\)")
MARKS = re.compile(r"^[ \t]*(?:/\*\*?|\*/|\*|//+|#+:?)", re.MULTILINE)


def in_scala(text):
    """Return where the comments are: from and until."""
    return [found.span() for found in SCALA.finditer(text) if found["comment"]]


def in_python(text):
    """Return where the comments and docstrings are: from and until."""
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    comments = [
        (starts[one.start[0] - 1] + one.start[1], starts[one.end[0] - 1] + one.end[1])
        for one in tokens
        if one.type == tokenize.COMMENT
    ]
    docstrings = [
        (starts[node.body[0].lineno - 1], starts[node.body[0].end_lineno] - 1)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None
    ]
    return sorted(comments + docstrings)


def in_markdown(text):
    """Return where the text between the blocks of code is: from and until."""
    ends = [0, *(end for found in FENCED.finditer(text) for end in found.span()), len(text)]
    return list(zip(ends[::2], ends[1::2], strict=True))


KINDS = {
    ".java": in_scala,
    ".md": in_markdown,
    ".py": in_python,
    ".sbt": in_scala,
    ".scala": in_scala,
}


def blank(text):
    """Return as much white space, with the same line breaks."""
    return re.sub(r"\S", " ", text)


def prose_of(text, kind):
    """Return the prose of a file in its place; everything else becomes white space."""
    parts, end = [], 0
    for start, until in KINDS[kind](text):
        parts += [blank(text[end:start]), text[start:until]]
        end = until
    prose = "".join(parts)
    for pattern in (NAMES, MARKS):
        prose = pattern.sub(lambda found: blank(found[0]), prose)
    return prose


def habits(text, kind):
    """Return the line, the words and the advice for each habit in the prose of a file."""
    prose = prose_of(text, kind)
    for one in HABITS:
        right = [found.span() for found in one.allowed.finditer(prose)]
        for found in one.pattern.finditer(prose):
            if not any(start < found.end() and found.start() < end for start, end in right):
                words = " ".join(found[0].split())
                yield text.count("\n", 0, found.start()) + 1, words, one.instead


def files():
    """List the files that people write, with the ones at the root."""
    found = [ROOT / name for name in ("CHANGELOG.md", "README.md", "SECURITY.md", "build.sbt")]
    for folder in FOLDERS:
        found += (path for path in (ROOT / folder).rglob("*") if path.suffix in KINDS)
    patterns = [*GENERATED, *CATALOGUE]
    others = {path for pattern in patterns for path in ROOT.glob(pattern)}
    for path in sorted(set(found) - others):
        parts = path.relative_to(ROOT).parts
        # The caches of tools begin with a dot.
        if path.is_file() and not any(part in LEFT_OUT or part[0] == "." for part in parts):
            yield path


@pytest.mark.parametrize("folder", ["", *FOLDERS])
def test_no_habit_of_a_translation(folder):
    found = [
        f"{path.relative_to(ROOT)}:{line}: `{words}`: {instead}"
        for path in files()
        if path.relative_to(ROOT).parts[0] == folder or (not folder and path.parent == ROOT)
        for line, words, instead in habits(path.read_text(encoding="utf-8"), path.suffix)
    ]
    assert found == [], "\n" + "\n".join(found)


def test_files_are_found():
    """A file that was renamed or deleted leaves the list."""
    assert [pattern for pattern in GENERATED if not list(ROOT.glob(pattern))] == []
    assert {path.suffix for path in files()} == set(KINDS)


@pytest.mark.parametrize(
    ("text", "kind", "lines"),
    [
        ("It is no event.\n", ".md", [1]),
        ("There is no event, there can be no event, it is no longer one.\n", ".md", []),
        ("The byte in\nfront.\n", ".md", [1]),
        ("```text\nis no event\n```\nbytes behind it\n", ".md", [4]),
        ("The figures behind a decision, left nothing behind.\n", ".md", []),
        ("Call `behind`.\n", ".md", []),
        ("The order of this is that of the file and those of its parts.\n", ".md", [1]),
        ("The order is that of the file. Those of its parts differ.\n", ".md", []),
        ('val said = "is no event" // is\n// no event\n', ".scala", [1]),
        ("/** The place\n  * in front of it.\n  * @param behind another\n  */\n", ".scala", [2]),
        ("val quote = '\"' // mended\nval other = '\"'\n", ".scala", [1]),
        ('said = "is no event"  # passed over\n', ".py", [1]),
        ('"""A field that was\nmended.\n"""\n', ".py", [2]),
    ],
)
def test_habits(text, kind, lines):
    assert [line for line, _, _ in habits(text, kind)] == lines
