"""Generates a source file from the Scala examples of the pages; the tests compile and run it."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import NamedTuple

from generate.examples import BLOCK

SOURCE_FILE = re.compile(r"^(package|class) ", re.MULTILINE)
ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "jvm" / "spark" / "src" / "test" / "scala" / "pages" / "PageExamples.scala"

HEAD = """\
// Made by `make docs` (docs/generate/scala.py) from README.md and the pages. Do not edit.
// format: off
// scalafix:off
package pages

import scala.annotation.nowarn

import org.apache.spark.sql.SparkSession

/** One Scala example of a page, what is set up for it, and what it prints. */
final case class PageExample(
    name: String, setUp: Seq[String], printed: String, run: SparkSession => Unit)

/** The examples as users write them in spark-shell, outside of our own packages. */
@nowarn
object PageExamples {
"""


class Example(NamedTuple):
    """A Scala block, the SQL statements above it that create tables, and its expected output."""

    name: str
    code: str
    set_up: list[str]
    printed: str


def source(pages: list[Path]) -> str:
    """Generate the text of the file."""
    found = [example for page in pages for example in _examples(page)]
    methods = "\n".join(_method(number, example) for number, example in enumerate(found))
    rows = ",\n".join(_row(number, example) for number, example in enumerate(found))
    return f"{HEAD}{methods}\n  val all: Seq[PageExample] = Seq(\n{rows}\n  )\n}}\n"


def _examples(page: Path) -> list[Example]:
    text = page.read_text(encoding="utf-8")
    blocks = list(BLOCK.finditer(text))
    examples, tables = [], []
    for number, block in enumerate(blocks):
        body = textwrap.dedent(block["body"])
        if (block["mark"] or "").startswith("not run"):
            continue
        if block["language"] == "sql":
            statements = filter(str.strip, re.split(r";\s*\n", body + "\n"))
            tables += [one.strip() for one in statements if one.lstrip().startswith("CREATE ")]
        # Complete source files, as on the page about adding a format, are not run.
        elif block["language"] == "scala" and not SOURCE_FILE.search(body):
            after = blocks[number + 1] if number + 1 < len(blocks) else None
            is_output = after and after["language"] == "text"
            name = f"{page.relative_to(ROOT)}, example {len(examples) + 1}"
            printed = textwrap.dedent(after["body"]) if after and is_output else ""
            examples.append(Example(name, body, list(tables), printed))
    return examples


def _method(number: int, example: Example) -> str:
    imports = "import spark.implicits._\nimport org.apache.spark.sql.functions._\n"
    code = textwrap.indent(imports + example.code, "    ")
    return f"  private def example{number}(spark: SparkSession): Unit = {{\n{code}  }}\n"


def _row(number: int, example: Example) -> str:
    set_up = ", ".join(f'"""{statement}"""' for statement in example.set_up)
    printed = f'"""{example.printed}"""'
    return f'    PageExample("{example.name}", Seq({set_up}), {printed}, example{number})'
