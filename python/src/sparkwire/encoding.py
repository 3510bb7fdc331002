"""Implements ``sparkwire encode``: reads values, encodes them and writes their bytes."""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pyspark.sql import functions as F
from pyspark.sql.types import StructField, StructType, VariantType

from sparkwire import _lines, inputs
from sparkwire._output import say_bad, write_rows
from sparkwire._rows import column
from sparkwire._terminal import quiet_session
from sparkwire.decoding import is_parquet
from sparkwire.errors import SetUpError, did_you_mean

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Sequence

    from pyspark.sql import Column, DataFrame, SparkSession
    from pyspark.sql.types import DataType

    from sparkwire._output import Output
    from sparkwire.formats import Call

# Names of internal columns; they are dropped before the rows are written.
GIVEN, ENCODED = "_sparkwire_given", "_sparkwire_encoded"
VALUE, FAULT = "value", "fault"
# Spark's message for a line that is not JSON, or not of the type that is asked for.
BAD_LINE = ("CANNOT_PARSE_JSON_FIELD", "MALFORMED_RECORD_IN_PARSING")
# Results of an encoding that consists of several parts, such as the key and value of a record.
PARTS = ("key", "value")


@dataclass(frozen=True)
class Job:
    """One run of ``sparkwire encode``."""

    call: Call
    source: str
    column: str | None
    type: str | None
    on_bad: str
    output: Output
    raw: bool

    def run(self) -> bool:
        """Run the job; return True if there was a value that the format cannot hold."""
        self.output.check()
        with tempfile.TemporaryDirectory() as spool:
            files = self._files(Path(spool))
            with quiet_session() as spark:
                bad = self._encode(spark, files)
        say_bad(bad, "unencodable")
        return bool(bad)

    def _files(self, spool: Path) -> list[Path]:
        if self.source != "-":
            return inputs.data_files(Path(self.source))
        file = spool / "standard input"
        file.write_bytes(inputs.read_stdin())
        return [file]

    def _encode(self, spark: SparkSession, files: list[Path]) -> Counter[str]:
        path = str(files[0]) if self.source == "-" else self.source
        values = (
            self._parquet(spark, path) if is_parquet(files) else self._lines(spark, path, files)
        )
        others = tuple(name for name in values.columns if name != GIVEN)
        self.call.check_complete(others)
        rows = self._rows(values, others)
        try:
            if self.raw:
                return write_rows(rows, lambda piece: None, is_raw=True)
            return self.output.write(rows, "Encoding", values.count)
        except Exception as error:  # from Spark or py4j, depending on who notices it
            why = _bad_line(str(error))
            if why is None:
                raise
            raise SetUpError(f"{self.source} has a line of another type. {why}") from error

    def _parquet(self, spark: SparkSession, path: str) -> DataFrame:
        df = spark.read.parquet(path)
        chosen = self._chosen(df.columns)
        if chosen is None:
            raise SetUpError(f"--column chooses one of: {', '.join(df.columns)}.")
        others = [column(name) for name in df.columns if name != chosen]
        return df.select(*others, column(chosen).alias(GIVEN))

    def _lines(self, spark: SparkSession, path: str, files: list[Path]) -> DataFrame:
        """Read JSON lines; a line that is not JSON of the type that is asked for is an error."""
        asked = self._asked(spark)
        chosen = self._chosen(_lines.names(files[0]))
        strict = spark.read.option("mode", "FAILFAST")
        if chosen is None and isinstance(asked, VariantType):
            return strict.option("singleVariantColumn", GIVEN).json(path)
        if chosen is None:
            if not isinstance(asked, StructType):
                raise SetUpError(
                    f"{self.source} has no field {self.call.format}; --column names the field."
                )
            df = strict.schema(asked).json(path)
            return df.select(F.struct(*(column(name) for name in asked.names)).alias(GIVEN))
        others = [one for one in spark.read.json(path).schema if one.name != chosen]
        df = strict.schema(StructType([*others, StructField(chosen, asked)])).json(path)
        return df.select(*(column(one.name) for one in others), column(chosen).alias(GIVEN))

    def _chosen(self, names: Sequence[str]) -> str | None:
        if self.column:
            if self.column not in names:
                near = did_you_mean(self.column, names)
                raise SetUpError(f"no column {self.column}.{near} There are: {', '.join(names)}.")
            return self.column
        return next((name for name in (self.call.format, VALUE) if name in names), None)

    def _asked(self, spark: SparkSession) -> DataType:
        """Return the type of the values: the one that is named, else the type of decoding."""
        if self.type is not None:
            return spark.range(0).select(F.from_json(F.lit(None), self.type)).schema[0].dataType
        call = self.call.way_back
        nothing = {name: F.lit(None) for name in call.open_inputs}
        null = F.lit(None).cast("BINARY")
        decoded = call.column(f"{call.format}_decode", null, nothing)
        return spark.range(0).select(decoded).schema[0].dataType

    def _rows(self, values: DataFrame, others: tuple[str, ...]) -> DataFrame:
        strict = "" if self.on_bad == "fail" else "try_"
        encoded = values.select(
            *map(column, others), GIVEN, self._call(f"{strict}{{}}_encode", others).alias(ENCODED)
        )
        is_parted = isinstance(encoded.schema[ENCODED].dataType, StructType)
        # Columns of the input that the output has itself, such as the faults of an earlier run.
        own = (*(PARTS if is_parted else (VALUE,)), FAULT)
        taken = [] if self.raw else [name for name in others if name not in own]
        shown = (
            [F.col(f"{ENCODED}.{part}").alias(part) for part in PARTS]
            if is_parted
            else [F.col(ENCODED).alias(VALUE)]
        )
        if self.on_bad != "report":
            return encoded.select(*map(column, taken), *shown)
        # Only values without a result are given to the encoder a second time, to find the fault.
        why = F.when(F.col(ENCODED).isNull(), self._call("{}_encode_fault", others))
        return encoded.select(*map(column, taken), *shown, why.alias(FAULT))

    def _call(self, function: str, others: tuple[str, ...]) -> Column:
        columns = {name: column(name) for name in others}
        # Many tables have an `id` of their own, and only some frames have one.
        if "id" in self.call.options or "frame" not in self.call.options:
            columns.pop("id", None)
        return self.call.column(function.format(self.call.format), column(GIVEN), columns)


def _bad_line(text: str) -> str | None:
    """Return Spark's message for the line that it could not read; None for any other error."""
    for condition in BAD_LINE:
        found = re.search(rf"\[{condition}\S*\] (.*?\.)(?= |\n|$)", text)
        if found:
            return found[1]
    return None
