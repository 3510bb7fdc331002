package sparkwire.files.values

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.{AnalysisException, DataFrame, Row, SaveMode}

import sparkwire.{FreshJvm, SparkSuite}
import sparkwire.files.OwnFolder
import sparkwire.wire.Vectors

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** Values written to files, and read again. */
class WrittenFilesSuite extends AnyFunSuite with SparkSuite with OwnFolder {
  import WrittenFilesSuite.Sample

  private val layout =
    "{seq: [{id: n, type: u2be}, {id: name, type: str, size: n, encoding: UTF-8}]}"
  private val packings = Seq("none", "gzip", "zstd", "lz4", "bzip2")

  private def numbers(count: Int, parts: Int = 2): DataFrame =
    spark.range(0, count.toLong, 1, parts).selectExpr("named_struct('id', id) AS value")

  private def write(data: DataFrame, format: String, name: String,
      options: (String, String)*): Path = {
    val folder = root.resolve(name)
    data.write.format(s"sparkwire-$format").options(options.toMap).save(folder.toString)
    folder
  }

  private def read(folder: Path, format: String, options: (String, String)*): DataFrame =
    spark.read.format(s"sparkwire-$format").options(options.toMap).load(folder.toString)

  private def names(folder: Path): Seq[String] =
    Using.resource(Files.list(folder))(_.iterator.asScala.map(_.getFileName.toString).toSeq.sorted)

  private def parts(folder: Path): Seq[String] = names(folder).filter(_.startsWith("part-"))

  private def ids(folder: Path): Seq[Long] = read(folder, "msgpack")
    .selectExpr("msgpack_decode(value, 'id BIGINT').id").collect().map(_.getLong(0)).toSeq.sorted

  private def refusal(run: => Any): String = intercept[AnalysisException](run).getMessage

  private lazy val samples = Seq(
    Sample("databus", Vectors.read("databus", "events-v2").map(_.bytes), "databus_decode(value)"),
    Sample("cernan", Vectors.read("cernan", "packets").map(_.bytes), "cernan_decode(value)"),
    Sample("msgpack", Seq("01", "a161", "93010203", "c4020102").map(Vectors.bytes),
      "msgpack_decode(value)"),
    Sample("layout", Seq("000161", "0000", "00026162").map(Vectors.bytes),
      s"layout_decode(value, '$layout')", Map("layout" -> layout)))

  private def binary(values: Seq[Array[Byte]]): DataFrame = {
    view("written_values", "value BINARY", values.map(Row(_)))
    spark.table("written_values")
  }

  private def hex(data: DataFrame): Seq[String] =
    data.selectExpr("lower(hex(value))").collect().map(_.getString(0)).toSeq.sorted

  private def hex(values: Seq[Array[Byte]]): Seq[String] = values.map(Vectors.hex).sorted

  for (sample <- samples; packing <- packings)
    test(s"BINARY is written as it is: ${sample.format}, $packing") {
      val folder = write(binary(sample.values), sample.format, s"binary-${sample.format}-$packing",
        "compression" -> packing)
      val ending = (if (sample.format == "layout") ".bin" else s".${sample.format}") +
        Map("none" -> "", "gzip" -> ".gz", "zstd" -> ".zst", "lz4" -> ".lz4", "bzip2" -> ".bz2")(
          packing)
      assert(
        names(folder).filterNot(_.startsWith(".")).forall(name =>
          name == "_SUCCESS" || name.matches(s"part-0000\\d-[0-9a-f-]+-c000\\Q$ending\\E")))
      assert(parts(folder).length === 2)
      assert(hex(read(folder, sample.format, sample.options.toSeq: _*)) === hex(sample.values))
    }

  for (sample <- samples) test(s"what decoding gives is encoded: ${sample.format}") {
    val structs = binary(sample.values).selectExpr(s"${sample.decode} AS Value")
    val folder = write(structs, sample.format, s"struct-${sample.format}", sample.options.toSeq: _*)
    val found = read(folder, sample.format, sample.options.toSeq: _*)
    assert(hex(found) === hex(sample.values))
  }

