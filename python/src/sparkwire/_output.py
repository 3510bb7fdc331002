"""The outputs of the command line: JSON lines and raw bytes on standard output, Parquet."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import Progress, TextColumn

from sparkwire._terminal import watched
from sparkwire.errors import OutputError, SetUpError
from sparkwire.session import row_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyspark.sql import DataFrame

POLL_SECONDS = 0.005
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
        # No progress bar if lines go to the terminal.
        watched = sys.stderr.isatty() and not sys.stdout.isatty()
        columns = (*Progress.get_default_columns(), TextColumn("{task.completed:,} rows"))
        with Progress(*columns, console=Console(stderr=True), disable=not watched) as progress:
            added = progress.add_task(task, total=total() if watched and total else None)
            return write_rows(rows, lambda piece: progress.advance(added, piece.count(b"\n")))

    def _parquet(self, rows: DataFrame) -> Counter[str]:
        assert self.out
        spark = rows.sparkSession
        with _complete(Path(self.out), spark.stop) as folder:
            try:
                with watched(spark):
                    rows.write.parquet(str(folder))
            except Exception as error:
                why = _output_fault(error)
                if why:
                    raise OutputError(f"{self.out} cannot be written: {why}") from error
                raise
        if "fault" not in rows.columns:
            return Counter()
        faults = spark.read.parquet(self.out).where("fault IS NOT NULL")
        return Counter(dict(faults.groupBy("fault.reason").count().collect()))


@contextmanager
def _complete(out: Path, stop: Callable[[], None]) -> Iterator[Path]:
    """Yield a folder that takes the place of `out` once it is complete, and is removed otherwise.

    `stop` ends what may still write into the folder when the run is interrupted.
    """
    parents = [folder for folder in out.absolute().parents if not folder.exists()]
    out.absolute().parent.mkdir(parents=True, exist_ok=True)
    try:
        with removed(out.absolute().parent, f".{out.name}-") as hidden:
            written = hidden / "written"
            try:
                yield written
            except Exception:
                raise
            except BaseException:
                stop()
                raise
            if out.exists():
                out.rename(hidden / "replaced")
            written.rename(out)
    except BaseException:
        for folder in parents:
            folder.rmdir()
        raise


@contextmanager
def removed(parent: Path | None, prefix: str) -> Iterator[Path]:
    """Yield a new folder that is removed at the end, even if a task is still writing into it."""
    folder = Path(tempfile.mkdtemp(prefix=prefix, dir=parent))
    try:
        yield folder
    finally:
        # Under another name, so that no task finds it any more.
        shutil.rmtree(folder.rename(folder.with_name(f"{folder.name}-removed")))


def write_rows(
    rows: DataFrame, each: Callable[[bytes], object], is_raw: bool = False
) -> Counter[str]:
    """Write all rows to standard output and return how many have a fault, by reason.

    Parameters
    ----------
    rows : DataFrame
        The rows; those with a fault have it in a column of this name.
    each : callable
        Is called for each piece that has been written.
    is_raw : bool
        Whether the columns of BINARY are written as they are, instead of rows as lines of JSON.
    """
    bad: Counter[str] = Counter()
    sys.stdout.flush()
    with removed(None, "sparkwire-") as folder:
        lines = row_lines(rows, str(folder), is_raw)
        try:
            for partition in range(lines.partitions()):
                for piece in _pieces(lines, partition, folder):
                    write_bytes(piece)
                    each(piece)
                bad.update(dict(lines.faults(partition)))
        except Exception as error:
            why = _output_fault(error)
            if why:
                raise OutputError(f"{folder} cannot be written: {why}") from error
            raise
        finally:
            lines.cancel()
    write_bytes(b"")
    return bad


def _pieces(lines: Any, partition: int, folder: Path) -> Iterator[bytes]:  # noqa: ANN401
    """Yield the pieces of a partition as they appear."""
    number = 0
    while True:
        is_done = lines.isDone(partition)
        file = folder / f"{partition}-{number}"
        if file.exists():
            yield file.read_bytes()
            file.unlink()
            number += 1
        elif is_done:
            return
        else:
            time.sleep(POLL_SECONDS)


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
