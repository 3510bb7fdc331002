"""What ``sparkwire decode`` does: read values, decode them all, write what came of them."""

from __future__ import annotations

import inspect
import sys
import threading
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyspark.sql import functions as F
from rich.console import Console
from rich.progress import Progress

import sparkwire.functions as wire
from sparkwire._terminal import quiet_session
from sparkwire.errors import SetUpError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import Column, DataFrame, SparkSession

    from sparkwire._call import ColumnOrName

POLL_SECONDS = 0.3
# The default of to_json would cut microseconds off.
JSON = {"timestampFormat": "yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX"}


@dataclass(frozen=True)
class Decoder:
    """A format with its schema and options as given on the command line."""

    format: str
    schema: str | None = None
    options: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, format: str, schema: str | None, options: list[str]) -> Decoder:
        """Check what the command line says against the signature of the decode function."""
        format = format.lower()
        if format not in formats():
            raise SetUpError(f"no format {format}; there are: {', '.join(formats())}.")
        parameter = _schema_parameter(format)
        if schema is None and parameter and parameter.default is parameter.empty:
            raise SetUpError(
                f"{format} needs --schema: the argument {parameter.name} of its function."
            )
        if schema is not None and not parameter:
            raise SetUpError(f"{format} takes no --schema.")
        if schema and schema.startswith("@"):
            schema = _read(schema.removeprefix("@"))
        pairs = [option.partition("=") for option in options]
        wrong = [key for key, equals, _ in pairs if not equals]
        if wrong:
            raise SetUpError(f"--option is KEY=VALUE, not {wrong[0]}.")
        return cls(format, schema, {key: value for key, _, value in pairs})

    def call(self, what: str, value: ColumnOrName) -> Column:
        """Call ``format_what``, or ``try_format_decode`` for ``try_decode``."""
        name = f"try_{self.format}_decode" if what == "try_decode" else f"{self.format}_{what}"
        function = getattr(wire, name, None)
        if function is None:
            raise SetUpError(f"there is no function {name}.")
        given = [] if self.schema is None else [self.schema]
        called: Column = function(value, *given, options=self.options or None)
        return called


def formats() -> list[str]:
    """Name what can be decoded from one value: the formats that have every variant of decode."""
    names = [name.removesuffix("_dissect") for name in dir(wire) if name.endswith("_dissect")]
    return [name for name in names if "value" in _parameters(name) and _decodes(name)]


def _decodes(format: str) -> bool:
    return hasattr(wire, f"{format}_decode") and next(iter(_parameters(format))) == "value"


def _parameters(format: str) -> dict[str, inspect.Parameter]:
    return dict(inspect.signature(getattr(wire, f"{format}_decode")).parameters)


def _schema_parameter(format: str) -> inspect.Parameter | None:
    others = [p for name, p in _parameters(format).items() if name not in {"value", "options"}]
    return others[0] if others else None


