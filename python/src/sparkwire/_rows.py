"""Builds the rows that ``sparkwire decode`` writes from a table of values."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyspark.sql import functions as F

import sparkwire.functions as wire
from sparkwire.errors import MalformedRow

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyspark.sql import Column, DataFrame

    from sparkwire.formats import Call

# Names of internal columns; they are dropped before the rows are written.
VALUE, ROW, DECODED = "_sparkwire_value", "_sparkwire_row", "_sparkwire_decoded"
# True if the value is NULL because its file is gzip that cannot be unpacked.
BROKEN = "_sparkwire_broken"
# The reason why bytes after the last complete message, or between two, are malformed.
TAIL = "_sparkwire_tail"
# The reason for a file named .gz that cannot be unpacked. It belongs to the command line, not to a
# format.
BAD_GZIP = "bad-gzip"
BAD_GZIP_MESSAGE = "the file is gzip that is damaged or too large"
# The number of bytes of a message among the messages of a value.
SIZE = "_sparkwire_size"
STOPPED = "SPARKWIRE_STOPPED "


@dataclass(frozen=True)
class Rows:
    """Turns values into output rows: the decoded value, or the fault of a malformed one."""

    call: Call
    on_bad: str
    others: tuple[str, ...]

    def one(self, values: DataFrame) -> DataFrame:
        """Return one row for each value."""
        decoded = values.select("*", self._call("try_", "_decode").alias(DECODED))
        return self._finish(decoded.withColumn(TAIL, F.lit(None).cast("STRING")))

    def each(self, values: DataFrame) -> DataFrame:
        """Return one row for each message of each value."""
        if hasattr(wire, f"{self.call.format}_decode_all"):
            return self._finish_located(self.messages(values))
        all = values.select("*", self._call("try_", "_decode").alias("_all"))
        # Spark copies the columns beside an exploded one into each of its rows, so the value is
        # only kept where it is malformed.
        malformed = F.when(F.col("_all").isNull(), F.col(VALUE)).alias(VALUE)
        rows = self._finish(
            all.select(
                *self._beside(),
                malformed,
                F.explode_outer("_all").alias(DECODED),
                F.lit(None).cast("STRING").alias(TAIL),
            )
        )
        # explode_outer keeps a row for a value without messages; drop it.
        kept = [name for name in (self.call.format, "fault") if name in rows.columns]
        return rows.where(" OR ".join(f"{name} IS NOT NULL" for name in kept))

    def of_table(self, table: DataFrame) -> DataFrame:
        """Return one row for each row of a table of files in the mode ``permissive``."""
        is_value = F.col("fault").isNull()
        rows = table.select(
            *self._beside(),
            "offset",
            F.when(is_value, self._call("try_", "_decode")).alias(DECODED),
            F.col("fault.reason").alias(TAIL),
            VALUE,
        )
        return self._finish_located(rows)

    def messages(self, values: DataFrame) -> DataFrame:
        """Return a row for each message: offset, size, result, and its bytes if that is NULL."""
        all = values.select("*", self._call("", "_decode_all").alias("_all"))
        located = all.select("_all.*").columns[0]
        message = all.select(F.explode(f"_all.{located}")).select("col.*").columns[1]
        tail = F.col("_all.tail")

        def part(offset: Column, decoded: Column, reason: Column) -> Column:
            return F.struct(
                offset.alias("offset"),
                decoded.alias(DECODED),
                reason.cast("STRING").alias(TAIL),
            )

        def parts(name: str, of: Callable[[Column], Column]) -> Column:
            return F.coalesce(F.transform(f"_all.{name}", of), F.array())

        nothing = F.lit(None)
        rows = parts(located, lambda one: part(one["offset"], one[message], nothing))
        if "gaps" in all.select("_all.*").columns:
            gaps = parts("gaps", lambda one: part(one["offset"], nothing, one["reason"]))
            rows = F.array_sort(
                F.concat(rows, gaps), lambda one, two: one["offset"] - two["offset"]
            )
        # The bytes after the last complete message.
        rest = part(F.coalesce(tail["offset"], F.lit(0)), nothing, tail["reason"])
        has_rest = tail.isNotNull() | F.col(BROKEN)
        rows = F.concat(rows, F.when(has_rest, F.array(rest)).otherwise(F.array()))
        listed = all.select(*self._beside(), F.col(VALUE), rows.alias("_rows"))
        offsets = F.transform("_rows", lambda one: one["offset"])
        # Each row ends where the next one begins.
        ends = F.slice(F.concat(offsets, F.array(F.length(VALUE))), 2, F.size("_rows"))

        def cut(one: Column, end: Column) -> Column:
            data = F.col(VALUE).substr(one["offset"] + 1, end - one["offset"])
            kept = F.when(one[DECODED].isNull(), data)
            return one.withField(SIZE, end - one["offset"]).withField(VALUE, kept)

        # Spark copies the columns beside an exploded one into each of its rows, so the bytes are
        # cut before, and the whole value is not kept.
        return listed.select(*self._beside(), F.inline(F.zip_with("_rows", ends, cut)))

    def _beside(self) -> list[Column]:
        """Return the columns that belong to each row of a value."""
        return [column(name) for name in (*self.others, ROW, BROKEN)]

    def _finish_located(self, rows: DataFrame) -> DataFrame:
        """Finish rows of messages and of the bytes between them, which have no result to keep."""
        return self._finish(rows.where(f"{TAIL} IS NULL") if self.on_bad == "null" else rows)

    def _finish(self, rows: DataFrame) -> DataFrame:
        decoded = F.col(DECODED).alias(self.call.format)
        shown = [column(name) for name in (*self.others, "offset") if name in rows.columns]
        if self.on_bad == "null":
            return rows.select(*shown, decoded)
        # Only values without a result are read a second time, to find the fault.
        faulty = rows.withColumn("_why", F.when(F.col(DECODED).isNull(), self._call("", "_fault")))
        letter = _dead_letter(F.col("offset") if "offset" in rows.columns else F.lit(0))
        letter = F.when(F.col(BROKEN), _bad_gzip()).otherwise(letter)
        if self.on_bad == "report":
            return faulty.select(*shown, decoded, letter.alias("fault"))
        said = F.to_json(
            F.struct(F.col(ROW).alias("row"), letter.dropFields("value").alias("fault"))
        )
        stop = F.raise_error(F.concat(F.lit(STOPPED), said)).cast("STRING")
        checked = faulty.select(*shown, decoded, F.when(letter.isNotNull(), stop).alias("_checked"))
        return checked.where("_checked IS NULL").drop("_checked")

    def _call(self, prefix: str, suffix: str) -> Column:
        columns = {name: column(name) for name in self.others}
        call = self.call.single if suffix == "_fault" else self.call
        return call.column(f"{prefix}{self.call.format}{suffix}", VALUE, columns)


def _dead_letter(start: Column) -> Column:
    """Build the struct with all that is needed to repair and replay a malformed value.

    TAIL takes precedence over the reason that these bytes alone give: it was found by reading the
    whole stream, where earlier bytes may have settled the byte order, for example.
    """
    reason, offset, path, message = (
        F.col(f"_why.{field}") for field in ("reason", "offset", "path", "message")
    )
    return F.when(
        F.col(TAIL).isNotNull() | reason.isNotNull(),
        F.struct(
            F.coalesce(F.col(TAIL), reason).alias("reason"),
            (start + F.coalesce(offset, F.lit(0))).alias("offset"),
            F.coalesce(path, F.lit("")).alias("path"),
            F.coalesce(message, F.lit("")).alias("message"),
            F.col(VALUE).alias("value"),
        ),
    )


def _bad_gzip() -> Column:
    return F.struct(
        F.lit(BAD_GZIP).alias("reason"),
        F.lit(0).alias("offset"),
        F.lit("").alias("path"),
        F.lit(BAD_GZIP_MESSAGE).alias("message"),
        F.lit(None).cast("BINARY").alias("value"),
    )


def column(name: str) -> Column:
    """Return a column by name; the name may contain dots and other special characters."""
    quoted = name.replace("`", "``")
    return F.col(f"`{quoted}`")


def stopped(error: Exception) -> MalformedRow | None:
    """Extract the fault that `--on-bad fail` has put into Spark's error."""
    text = str(error)
    if STOPPED not in text:
        return None
    said, _ = json.JSONDecoder().raw_decode(text.split(STOPPED, 1)[1])
    return stop(said["row"], said["fault"])


def stop(row: str, fault: dict[str, Any]) -> MalformedRow:
    """Return the error for a malformed value that ends a run."""
    where = f" ({fault['path']})" if fault["path"] else ""
    return MalformedRow(
        f"{row}: {fault['reason']} at byte {fault['offset']}{where}: {fault['message']}."
        " --on-bad report goes on and keeps such rows with their faults, --on-bad null leaves them"
        " empty."
    )
