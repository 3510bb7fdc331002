"""Generates the page that lists every function with its signature, for programs and for search."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from generate.reference import Described

HEAD = """\
# Signatures

{made}

Every function with its arguments, its result and an example, on one page. Arguments in brackets may be left out. [Functions](index.md)
describes each of them in a sentence, and the page of each format explains its arguments, also in Python and Scala.

| function | result | example | gives |
|---|---|---|---|
"""


def page(functions: Iterable[Described], made: str) -> str:
    """Return the page.

    Parameters
    ----------
    functions : iterable of Described
        The functions, in the order of the table.
    made : str
        The comment that says what writes the page.
    """
    return HEAD.format(made=made) + "".join(
        f"| {_code(one.signature)} | {_result(one.returns)} | {_code(one.example)} |"
        f" {_code(one.result)} |\n"
        for one in functions
    )


def _result(returns: str) -> str:
    """Return a type as code, a description as text."""
    return _escaped(returns) if "`" in returns else _code(returns)


def _code(text: str) -> str:
    marks = "``" if "`" in text else "`"
    return f"{marks}{_escaped(text)}{marks}"


def _escaped(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())
