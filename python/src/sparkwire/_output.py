"""The outputs of the command line: JSON lines and raw bytes on standard output, Parquet."""

from __future__ import annotations

import os
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pyspark.sql import functions as F
from rich.console import Console
from rich.progress import Progress, TextColumn

from sparkwire._terminal import watched
from sparkwire.errors import OutputError, SetUpError

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyspark.sql import DataFrame

ROWS_OF_STEP = 100
# The default format of to_json would drop the microseconds.
JSON = {"timestampFormat": "yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX"}


@dataclass(frozen=True)
class Output:
    """Where the rows of a job go: standard output, or Parquet.

    Attributes
    ----------
    out : str, optional
        The path of Parquet; None for standard output.
    overwrite : bool
        Whether Parquet that exists is replaced.
    """

    out: str | None
    overwrite: bool

    @property
    def is_parquet(self) -> bool:
        """Whether the rows go to Parquet."""
        return self.out is not None

    def check(self) -> None:
        """Reject a path that cannot be written, before anything starts."""
        if self.out is None:
            return
        out = Path(self.out)
        if out.exists() and not self.overwrite:
            raise SetUpError(f"{self.out} already exists; use --overwrite to replace it.")
        above = next(folder for folder in out.absolute().parents if folder.exists())
        if not above.is_dir():
            raise OutputError(f"{self.out} cannot be written: {above} is not a folder.")
        if not os.access(above, os.W_OK):
            raise OutputError(f"{self.out} cannot be written: no permission to write to {above}.")

    def write(self, rows: DataFrame, task: str, total: Callable[[], int] | None) -> Counter[str]:
        """Write all rows and return how many have a fault, by reason.

        Parameters
        ----------
        rows : DataFrame
            The rows; those with a fault have it in a column of this name.
        task : str
            The text of a progress bar.
        total : callable, optional
            Counts the rows, for the progress bar; None if that is not known in advance, so that the
            bar says only how many there were.
        """
        return self._parquet(rows) if self.out else self._json(rows, task, total)

    def _json(self, rows: DataFrame, task: str, total: Callable[[], int] | None) -> Counter[str]:
        reason = F.col("fault.reason") if "fault" in rows.columns else F.lit(None)
        lines = rows.select(F.to_json(F.struct("*"), JSON), reason)
        bad: Counter[str] = Counter()
        # No progress bar if lines go to the terminal.
        watched = sys.stderr.isatty() and not sys.stdout.isatty()
        columns = (*Progress.get_default_columns(), TextColumn("{task.completed:,} rows"))
        with Progress(*columns, console=Console(stderr=True), disable=not watched) as progress:
            added = progress.add_task(task, total=total() if watched and total else None)
            for number, (line, why) in enumerate(lines.toLocalIterator(prefetchPartitions=True), 1):
                write_line(line)
                if why is not None:
                    bad[why] += 1
                # A step costs as much as ten rows, on a terminal and without.
                if number % ROWS_OF_STEP == 0:
                    progress.update(added, completed=number)
        write_out("")
        return bad

    def _parquet(self, rows: DataFrame) -> Counter[str]:
        assert self.out
        mode = "overwrite" if self.overwrite else "errorifexists"
        spark = rows.sparkSession
        try:
            with watched(spark):
                rows.write.mode(mode).parquet(self.out)
        except Exception as error:
            why = _output_fault(error)
            if why:
                raise OutputError(f"{self.out} cannot be written: {why}") from error
            raise
        if "fault" not in rows.columns:
            return Counter()
        faults = spark.read.parquet(self.out).where("fault IS NOT NULL")
        return Counter(dict(faults.groupBy("fault.reason").count().collect()))


def _output_fault(error: Exception) -> str | None:
    """Return why a file cannot be written; None for any other error."""
    text = str(error)
    for line in text.splitlines():
        if "java.io.IOException" in line or "FileSystemException" in line:
            return line.rpartition("Exception: ")[2].strip() or line.strip()
    return None


# Control characters that a terminal may execute. JSON escapes only those below 0x20.
_ESCAPES = {code: f"\\u{code:04x}" for code in range(0x7F, 0xA0)}


def write_line(line: str) -> None:
    """Write a line of JSON to standard output."""
    # Most lines are ASCII without control characters, and translate looks at each character.
    is_plain = line.isascii() and "\x7f" not in line
    write_out((line if is_plain else line.translate(_ESCAPES)) + "\n")


def write_out(text: str) -> None:
    """Write to standard output; an empty text flushes it. A full disk raises OutputError."""
    try:
        sys.stdout.write(text)
        if not text:
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"standard output cannot be written: {error.strerror}.") from error


def write_bytes(data: bytes) -> None:
    """Write bytes to standard output; no bytes flush it. A full disk raises OutputError."""
    try:
        sys.stdout.buffer.write(data)
        if not data:
            sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"standard output cannot be written: {error.strerror}.") from error


def say_bad(bad: Counter[str], what: str) -> None:
    """Report on standard error how many values were bad, by reason."""
    if bad:
        reasons = ", ".join(f"{reason} {count:,}" for reason, count in bad.most_common())
        print(f"sparkwire: {bad.total():,} {what}: {reasons}", file=sys.stderr)
