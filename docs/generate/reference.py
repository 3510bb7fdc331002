"""Generates the pages of all functions, without naming any here.

The SQL text comes from DESCRIBE FUNCTION EXTENDED, the Python text from docstrings, and the Scala
signatures from the source.
"""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import sparkwire
from generate import signatures
from generate.docstrings import folded, markdown, signature
from generate.scala import ROOT
from sparkwire import avro, functions, ignite

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import SparkSession

PAGES = Path(__file__).parents[1] / "pages"
FORMATS = PAGES / "formats"
FUNCTIONS = PAGES / "functions"
PYTHON = PAGES / "python.md"
SCALA = ROOT / "jvm" / "spark" / "src" / "main" / "scala" / "sparkwire" / "CatalogFunctions.scala"
# The pages that are not called like the first word of their functions.
OTHER_PAGES = {"layout": "layouts", "registry": "avro"}
LONGEST_LINE = 88
MADE = "<!-- Made by docs/build.py. Do not edit. -->"
INDEX = f"""\
# Functions

{MADE}

The names are the same in SQL, in Python (`sparkwire.functions`) and in Scala (`sparkwire.functions._`).
[Which function do I need](../which-function.md) helps to choose, and [Signatures](signatures.md) has all of them in one table.
"""
PYTHON_HEAD = f"""\
# Python

{MADE}

What the package has besides the [functions](functions/index.md), which are in `sparkwire.functions` under the names that they
have in SQL.
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
        """The page of the function: the first word of its name, without `try_`."""
        word = self.plain.split("_")[0]
        return OTHER_PAGES.get(word, word)


def reference(spark: SparkSession) -> dict[Path, str]:
    """Generate the lists of functions, one page for each format, and the page of the package."""
    names = [row[0] for row in spark.sql("SHOW USER FUNCTIONS").collect()]
    found = [one for name in names for one in _described(spark, name)]
    found.sort(key=lambda one: (one.format, one.plain, one.name != one.plain))
    methods = _scala_methods()
    index, made = [INDEX], {}
    for format, group in groupby(found, key=lambda one: one.format):
        listed = list(group)
        page = f"{format}.md"
        index += [f"## {_title(format)}\n", "| function | |\n|---|---|"]
        index += [f"| [`{one.name}`]({page}#{one.name}) | {_cell(one.usage)} |" for one in listed]
        index.append("")
        made[FUNCTIONS / page] = _page(format, listed, methods)
    made[FUNCTIONS / "index.md"] = "\n".join(index)
    made[FUNCTIONS / "signatures.md"] = signatures.page(found, MADE)
    return {**made, PYTHON: _python()}


def _page(format: str, listed: list[Described], methods: dict[str, list[str]]) -> str:
    known: dict[str, str] = {}
    written = [f"# {_title(format, linked=False)}: functions\n\n{MADE}\n"]
    written.append(
        "Arguments, result and an example of each function, in SQL, Python and Scala. The page of"
        f" [the format](../formats/{format}.md) explains results and options."
    )
    for one in listed:
        written += ["", *_section(one, known), ""]
        # The wrappers of a new function are made from this page, and shown when it is made again.
        function = getattr(functions, one.name, None)
        if function is not None:
            call = f"```python\n{signature(one.name, function)}\n```\n\n{markdown(function)}"
            written.append(folded("Python", call))
        if one.name in methods:
            lines = "\n".join(methods[one.name])
            written.append(folded("Scala", f"```scala\n{lines}\n```"))
        known.setdefault(one.returns, one.name)
    return "\n".join(written)


def _scala_methods() -> dict[str, list[str]]:
    """Return the signatures of the methods by name."""
    methods: dict[str, list[str]] = {}
    source = SCALA.read_text(encoding="utf-8")
    for name, parameters in re.findall(r"^  def (\w+)\((.*?)\): Column =", source, re.M | re.S):
        line = f"def {name}({' '.join(parameters.split())}): Column"
        methods.setdefault(name, []).append(line)
    return methods


def _python() -> str:
    """Generate the page of the Python package."""
    written = [PYTHON_HEAD]
    modules = {"sparkwire": sparkwire, "sparkwire.avro": avro, "sparkwire.ignite": ignite}
    for title, module in modules.items():
        written.append(f"## {title}\n")
        for name in sorted(module.__all__, key=str.lower):
            if name.startswith("_"):
                continue
            member = getattr(module, name)
            called = f"{title}.{name}"
            call = called if isinstance(member, type) else signature(called, member)
            written.append(f"### {name}\n\n```python\n{call}\n```\n\n{markdown(member)}\n")
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


def _title(format: str, *, linked: bool = True) -> str:
    head = (FORMATS / f"{format}.md").read_text(encoding="utf-8").partition("\n")[0][2:]
    return f"[{head}](../formats/{format}.md)" if linked else head


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _section(one: Described, known: dict[str, str]) -> Iterator[str]:
    yield f"## {one.name}\n"
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