def _read(file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise SetUpError(f"{file} cannot be read: {error.strerror}.") from error


@dataclass(frozen=True)
class Job:
    """One run of ``sparkwire decode``."""

    decoder: Decoder
    source: str
    column: str | None
    all: bool
    on_bad: str
    out: str | None
    overwrite: bool

    def run(self) -> bool:
        """Do it. True if there was malformed data that the user wants to hear of."""
        if self.out and Path(self.out).exists() and not self.overwrite:
            raise SetUpError(f"{self.out} is there already; --overwrite replaces it.")
        with quiet_session() as spark:
            values, column = self._values(spark)
            rows = self._each(values, column) if self.all else self._one(values, column)
            bad = self._write_parquet(rows) if self.out else self._write_json(rows, values)
        if bad:
            reasons = ", ".join(f"{reason} {count:,}" for reason, count in bad.most_common())
            print(f"sparkwire: {bad.total():,} malformed: {reasons}", file=sys.stderr)
        return bool(bad)

    def _values(self, spark: SparkSession) -> tuple[DataFrame, str]:
        """Give a table and the name of its column of values."""
        if self.source == "-":
            return spark.createDataFrame([(sys.stdin.buffer.read(),)], "value BINARY"), "value"
        path = Path(self.source)
        if not path.exists():
            raise SetUpError(f"{self.source} is not there.")
        if path.suffix == ".parquet" or any(path.rglob("*.parquet")):
            df = spark.read.parquet(self.source)
            return df, self._binary_column(df)
        df = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(self.source)
        return df.select(F.col("path").alias("file"), "content"), "content"

    def _binary_column(self, df: DataFrame) -> str:
        binary = [name for name, type in df.dtypes if type == "binary"]
        if self.column:
            if self.column not in binary:
                raise SetUpError(f"no binary column {self.column}; there is: {', '.join(binary)}.")
            return self.column
        if len(binary) != 1:
            choice = (
                f"--column chooses one of: {', '.join(binary)}." if binary else "There is none."
            )
            raise SetUpError(f"{self.source} should have one binary column. {choice}")
        return binary[0]

    def _one(self, values: DataFrame, column: str) -> DataFrame:
        format = self.decoder.format
        others, value = _split(values, column)
        if self.on_bad == "fail":
            return values.select(*others, self.decoder.call("decode", value).alias(format))
        decoded = self.decoder.call("try_decode", value)
        if self.on_bad == "null":
            return values.select(*others, decoded.alias(format))
        # Only rows that gave nothing are walked a second time.
        fault = F.when(decoded.isNull(), self.decoder.call("fault", value))
        return values.select(*others, decoded.alias(format), fault.alias("fault"))

    def _each(self, values: DataFrame, column: str) -> DataFrame:
        if self.on_bad == "fail":
            raise SetUpError("--all keeps what comes before bad bytes: --on-bad is report or null.")
        others, value = _split(values, column)
        all = values.select(*others, self.decoder.call("decode_all", value).alias("all"))
        messages, tail = all.select("all.*").columns
        message = all.select(F.explode(f"all.{messages}")).select("col.*").columns[1]
        parts = F.transform(
            f"all.{messages}",
            lambda m: F.struct(
                m["offset"].alias("offset"),
                m[message].alias(self.decoder.format),
                F.lit(None).cast("STRUCT<reason: STRING, offset: INT>").alias("fault"),
            ),
        )
        if self.on_bad == "null":
            return all.select(*others, F.inline(parts)).drop("fault")
        broken = F.struct(
            F.col(f"all.{tail}.offset").alias("offset"),
            F.lit(None).alias(self.decoder.format),
            F.col(f"all.{tail}").alias("fault"),
        )
        end = F.when(F.col(f"all.{tail}").isNotNull(), F.array(broken)).otherwise(F.array())
        return all.select(*others, F.inline(F.concat(parts, end)))

    def _write_json(self, rows: DataFrame, values: DataFrame) -> Counter[str]:
        reason = F.col("fault.reason") if "fault" in rows.columns else F.lit(None)
        lines = rows.select(F.to_json(F.struct("*"), JSON), reason)
        bad: Counter[str] = Counter()
        # Lines on the terminal are progress enough; with --all nobody knows how many will come.
        watched = sys.stderr.isatty() and not sys.stdout.isatty() and not self.all
        with Progress(console=Console(stderr=True), disable=not watched) as progress:
            task = progress.add_task("Decoding", total=values.count() if watched else None)
            for line, why in lines.toLocalIterator(prefetchPartitions=True):
                sys.stdout.write(line + "\n")
                if why is not None:
                    bad[why] += 1
                progress.advance(task)
        sys.stdout.flush()
        return bad

    def _write_parquet(self, rows: DataFrame) -> Counter[str]:
        assert self.out
        mode = "overwrite" if self.overwrite else "errorifexists"
        spark = rows.sparkSession
        with _watched(spark):
            rows.write.mode(mode).parquet(self.out)
        if "fault" not in rows.columns:
            return Counter()
        faults = spark.read.parquet(self.out).where("fault IS NOT NULL")
        return Counter(dict(faults.groupBy("fault.reason").count().collect()))


def _split(df: DataFrame, column: str) -> tuple[list[Column], Column]:
    columns = {name: F.col(f"`{name}`") for name in df.columns}
    value = columns.pop(column)
    return list(columns.values()), value


class _watched:
    """A progress bar over the tasks of the job that runs meanwhile, where there is a terminal."""

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
