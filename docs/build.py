"""Renews what the documentation shows of the running library, so that it shows what is true.

Run it after a change (``make docs`` does). It starts a Spark with the jar and writes

* into README.md and the pages: the output of examples and the pictures of bytes
  (``generate/examples.py`` says which are),
* ``pages/functions.md``, from ``DESCRIBE FUNCTION EXTENDED``.

``tests/python/test_docs.py`` makes the same and compares.
"""

from __future__ import annotations

import logging
import os
import time
from typing import TYPE_CHECKING

from generate import REFERENCE, ROOT, pages, reference, renewed

import sparkwire

if TYPE_CHECKING:
    from pathlib import Path


def main() -> None:
    """Renew all of it."""
    logging.disable()  # PySpark's, of the errors that examples show
    # Python shows timestamps in its own zone.
    os.environ["TZ"] = "UTC"
    time.tzset()
    spark = sparkwire.session(
        master="local[2]",
        ui_enabled=False,
        ui_showConsoleProgress=False,
        log_level="OFF",
        sql_session_timeZone="UTC",
        sql_shuffle_partitions=2,
    )
    for page in pages():
        _write(page, renewed(page.read_text(encoding="utf-8"), spark))
    _write(REFERENCE, reference(spark))
    spark.stop()


def _write(page: Path, text: str) -> None:
    if not page.exists() or page.read_text(encoding="utf-8") != text:
        page.write_text(text, encoding="utf-8")
        print(f"renewed {page.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
