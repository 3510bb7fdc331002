"""Profiles a column of messages: counts versions, types, faults and sizes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Any

from pyspark.sql import functions as F
from pyspark.sql.types import ArrayType, StringType, StructType

import sparkwire.functions as wire
from sparkwire import view
from sparkwire._rows import BROKEN, DECODED, ROW, SIZE, TAIL, VALUE, Rows
from sparkwire.formats import Call

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd  # type: ignore[import-untyped]
    from pyspark.sql import Column, DataFrame
    from pyspark.sql.types import DataType

# The first of these fields that a result has is its version or its type.
VERSIONS = ("version", "api_version", "magic", "_version")
TYPES = ("opcode", "op", "record", "api", "codec")
# The reason for bytes after the first message of a value.
TRAILING = "trailing-bytes"
COLUMNS = ("version", "type", "fault", "count", "bytes", "smallest", "largest")
BAR_HEIGHT = 14


@dataclass(frozen=True)
class Profile:
    """The result of `profile`: notebooks show it as HTML, ``print`` as text.

    Attributes
    ----------
    format : str
        The format.
    groups : sequence of dict
        For each version, type and fault: ``count``, total ``bytes``, ``smallest`` and ``largest``
        size in bytes; the most frequent first. In the group of NULL values all but ``count`` are
        None.
    sizes : dict
        A histogram of the sizes. The key is a power of two; the value counts the good and the
        malformed values whose size is at least this power and less than the next one. The key 0
        counts empty values.
    note : str
        What else was found: whether most values hold several messages, which are counted one by
        one then, or which values have bytes after their message.
    counts_messages : bool
        Whether messages are counted, not values, because most values hold several.
    """

    format: str
    groups: Sequence[dict[str, Any]]
    sizes: dict[int, tuple[int, int]]
    note: str = ""
    counts_messages: bool = False

    def to_pandas(self) -> pd.DataFrame:
        """Return the groups as a pandas DataFrame.

        Returns
        -------
        pandas.DataFrame
        """
        import pandas as pd

        return pd.DataFrame(list(self.groups), columns=list(COLUMNS))

    def to_page(self) -> str:
        """Return the HTML view as a complete page, to be written to a file.

        Returns
        -------
        str
        """
        from sparkwire.html import page

        return page(f"{self.format} messages", self._repr_html_())

    @property
    def text(self) -> str:
        """The groups as plain text, one line for each."""
        rows = [COLUMNS, *(tuple(_cell(group[name]) for name in COLUMNS) for group in self.groups)]
        text = view.aligned(rows)
        return f"{self.note}\n{text}" if self.note else text

    def __str__(self) -> str:
        """Return the text."""
        return self.text

    def __repr__(self) -> str:
        """Return a description in one line."""
        count = sum(group["count"] for group in self.groups)
        return f"<{self.format}, {count} values in {len(self.groups)} groups>"

    def _repr_html_(self) -> str:
        from sparkwire.html import box

        most = max((group["count"] for group in self.groups), default=1)
        heads = "".join(f"<th>{name}</th>" for name in COLUMNS)
        rows = "".join(
            "<tr>"
            + "".join(f"<td>{escape(_cell(group[name]))}</td>" for name in COLUMNS)
            + f"<td class=bar>{_bar(group['count'], most, bool(group['fault']))}</td></tr>"
            for group in self.groups
        )
        count = sum(group["count"] for group in self.groups)
        bad = sum(group["count"] for group in self.groups if group["fault"])
        what = "messages" if self.counts_messages else "values"
        head = f"<b>{escape(self.format)}</b>, {count:,} {what}, {bad:,} malformed"
        if self.note:
            head += f"<br>{escape(self.note)}"
        counts = f"<table class=wide><tr>{heads}<th></th></tr>{rows}</table>"
        return box(head, f'<div class="scroll">{counts}{self._sizes_html()}</div>')

    def _sizes_html(self) -> str:
        most = max((sum(counts) for counts in self.sizes.values()), default=1)
        rows = "".join(
            f"<tr><td>{size:,}</td><td>{good + bad:,}</td>"
            f"<td class=bar>{_bar(good, most)}{_bar(bad, most, True)}</td></tr>"
            for size, (good, bad) in sorted(self.sizes.items())
        )
        heads = "<tr><th>bytes from</th><th>values</th><th></th></tr>"
        return f"<table class=wide>{heads}{rows}</table>"


def profile(df: DataFrame, column: str, format: str, **arguments: Any) -> Profile:  # noqa: ANN401
    """Count the versions, types, faults and sizes in a column of messages.

    Parameters
    ----------
    df : DataFrame
        A table, not a stream. It is read once, or twice if most values hold several messages.
    column : str
        The name of the column with the messages.
    format : str
        The format, as for `sparkwire.dissect`.
    **arguments
        The other arguments of the format's functions by name, as for `sparkwire.dissect`. Arguments
        that may be columns, such as the topic and key of a ``kafka_record``, may be Columns here.

    Returns
    -------
    Profile
        The counts. If most values hold several messages end to end, the messages are counted.

    Examples
    --------
    >>> from sparkwire.demo import samples
    >>> df = spark.createDataFrame(samples("databus"), ["name", "value"])
    >>> print(sparkwire.profile(df, "value", "databus"))
    version  type    fault         count  bytes  smallest  largest
    0        UPSERT                2      142    66        76
    2        UPSERT                2      186    80        106
                     bad-body-crc  1      71     71        71
    0                              1      191    191       191
    0        DELETE                1      71     71        71
    2                              1      53     53        53
    """
    columns = {name: value for name, value in arguments.items() if hasattr(value, "isNotNull")}
    constants = {name: value for name, value in arguments.items() if name not in columns}
    call = Call.of(format, constants, tuple(columns))
    found = _counted(
        call.format,
        df.select(
            F.length(column).alias("size"),
            call.single.column(f"try_{call.format}_decode", column, columns).alias("decoded"),
            call.single.column(f"{call.format}_fault", column, columns)["reason"].alias("fault"),
        ),
    )
    several = sum(group["count"] for group in found.groups if group["fault"] == TRAILING)
    values = sum(group["count"] for group in found.groups if group["bytes"] is not None)
    if not several or not hasattr(wire, f"{call.format}_decode_all"):
        return found
    # A few values with bytes after their message do not decide how the others are read.
    if several <= values / 2:
        note = (
            f"{several:,} of {values:,} values have bytes after their message ({TRAILING});"
            f" {call.format}_decode_all reads messages end to end."
        )
        return replace(found, note=note)
    # Values of messages end to end: the faults above only say that another message follows.
    note = (
        f"{several:,} of {values:,} values hold several messages ({TRAILING}); below are the"
        f" messages that {call.format}_decode_all finds."
    )
    messages = _counted(call.format, _messages(call, df, column))
    return replace(messages, note=note, counts_messages=True)


def _messages(call: Call, df: DataFrame, column: str) -> DataFrame:
    """Return a row for each message of each value."""
    values = df.where(F.col(column).isNotNull()).select(
        F.col(column).alias(VALUE), F.lit("").alias(ROW), F.lit(False).alias(BROKEN)
    )
    rows = Rows(call, "report", ()).messages(values)
    fault = call.single.column(f"{call.format}_fault", VALUE)["reason"]
    return rows.select(
        F.col(SIZE).alias("size"),
        F.col(DECODED).alias("decoded"),
        F.coalesce(F.col(TAIL), F.when(F.col(DECODED).isNull(), fault)).alias("fault"),
    )


def _counted(format: str, read: DataFrame) -> Profile:
    """Count the rows of a table with size, decoded value, and fault of each message."""
    version, type = _named(read.schema["decoded"].dataType)
    grouped = (
        read.select(
            version.cast("STRING").alias("version"),
            type.alias("type"),
            "fault",
            "size",
            # The exponent of the largest power of two that is at most the size; NULL if that is 0.
            F.floor(F.log2(F.when(F.col("size") > 0, F.col("size")))).alias("power"),
        )
        .groupBy("version", "type", "fault", "power")
        .agg(
            F.count("*").alias("count"),
            F.sum("size").alias("bytes"),
            F.min("size").alias("smallest"),
            F.max("size").alias("largest"),
        )
    )
    return _profile(format, [row.asDict() for row in grouped.collect()])


def _named(decoded: DataType) -> tuple[Column, Column]:
    """Find the version and the type in the decoded values of a format."""
    value = F.col("decoded")
    if isinstance(decoded, ArrayType):  # of many messages, the first one counts
        value, decoded = F.get(value, F.lit(0)), decoded.elementType
    none = F.lit(None).cast("STRING")
    if isinstance(decoded, StructType):
        version = next((value[name] for name in VERSIONS if name in decoded.names), none)
        texts = {field.name for field in decoded.fields if isinstance(field.dataType, StringType)}
        return version, next((value[name] for name in TYPES if name in texts), none)
    if decoded.simpleString() != "variant":
        return none, none
    # The type name of an object if it has one, else the kind of the VARIANT.
    name = F.try_variant_get(value, '$["@type"]', "STRING")
    return none, F.coalesce(name, F.regexp_extract(F.schema_of_variant(value), r"^\w+", 0))


def _profile(format: str, rows: list[dict[str, Any]]) -> Profile:
    groups: dict[tuple[Any, ...], dict[str, Any]] = {}
    sizes: dict[int, Counter[bool]] = {}
    for row in rows:
        key = tuple(row[name] for name in COLUMNS[:3])
        group = groups.setdefault(key, dict(zip(COLUMNS, (*key, 0, None, None, None), strict=True)))
        group["count"] += row["count"]
        for name, merge in (("bytes", sum), ("smallest", min), ("largest", max)):
            known = [size for size in (group[name], row[name]) if size is not None]
            group[name] = merge(known) if known else None
        if row["bytes"] is not None:
            size = 0 if row["power"] is None else 1 << int(row["power"])
            sizes.setdefault(size, Counter())[bool(row["fault"])] += row["count"]
    return Profile(
        format,
        sorted(groups.values(), key=lambda group: (-group["count"], *map(_cell, group.values()))),
        {size: (counts[False], counts[True]) for size, counts in sizes.items()},
    )


def _cell(value: object) -> str:
    return "" if value is None else f"{value:,}" if isinstance(value, int) else str(value)


def _bar(count: int, most: int, is_bad: bool = False) -> str:
    if not count:
        return ""
    # In per cent, so that the longest bar fits any width; a small count is still visible.
    width = max(100 * count / most, 0.5)
    colour = "var(--fault)" if is_bad else "var(--c0)"
    return (
        f'<svg width="{width:.4g}%" height="{BAR_HEIGHT}" role="img" aria-label="{count}">'
        f'<rect width="100%" height="100%" style="fill:{colour}"/></svg>'
    )
