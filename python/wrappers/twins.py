"""The twins of the Python functions, generated from the strict functions that they differ from."""

from __future__ import annotations

import ast
import re
import textwrap
from typing import TYPE_CHECKING, NamedTuple

from wrappers.catalogue import Family, Function, family

if TYPE_CHECKING:
    from collections.abc import Iterator

WIDTH = 100  # the longest line, as in pyproject.toml
HELPERS = ["call", "constant_or_column", "literal", "schemas", "schemas_or_column"]
MODULE = """\
# Made by `make wrappers` (python/wrappers) from {format}.py and the catalogue. Do not edit.
\"""Twins of `sparkwire.functions.{format}`: the same decodings, other endings.\"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sparkwire._call import {helpers}

if TYPE_CHECKING:
    from pyspark.sql import Column

    from sparkwire._call import {types}

__all__ = [
{names}
]


{functions}


# help() shows them, and pickle finds them, where users import them from.
for _name in __all__:
    globals()[_name].__module__ = "sparkwire.functions.{format}"
"""
DOCUMENTATION = """\
{summary}

.. versionadded:: {since}

Parameters
----------
{parameters}

Returns
-------
Column
{returns}

See Also
--------
{others}

Examples
--------
>>> import sparkwire.functions as wire
{example}
"""


class Strict(NamedTuple):
    """The parsed parts of a function that is written by hand."""

    name: str
    parameters: list[str]  # with annotations and defaults
    columns: list[str]  # the names of the parameters that accept only columns
    arguments: list[str]  # the arguments of its call, after the name
    summary: str
    about: dict[str, tuple[str, str]]  # the type and the text of each parameter


class Twin(NamedTuple):
    """The parts of a twin that differ from its strict function.

    ``part``, ``column`` and ``value`` describe the result of its example: the field that is shown,
    the name of the column and the expected value. A ``value`` of None means that the example must
    be written by hand.
    """

    name: str
    summary: str
    returns: str
    others: list[str]
    part: str = ""
    column: str = ""
    value: str | None = None


def source(format: str, strict: str, functions: dict[str, Function], examples: str) -> str:
    """Generate the module with the twins of one format's functions."""
    known = dict(re.findall(r"^# (\w+)\n(.*?)\n(?=\n#|\Z)", examples, re.MULTILINE | re.DOTALL))
    written = {}
    code = ["call"]
    for one in _strict_functions(strict):
        relatives = family(one.name, functions)
        if relatives is None:
            continue
        code += one.parameters + one.arguments
        for twin in _twins(one, relatives, functions):
            example = known.pop(twin.name, "") or _example(one, twin, functions[twin.name])
            written[twin.name] = _function(one, twin, functions[twin.name].since, example)
    if known:
        raise SystemExit(f"No twins of {format}, but with an example: {', '.join(known)}")
    return MODULE.format(
        format=format,
        helpers=_used(HELPERS, code),
        types=_used(["ColumnOrName", "Options", "Schemas"], code),
        names="\n".join(f'    "{name}",' for name in sorted(written)),
        functions="\n\n\n".join(written.values()),
    )


def _strict_functions(source: str) -> Iterator[Strict]:
    """Parse the functions of a file."""
    for node in ast.parse(source).body:
        if not isinstance(node, ast.FunctionDef):
            continue
        doc = ast.get_docstring(node) or ""
        about = doc.split("Parameters\n----------\n")[1].split("\n\nReturns\n")[0]
        returned = node.body[-1]
        if not (isinstance(returned, ast.Return) and isinstance(returned.value, ast.Call)):
            raise SystemExit(f"{node.name} does not end with a call")
        call = returned.value
        defaults = [""] * (len(node.args.args) - len(node.args.defaults))
        defaults += [f" = {ast.unparse(default)}" for default in node.args.defaults]
        yield Strict(
            node.name,
            [
                ast.unparse(arg) + default
                for arg, default in zip(node.args.args, defaults, strict=True)
            ],
            [arg.arg for arg in node.args.args if ": ColumnOrName" in ast.unparse(arg)],
            [ast.unparse(part) for part in [*call.args[1:], *call.keywords]],
            doc.split("\n")[0],
            {
                name: (type, text)
                for name, type, text in re.findall(
                    r"^(\w+) : (.*)\n((?:    .*\n?)+)", about, re.MULTILINE
                )
            },
        )


