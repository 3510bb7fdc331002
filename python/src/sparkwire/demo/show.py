"""Prints the output of ``sparkwire demo``."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from sparkwire import view
from sparkwire._terminal import quiet_session
from sparkwire.demo import load
from sparkwire.dissection import dissect_call
from sparkwire.formats import Call, parameters

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from sparkwire.demo import Demo

WIDTH_OF_A_PIPE = 160
SHORTEST_CUT = 18


# The fault that the short form shows byte by byte.
FAULTY = ("databus", "one bit flipped")
NEXT = (
    ("demo --all", "all samples with their SQL"),
    ("guess FILE", "find out what your own bytes are"),
    ("decode FORMAT FILE", "decode them; --help lists the formats"),
)


def show_first(formats: list[str]) -> None:
    """Decode one value of each format with Spark, and print one fault byte by byte."""
    console = Console()
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("function", no_wrap=True, style="bold")
    table.add_column("bytes", justify="right", style="dim")
    table.add_column("result", overflow="fold")
    with quiet_session() as spark:
        for format in formats:
            table.add_row(*_first(spark, format))
    console.print(table)
    console.print()
    format, name = FAULTY
    value = load(format).samples[name]
    found = dissect_call(Call(format), value)
    view.show(
        console, found.parts, found.value, "A damaged message, byte by byte (databus_dissect):"
    )
    console.print()
    commands = [(f"{_command()} {arguments}", what) for arguments, what in NEXT]
    width = max(len(command) for command, _ in commands)
    for command, what in commands:
        console.print(f"{command:{width}}  {what}", highlight=False, soft_wrap=True)


def _command() -> str:
    """Return how this program is called: by its name, or by its path if it is not on the PATH."""
    running = Path(sys.argv[0])
    found = shutil.which("sparkwire")
    if running.name != "sparkwire" or (found and Path(found).samefile(running)):
        return "sparkwire"
    return os.path.relpath(running)


def _first(spark: SparkSession, format: str) -> tuple[str, str, str]:
    from pyspark.sql import functions as F

    demo = load(format)
    first, value = demo.first, demo.samples[demo.first.sample]
    decoded = _call(format, demo).column(f"{format}_decode", F.lit(value))
    (row,) = spark.range(1).select(F.to_json(decoded)).collect()
    result = json.loads(row[0])
    if first.fields:
        result = {name: result[name] for name in first.fields}
    return first.call, str(len(value)), json.dumps(result, ensure_ascii=False)


def _call(format: str, demo: Demo) -> Call:
    schema = next((one.name for one in parameters(format).values() if one.is_schema), "")
    return Call(format, {schema: demo.schema} if demo.schema else {})


def show(formats: list[str]) -> None:
    """Decode and dissect all samples of some formats with Spark and print the results."""
    console = Console()
    if not console.is_terminal:
        console = Console(width=WIDTH_OF_A_PIPE)
    with quiet_session() as spark:
        for format in formats:
            _show(console, spark, format)


def _show(console: Console, spark: SparkSession, format: str) -> None:
    demo = load(format)
    samples = spark.createDataFrame(list(demo.samples.items()), "name STRING, value BINARY")
    samples.createOrReplaceTempView("samples")
    console.rule(f"[bold]{demo.title}")
    console.print()
    if console.is_terminal:
        console.print(Syntax(demo.query, "sql", background_color="default", word_wrap=True))
    else:
        console.out(demo.query, highlight=False)
    console.print()
    console.print(_table(spark.sql(demo.query), max(SHORTEST_CUT, console.width // 5)))
    console.print()
    dissect = _call(format, demo).column(f"{format}_dissect", "value")
    for name, parts in samples.select("name", dissect).collect():
        if name in demo.dissect:
            view.show(console, parts, demo.samples[name], f"{format}_dissect: {name}")
            console.print()


def _table(df: DataFrame, longest: int) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for name, type in df.dtypes:
        number = type in {"tinyint", "smallint", "int", "bigint", "double"}
        table.add_column(name, justify="right" if number else "left", overflow="fold")
    for row in df.collect():
        table.add_row(*(_cell(name, value, longest) for name, value in row.asDict().items()))
    return table


def _cell(name: str, value: object, longest: int) -> Text:
    if value is None:
        return Text("·", style="dim")
    said = str(value).lower() if isinstance(value, bool) else str(value)
    if len(said) > longest:
        said = said[: longest - 1] + "…"
    return Text(said, style="bold red" if name == "fault" else "")
