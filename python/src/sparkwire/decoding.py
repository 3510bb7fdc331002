"""Implements ``sparkwire decode``: reads values, decodes them and writes the results."""

from __future__ import annotations

import itertools
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pyspark.sql import functions as F

import sparkwire.functions as wire
from sparkwire import _alone, _jvm, _lines, _tables, inputs
from sparkwire._output import say_bad, write_line, write_out
from sparkwire._rows import BAD_GZIP_MESSAGE, BROKEN, ROW, VALUE, Rows, column, stop, stopped
from sparkwire._terminal import quiet_session
from sparkwire.errors import InvalidCall, SetUpError, did_you_mean
from sparkwire.formats import holds_many, parameters
from sparkwire.opening import Opened, is_split, opened, opener

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyspark.sql import DataFrame, SparkSession

    from sparkwire._output import Output
    from sparkwire.formats import Call
    from sparkwire.recognition.unwrapping import Step

AUTO = "auto"
NUMBER = "number"  # of a value among those that stand in one
MOST_GUESSED = 20  # values, of which the first that is recognised decides


@dataclass(frozen=True)
class Job:
    """One run of ``sparkwire decode``."""

    call: Call
    source: str
    column: str | None
    all: bool
    on_bad: str
    output: Output
    spark: bool = False
    # Whether the input is a table in Parquet, which the first bytes of all files say.
    is_table: bool = False
    # What the format auto has found around the values.
    steps: tuple[Step, ...] = ()
    # Whether the format auto has found hexadecimal digits in JSON lines, not base64.
    is_hex: bool = False

    def run(self) -> bool:
        """Run the job; return True if there was malformed data that the user wants reported."""
        self.output.check()
        with tempfile.TemporaryDirectory() as spool:
            files = self._files(Path(spool))
            job = replace(self, is_table=is_parquet(files))._checked(files)
            bad = job.by_spark(files) if job.needs_spark(files) else job.alone(files)
        say_bad(bad, "malformed")
        return bool(bad)

    @property
    def is_named(self) -> bool:
        """Whether the input is files with names, not standard input or digits."""
        return self.source != "-" and not self.source.startswith(inputs.DIGITS)

    def needs_spark(self, files: list[Path]) -> bool:
        """Return whether the input is too large, or of a kind, to be decoded without Spark."""
        if self.spark or self.output.is_parquet or not _jvm.is_available():
            return True
        is_packed = any(file.suffix in _tables.PACKED for file in files)
        if self._by_table(files) and is_packed:
            return True
        return self.is_table or not _alone.is_small(files)

    def alone(self, files: list[Path]) -> Counter[str]:
        """Decode without Spark."""
        bad: Counter[str] = Counter()
        for row in _alone.rows(self.call, self._few(files), self.all):
            if row.fault and self.on_bad == "fail":
                raise stop(row.source, row.fault)
            if self.on_bad == "null":
                # Bytes that are not a message have no row to keep.
                if not (row.fault and row.is_tail):
                    write_line(row.line)
                continue
            write_line(_alone.with_fault(row))
            if row.fault:
                bad[row.fault["reason"]] += 1
        write_out("")
        return bad

    def _few(self, files: list[Path]) -> Iterator[_alone.Value]:
        open = opener(self.steps)
        for value in self._wrapped(files):
            held = open(value.data)
            if not is_split(self.steps):
                yield replace(value, data=held[0])
                continue
            for number, data in enumerate(held, 1):
                row, others = f"{value.row}, value {number}", {**value.others, NUMBER: number}
                yield replace(value, data=data, row=row, others=others)

    def _wrapped(self, files: list[Path]) -> Iterator[_alone.Value]:
        if not self._is_lines(files):
            return _alone.of_files(files, self.is_named)
        return (
            value
            for file in files
            for value in _lines.values(
                file, str(file) if self.is_named else "standard input", self.column, self.is_hex
            )
        )

    def by_spark(self, files: list[Path]) -> Counter[str]:
        """Decode with a Spark session."""
        with quiet_session() as spark:
            values, names = self._values(spark, files)
            if self.steps:
                values = self._opened(values)
                names += (NUMBER,) if is_split(self.steps) else ()
            self.call.check_complete(names)
            if self._by_table(files):
                decoded = Rows(self.call.single, self.on_bad, names).of_table(values)
            else:
                rows = Rows(self.call, self.on_bad, names)
                decoded = rows.each(values) if self.all else rows.one(values)
            try:
                return self.output.write(decoded, "Decoding", None if self.all else values.count)
            except Exception as error:  # from Spark or py4j, depending on who notices it
                fault = stopped(error)
                if fault is None:
                    raise
                raise fault from None

    def _opened(self, values: DataFrame) -> DataFrame:
        """Unwrap the values; those that stand in one value become rows, numbered from 1."""
        held = F.udf(opener(self.steps), "array<binary>", useArrow=False)(F.col(VALUE))
        if not is_split(self.steps):
            return values.withColumn(VALUE, held[0])
        others = [column(name) for name in values.columns if name not in (VALUE, ROW)]
        rows = values.select(*others, F.col(ROW), F.posexplode(held).alias(NUMBER, VALUE))
        rows = rows.withColumn(NUMBER, F.col(NUMBER) + 1)
        return rows.withColumn(ROW, F.concat(ROW, F.lit(", value "), NUMBER))

    def _by_table(self, files: list[Path]) -> bool:
        """Return whether a table of files, which unwraps nothing, finds the messages in them."""
        is_of_files = not self.is_table and not self._is_lines(files)
        goes_on = self.call.options.get("resync") != "false"
        has_table = self.call.format in _tables.OPTIONS
        return self.all and is_of_files and not self.steps and goes_on and has_table

    def _files(self, spool: Path) -> list[Path]:
        if self.is_named:
            return inputs.data_files(Path(self.source))
        # Spark reads only files. In a file, Parquet on standard input is recognised as usual.
        file = spool / "standard input"
        file.write_bytes(inputs.read_value(self.source))
        return [file]

    def _is_lines(self, files: list[Path]) -> bool:
        is_text = self.source == "-" or self.is_named
        return is_text and (self.column is not None or _lines.is_lines(files[0]))

    def _checked(self, files: list[Path]) -> Job:
        """Reject wrong arguments before anything starts; return the job with what was found."""
        call, all, steps = self.call, self.all, self.steps
        job = self
        if call.format == AUTO:
            if self._is_lines(files):
                column, is_hex = _lines.guessed(files[0], self.source, self.column)
                job = replace(self, column=column, is_hex=is_hex)
            found = job._guessed(files)
            all, steps = all or found.holds_many, found.steps
            print(
                f"sparkwire: taken for {found.label}{', with --all' if found.holds_many else ''}",
                file=sys.stderr,
            )
            call = type(call)(found.format, call.arguments, call.options)
            call.check_names()
        if all and not holds_many(call.format):
            raise SetUpError(f"{call.format} has one message in each value: leave --all out.")
        if all and call.format in _tables.RESYNCING and "resync" not in call.options:
            call = replace(call, options={**call.options, "resync": "true"})
        job = replace(job, call=call, all=all, steps=steps)
        names: tuple[str, ...] = ()
        if self.is_table:
            columns = _jvm.parquet_columns(files[0]) if _jvm.is_available() else None
            if columns is None:  # Spark will find them
                names = tuple(parameters(call.format))
            else:
                job = replace(job, column=job._binary_column(columns))
                names = tuple(name for name, _ in columns if name != job.column)
        elif job._is_lines(files):
            names = _lines.names(files[0])
        call.check_complete(names)
        absent = {name: None for name, one in parameters(call.format).items() if one.is_required}
        if _jvm.is_available():
            # The function that was asked for, because the refusal names it.
            if all and hasattr(wire, f"{call.format}_decode_all"):
                passed = absent | call.constants(None)
                _jvm.messages(f"{call.format}_decode_all", passed, call.format)
            else:
                passed = absent | call.single.constants(None)
                _jvm.decode(f"{call.format}_decode", passed, call.format)
        return job

    def _guessed(self, files: list[Path]) -> Opened:
        """Guess the format of the first value that has one; the others are read as it is."""
        if self.is_table:
            raise SetUpError("the format of a column of Parquet is not guessed: name it.")
        refusal: InvalidCall | None = None
        for value in itertools.islice(self._wrapped(files), MOST_GUESSED):
            if value.is_broken:
                refusal = refusal or InvalidCall(f"{value.row}: {BAD_GZIP_MESSAGE}.")
            elif value.data:
                try:
                    return opened(value.data)
                except InvalidCall as error:
                    refusal = refusal or error
        raise refusal or InvalidCall("there is no value whose format could be guessed.")

    def _values(self, spark: SparkSession, files: list[Path]) -> tuple[DataFrame, tuple[str, ...]]:
        """Return a table of the values with their origins, and the names of its other columns."""
        path = self.source if self.is_named else str(files[0])
        if self.is_table:
            return self._from_parquet(spark, path)
        if self._is_lines(files):
            column = self.column or _lines.COLUMN
            return _lines.table(spark, path, self.source, column, self.is_hex)
        if self._by_table(files):
            origin = None if self.is_named else "standard input"
            return _tables.of(spark, self.call, path, origin), ("file",) if self.is_named else ()
        df = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(path)
        content, broken = F.col("content"), F.lit(False)
        if any(file.suffix == ".gz" for file in files):
            unpacked = F.udf(inputs.try_gunzip, "binary", useArrow=False)(content)
            is_gzip = F.col("path").endswith(".gz")
            content = F.when(is_gzip, unpacked).otherwise(content)
            broken = is_gzip & content.isNull()
        name = F.col("path") if self.is_named else F.lit("standard input")
        named = [name.alias("file")] if self.is_named else []
        return df.select(*named, content.alias(VALUE), name.alias(ROW), broken.alias(BROKEN)), (
            ("file",) if self.is_named else ()
        )

    def _from_parquet(self, spark: SparkSession, path: str) -> tuple[DataFrame, tuple[str, ...]]:
        df = spark.read.parquet(path)
        chosen = self._binary_column([(name, type == "binary") for name, type in df.dtypes])
        others = [name for name in df.columns if name != chosen]
        row = F.concat(
            F.col("_metadata.file_name"), F.lit(", row "), F.col("_metadata.row_index") + 1
        )
        selected = [column(name) for name in others]
        return df.select(
            *selected, column(chosen).alias(VALUE), row.alias(ROW), F.lit(False).alias(BROKEN)
        ), tuple(others)

    def _binary_column(self, columns: Sequence[tuple[str, bool]]) -> str:
        """Choose the column with the values: the one that is named, the only one, or `value`."""
        binary = [name for name, is_binary in columns if is_binary]
        if self.column:
            if self.column not in binary:
                there = f"there is: {', '.join(binary)}." if binary else "there is none."
                near = did_you_mean(self.column, binary)
                raise SetUpError(f"no binary column {self.column}; {there}{near}")
            return self.column
        # Skip columns that are other arguments of the format, such as the key of a Kafka record.
        open = [name for name in binary if name not in parameters(self.call.format)]
        if len(open) != 1 and _lines.COLUMN not in open:
            choice = (
                f"--column chooses one of: {', '.join(binary)}." if binary else "There is none."
            )
            raise SetUpError(f"{self.source} should have one binary column. {choice}")
        return open[0] if len(open) == 1 else _lines.COLUMN


def is_parquet(files: list[Path]) -> bool:
    """Return whether an input is a table in Parquet; reject a folder with other files beside it."""
    tables = [file for file in files if inputs.is_parquet(file)]
    if tables and len(tables) < len(files):
        other = next(file for file in files if file not in tables)
        raise SetUpError(
            f"{tables[0]} is Parquet, but {other} is not: give files of one kind at a time."
        )
    return bool(tables)
