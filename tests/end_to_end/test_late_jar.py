"""Running sessions without the jar: their error messages, and the effect of `register`."""

import sys

import sparkwire

from spawn import BIN, python, run

SENTENCE = (
    "This Spark session does not know databus_decode. Start it by sparkwire.session(), with"
    f" sparkwire.configure(builder) or with --jars {sparkwire.jar_path()};"
    " or call sparkwire.register(spark) now."
)


def test_said_then_cured(tmp_path):
    script = """
        import json
        import sparkwire, sparkwire.functions as wire
        from pyspark.sql import SparkSession
        from sparkwire.demo import samples

        spark = SparkSession.builder.master("local[2]").getOrCreate()
        try:
            wire.databus_decode("value")
        except sparkwire.SetUpError as error:
            answer = [str(error)]
        sparkwire.register(spark)
        sparkwire.register(spark)
        df = spark.createDataFrame(samples("databus"), "name STRING, value BINARY").repartition(4)
        df.write.parquet("table")
        table = spark.read.parquet("table")
        answer += [table.where(wire.databus_fault("value").isNull()).count()]
        pruned = table.select(wire.try_databus_decode("value").key)
        answer += [pruned._jdf.queryExecution().optimizedPlan().toString()]
        answer += [pruned.toDF("key").where("key > 0").count()]
        print(json.dumps(answer))
    """
    sentence, whole, plan, keys = python(script, tmp_path)
    assert sentence == SENTENCE
    assert (whole, keys) == (7, 4)
    assert "as struct<key:bigint>" in plan


def test_from_another_thread(tmp_path):
    script = """
        import json, threading
        import sparkwire
        from pyspark.sql import SparkSession

        spark = SparkSession.builder.master("local[1]").getOrCreate()
        spark.sql(f"ADD JAR '{sparkwire.jar_path()}'")
        thread = threading.Thread(target=sparkwire.register, args=[spark])
        thread.start()
        thread.join()
        print(json.dumps(spark.sql("SELECT databus_fault(X'07').reason").first()[0]))
    """
    assert python(script, tmp_path) == "bad-version"


def test_session_adds_itself(tmp_path):
    script = """
        import json
        import sparkwire
        from pyspark.sql import SparkSession

        first = SparkSession.builder.master("local[1]").getOrCreate()
        spark = sparkwire.session()
        assert spark is first
        print(json.dumps(spark.sql("SELECT databus_fault(X'07').reason").first()[0]))
    """
    assert python(script, tmp_path) == "bad-version"


SHELL = """
import sparkwire.functions as wire
df = spark.createDataFrame([(b"\\x07",)], "value BINARY")
print("reason:", df.select(wire.databus_fault("value").reason).first()[0])
"""


def shell(folder, script, *arguments):
    command = [BIN / "pyspark", "--master", "local[1]", *arguments]
    code, out, err = run(
        command,
        folder,
        stdin=script,
        PYSPARK_PYTHON=sys.executable,
        PYSPARK_DRIVER_PYTHON=sys.executable,
        # Without a terminal, Python runs the shell's start-up file only with -i.
        PYSPARK_DRIVER_PYTHON_OPTS="-i",
    )
    assert code == 0, err
    return out


def test_pyspark_shell_with_the_jar(tmp_path):
    assert "reason: bad-version" in shell(tmp_path, SHELL, "--jars", sparkwire.jar_path())


def test_pyspark_shell_with_a_late_jar(tmp_path):
    late = f"""
import sparkwire
_ = spark.sql("ADD JAR '{sparkwire.jar_path()}'")
sparkwire.register(spark)
"""
    assert "reason: bad-version" in shell(tmp_path, late + SHELL)