  test("options of the encoding") {
    val wrong = binary(samples.head.values).selectExpr("databus_decode(value) AS value")
      .selectExpr(
        "struct(value.sequence, value.src_id, value.key, value.opcode, 1 AS header_crc) AS value")
    val error = intercept[SparkThrowable](write(wrong, "databus", "checked", "DERIVED" -> "Check"))
    assert(error.getCondition === "SPARKWIRE_UNENCODABLE")
    val schema = """{"type":"record","name":"R","fields":[{"name":"a","type":"int"}]}"""
    val packet = spark.sql("SELECT named_struct('id', 1L, 'records', " +
      "array(named_struct('a', 7))) AS value")
    val folder = write(packet, "cernan", "with-schema", "schema" -> schema, "codec" -> "deflate")
    assert(
      read(folder, "cernan").selectExpr("to_json(cernan_decode(value).records)").collect().toSeq ===
        Seq(Row("[{\"a\":7}]")))
    val file = this.file("one.ksy", layout.getBytes)
    val text = spark.sql("SELECT named_struct('name', 'ab') AS value")
    val named = write(text, "layout", "of-file", "layoutFile" -> file.toString)
    assert(hex(read(named, "layout", "layout" -> layout)) === Seq("00026162"))
  }

  test("the modes of save") {
    val folder = write(numbers(3), "msgpack", "modes")
    def save(mode: SaveMode, count: Int): Unit =
      numbers(count).write.format("sparkwire-msgpack").mode(mode).save(folder.toString)
    assert(intercept[AnalysisException](save(SaveMode.ErrorIfExists, 1)).getCondition ===
      "PATH_ALREADY_EXISTS")
    save(SaveMode.Ignore, 1)
    assert(ids(folder) === Seq(0, 1, 2))
    save(SaveMode.Append, 2)
    assert(ids(folder) === Seq(0, 0, 1, 1, 2))
    save(SaveMode.Overwrite, 1)
    assert(ids(folder) === Seq(0))
    val other = root.resolve("modes-new")
    numbers(1).write.format("sparkwire").option("files", "msgpack").mode("ignore").save(
      other.toString)
    assert(ids(other) === Seq(0))
  }

  test("a query does not overwrite what it reads") {
    val folder = write(numbers(3), "msgpack", "own-input")
    val own = read(folder, "msgpack").select("value")
    def overwrite(data: DataFrame): Unit =
      data.write.format("sparkwire-msgpack").mode("overwrite").save(folder.toString)
    assert(refusal(overwrite(own)).contains("which would be deleted first"))
    own.createOrReplaceTempView("own_input")
    assert(
      refusal(
        overwrite(
          sql("SELECT value FROM VALUES (X'01') AS t(value) " +
            "WHERE 1 < (SELECT count(*) FROM own_input)")))
        .contains("which would be deleted first"))
    val parquet = folder.resolve("_parquet").toString
    own.write.parquet(parquet)
    assert(refusal(overwrite(spark.read.parquet(parquet))).contains("which would be deleted first"))
    assert(ids(folder) === Seq(0, 1, 2))
    own.write.format("sparkwire-msgpack").mode("append").save(folder.toString)
    assert(ids(folder) === Seq(0, 0, 1, 1, 2, 2))
  }

  test("maxRecordsPerFile") {
    val folder = write(numbers(10, 1), "msgpack", "records", "maxRecordsPerFile" -> "4")
    assert(parts(folder).length === 3)
    assert(ids(folder) === (0 until 10))
  }

  test("a task without rows writes no file") {
    val folder = write(numbers(0), "msgpack", "empty")
    assert(names(folder).filterNot(_.startsWith(".")) === Seq("_SUCCESS"))
    assert(ids(folder) === Nil)
    for (packing <- packings)
      assert(
        ids(write(numbers(1, 3), "msgpack", s"few-$packing", "compression" -> packing)) === Seq(0))
  }

  test("a job that fails leaves nothing that is read") {
    val failing = spark.range(0, 1000, 1, 2)
      .selectExpr("msgpack_encode(if(id < 990, id, raise_error('no more'))) AS value")
    assertThrows[Exception](write(failing, "msgpack", "failing"))
    val folder = root.resolve("failing")
    assert(!Files.exists(folder) || parts(folder).isEmpty)
    write(numbers(2), "msgpack", "failing-later")
    val later = root.resolve("failing-later")
    assertThrows[Exception](
      failing.write.format("sparkwire-msgpack").mode("append").save(later.toString))
    assert(ids(later) === Seq(0, 1))
  }

