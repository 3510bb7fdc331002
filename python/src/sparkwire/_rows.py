"""The rows that ``sparkwire decode`` writes, made of a table of values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyspark.sql import functions as F

import sparkwire.functions as wire

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

    from sparkwire.formats import Call

# Columns of our own while rows are made; they are dropped before rows are written.
VALUE, ROW, DECODED = "_sparkwire_value", "_sparkwire_row", "_sparkwire_decoded"
# Whether the value is NULL because its file is gzip that cannot be unpacked.
BROKEN = "_sparkwire_broken"
# The reason why what follows the last whole message is none.
TAIL = "_sparkwire_tail"
# What is said of a file named .gz that is no gzip. A reason of the command line, not of a format.
BAD_GZIP = "bad-gzip"
STOPPED = "SPARKWIRE_STOPPED "


@dataclass(frozen=True)
class Rows:
    """Makes rows of values: what was decoded, and what is wrong with what was not."""

    call: Call
    on_bad: str
    others: tuple[str, ...]

    def one(self, values: DataFrame) -> DataFrame:
        """Give a row for each value."""
        decoded = values.select("*", self._call("try_", "_decode").alias(DECODED))
        return self._finish(decoded.withColumn(TAIL, F.lit(None).cast("STRING")))

    def each(self, values: DataFrame) -> DataFrame:
        """Give a row for each message of each value."""
        if hasattr(wire, f"{self.call.format}_decode_all"):
            rows = self._messages(values)
            return self._finish(rows.where(f"{TAIL} IS NULL") if self.on_bad == "null" else rows)
        exploded = F.explode_outer(self._call("try_", "_decode")).alias(DECODED)
        rows = self._finish(
            values.select("*", exploded).withColumn(TAIL, F.lit(None).cast("STRING"))
        )
        # A value without messages has a row here, too.
        kept = [name for name in (self.call.format, "fault") if name in rows.columns]
        return rows.where(" OR ".join(f"{name} IS NOT NULL" for name in kept))

    def _messages(self, values: DataFrame) -> DataFrame:
        """Give a row for each message: its offset, the result, and its bytes if there is none."""
        all = values.select("*", self._call("", "_decode_all").alias("_all"))
        messages, tail = all.select("_all.*").columns
        message = all.select(F.explode(f"_all.{messages}")).select("col.*").columns[1]
        offsets = F.transform(f"_all.{messages}", lambda part: part["offset"])
        end = F.coalesce(F.col(f"_all.{tail}.offset"), F.length(VALUE))
        ends = F.concat(offsets, F.array(end))
        parts = F.transform(
            f"_all.{messages}",
            lambda part, number: F.struct(
                part["offset"].alias("offset"),
                part[message].alias(DECODED),
                F.element_at(ends, number + 2).alias("_end"),
                F.lit(None).cast("STRING").alias(TAIL),
            ),
        )
        # What follows the last message that is whole.
        rest = F.struct(
            F.coalesce(F.col(f"_all.{tail}.offset"), F.lit(0)).alias("offset"),
            F.lit(None).alias(DECODED),
            F.length(VALUE).alias("_end"),
            F.col(f"_all.{tail}.reason").alias(TAIL),
        )
        has_rest = F.col(f"_all.{tail}").isNotNull() | F.col(BROKEN)
        rows = F.concat(
            F.coalesce(parts, F.array()), F.when(has_rest, F.array(rest)).otherwise(F.array())
        )
        kept = [column(name) for name in (*self.others, VALUE, ROW, BROKEN)]
        length = F.col("_end") - F.col("offset")
        cut = F.col(VALUE).substr(F.col("offset") + 1, length)
        return all.select(*kept, F.inline(rows)).withColumn(
            VALUE, F.when(F.col(DECODED).isNull(), cut)
        )

    def _finish(self, rows: DataFrame) -> DataFrame:
        decoded = F.col(DECODED).alias(self.call.format)
        shown = [column(name) for name in (*self.others, "offset") if name in rows.columns]
        if self.on_bad == "null":
            return rows.select(*shown, decoded)
        # Only values that gave nothing are walked a second time.
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
        return self.call.column(f"{prefix}{self.call.format}{suffix}", VALUE, columns)


def _dead_letter(start: Column) -> Column:
    """Say all that is needed to repair and replay what was not decoded.

    The word of a tail is that of the whole stream, whose byte order, say, was found earlier.
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
        F.lit("the file is gzip that is damaged or too large").alias("message"),
        F.lit(None).cast("BINARY").alias("value"),
    )


def column(name: str) -> Column:
    """Give a column by its name, whatever characters are in it."""
    return F.col(f"`{name}`")
