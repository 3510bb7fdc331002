"""The VARIANTs of every function, over the vectors of all formats, written to Parquet and read.

Spark 4.1 and later shred VARIANTs by default: a file stores the fields that many of its rows have
in columns of their own, with the type that they have there.
"""

import json
import re
from pathlib import Path

from pyspark.sql import functions as F

TESTS = Path(__file__).parents[1]
FILES = sorted((TESTS / "vectors").glob("*/*.jsonl"))
FUNCTIONS = TESTS / "golden" / "functions.txt"
SCHEMA = """id STRING, value BINARY, topic STRING, key BINARY, api_key INT, api_version INT,
    schema STRING"""
# A layout of which any two bytes are a value.
HALVES = """{seq: [{id: kind, type: u1}, {id: body, size-eos: true, type:
    {switch-on: kind % 2, cases: {0: pair, 1: strz}}}], types: {pair: {seq: [{id: a, type: u1},
    {id: rest, size-eos: true}]}}, meta: {encoding: UTF-8}}"""
# The columns to select from the vectors.
SHREDDED = {
    "aerospike_decode": "try_aerospike_decode(value)",
    "aerospike_key_decode": "try_aerospike_key_decode(value)",
    "avro_variant": "try_avro_variant(try_databus_decode(value).payload, schema)",
    "ignite_decode": "try_ignite_decode(value)",
    "ignite_cdc_decode": "try_ignite_cdc_decode(value)",
    "kafka_record_decode": "try_kafka_record_decode(topic, key, value)",
    "kafka_request_decode": "try_kafka_request_decode(value)",
    "kafka_response_decode": "try_kafka_response_decode(value, api_key, api_version)",
    "layout_decode": f"try_layout_decode(value, '{HALVES}', map('switch', 'variant'))",
    "msgpack_decode": "try_msgpack_decode(value)",
}
# Spark shreds no VARIANT that is in an array, but does when its elements are rows.
IN_ARRAYS = {
    "aerospike_bins": ("try_aerospike_bins(value)", "inline({})"),
    "avro_container_decode": ("try_avro_container_decode(value)", "explode({}.records)"),
    "cernan_decode": ("try_cernan_decode(value)", "explode({}.records)"),
    "cernan_decode_all": (
        "cernan_decode_all(value, map('resync', 'true'))",
        "explode(flatten({}.packets.packet.records))",
    ),
    "msgpack_decode_all": (
        "msgpack_decode_all(value)",
        "inline(filter({}.values, v -> schema_of_variant(v.value) LIKE 'OBJECT%'))",
    ),
}


def check(spark, folder, shreds):
    """Check that every VARIANT has the same JSON after it was written and read."""
    assert {*SHREDDED, *IN_ARRAYS} == giving_variant()
    vectors(spark).write.parquet(f"{folder}/vectors")
    spark.read.parquet(f"{folder}/vectors").createOrReplaceTempView("vectors")
    for call in SHREDDED.values():
        assert comes_back(spark, folder, call) is shreds, call
    for call, rows in IN_ARRAYS.values():
        assert comes_back(spark, folder, call) is False, call
        assert comes_back(spark, folder, rows.format(call)) is shreds, rows


def comes_back(spark, folder, call):
    """Write and read the result of a call; return whether a VARIANT in the files is shredded."""
    path = Path(folder, "decoded")
    decoded = spark.sql(f"SELECT id, {call} FROM vectors")
    columns = ", ".join(f"`{name}`" for name in decoded.columns[1:])
    decoded = decoded.selectExpr("id", f"struct({columns}) AS decoded")
    decoded = decoded.where("to_json(decoded) != '{}'")
    # Spark decides for each file, and the vectors of one file have much in common.
    files = decoded.withColumn("file", F.substring_index("id", "/", 2)).coalesce(1)
    files.write.partitionBy("file").mode("overwrite").parquet(str(path))
    before, after = (
        sorted(map(tuple, df.selectExpr("id", "to_json(decoded)").collect()))
        for df in (decoded, spark.read.parquet(str(path)))
    )
    assert before
    for one, other in zip(before, after, strict=True):
        assert one == other, call
    # The name of the shredded column, in the footer. Arrow does not read the deepest schemas.
    return any(b"typed_value" in file.read_bytes() for file in path.rglob("*.parquet"))


def giving_variant():
    """Return the names of the functions whose result contains a VARIANT, or may contain one."""
    sections = FUNCTIONS.read_text(encoding="utf-8").split("\n\n")[1:]
    # The type of its result follows from its arguments.
    names = {"layout_decode"}
    for section in sections:
        result = re.search(r"^  = (.*)$", section, re.MULTILINE)
        if result and "VARIANT" in result[1]:
            names.add(section.split(",")[0].removeprefix("try_"))
    return names


def vectors(spark):
    """Return the vectors, and the values in the examples of the functions, as a table."""
    rows = [row for file in FILES for row in rows_of(file)]
    examples = set(re.findall(r"X'([0-9A-Fa-f]+)'", FUNCTIONS.read_text(encoding="utf-8")))
    rows += [
        (f"functions/examples/{hex}", bytes.fromhex(hex), *[None] * 5) for hex in sorted(examples)
    ]
    return spark.createDataFrame(rows, SCHEMA)


def rows_of(file):
    with file.open(encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            # Some lines are layouts, for the values of the lines after them.
            if "name" not in line:
                continue
            args = line.get("args", {})
            value = bytes_of(line.get("hex"))
            yield (
                f"{file.parent.name}/{file.stem}/{line['name']}",
                # Without the size that precedes some frames of Kafka.
                value[4:] if args.get("size_prefix") else value,
                args.get("topic", "__cluster_metadata"),
                bytes_of(args.get("key")),
                args.get("api_key"),
                args.get("api_version"),
                line.get("schema"),
            )


def bytes_of(text):
    return None if text is None else bytes.fromhex(text)
