"""Backups of Aerospike as an input of ``sparkwire decode``, by their table of files."""

from __future__ import annotations

import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pyspark.sql import functions as F

from sparkwire import inputs
from sparkwire._output import say_bad
from sparkwire._terminal import quiet_session
from sparkwire.decoding import AUTO
from sparkwire.errors import SetUpError, did_you_mean
from sparkwire.guessing import HEAD, of_one
from sparkwire.recognition.magic import BACKUP

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Mapping

    from pyspark.sql import DataFrame, SparkSession

    from sparkwire._output import Output
    from sparkwire.guesses import Guess

FORMAT = "aerospike_backup"
# What users may write.
NAMES = (FORMAT, FORMAT.replace("_", "-"))
TABLE = "sparkwire-aerospike-backup"
OPTIONS = ("compression", "invalidUtf8", "maxDepth", "maxSize", "verify")
# Of the forms that `guess` unwraps, those that the table unpacks, by the same names.
PACKINGS = ("gzip", "zstd", "lz4", "bzip2", "xz", "snappy")
# The columns of an entry, which are the fields of a row's value.
FIELDS = (
    *("kind", "namespace", "set", "key", "digest", "generation", "expiration", "bins"),
    "definition",
)


@dataclass(frozen=True)
class Job:
    """One run of ``sparkwire decode`` on backups."""

    source: str
    options: Mapping[str, str]
    on_bad: str
    output: Output

    def run(self) -> bool:
        """Run the job; return True if there was malformed data that the user wants reported."""
        for name in self.options:
            if name not in OPTIONS:
                near = did_you_mean(name, OPTIONS)
                raise SetUpError(
                    f"{FORMAT} has no option {name}.{near} Accepted: {', '.join(OPTIONS)}."
                )
        self.output.check()
        with tempfile.TemporaryDirectory() as spool:
            path, is_named = self.source, True
            if self.source == "-" or self.source.startswith(inputs.DIGITS):
                file = Path(spool, "standard input")
                file.write_bytes(inputs.read_value(self.source))
                path, is_named = str(file), False
            else:
                inputs.data_files(Path(self.source))
            bad = self._decode(path, is_named)
        say_bad(bad, "malformed")
        return bool(bad)

    def _decode(self, path: str, is_named: bool) -> Counter[str]:
        with quiet_session() as spark:
            return self.output.write(self._rows(spark, path, is_named), "Decoding", None)

    def _rows(self, spark: SparkSession, path: str, is_named: bool) -> DataFrame:
        # The table itself ends at the first malformed entry unless it is permissive.
        mode = "failfast" if self.on_bad == "fail" else "permissive"
        read = spark.read.format(TABLE).options(**self.options).option("mode", mode)
        table = read.load(re.sub(r"([\\*?\[\]{}])", r"\\\1", path))
        is_entry = F.col("fault").isNull()
        fault = F.struct("fault.*", "value")
        named = [F.col("file")] if is_named else []
        decoded = F.when(is_entry, F.struct(*FIELDS)).alias(FORMAT)
        shown = table.select(*named, "offset", decoded, F.when(~is_entry, fault).alias("fault"))
        if self.on_bad == "report":
            return shown
        return shown.where("fault IS NULL").drop("fault")


def options(format: str, source: str, given: Mapping[str, str]) -> Mapping[str, str] | None:
    """Return the options of the table if the format is a backup; None if it is another one.

    For the format ``auto``, the first file is looked at.
    """
    if format.lower() in NAMES:
        return given
    is_file = source != "-" and not source.startswith(inputs.DIGITS)
    if format != AUTO or not is_file:
        return None
    head, size = inputs.read_head(str(inputs.data_files(Path(source))[0]), 0, None, HEAD)
    first: Guess | None = next(iter(of_one(head, size)), None)
    inside = first.inside if first else None
    if first is None or BACKUP not in (first.format, inside.format if inside else ""):
        return None
    if inside is not None and first.format not in PACKINGS:
        return None
    print(f"sparkwire: taken for {first.label}", file=sys.stderr)
    return given if inside is None else {"compression": first.format, **given}
