"""Prints the output of ``sparkwire demo``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from sparkwire import view
from sparkwire._terminal import quiet_session
from sparkwire.demo import load
from sparkwire.formats import Call, parameters

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

WIDTH_OF_A_PIPE = 160
SHORTEST_CUT = 18


def show(formats: list[str]) -> None:
    """Decode and dissect the samples of some formats and print the results."""
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
    schema = next((one.name for one in parameters(format).values() if one.is_schema), "")
    call = Call(format, {schema: demo.schema} if demo.schema else {})
    dissect = call.column(f"{format}_dissect", "value")
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
