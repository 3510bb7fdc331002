"""Tables of files as an input of ``sparkwire decode --all``: files of any size, piece by piece."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pyspark.sql import functions as F

from sparkwire._rows import BROKEN, ROW, VALUE

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from sparkwire.formats import Call

# The formats whose messages follow each other in files, and the options that decoding shares with
# the tables of such files.
OPTIONS = {
    "databus": ("byteOrder", "maxSize", "verify"),
    "cernan": ("invalidUtf8", "maxSize", "verify"),
    "msgpack": ("invalidUtf8", "maxDepth", "maxSize", "verify"),
}
# The formats whose messages are found again after damage, whatever they hold. Without a table,
# reading goes on with the option ``resync``.
RESYNCING = ("databus", "cernan")
# The endings of the compressed files that the tables unpack.
PACKED = (".gz", ".gzip", ".zst", ".zstd", ".lz4", ".bz2", ".xz", ".sz", ".snappy", ".zip")


def of(spark: SparkSession, call: Call, path: str, name: str | None) -> DataFrame:
    """Return a row for each message in files, and for each piece of malformed bytes.

    Parameters
    ----------
    spark : SparkSession
        The session.
    call : Call
        The format and the options of its functions.
    path : str
        A file or a folder, not a pattern.
    name : str, optional
        What the input is called; None if the names of the files say it, in a column ``file``.
    """
    read = spark.read.format(f"sparkwire-{call.format}").option("mode", "permissive")
    for option in OPTIONS[call.format]:
        if option in call.options:
            read = read.option(option, call.options[option])
    if call.format == "msgpack" and call.options.get("resync") == "true":
        read = read.option("fields", call.arguments["ddl"])
    rows = read.load(re.sub(r"([\\*?\[\]{}])", r"\\\1", path))
    origin = F.col("file") if name is None else F.lit(name)
    return rows.select(
        *([] if name else ["file"]),
        F.col("value").alias(VALUE),
        origin.alias(ROW),
        F.lit(False).alias(BROKEN),
        "offset",
        "fault",
    )
