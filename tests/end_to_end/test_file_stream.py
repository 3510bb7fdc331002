"""A stream over MessagePack files that grow while it is killed again and again."""

import json
import os
import random
import sys
import threading
import time
from pathlib import Path

import msgpack

from standalone import kill, running, until

from spawn import DEFAULTS, ROOT, run

FILES, RECORDS = 3, 40_000
STREAM = """
import sys
import sparkwire
source, table, checkpoint, ends = sys.argv[1:5]
spark = sparkwire.session(master="local[2]")
stream = spark.readStream.format("sparkwire-msgpack").option("maxBytesPerTrigger", "100k")
records = stream.load(source).selectExpr("msgpack_decode(value, 'id BIGINT').id AS id", "file")
writer = records.writeStream.option("checkpointLocation", checkpoint)
if ends == "ends":
    writer = writer.trigger(availableNow=True)
writer.start(table).awaitTermination()
"""
RESULT = """
import json, sys
import sparkwire
spark = sparkwire.session(master="local[2]")
rows = spark.read.parquet(sys.argv[1])
counts = "count(*)", "count(DISTINCT id)", "sum(id)", "count(DISTINCT file)"
print(json.dumps(list(rows.selectExpr(*counts).first())))
"""


def append(files, pieces):
    """Append the pieces to the files in turn, as a process does that writes logs."""
    for piece, file in pieces:
        with files[file].open("ab") as out:
            out.write(piece)
        time.sleep(0.002)


def cut(rng):
    """Cut the bytes of each file into pieces that end anywhere."""
    pieces = []
    for file in range(FILES):
        ids = range(file, FILES * RECORDS, FILES)
        data = b"".join(
            msgpack.packb({"id": number, "text": "x" * (number % 40)}) for number in ids
        )
        ends = sorted(rng.sample(range(1, len(data)), 2_000))
        pieces += [
            (at / len(data), data[at:end], file)
            for at, end in zip([0, *ends], [*ends, len(data)], strict=True)
        ]
    return [(data, file) for _, data, file in sorted(pieces, key=lambda piece: piece[0])]


def test_each_record_comes_once_although_the_stream_is_killed(tmp_path):
    source, table, checkpoint = tmp_path / "source", tmp_path / "table", tmp_path / "checkpoint"
    source.mkdir()
    files = [source / f"log.{number}" for number in range(FILES)]
    (tmp_path / "stream.py").write_text(STREAM)
    (tmp_path / "result.py").write_text(RESULT)
    conf = tmp_path / "conf"
    conf.mkdir()
    (conf / "spark-defaults.conf").write_text(DEFAULTS)
    python_path = str(ROOT / "python" / "src")
    environment = os.environ | {"SPARK_CONF_DIR": str(conf), "PYTHONPATH": python_path}
    stream = [sys.executable, Path("stream.py"), source, table, checkpoint]
    writing = threading.Thread(target=append, args=(files, cut(random.Random(1))))
    writing.start()

    def batches():
        return len(list(checkpoint.glob("commits/[0-9]*")))

    for kills in range(1, 4):
        with running([*stream, "runs"], tmp_path, environment) as process:
            until(lambda wanted=4 * kills: batches() >= wanted, "no batch ends", seconds=120)
            kill(process)
    writing.join()
    code, _, err = run([*stream, "ends"], tmp_path, PYTHONPATH=python_path)
    assert code == 0, err
    code, out, err = run([sys.executable, "result.py", table], tmp_path, PYTHONPATH=python_path)
    assert code == 0, err
    every = FILES * RECORDS
    assert json.loads(out.splitlines()[-1]) == [every, every, every * (every - 1) // 2, FILES]
