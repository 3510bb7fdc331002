"""The catalogue of functions, read from its pages in ``docs/pages/functions``.

The pages are generated from the jar, and a test keeps them equal. Unlike the jar, the pages can be
read without Spark.
"""

from __future__ import annotations

import re
from typing import NamedTuple

SECTION = re.compile(
    r"^## (?P<name>\w+)\n\n`\w+\((?P<signature>.*?)\)`, since (?P<since>\S+)\n\n(?P<usage>.*?)\n\n"
    r"(?P<about>.*?)^```sql\n(?P<example>.*?)\n```\n\n```text\n(?P<result>.*?)\n```$",
    re.MULTILINE | re.DOTALL,
)
ARGUMENT = re.compile(r"X'(?P<hex>\w*)'|'(?P<text>(?:[^']|'')*)'|(?P<null>NULL)|(?P<whole>-?\d+)")


class Parameter(NamedTuple):
    """One parameter; its type is written as on the page."""

    name: str
    type: str
    optional: bool


class Function(NamedTuple):
    """One function; its example is SQL."""

    name: str
    parameters: list[Parameter]
    since: str
    usage: str
    example: str
    result: str

    @property
    def format(self) -> str:
        """The format of the function: the first word of its name, without ``try_``."""
        return self.name.removeprefix("try_").split("_")[0]

    def arguments(self) -> list[bytes | str | int | None]:
        """Return the arguments of the example as Python values."""
        call = re.search(rf"\b{self.name}\((.*)\)", self.example)
        found = ARGUMENT.finditer(call[1] if call else "")
        return [_value(argument) for argument in found]


class Family(NamedTuple):
    """The names of a strict function and its twins, like ``Rows.family`` in the Scala catalogue."""

    strict: str
    attempt: str
    fault: str
    dissect: str | None


def read(pages: str) -> dict[str, Function]:
    """Return the functions by name."""
    functions = {}
    for section in SECTION.finditer(pages):
        optional = set(re.findall(r"\[, (\w+)\]", section["signature"]))
        rows = re.findall(r"^\| `(\w+)` \| `([^`]+)` \|", section["about"], re.MULTILINE)
        parameters = [Parameter(name, type, name in optional) for name, type in rows]
        name, since, usage, example, result = section.group(
            "name", "since", "usage", "example", "result"
        )
        functions[name] = Function(name, parameters, since, usage, example, result)
    if list(functions) != re.findall(r"^## (\w+)$", pages, re.MULTILINE):
        raise SystemExit("The pages of functions have another form than expected.")
    return functions


def family(name: str, functions: dict[str, Function]) -> Family | None:
    """Return the family whose strict function has this name; None if there is none."""
    attempt = f"try_{name}"
    if attempt not in functions:
        return None
    dissect = f"{name.removesuffix('_decode')}_dissect"
    if dissect in functions:
        return Family(name, attempt, f"{name.removesuffix('_decode')}_fault", dissect)
    return Family(name, attempt, f"{name}_fault", None)


def _value(argument: re.Match[str]) -> bytes | str | int | None:
    if argument["null"]:
        return None
    if argument["whole"]:
        return int(argument["whole"])
    if argument["hex"] is not None:
        return bytes.fromhex(argument["hex"])
    return argument["text"].replace("''", "'")
