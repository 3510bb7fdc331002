"""Files that tables write, as other software reads them: Python's gzip and bz2, and its msgpack."""

import bz2
import gzip

import msgpack
import pytest
from pyspark.errors import AnalysisException, SparkRuntimeException
from pyspark.sql import functions as F

from vectors import lines

OPENERS = {"none": open, "gzip": gzip.open, "bzip2": bz2.open}
ENDINGS = {"none": ".msgpack", "gzip": ".msgpack.gz", "bzip2": ".msgpack.bz2"}


def records(spark, count):
    return spark.range(count).select(
        F.struct("id", F.concat(F.lit("name "), "id").alias("name")).alias("value")
    )


def parts(folder):
    return sorted(folder.glob("part-*"))


def unpacked(folder, opener=open):
    """The values in all files of a folder, by an unpacker that reads them from the stream."""
    values = []
    for path in parts(folder):
        with opener(path, "rb") as file:
            values += msgpack.Unpacker(file)
    return sorted(values, key=repr)


@pytest.mark.parametrize("compression", OPENERS)
def test_other_software_reads_what_is_written(spark, tmp_path, compression):
    folder = tmp_path / "out"
    written = records(spark, 1000).repartition(2).write.format("sparkwire-msgpack")
    written.option("compression", compression).save(str(folder))
    assert len(parts(folder)) == 2
    assert all(path.name.endswith(ENDINGS[compression]) for path in parts(folder))
    expected = [{"id": number, "name": f"name {number}"} for number in range(1000)]
    assert unpacked(folder, OPENERS[compression]) == sorted(expected, key=repr)


@pytest.mark.parametrize("compression", ["none", "gzip", "zstd", "lz4", "bzip2"])
def test_events_come_back_byte_for_byte(spark, tmp_path, compression):
    events = [line.bytes for line in lines("databus", "events-v2")]
    rows = spark.createDataFrame([(bytearray(event),) for event in events], "value BINARY")
    folder = str(tmp_path / "events")
    decoded = rows.selectExpr("databus_decode(value) AS value")
    decoded.write.format("sparkwire-databus").option("compression", compression).save(folder)
    read = spark.read.format("sparkwire-databus").load(folder).collect()
    assert sorted(bytes(row.value) for row in read) == sorted(events)


def test_the_modes_of_save(spark, tmp_path):
    folder = tmp_path / "modes"

    def save(count, mode):
        records(spark, count).write.format("sparkwire-msgpack").mode(mode).save(str(folder))

    save(3, "error")
    with pytest.raises(AnalysisException, match="PATH_ALREADY_EXISTS"):
        save(1, "error")
    save(1, "ignore")
    save(2, "append")
    assert [value["id"] for value in unpacked(folder)] == [0, 0, 1, 1, 2]
    save(1, "overwrite")
    assert [value["id"] for value in unpacked(folder)] == [0]


def test_insert_into_a_table(spark, tmp_path):
    folder = tmp_path / "table"
    spark.sql(
        f"CREATE TABLE written (value BINARY) USING `sparkwire-msgpack` OPTIONS (path '{folder}')"
    )
    try:
        spark.sql("INSERT INTO written VALUES (named_struct('id', 1)), (named_struct('id', 2))")
        assert unpacked(folder) == [{"id": 1}, {"id": 2}]
        spark.sql("INSERT OVERWRITE written SELECT array(3)")
        assert unpacked(folder) == [[3]]
    finally:
        spark.sql("DROP TABLE written")


def test_a_stream_goes_on_from_its_checkpoint(spark, tmp_path):
    source, folder = tmp_path / "in", tmp_path / "out"
    source.mkdir()

    def run(number):
        (source / f"{number}.msgpack").write_bytes(msgpack.packb(number))
        events = spark.readStream.format("sparkwire-msgpack").load(str(source)).select("value")
        query = (
            events.writeStream.format("sparkwire-msgpack")
            .option("checkpointLocation", str(tmp_path / "checkpoint"))
            .option("compression", "gzip")
            .trigger(availableNow=True)
            .start(str(folder))
        )
        query.awaitTermination()

    run(1)
    run(2)
    assert unpacked(folder, gzip.open) == [1, 2]


def test_what_is_refused(spark, tmp_path):
    def save(rows, format="msgpack", **options):
        written = rows.write.format(f"sparkwire-{format}").options(**options)
        written.save(str(tmp_path / "refused"))

    with pytest.raises(SparkRuntimeException, match="WHERE value IS NOT NULL"):
        save(spark.sql("SELECT * FROM VALUES (1), (NULL) AS t(value)"))
    with pytest.raises(AnalysisException, match=r"there are others: a, b\."):
        save(spark.sql("SELECT 1 AS value, 2 AS a, 3 AS b"))
    with pytest.raises(AnalysisException, match=r"Did you mean compression\?"):
        save(records(spark, 1), compresion="gzip")
    with pytest.raises(AnalysisException, match="such files are only read"):
        save(records(spark, 1), "kafka-log")
