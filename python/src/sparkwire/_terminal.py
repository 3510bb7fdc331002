"""Spark on a terminal: a session without its log, a status line, and a progress bar."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import Progress

from sparkwire.errors import SetUpError
from sparkwire.session import session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import SparkSession

LOG_LINES = 20
POLL_SECONDS = 0.3


@contextmanager
def quiet_session() -> Iterator[SparkSession]:
    """Start a local Spark whose output goes to a log, which is shown only if the start fails."""
    sys.stdout.flush()
    sys.stderr.flush()
    terminal = os.fdopen(os.dup(2), "w")
    out, err = os.dup(1), os.dup(2)
    console = Console(file=terminal)
    # Or Spark would make it in the folder of the user.
    warehouse = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
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
                    sql_warehouse_dir=warehouse.name,
                )
            if threading.current_thread() is threading.main_thread():
                # PySpark's own handler cancels all jobs by a call that may meet another call. Here
                # whoever has started a job ends it.
                signal.signal(signal.SIGINT, signal.default_int_handler)
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
        warehouse.cleanup()


class watched:
    """Shows the progress of the running job's tasks if standard error is a terminal."""

    def __init__(self, spark: SparkSession) -> None:
        self._tracker: Any = spark.sparkContext.statusTracker()
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> None:
        if sys.stderr.isatty():
            self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._done.set()
        if self._thread.is_alive():
            self._thread.join()

    def _watch(self) -> None:
        with Progress(console=Console(stderr=True)) as progress:
            task = progress.add_task("Decoding", total=None)
            while not self._done.wait(POLL_SECONDS):
                stages = list(self._stages())
                total = sum(stage.numTasks for stage in stages)
                if total:
                    done = sum(stage.numCompletedTasks for stage in stages)
                    progress.update(task, total=total, completed=done)

    def _stages(self) -> Iterator[Any]:
        for number in self._tracker.getActiveStageIds():
            stage = self._tracker.getStageInfo(number)
            if stage:
                yield stage
