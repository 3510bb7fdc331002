"""Implements ``sparkwire decode``: reads values, decodes them and writes the results."""

from __future__ import annotations

import json
import os
import sys
import tempfile
import threading
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyspark.sql import functions as F
from rich.console import Console
from rich.progress import Progress

from sparkwire import _jvm, inputs
from sparkwire._rows import BROKEN, ROW, STOPPED, VALUE, Rows, column
from sparkwire._terminal import quiet_session
from sparkwire.errors import MalformedRow, OutputError, SetUpError
from sparkwire.formats import holds_many, parameters
from sparkwire.guessing import best

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import DataFrame, SparkSession

    from sparkwire.formats import Call

POLL_SECONDS = 0.3
# The default format of to_json would drop the microseconds.
JSON = {"timestampFormat": "yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX"}
AUTO = "auto"


@dataclass(frozen=True)
class Job:
    """One run of ``sparkwire decode``."""

    call: Call
    source: str
    column: str | None
    all: bool
    on_bad: str
    out: str | None
    overwrite: bool

    def run(self) -> bool:
        """Run the job; return True if there was malformed data that the user wants reported."""
        self._check_output()
        with tempfile.TemporaryDirectory() as spool:
            files = self._files(Path(spool))
            call = self._checked(files)
            with quiet_session() as spark:
                values, names = self._values(spark, files)
                call.check_complete(names)
                rows = Rows(call, self.on_bad, names)
                decoded = rows.each(values) if self.all else rows.one(values)
                try:
                    bad = self._write(decoded, values)
                except Exception as error:  # from Spark or py4j, depending on who notices it
                    stopped = _stopped(error)
                    if stopped is None:
                        raise
                    raise stopped from None
        if bad:
            reasons = ", ".join(f"{reason} {count:,}" for reason, count in bad.most_common())
            print(f"sparkwire: {bad.total():,} malformed: {reasons}", file=sys.stderr)
        return bool(bad)

    def _check_output(self) -> None:
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

    def _files(self, spool: Path) -> list[Path]:
        if self.source != "-":
            return inputs.data_files(Path(self.source))
        # Spark reads only files. In a file, Parquet on standard input is recognised as usual.
        file = spool / "standard input"
        file.write_bytes(inputs.read_stdin())
        return [file]

    def _checked(self, files: list[Path]) -> Call:
        """Reject wrong arguments before Spark starts; return the call with its format resolved."""
        call = self.call
        if call.format == AUTO:
            if inputs.is_parquet(files[0]):
                raise SetUpError("the format of a column of Parquet is not guessed: name it.")
            format = best(inputs.read_file(str(files[0]))).format
            print(f"sparkwire: taken for {format}", file=sys.stderr)
            call = type(call)(format, call.arguments, call.options)
            call.check_names()
        if self.all and not holds_many(call.format):
            raise SetUpError(f"{call.format} has one message in each value: leave --all out.")
        there = parameters(call.format)
        # Columns of a Parquet file may supply missing arguments, and are not known yet.
        call.check_complete(tuple(there) if any(map(inputs.is_parquet, files)) else ())
        absent = {name: None for name in there if there[name].is_required}
        _jvm.dissect(f"{call.format}_dissect", absent | call.constants(None))
        return call

    def _values(self, spark: SparkSession, files: list[Path]) -> tuple[DataFrame, tuple[str, ...]]:
        """Return a table of the values with their origins, and the names of its other columns."""
        if inputs.is_parquet(files[0]) or any(file.suffix == ".parquet" for file in files):
            return self._from_parquet(spark, str(files[0]) if self.source == "-" else self.source)
        path = str(files[0]) if self.source == "-" else self.source
        df = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(path)
        content, broken = F.col("content"), F.lit(False)
        if any(file.suffix == ".gz" for file in files):
            unpacked = F.udf(inputs.try_gunzip, "binary", useArrow=False)(content)
            is_gzip = F.col("path").endswith(".gz")
            content = F.when(is_gzip, unpacked).otherwise(content)
            broken = is_gzip & content.isNull()
        is_file = self.source != "-"
        name = F.col("path") if is_file else F.lit("standard input")
        named = [name.alias("file")] if is_file else []
        return df.select(*named, content.alias(VALUE), name.alias(ROW), broken.alias(BROKEN)), (
            ("file",) if is_file else ()
        )

    def _from_parquet(self, spark: SparkSession, path: str) -> tuple[DataFrame, tuple[str, ...]]:
        df = spark.read.parquet(path)
        chosen = self._binary_column(df)
        others = [name for name in df.columns if name != chosen]
        row = F.concat(
            F.col("_metadata.file_name"), F.lit(", row "), F.col("_metadata.row_index") + 1
        )
        selected = [column(name) for name in others]
        return df.select(
            *selected, column(chosen).alias(VALUE), row.alias(ROW), F.lit(False).alias(BROKEN)
        ), tuple(others)

    def _binary_column(self, df: DataFrame) -> str:
        binary = [name for name, type in df.dtypes if type == "binary"]
        if self.column:
            if self.column not in binary:
                there = f"there is: {', '.join(binary)}." if binary else "there is none."
                raise SetUpError(f"no binary column {self.column}; {there}")
            return self.column
        # Skip columns that are other arguments of the format, such as the key of a Kafka record.
        open = [name for name in binary if name not in parameters(self.call.format)]
        if len(open) != 1:
            choice = (
                f"--column chooses one of: {', '.join(binary)}." if binary else "There is none."
            )
            raise SetUpError(f"{self.source} should have one binary column. {choice}")
        return open[0]

    def _write(self, rows: DataFrame, values: DataFrame) -> Counter[str]:
        return self._write_parquet(rows) if self.out else self._write_json(rows, values)

    def _write_json(self, rows: DataFrame, values: DataFrame) -> Counter[str]:
        reason = F.col("fault.reason") if "fault" in rows.columns else F.lit(None)
        lines = rows.select(F.to_json(F.struct("*"), JSON), reason)
        bad: Counter[str] = Counter()
        # No progress bar if lines go to the terminal, or with --all, where the total is unknown.
        watched = sys.stderr.isatty() and not sys.stdout.isatty() and not self.all
        with Progress(console=Console(stderr=True), disable=not watched) as progress:
            task = progress.add_task("Decoding", total=values.count() if watched else None)
            for line, why in lines.toLocalIterator(prefetchPartitions=True):
                write_out(line + "\n")
                if why is not None:
                    bad[why] += 1
                progress.advance(task)
        write_out("")
        return bad

    def _write_parquet(self, rows: DataFrame) -> Counter[str]:
        assert self.out
        mode = "overwrite" if self.overwrite else "errorifexists"
        spark = rows.sparkSession
        try:
            with _watched(spark):
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


def _stopped(error: Exception) -> MalformedRow | None:
    """Extract the fault that `--on-bad fail` has put into Spark's error."""
    text = str(error)
    if STOPPED not in text:
        return None
    said, _ = json.JSONDecoder().raw_decode(text.split(STOPPED, 1)[1])
    fault = said["fault"]
    where = f" ({fault['path']})" if fault["path"] else ""
    return MalformedRow(
        f"{said['row']}: {fault['reason']} at byte {fault['offset']}{where}: {fault['message']}."
        " --on-bad report goes on and keeps such rows with their faults, --on-bad null leaves them"
        " empty."
    )


def _output_fault(error: Exception) -> str | None:
    """Return why a file cannot be written; None for any other error."""
    text = str(error)
    for line in text.splitlines():
        if "java.io.IOException" in line or "FileSystemException" in line:
            return line.rpartition("Exception: ")[2].strip() or line.strip()
    return None


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


class _watched:
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
