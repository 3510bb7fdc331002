"""The queries of ``tests/sql`` in PySpark, compared with the results of Scala's ``GoldenSqlSuite``.

``make compat`` runs this file with every supported Spark, classic and Connect.
"""

import re
from datetime import datetime
from pathlib import Path

import pytest
from pyspark.errors import PySparkException
from pyspark.sql.types import ArrayType, MapType, StructType

FOLDER = Path(__file__).parents[1] / "sql"
FILES = sorted(FOLDER.glob("*.sql"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_golden_sql(spark, file):
    golden = file.with_suffix(".out").read_text(encoding="utf-8")
    expected = [f"-- query\n{part}".strip() for part in golden.split("-- query\n") if part]
    assert expected
    for part in expected:
        query = part.removeprefix("-- query\n").split(";\n-- schema\n")[0]
        assert comparable(result(spark, query)) == comparable(part)


def comparable(text):
    """Normalize text that PySpark and Scala show differently, mostly the JSON of a VARIANT."""
    text = re.sub(r"\\u([0-9a-f]{4})", lambda found: chr(int(found[1], 16)), text)
    text = re.sub(r"(?<=\d)T(?=\d\d:)", " ", text)
    # PySpark shows a FLOAT with the digits of a DOUBLE.
    text = re.sub(r"\d\.\d{9,}", lambda found: f"{float(found[0]):.7g}", text)
    text = re.sub(r"(\.\d*?)0+(?=\D)", r"\1", text)
    # Versions of Jackson count the columns of malformed JSON differently.
    text = re.sub(r"column \d+", "column n", text)
    return text.replace("NaN", "nan")


def result(spark, query):
    try:
        df = spark.sql(query)
        schema = ", ".join(f"{field.name} {sql(field.dataType)}" for field in df.schema)
        rows = [" | ".join(map(shown, row)) for row in df.collect()]
    except PySparkException as error:
        schema = f"refused, SQLSTATE {error.getSqlState()}"
        rows = [str(error).splitlines()[0]]
    return "\n".join(["-- query", f"{query};", "-- schema", schema, "-- rows", *rows])


def sql(kind):
    """Format a type as Scala's ``DataType.sql`` does."""
    if isinstance(kind, StructType):
        fields = [
            f"{quoted(field.name)}: {sql(field.dataType)}{'' if field.nullable else ' NOT NULL'}"
            for field in kind
        ]
        return f"STRUCT<{', '.join(fields)}>"
    if isinstance(kind, ArrayType):
        return f"ARRAY<{sql(kind.elementType)}>"
    if isinstance(kind, MapType):
        return f"MAP<{sql(kind.keyType)}, {sql(kind.valueType)}>"
    return kind.simpleString().upper()


def quoted(name):
    return name if name.isidentifier() and name.isascii() else f"`{name}`"


def shown(value):
    """Format a value as ``GoldenSqlSuite`` does."""
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    if isinstance(value, bytes | bytearray):
        return f"X'{value.hex()}'"
    if isinstance(value, datetime):
        return instant(value)
    if isinstance(value, dict):
        pairs = [f"{plain(key)} -> {plain(item)}" for key, item in value.items()]
        return f"Map({', '.join(pairs)})"
    if hasattr(value, "asDict"):
        fields = zip(value.__fields__, value, strict=True)
        return "{" + ", ".join(f"{name}: {shown(item)}" for name, item in fields) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(shown, value))}]"
    return str(value)


def plain(value):
    """Format a key or a value of a map; strings there have no quotes."""
    return value if isinstance(value, str) else shown(value)


def instant(value):
    """Format a time as Java's ``LocalDateTime`` does: it omits seconds that are zero."""
    text = f"{value:%Y-%m-%d %H:%M}"
    if not value.second and not value.microsecond:
        return text
    text += f":{value:%S}"
    if not value.microsecond:
        return text
    digits = f"{value.microsecond:06}"
    return f"{text}.{digits.removesuffix('000')}"
