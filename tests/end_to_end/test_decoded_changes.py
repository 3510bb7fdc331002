"""Decoded values as the source of MERGE and UPDATE, and in the constraints of a table.

Spark holds the rows of one side of these statements while it decodes the next value. The statements
run with generated code and without it, on Delta Lake and on Iceberg.
"""

import pytest

from artifacts import spark_python
from table_formats import FORMATS, settings

from spawn import python

SCRIPT = """
import json
from pyspark.sql import SparkSession

spark = SparkSession.builder.config(map={settings!r}).getOrCreate()
DECODED = "msgpack_decode(v, 'k INT, t STRUCT<s: STRING>')"
INTERPRETED = [
    ("spark.sql.codegen.wholeStage", "false"),
    ("spark.sql.codegen.factoryMode", "NO_CODEGEN"),
    ("spark.sql.autoBroadcastJoinThreshold", "-1"),
]

def view(name, word, start, end):
    # MessagePack of {{"k": id, "t": {{"s": word and id}}}}.
    spark.sql(f'''CREATE TEMPORARY VIEW {{name}} AS
        SELECT concat(X'82a16b', unhex(lpad(hex(id), 2, '0')), X'a17481a173',
            unhex(hex(160 + length(s))), encode(s, 'utf-8')) AS v
        FROM (SELECT id, concat('{{word}} ', id) AS s FROM range({{start}}, {{end}}, 1, 2))''')

def change(people):
    spark.sql(f"CREATE TABLE {{people}} (t STRUCT<s: STRING>, k INT, v BINARY) USING {format}")
    spark.sql(f'''INSERT INTO {{people}}
        SELECT d.t, d.k, v FROM (SELECT v, {{DECODED}} d FROM first)''')
    spark.sql(f'''MERGE INTO {{people}} AS p USING (SELECT {{DECODED}} AS d, v FROM second) AS n
        ON p.k = n.d.k
        WHEN MATCHED THEN UPDATE SET t = n.d.t, v = n.v
        WHEN NOT MATCHED THEN INSERT (t, k, v) VALUES (n.d.t, n.d.k, n.v)''')
    # Matches by a struct.
    spark.sql(f'''MERGE INTO {{people}} AS p USING (SELECT {{DECODED}} AS d FROM second) AS n
        ON p.t = n.d.t WHEN MATCHED AND n.d.k >= 70 THEN DELETE''')
    spark.sql(f"UPDATE {{people}} SET k = {{DECODED}}.k + 100 WHERE {{DECODED}}.t.s LIKE 'name 1%'")
    spark.sql(f"DELETE FROM {{people}} WHERE try_msgpack_decode(v, 'k INT').k < 5")
    return [list(row) for row in spark.sql(f"SELECT k, t.s FROM {{people}} ORDER BY k").collect()]

view("first", "name", 0, 60)
view("second", "new", 40, 80)
generated = change("people")
for name, value in INTERPRETED:
    spark.conf.set(name, value)
interpreted = change("others")
refused = None
if {format!r} == "delta":
    spark.sql(f"ALTER TABLE others ADD CONSTRAINT named CHECK ({{DECODED}}.t.s IS NOT NULL)")
    try:
        spark.sql("INSERT INTO others VALUES (NULL, 1, X'80')")
    except Exception as error:
        refused = str(error)
print(json.dumps([generated, interpreted, refused]))
"""


@pytest.mark.parametrize("name", FORMATS)
def test_decoded_values_change_a_table(tmp_path, name):
    script = SCRIPT.format(settings=settings(name), format=name)
    generated, interpreted, refused = python(script, tmp_path, interpreter=spark_python())
    names = {k: f"name {k}" for k in range(5, 40)} | {k: f"new {k}" for k in range(40, 70)}
    moved = {k + 100 if 10 <= k < 20 else k: name for k, name in names.items()}
    assert generated == [[k, moved[k]] for k in sorted(moved)]
    assert interpreted == generated
    assert (refused is not None) == (name == "delta")
    if refused is not None:
        assert "CHECK constraint named" in refused
