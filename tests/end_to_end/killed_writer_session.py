"""A stream that writes files of MessagePack; test_killed_writer.py starts it again and again.

It reads the numbers below each file name in a folder, a few files a batch, and ends when it has
read all files that are there, unless it is killed before.
"""

import sys

import sparkwire

folder, files_of_batch = sys.argv[1], sys.argv[2]
spark = sparkwire.session(
    master="local[2]", ui_enabled=False, log_level="OFF", sql_shuffle_partitions=2
)
numbers = spark.readStream.schema("n BIGINT").option("maxFilesPerTrigger", files_of_batch)
values = numbers.json(f"{folder}/in").selectExpr(
    "named_struct('n', n, 'text', repeat(string(n), 20)) AS value"
)
query = (
    values.repartition(3)
    .writeStream.format("sparkwire-msgpack")
    .option("checkpointLocation", f"{folder}/checkpoint")
    .option("path", f"{folder}/out")
    .trigger(availableNow=True)
    .start()
)
print("started", flush=True)
query.awaitTermination()
spark.stop()
