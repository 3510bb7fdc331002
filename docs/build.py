"""Renews what the documentation shows of the running library, so that it shows what is true.

Run it after a change (``make docs`` does). It starts a Spark with the jar and writes

* ``pages/functions.md``, from ``DESCRIBE FUNCTION EXTENDED``,
* into README.md and the pages: the output of examples and the pictures of bytes
  (``generate/examples.py`` says which are),
* the Scala examples of the pages as a source file of the Scala tests.

``tests/python/test_docs.py`` makes the same and compares.
"""

from __future__ import annotations

import logging
import os
import time
from typing import TYPE_CHECKING

from generate import REFERENCE, ROOT, pages, reference, renewed, scala
from sparkwire._terminal import quiet_session

if TYPE_CHECKING:
    from pathlib import Path


def main() -> None:
    """Renew all of it."""
    logging.disable()  # PySpark's, of the errors that examples show
    # Python shows timestamps in its own zone.
    os.environ |= {"TZ": "UTC", "MASTER": "local[2]"}
    time.tzset()
    with quiet_session() as spark:
        spark.conf.set("spark.sql.shuffle.partitions", 2)
        # First, because the wrappers that examples call are made from it.
        _write(REFERENCE, reference(spark))
        for page in pages():
            _write(page, renewed(page.read_text(encoding="utf-8"), spark))
    _write(scala.SOURCE, scala.source(pages()))


def _write(page: Path, text: str) -> None:
    if not page.exists() or page.read_text(encoding="utf-8") != text:
        page.write_text(text, encoding="utf-8")
        print(f"renewed {page.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
