"""The notebooks of the cookbook: runs their cells and generates a page from each.

As a script with a folder as its argument, it executes the notebooks there in one Spark session and
prints them with their outputs as JSON. ``tests/end_to_end/test_notebooks.py`` runs the script. It
compares the result or, for ``make notebooks``, writes it. Jupyter is not needed: cells run like the
examples of the pages.
"""

from __future__ import annotations

import ast
import contextlib
import html
import io
import json
import shutil
import sys
from pathlib import Path
from typing import Any

# Cells and outputs have the structure of nbformat 4.
Notebook = dict[str, Any]
Output = dict[str, Any]

MADE = "<!-- Made by `make notebooks` from {name}. Do not edit. -->"
VIEW_PIXELS = 420


def read(path: Path) -> Notebook:
    """Read a notebook."""
    return json.loads(path.read_text(encoding="utf-8"))


def written(notebook: Notebook) -> str:
    """Serialize a notebook as Jupyter does, so that saving it in Jupyter changes nothing."""
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def executed(notebook: Notebook) -> Notebook:
    """Run the cells in order in one namespace; return the notebook with their outputs."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    cells, count = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            outputs = _run("".join(cell["source"]), namespace)
            cell = cell | {"execution_count": count, "outputs": outputs}
        cells.append(cell)
    return notebook | {"cells": cells}


def _run(source: str, namespace: dict[str, Any]) -> list[Output]:
    lines = ast.parse(source)
    last = lines.body.pop() if lines.body and isinstance(lines.body[-1], ast.Expr) else None
    said, value = io.StringIO(), None
    with contextlib.redirect_stdout(said):
        exec(compile(lines, "cell", "exec"), namespace)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), namespace)
    outputs: list[Output] = []
    if text := "".join(f"{line.rstrip()}\n" for line in said.getvalue().splitlines()).rstrip("\n"):
        outputs.append({"name": "stdout", "output_type": "stream", "text": _lines(f"{text}\n")})
    if value is not None:
        data = {"text/plain": _lines(repr(value))}
        # A DataFrame has this method, but returns None unless eager evaluation is enabled.
        view = value._repr_html_() if hasattr(value, "_repr_html_") else None
        if view is not None:
            data = {"text/html": _lines(view)} | data
        outputs.append({"data": data, "metadata": {}, "output_type": "display_data"})
    return outputs


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def page(notebook: Notebook, name: str) -> str:
    """Return the page of a notebook. HTML views go into iframes, because they have own styles."""
    parts = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"]).strip("\n")
        if cell["cell_type"] == "markdown":
            parts.append(source)
        else:
            parts += [f"```python\n{source}\n```", *map(_shown, cell["outputs"])]
    title, *others = parts
    head = f"[Download the notebook]({name}) and its [data](data/README.md)."
    return "\n\n".join([MADE.format(name=name), title, head, *others]) + "\n"


def _shown(output: Output) -> str:
    if output["output_type"] == "stream":
        return f"```text\n{''.join(output['text'])}```"
    if view := "".join(output["data"].get("text/html", [])):
        quoted = html.escape(view).replace("\n", "&#10;")
        return f'<iframe srcdoc="{quoted}" width="100%" height="{VIEW_PIXELS}"></iframe>'
    return f"```text\n{''.join(output['data']['text/plain'])}\n```"


def main(folder: Path) -> None:
    """Execute the notebooks of a folder, each in a database of its own.

    Spark resolves relative paths against the folder in which its JVM was started. That is the
    current folder, so each notebook's files are removed from it before the next one runs.
    """
    from pyspark.sql import SparkSession

    spark = SparkSession.getActiveSession()
    assert spark is not None
    here, found = Path.cwd(), {}
    kept = set(here.iterdir())
    for path in sorted(folder.glob("*.ipynb")):
        shutil.copytree(folder / "data", here / "data")
        database = path.stem.replace("-", "_")
        spark.sql(f"CREATE DATABASE {database}")
        spark.sql(f"USE {database}")
        found[path.name] = executed(read(path))
        spark.sql(f"DROP DATABASE {database} CASCADE")
        for left in set(here.iterdir()) - kept:
            shutil.rmtree(left) if left.is_dir() else left.unlink()
    print(json.dumps(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
