"""Two executors in separate JVMs: configuration alone ships the jar to them."""

from spawn import python


def test_two_executors(tmp_path):
    script = """
        import json
        import sparkwire, sparkwire.functions as wire
        from pyspark.sql import SparkSession, functions as F
        from sparkwire.demo import samples

        builder = SparkSession.builder.master("local-cluster[2,1,1024]")
        spark = sparkwire.configure(builder).getOrCreate()
        df = spark.createDataFrame(samples("databus"), "name STRING, value BINARY")
        # Enough rows and tasks that both executors take part.
        many = df.crossJoin(spark.range(0, 5000, 1, 8)).repartition(8)
        event = wire.try_databus_decode("value")
        counts = many.groupBy(event.opcode).count().collect()
        answer = [[list(row) for row in counts]]
        answer += [many.where(wire.databus_fault("value").isNotNull()).count()]
        answer += [spark.sparkContext._jsc.sc().getExecutorMemoryStatus().size()]
        try:
            many.select(wire.databus_decode("value")).write.format("noop").mode("append").save()
        except Exception as error:
            answer += [repr(sparkwire.malformed(error)), str(error).splitlines()[0]]
        print(json.dumps(answer))
    """
    counts, faults, blocks, why, sentence = python(script, tmp_path)
    assert sorted(counts, key=str) == sorted(
        [["UPSERT", 20000], ["DELETE", 5000], [None, 15000]], key=str
    )
    assert faults == 5000
    assert blocks == 3  # the driver and two executors
    assert why == "Malformed(format='databus', reason='bad-body-crc', offset=49, path='body_crc')"
    assert sentence.startswith("[SPARKWIRE_MALFORMED] databus: bad-body-crc at byte 49")
