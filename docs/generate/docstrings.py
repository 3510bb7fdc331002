"""Turns numpydoc docstrings into Markdown, for the pages of the reference."""

from __future__ import annotations

import inspect
import re
from textwrap import dedent, indent
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

SECTION = re.compile(r"^([A-Z][A-Za-z ]+)\n-{3,}$", re.MULTILINE)
# An entry of Parameters, Returns, Attributes or See Also: a line, and indented lines below it.
ENTRY = re.compile(r"^(\S.*)\n?((?:(?: .*)?\n)*(?: .*)?)", re.MULTILINE)


def signature(name: str, function: Any) -> str:  # noqa: ANN401
    """Return how a function is called: its parameters and defaults, without types."""
    found = inspect.signature(function)
    plain = [one.replace(annotation=one.empty) for one in found.parameters.values()]
    return f"{name}{found.replace(parameters=plain, return_annotation=found.empty)}"


def markdown(documented: Any) -> str:  # noqa: ANN401
    """Return the docstring of a function or class as Markdown."""
    text = re.sub(r"\.\. versionadded::.*\n+", "", inspect.getdoc(documented) or "")
    about, *sections = SECTION.split(text)
    parts = [_text(about).strip()]
    for title, body in zip(sections[::2], sections[1::2], strict=True):
        if title == "Examples":
            parts.append(f"```python\n{body.strip()}\n```")
        else:
            parts.append(f"**{title}**\n\n" + "\n".join(_entries(title, body.strip("\n"))))
    return "\n\n".join(parts)


def _text(said: str) -> str:
    return said.replace("``", "`")


def _entries(title: str, body: str) -> Iterator[str]:
    if title in ("Notes", "Raises") or not ENTRY.match(body):
        yield _text(body)
        return
    for head, below in ENTRY.findall(body):
        name, colon, rest = head.partition(" : ")
        about = " ".join(_text(dedent(below)).split())
        if title == "See Also":
            yield f"- `{name}`: {_text(rest)}"
        elif title == "Returns":
            yield f"`{_text(head)}`" + (f": {about}" if about else "")
        else:
            kind = f" ({_text(rest)})" if colon else ""
            yield f"- `{name}`{kind}: {about}"


def folded(title: str, body: str) -> str:
    """Return a block that a reader opens."""
    return f'??? note "{title}"\n\n{indent(body, "    ")}\n'
