"""Regenerates the parts of the documentation that show the output of the running library.

Run it after a change of the library; ``make docs`` does. It starts Spark with the jar and writes

* ``pages/functions`` and ``pages/python.md``, from ``DESCRIBE FUNCTION EXTENDED``, docstrings and
  the source of the Scala methods,
* the output of examples and the pictures of bytes in README.md and the pages
  (``generate/examples.py`` describes their markup),
* ``pages/reasons.md``, from the tables of reasons of all pages,
* ``pages/coverage.md``, from the tests,
* the Scala examples of the pages, as a source file of the Scala tests.

``tests/python/test_docs.py`` generates the same text and compares.
"""

from __future__ import annotations

import logging
import os
import time
from typing import TYPE_CHECKING

from generate import INDEX, ROOT, coverage, index, pages, reference, renewed, scala
from sparkwire._terminal import quiet_session

if TYPE_CHECKING:
    from pathlib import Path


def main() -> None:
    """Regenerate all of it."""
    logging.disable()  # PySpark would log the errors that examples show on purpose
    # Python shows timestamps in the time zone of the process.
    os.environ |= {"TZ": "UTC", "MASTER": "local[2]"}
    time.tzset()
    with quiet_session() as spark:
        spark.conf.set("spark.sql.shuffle.partitions", 2)
        # First, because the wrappers that the examples call are generated from it.
        for page, text in reference(spark).items():
            _write(page, text)
        for page in pages():
            _write(page, renewed(page.read_text(encoding="utf-8"), spark))
    _write(INDEX, index())
    _write(coverage.PAGE, coverage.page(coverage.table()))
    _write(scala.SOURCE, scala.source(pages()))


def _write(page: Path, text: str) -> None:
    page.parent.mkdir(exist_ok=True)
    if not page.exists() or page.read_text(encoding="utf-8") != text:
        page.write_text(text, encoding="utf-8")
        print(f"renewed {page.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