def _twins(strict: Strict, names: Family, functions: dict[str, Function]) -> Iterator[Twin]:
    # The text after the first comma or colon describes the values, not the decoding.
    what = re.split(r"[,:]|\.$", strict.summary)[0]
    if strict.name.endswith("_encode"):
        yield from _encoding_twins(what, names, functions)
        return
    parameters = functions[names.strict].parameters
    is_text = all("BINARY" not in parameter.type for parameter in parameters)
    unit = " in the text's UTF-8" if is_text else ""
    yield Twin(
        names.attempt,
        f"{what}; NULL for malformed input.",
        f"The result of `{names.strict}`, or NULL.",
        [
            f"{names.strict} : fails for malformed input.",
            f"{names.fault} : why input is malformed.",
        ],
        column="result",
        value="NULL",
    )
    yield Twin(
        names.fault,
        f"Explain why `{names.strict}` rejects a value.",
        f"NULL where `{names.strict}` succeeds, else STRUCT of ``reason``, ``offset`` of the first "
        f"byte at fault{unit}, ``path`` of the field and ``message``.",
        [f"{names.attempt} : the values of the rows that have no fault."]
        + ([f"{names.dissect} : every byte up to the fault."] if names.dissect else []),
        part=".reason",
        column="reason",
        value=functions[names.fault].result,
    )
    if names.dissect:
        yield Twin(
            names.dissect,
            f"Show what each byte means that `{names.strict}` reads.",
            "ARRAY of STRUCT of ``offset``, ``length``, ``path``, ``type``, ``value``, in the "
            "order of the bytes. Malformed bytes end with a row of type ``FAULT``.",
            [
                f"{names.fault} : only what is wrong.",
                "sparkwire.view.dissection : the same as a picture.",
            ],
        )


def _encoding_twins(what: str, names: Family, functions: dict[str, Function]) -> Iterator[Twin]:
    yield Twin(
        names.attempt,
        f"{what}; NULL for a value that cannot be encoded.",
        f"The result of `{names.strict}`, or NULL.",
        [
            f"{names.strict} : fails for such a value.",
            f"{names.fault} : why a value cannot be written.",
        ],
        column="result",
        value="NULL",
    )
    yield Twin(
        names.fault,
        f"Explain why `{names.strict}` rejects a value.",
        f"NULL where `{names.strict}` succeeds, else STRUCT of ``reason``, ``path`` of the part "
        "that cannot be written and ``message``.",
        [f"{names.attempt} : the bytes of the rows that have no fault."],
        part=".reason",
        column="reason",
        value=functions[names.fault].result,
    )


def _function(strict: Strict, twin: Twin, since: str, example: str) -> str:
    documentation = DOCUMENTATION.format(
        summary=twin.summary,
        since=since,
        parameters="\n".join(_parameters(strict)),
        returns=textwrap.fill(
            twin.returns, WIDTH - 4, initial_indent="    ", subsequent_indent="    "
        ),
        others="\n".join(twin.others),
        example=example,
    )
    quotes = 'r"""' if "\\" in documentation else '"""'
    return "\n".join(
        [
            _fitted(f"def {twin.name}(", strict.parameters, ") -> Column:"),
            textwrap.indent(f'{quotes}{documentation}"""', "    "),
            textwrap.indent(
                _fitted("return call(", [f'"{twin.name}"', *strict.arguments], ")", WIDTH - 4),
                "    ",
            ),
        ]
    )


def _parameters(strict: Strict) -> Iterator[str]:
    for name, (type, text) in strict.about.items():
        repeated = "optional" not in type or text.startswith("    As for ")
        yield f"{name} : {type}"
        yield text.rstrip() if repeated else f"    As for `{strict.name}`."


def _example(strict: Strict, twin: Twin, function: Function) -> str:
    """Generate an example: a DataFrame with the malformed input of the catalogue's example."""
    if twin.value is None:
        raise SystemExit(f"{twin.name} needs an example in wrappers/examples, as others have one.")
    passed = list(zip(function.parameters, function.arguments(), strict=False))
    columns = [(one.name, one.type, value) for one, value in passed if one.name in strict.columns]
    arguments = [
        f'"{one.name}"' if one.name in strict.columns else _literal(value) for one, value in passed
    ]
    row = ", ".join(_literal(value) for _, _, value in columns)
    # If a column may have several types, the example has the first one.
    schema = ", ".join(f"{name} {type.split(' or ')[0]}" for name, type, _ in columns)
    width = max(len(twin.column), len(twin.value))
    line = f"+{'-' * width}+"
    shown = f"wire.{twin.name}({', '.join(arguments)}){twin.part}"
    return f"""\
>>> row = ({row}{"," if len(columns) == 1 else ""})
>>> df = spark.createDataFrame([row], "{schema}")
>>> df.select({shown}.alias("{twin.column}")).show()
{line}
|{twin.column:>{width}}|
{line}
|{twin.value:>{width}}|
{line}"""


def _literal(value: bytes | str | int | None) -> str:
    """Format a Python literal as ruff would."""
    if isinstance(value, bytes):
        return f'bytes.fromhex("{value.hex()}")'
    if isinstance(value, str):
        return repr(value) if '"' in value else f'"{value}"'
    return repr(value)


def _fitted(head: str, parts: list[str], tail: str, width: int = WIDTH) -> str:
    """Wrap a list as ruff does: on one line, items on a line of their own, or one item a line."""
    listed = ", ".join(parts)
    if len(head + listed + tail) <= width:
        return head + listed + tail
    if len(listed) + 4 <= width:
        return f"{head}\n    {listed}\n{tail}"
    return "\n".join([head, *(f"    {part}," for part in parts), tail])


def _used(names: list[str], code: list[str]) -> str:
    return ", ".join(name for name in names if re.search(rf"\b{name}\b", " ".join(code)))
