"""A Spark session that does not log to the terminal; one status line shows that Spark starts."""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console

from sparkwire.errors import SetUpError
from sparkwire.session import session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import SparkSession

LOG_LINES = 20


@contextmanager
def quiet_session() -> Iterator[SparkSession]:
    """Start a local Spark whose output goes to a log, which is shown only if the start fails."""
    sys.stdout.flush()
    sys.stderr.flush()
    terminal = os.fdopen(os.dup(2), "w")
    out, err = os.dup(1), os.dup(2)
    console = Console(file=terminal)
    with tempfile.TemporaryFile() as log:
        # The JVM inherits these two descriptors for good; Python restores its own below.
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
        # Python workers, which unpack gzip, must run the same Python version.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        try:
            with console.status("Starting Spark …"):
                spark = session(
                    master=os.environ.get("MASTER", "local[*]"),
                    app_name="sparkwire",
                    ui_enabled=False,
                    ui_showConsoleProgress=False,
                    log_level="ERROR",
                    sql_session_timeZone="UTC",
                )
        except SetUpError:
            raise
        except Exception as error:
            log.seek(0)
            said = log.read().decode(errors="replace").splitlines()[-LOG_LINES:]
            raise SetUpError("\n".join(["Spark did not start:", *said, str(error)])) from error
        finally:
            os.dup2(out, 1)
            os.dup2(err, 2)
            os.close(out)
            os.close(err)
            terminal.close()
    try:
        yield spark
    finally:
        spark.stop()
