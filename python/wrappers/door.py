"""The methods of the Scala API. Optional parameters become overloads, so no caller passes null."""

from __future__ import annotations

import textwrap
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrappers.catalogue import Function, Parameter

WIDTH = 100  # the longest line, as in .scalafmt.conf
INDENT = " " * 6  # of parameters on their own lines
SCHEMAS = "STRING or MAP"  # a schema, or a map from ids to schemas
SCHEMA_ID = "INT, STRING or BINARY"
HEAD = """\
// Made by `make wrappers` (python/wrappers) from the catalogue. Do not edit.
package sparkwire

import org.apache.spark.sql.Column
import org.apache.spark.sql.functions.lit

import sparkwire.Call.{call, Options}

/** A method for each function of the catalogue; users import them from [[functions]]. */
private[sparkwire] trait CatalogFunctions {"""


def source(functions: dict[str, Function]) -> str:
    """Generate the source of the trait."""
    lines = [HEAD]
    for format, group in groupby(functions.values(), key=lambda one: one.format):
        lines.append(f"\n  // {format.capitalize()}")
        for function in group:
            lines += ["", *_documentation(function.usage)]
            for parameters in _alternatives(function.parameters):
                lines.append(_method(function.name, parameters))
    return "\n".join([*lines, "}", ""])


def _documentation(usage: str) -> Iterator[str]:
    first, *rest = textwrap.wrap(usage, WIDTH - len("  /** "))
    if not rest and len(f"  /** {first} */") <= WIDTH:
        yield f"  /** {first} */"
        return
    yield f"  /** {first}"
    yield from (f"    * {line}" for line in rest)
    yield "    */"


def _alternatives(parameters: list[Parameter]) -> Iterator[list[Parameter]]:
    """Yield the parameter lists of the overloads: a schema as a column, then as a String.

    Scala allows default arguments in only one overload of a method.
    """
    yield from _overloads(parameters)
    if all(one.type != SCHEMAS for one in parameters):
        return
    texts = [
        one._replace(type="a constant STRING") if one.type == SCHEMAS else one
        for one in parameters
        # An id leads through a map.
        if one.type != SCHEMA_ID
    ]
    for overload in _overloads(texts):
        if overload[-1].name == "options" and overload[-1].optional:
            yield overload[:-1]
            overload[-1] = overload[-1]._replace(optional=False)
        yield overload


def _overloads(parameters: list[Parameter]) -> Iterator[list[Parameter]]:
    """Yield the parameter lists; only in the longest may the options have a default."""
    required = [parameter for parameter in parameters if not parameter.optional]
    between = [one for one in parameters if one.optional and one.name != "options"]
    options = [parameter for parameter in parameters if parameter.name == "options"]
    for count in range(len(between)):
        yield [*required, *between[:count]]
        if options:
            yield [*required, *between[:count], options[0]._replace(optional=False)]
    yield [*required, *between, *options]


def _method(name: str, parameters: list[Parameter]) -> str:
    declared = ", ".join(f"{one.name}: {_type(one)}" for one in parameters)
    passed = "".join(
        f", lit({one.name})" if _type(one) == "String" else f", {one.name}"
        for one in parameters
        if one.name != "options"
    )
    options = "options" if any(one.name == "options" for one in parameters) else "Map.empty"
    head = f"  def {name}({declared}): Column ="
    if len(head) > WIDTH:
        # Lines break between parameters.
        fixed = f"{declared}): Column =".replace(" ", "~").replace(",~", ", ")
        lines = textwrap.wrap(fixed, WIDTH - len(INDENT), break_long_words=False)
        head = f"  def {name}(" + "".join(f"\n{INDENT}{line}" for line in lines).replace("~", " ")
    return f'{head}\n    call("{name}"{passed})({options})'


def _type(parameter: Parameter) -> str:
    """Return the Scala type of a parameter: String for text that must be constant, else Column."""
    if parameter.name == "options":
        return "Options = Map.empty" if parameter.optional else "Options"
    is_constant = parameter.type == "a constant STRING" or (
        parameter.optional and parameter.type == "STRING"
    )
    return "String" if is_constant else "Column"
