package sparkwire.files.values

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.spark.sql.{AnalysisException, DataFrame, Encoders}
import org.apache.spark.sql.execution.streaming.MemoryStream
import org.apache.spark.sql.streaming.{DataStreamWriter, StreamingQueryException}

import sparkwire.SparkSuite
import sparkwire.files.OwnFolder

import org.scalatest.funsuite.AnyFunSuite

/** Values written to files by streams. */
class WrittenStreamsSuite extends AnyFunSuite with SparkSuite with OwnFolder {
  private def newInput: MemoryStream[Long] =
    MemoryStream[Long](Encoders.scalaLong, spark.sqlContext)

  private def writer(data: DataFrame, name: String): DataStreamWriter[_] = data.writeStream
    .format("sparkwire-msgpack").option("checkpointLocation", checkpoint(name).toString)

  private def checkpoint(name: String): Path = root.resolve(s"$name-checkpoint")
  private def folder(name: String): Path = root.resolve(name)

  /** Runs a stream until it has written all of its input. */
  private def run(data: DataFrame, name: String, options: (String, String)*): Unit = {
    val query = options.foldLeft(writer(data, name)) { case (to, (key, value)) =>
      to.option(key, value)
    }
      .start(folder(name).toString)
    try query.processAllAvailable()
    finally query.stop()
  }

  private def ids(name: String): Seq[Long] =
    spark.read.format("sparkwire-msgpack").load(folder(name).toString)
      .selectExpr("msgpack_decode(value, 'id BIGINT').id").collect().map(_.getLong(0)).toSeq.sorted

  private def names(folder: Path): Seq[String] =
    Using.resource(Files.list(folder))(_.iterator.asScala.map(_.getFileName.toString).toSeq.sorted)

  private def parts(name: String): Seq[String] = names(folder(name)).filter(_.startsWith("part-"))

  private def structs(input: MemoryStream[Long]): DataFrame =
    input.toDF().selectExpr("named_struct('id', value) AS value")

  /** Forgets that the last batch was complete, as if the query had been killed before it knew. */
  private def forgetLast(name: String): Long = {
    val commits = checkpoint(name).resolve("commits")
    val last = names(commits).filter(_.forall(_.isDigit)).map(_.toLong).max
    Files.delete(commits.resolve(last.toString))
    val _ = Files.deleteIfExists(commits.resolve(s".$last.crc"))
    last
  }

  test("each batch adds its files, compressed or not, and Spark's file _SUCCESS is not there") {
    val input = newInput
    input.addData(1, 2, 3)
    run(structs(input), "plain", "compression" -> "zstd")
    input.addData(4)
    run(structs(input), "plain", "compression" -> "gzip")
    assert(ids("plain") === Seq(1, 2, 3, 4))
    assert(parts("plain").exists(_.endsWith("-0.msgpack.zst")))
    assert(parts("plain").exists(_.endsWith("-1.msgpack.gz")))
    assert(names(folder("plain")).filter(_.startsWith("_")).length === 1)
  }

  test("a batch that was complete is not written again after a restart") {
    val input = newInput
    input.addData(1, 2)
    run(structs(input), "complete")
    input.addData(3, 4)
    run(structs(input), "complete")
    val before = names(folder("complete"))
    assert(forgetLast("complete") === 1)
    run(structs(input), "complete")
    assert(names(folder("complete")) === before)
    input.addData(5)
    run(structs(input), "complete")
    assert(ids("complete") === Seq(1, 2, 3, 4, 5))
  }

  test("files of a batch that was not complete are replaced after a restart") {
    val input = newInput
    input.addData(1, 2)
    run(structs(input), "partial")
    input.addData(3, 4)
    run(structs(input), "partial")
    forgetLast("partial")
    val done = names(folder("partial")).find(_.startsWith("_done-")).get
    Files.delete(folder("partial").resolve(done))
    val lost = parts("partial").filter(_.endsWith("-1.msgpack")).head
    Files.delete(folder("partial").resolve(lost))
    run(structs(input), "partial")
    assert(ids("partial") === Seq(1, 2, 3, 4))
    assert(names(folder("partial")).contains(done))
    assert(names(folder("partial")).count(_.startsWith("_done-")) === 1)
  }

  test("two queries write to one folder") {
    for (number <- 1 to 2) {
      val input = newInput
      input.addData(number)
      val query = writer(structs(input), s"shared-$number").start(folder("shared").toString)
      query.processAllAvailable()
      query.stop()
    }
    assert(ids("shared") === Seq(1, 2))
  }

  test("a stream with state") {
    val input = newInput
    input.addData(1, 1, 2)
    val data = input.toDF().dropDuplicates("value").selectExpr("named_struct('id', value) AS value")
    run(data, "state")
    input.addData(2, 3)
    run(data, "state")
    assert(ids("state") === Seq(1, 2, 3))
  }

  test("a stream of the files that another stream writes") {
    val input = newInput
    input.addData(1, 2)
    run(structs(input), "first")
    def second = spark.readStream.format("sparkwire-msgpack").load(folder("first").toString)
      .select("value")
    run(second, "second")
    input.addData(3)
    run(structs(input), "first")
    run(second, "second")
    assert(ids("second") === Seq(1, 2, 3))
  }

  test("what is refused") {
    val input = newInput
    def refusal(to: DataStreamWriter[_]): String =
      intercept[AnalysisException](to.start(folder("refused").toString)).getMessage
    assert(
      refusal(writer(structs(input), "refused").option("moed", "x")).contains(
        "unknown option 'moed'"))
    assert(refusal(writer(structs(input), "refused").partitionBy("value")).contains("partitionBy"))
    val counts = input.toDF().groupBy("value").count().selectExpr("count AS value")
    assert(refusal(writer(counts, "refused").outputMode("complete")).contains("Accepted: append"))
    input.addData(1)
    val error = intercept[StreamingQueryException](
      run(input.toDF().selectExpr("CAST(NULL AS BINARY) AS value"), "refused"))
    assert(error.getMessage.contains("WHERE value IS NOT NULL"))
    val columns = intercept[StreamingQueryException](
      run(input.toDF().selectExpr("value", "1 AS a"), "refused-columns"))
    assert(columns.getMessage.contains("there are others: a."))
  }
}
