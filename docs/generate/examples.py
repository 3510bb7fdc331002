"""Runs the examples of a page in order and inserts their output.

A ``text`` block directly after an ``sql`` or ``python`` block holds the output of that block. In a
``console`` block, the lines after a ``$ command`` (continued by lines that begin with ``>``) are
the output of the command. The text between ``<!-- bytes: format file line -->`` and
``<!-- end -->`` is the picture of a line of tests/vectors, the one between
``<!-- layout: room.Object name -->`` and ``<!-- end -->`` the table of a layout in jvm/wire.

The comment ``<!-- not run: why -->`` before a block prevents its execution. The comment
``<!-- vertical -->`` shows the rows of an SQL result field by field.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generate.picture import picture

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

VECTORS = Path(__file__).parents[2] / "tests" / "vectors"
BLOCK = re.compile(
    r"(?:^[ ]*<!-- (?P<mark>[^\n]*?) -->\n\n?)?"
    r"^(?P<indent>[ ]*)```(?P<language>\w+)\n(?P<body>.*?)^[ ]*```$",
    re.MULTILINE | re.DOTALL,
)
PICTURE = re.compile(
    r"^<!-- bytes: (?P<format>\w+) (?P<file>\S+) (?P<line>[^\n]+?) -->\n.*?^<!-- end -->$",
    re.MULTILINE | re.DOTALL,
)
LAYOUT = re.compile(
    r"^<!-- layout: (?P<object>[\w.]+) (?P<name>\w+) -->\n.*?^<!-- end -->$",
    re.MULTILINE | re.DOTALL,
)
COMMAND_SECONDS = 300


def renewed(text: str, spark: SparkSession) -> str:
    """Return a page with all of its generated parts regenerated.

    The examples of a page share tables, variables and a folder; other pages have their own.
    """
    page = _Page(spark)
    before = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="sparkwire_docs_") as folder:
        tables = Path(folder).name
        spark.sql(f"CREATE DATABASE {tables} LOCATION '{folder}/tables'")
        spark.sql(f"USE {tables}")
        os.chdir(folder)
        try:
            return LAYOUT.sub(page.layout, PICTURE.sub(page.picture, page.outputs(text)))
        finally:
            os.chdir(before)
            for view in spark.catalog.listTables():
                if view.isTemporary:
                    spark.catalog.dropTempView(view.name)
            spark.sql("USE default")
            spark.sql(f"DROP DATABASE {tables} CASCADE")


class _Page:
    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark
        self._variables: dict[str, Any] = {"__name__": "example", "spark": spark}

    def outputs(self, text: str) -> str:
        done, at, output = [], 0, None
        for block in BLOCK.finditer(text):
            body, between = textwrap.dedent(block["body"]), text[at : block.start()]
            if block["language"] == "text" and not between.strip():
                body = body if output is None else output
                output = None
            else:
                output = self._output(block["language"], body, block["mark"] or "")
                if block["language"] == "console" and output is not None:
                    body = output
            body = textwrap.indent(body, block["indent"])
            done += [text[at : block.start("body")], body, text[block.end("body") : block.end()]]
            at = block.end()
        return "".join([*done, text[at:]])

    def _output(self, language: str, body: str, mark: str) -> str | None:
        """Return the output of a block, or None if the block is not run."""
        if mark.startswith("not run") or language not in {"sql", "python", "console"}:
            return None
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            if language == "sql":
                self._sql(body, mark == "vertical")
            elif language == "python":
                self._python(body)
            else:
                _console(body)
        return "".join(f"{line.rstrip()}\n" for line in said.getvalue().strip("\n").split("\n"))

    def _sql(self, body: str, vertical: bool) -> None:
        from pyspark.errors import PySparkException

        for statement in filter(str.strip, re.split(r";\s*\n", body + "\n")):
            try:
                result = self._spark.sql(statement)
                if result.columns:
                    result.show(100, truncate=False, vertical=vertical)
            except PySparkException as error:
                # Examples show Sparkwire's errors on purpose. Any other error is a mistake.
                if not str(error).startswith("[SPARKWIRE_"):
                    raise
                print(str(error).split("\n")[0])

    def _python(self, body: str) -> None:
        """Run the lines and print the value of the last expression, as notebooks do."""
        lines = ast.parse(body)
        last = lines.body.pop() if isinstance(lines.body[-1], ast.Expr) else None
        exec(compile(lines, "example", "exec"), self._variables)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "example", "eval"), self._variables)
            if value is not None:
                print(repr(value))

    def picture(self, found: re.Match[str]) -> str:
        format, file, name = found["format"], found["file"], found["line"]
        with (VECTORS / format / f"{file}.jsonl").open(encoding="utf-8") as lines:
            read = [json.loads(line) for line in lines]
        said = next(line for line in read if line.get("name") == name)
        if "layout_name" in said:
            # The layout stands in a line of its own.
            heads = (line for line in read if "layout" in line)
            said = next(h for h in heads if h["layout_name"] == said["layout_name"]) | said
        ((parts,),) = self._spark.sql(f"SELECT {_dissection(format, said)}").collect()
        drawn = picture(bytes.fromhex(said["hex"]), parts)
        return f"<!-- bytes: {format} {file} {name} -->\n{drawn}\n<!-- end -->"

    def layout(self, found: re.Match[str]) -> str:
        room = self._spark._jvm.sparkwire.wire
        for part in found["object"].split("."):
            room = getattr(room, part)
        table = getattr(room, found["name"])().table()
        return f"<!-- layout: {found['object']} {found['name']} -->\n\n{table}\n\n<!-- end -->"


def _dissection(format: str, said: dict[str, Any]) -> str:
    """Return the SQL call that dissects a vector.

    A message needs its definition and version; other vectors only need their kind.
    """
    value, args = f"X'{said['hex']}'", said.get("args", {})
    if "layout" in said:
        layout = said["layout"].replace("\\", "\\\\").replace("'", "\\'")
        return f"layout_dissect({value}, '{layout}')"
    if "definition" in args:
        return f"{format}_dissect({value}, '{args['definition']}', {args['version']})"
    name = f"{format}_records" if said.get("kind") == "records" else format
    return f"{name}_dissect({value})"


def _console(body: str) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for typed in re.findall(r"^\$ (.*(?:\n> .*)*)$", body, re.MULTILINE):
        command = typed.replace("\n> ", "\n")
        done = subprocess.run(
            ["bash", "-c", command],
            env=os.environ | {"PATH": path, "MASTER": "local[1]", "COLUMNS": "100"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=COMMAND_SECONDS,
            check=False,
        )
        said = done.stdout.replace(str(Path.cwd()), "/home/you").rstrip()
        print(f"$ {typed}", *([said] if said else []), sep="\n")
