"""Files of values that are larger than the heap are written value by value."""

import sys

import pytest

from spawn import ROOT, run

# The text of a value, and how many there are: 560 MB in one file, with a heap of 512 MB.
TEXT, VALUES = 500, 1_100_000
WRITE = f"""
import sys
from pathlib import Path
import sparkwire
from pyspark.sql import SparkSession

builder = SparkSession.builder.master("local[1]").config("spark.driver.memory", "512m")
spark = sparkwire.configure(builder).getOrCreate()
path, compression = sys.argv[1:]
fields = "named_struct('id', id, 'text', repeat(char(97 + id % 26), {TEXT}))"
values = spark.range(0, {VALUES}, 1, 1).selectExpr(f"msgpack_encode({{fields}}) AS value")
writer = values.write.format("sparkwire-msgpack").option("compression", compression)
writer.save(path)
(file,) = Path(path).glob("part-*")
read = spark.read.format("sparkwire-msgpack").load(path)
ids = "sum(msgpack_decode(value, 'id BIGINT').id)"
print(file.stat().st_size, *read.selectExpr("count(*)", ids).first())
"""


@pytest.mark.parametrize("compression", ["none", "zstd"])
def test_a_file_that_is_larger_than_the_heap(compression, tmp_path):
    (tmp_path / "write.py").write_text(WRITE)
    command = [sys.executable, "write.py", tmp_path / "values", compression]
    code, out, err = run(command, tmp_path, PYTHONPATH=str(ROOT / "python" / "src"))
    assert code == 0, err
    size, count, ids = map(int, out.split()[-3:])
    assert (count, ids) == (VALUES, VALUES * (VALUES - 1) // 2)
    assert size > VALUES * TEXT if compression == "none" else size < VALUES * TEXT / 10