  test("a task that is tried again writes its values once") {
    val folder = root.resolve("retried")
    val said = FreshJvm.run(Seq("-Xmx1g"), classOf[RetriedWrite.type].getName.stripSuffix("$"),
      Seq(folder.toString))
    assert(said.contains("attempts: 2"))
    assert(ids(folder) === (0 until 100))
  }

  test("NULL cannot be written") {
    val some = sql("SELECT * FROM VALUES (X'01'), (NULL) AS t(value)")
    val error = intercept[SparkThrowable](write(some, "msgpack", "null"))
    assert(error.getCondition === "SPARKWIRE_UNENCODABLE")
    assert(error.asInstanceOf[Throwable].getMessage.contains("WHERE value IS NOT NULL"))
    write(some.where("value IS NOT NULL"), "msgpack", "not-null")
    assertThrows[SparkThrowable](write(sql("SELECT NULL AS value"), "msgpack", "untyped"))
  }

  test("columns besides value, and types that the format does not have") {
    val two = numbers(1).selectExpr("value", "1 AS a", "2 AS b")
    assert(refusal(write(two, "msgpack", "columns")).contains("there are others: a, b."))
    assert(
      refusal(write(numbers(1).selectExpr("value AS v"), "msgpack", "columns"))
        .contains("there is no column value"))
    assert(
      refusal(write(sql("SELECT 1 AS value"), "databus", "columns")).contains("databus_encode"))
    assert(refusal(write(numbers(1), "layout", "columns")).contains("layout: is missing"))
    assert(!Files.exists(root.resolve("columns")))
  }

  test("wrong options") {
    def refused(words: String, options: (String, String)*): Assertion =
      assert(refusal(write(numbers(1), "msgpack", "options", options: _*)).contains(words))
    refused("unknown option 'compresion'. Did you mean compression?", "compresion" -> "gzip")
    refused("compression = 'zip'. Accepted: none, gzip, zstd, lz4, bzip2.", "compression" -> "zip")
    refused("maxRecordsPerFile = '-1'", "maxRecordsPerFile" -> "-1")
    refused("unknown option 'mode'", "mode" -> "permissive")
    refused("unknown option 'paths'", "paths" -> "[]")
    assert(
      refusal(numbers(1).write.format("sparkwire-msgpack").save()).contains("path: none is given"))
    assert(
      refusal(numbers(1).write.format("sparkwire-msgpack").save(root.resolve("a*").toString))
        .contains("is a pattern"))
    assert(
      refusal(
        numbers(1).selectExpr("value", "1 AS a").write.partitionBy("a")
          .format("sparkwire-msgpack").save(root.resolve("options").toString))
        .contains("partitionBy"))
    val single = file("single", Array[Byte](1))
    assert(
      refusal(numbers(1).write.format("sparkwire-msgpack").mode("append").save(single.toString))
        .contains("is a file"))
    assert(!Files.exists(root.resolve("options")))
  }

  test("the tables that are only read say what to use") {
    for ((format, words) <- Seq("kafka-log" -> "format kafka", "capture" -> "sparkwire-databus",
        "ignite-dump" -> "ignite_encode", "ignite-wal" -> "ignite_encode")) {
      val saved = refusal(write(numbers(1), format, "read-only"))
      assert(saved.contains(s"sparkwire-$format: such files are only read."))
      assert(saved.contains(words))
      val stream = refusal(
        spark.readStream.format("rate").load().selectExpr("X'01' AS value")
          .writeStream.format(s"sparkwire-$format").option("checkpointLocation",
            root.resolve("read-only-checkpoint").toString).start(
            root.resolve("read-only").toString))
      assert(stream.contains(s"sparkwire-$format: such files are only read."))
    }
    val capture = file("empty-capture/a", Array.emptyByteArray)
    sql(s"CREATE TABLE captured USING `sparkwire-capture` OPTIONS (path '${capture.getParent}')")
    try assert(
        refusal(sql("INSERT INTO captured SELECT X'01'")).contains(
          "sparkwire-capture: such files are only read."))
    finally { val _ = sql("DROP TABLE captured") }
  }
}

private object WrittenFilesSuite {

  /** Values of a format, the call that decodes them, and the options of its files. */
  final case class Sample(format: String, values: Seq[Array[Byte]], decode: String,
      options: Map[String, String] = Map.empty)
}
