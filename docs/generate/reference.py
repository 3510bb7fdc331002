"""Generates the page of all functions from DESCRIBE FUNCTION EXTENDED, without naming any here."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import SparkSession

FORMATS = Path(__file__).parents[1] / "pages" / "formats"
LONGEST_LINE = 88
HEAD = """\
# Functions

<!-- Made by docs/build.py. Do not edit. -->

This page lists all functions, with the text that `DESCRIBE FUNCTION EXTENDED` shows. The names are the
same in SQL, in Python (`sparkwire.functions`) and in Scala (`sparkwire.functions._`).
[Which function do I need](which-function.md) helps to choose.
"""


class Described(NamedTuple):
    """The parsed description of one function."""

    name: str
    signature: str
    usage: str
    returns: str
    arguments: list[tuple[str, str, str]]
    example: str
    result: str
    since: str

    @property
    def plain(self) -> str:
        """The name without `try_`."""
        return self.name.removeprefix("try_")

    @property
    def format(self) -> str:
        """The format of the function: the first word of its name, without `try_`."""
        return self.plain.split("_")[0]


def reference(spark: SparkSession) -> str:
    """Generate the page."""
    names = [row[0] for row in spark.sql("SHOW USER FUNCTIONS").collect()]
    found = [one for name in names for one in _described(spark, name)]
    found.sort(key=lambda one: (one.format, one.plain, one.name != one.plain))
    written = [HEAD]
    for format, group in groupby(found, key=lambda one: one.format):
        functions = list(group)
        written += [f"## {_title(format)}\n", "| function | |\n|---|---|"]
        written += [f"| [`{one.name}`](#{one.name}) | {_cell(one.usage)} |" for one in functions]
        known: dict[str, str] = {}
        for one in functions:
            written += ["", *_section(one, known)]
            known.setdefault(one.returns, one.name)
        written.append("")
    return "\n".join(written)


def _described(spark: SparkSession, name: str) -> Iterator[Described]:
    """Parse the description of a function; yield nothing if it is not one of Sparkwire's."""
    rows = spark.sql(f"DESCRIBE FUNCTION EXTENDED `{name}`").collect()
    text = "\n".join(row[0] for row in rows)
    if "\nClass: sparkwire." not in text:
        return
    usage = re.search(r"^Usage: (\w+\(.*?\)) - (.*) Returns (.*)\.$", text, re.MULTILINE)
    example = re.search(r"^ +> (.*?);\n +(.*?)\n *\n", text, re.MULTILINE | re.DOTALL)
    since = re.search(r"^ +Since: (\S+)", text, re.MULTILINE)
    if not (usage and example and since):
        raise SystemExit(f"The description of {name} has another form than expected:\n{text}")
    arguments = re.findall(r"^ +\* (\w+) - ([^:]+): (.*)$", text, re.MULTILINE)
    signature, about, returns = usage.groups()
    yield Described(name, signature, about, returns, arguments, example[1], example[2], since[1])


def _title(format: str) -> str:
    page = FORMATS / f"{format}.md"
    head = re.match(r"# (.*)\n", page.read_text(encoding="utf-8")) if page.exists() else None
    return f"[{head[1]}](formats/{format}.md)" if head else format.capitalize()


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _section(one: Described, known: dict[str, str]) -> Iterator[str]:
    yield f"### {one.name}\n"
    yield f"`{one.signature}`, since {one.since}\n"
    yield f"{one.usage}\n"
    yield "| argument | type | |\n|---|---|---|"
    yield from (f"| `{name}` | `{kind}` | {_cell(about)} |" for name, kind, about in one.arguments)
    yield ""
    if one.returns in known:
        yield f"Returns what [`{known[one.returns]}`](#{known[one.returns]}) returns.\n"
    elif len(one.returns) <= LONGEST_LINE:
        is_type = "`" not in one.returns
        yield f"Returns `{one.returns}`.\n" if is_type else f"Returns {one.returns}.\n"
    else:
        yield "Returns\n\n```text"
        yield from _broken(one.returns)
        yield "```\n"
    yield f"```sql\n{one.example}\n```\n"
    yield f"```text\n{one.result}\n```"


def _broken(type: str, indent: str = "", tail: str = "") -> Iterator[str]:
    """Break a long type into lines: each field of a long struct gets a line of its own."""
    head, struct, inside = type.partition("STRUCT<")
    if not struct or len(indent + type + tail) <= LONGEST_LINE:
        yield indent + type + tail
        return
    fields, rest = _fields(inside)
    yield f"{indent}{head}STRUCT<"
    for number, field in enumerate(fields, 1):
        yield from _broken(field, indent + "  ", "," if number < len(fields) else "")
    yield f"{indent}>{rest}{tail}"


def _fields(inside: str) -> tuple[list[str], str]:
    """Return the fields before the > that ends a struct, and the text after it."""
    depth, start, fields = 0, 0, []
    for at, letter in enumerate(inside):
        depth += {"<": 1, "(": 1, ">": -1, ")": -1}.get(letter, 0)
        if depth < 0 or (letter == "," and depth == 0):
            fields.append(inside[start:at].strip())
            start = at + 1
        if depth < 0:
            return fields, inside[start:]
    raise ValueError(f"no struct: {inside}")
