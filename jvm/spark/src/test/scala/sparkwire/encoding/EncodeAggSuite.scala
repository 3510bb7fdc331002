package sparkwire.encoding

import java.nio.charset.StandardCharsets.UTF_8

import scala.jdk.CollectionConverters._

import org.apache.avro.file.{DataFileReader, SeekableByteArrayInput}
import org.apache.avro.generic.{GenericDatumReader, GenericRecord}
import org.apache.spark.sql.{AnalysisException, Row}

import sparkwire.SparkSuite
import sparkwire.wire.Vectors

import org.scalatest.funsuite.AnyFunSuite

/** Aggregates that encode the values of many rows as one. */
class EncodeAggSuite extends AnyFunSuite with SparkSuite {
  private def table(): Unit = view("hits", "id INT, path STRING",
    (1 to 1000).map(id => Row(id, if (id % 100 == 0) null else s"/$id")))

  private val schema = """{"type":"record","name":"Hit","fields":[{"name":"id","type":"int"},""" +
    """{"name":"path","type":["null","string"],"default":null}]}"""

  private def recordsOf(bytes: Array[Byte]): Seq[GenericRecord] =
    new DataFileReader[GenericRecord](
      new SeekableByteArrayInput(bytes), new GenericDatumReader[GenericRecord]()).iterator.asScala
      .toSeq

  test("a container of all rows, in the order that is asked for") {
    table()
    for (run <- Seq(generated[Any] _, interpreted[Any] _)) run {
      val row = rows(s"SELECT avro_container_agg(struct(id, path), '$schema', " +
        "map('codec', 'deflate', 'blockSize', '500')) WITHIN GROUP (ORDER BY id DESC) FROM hits")
        .head
      val found = recordsOf(row.getAs[Array[Byte]](0))
      assert(found.map(_.get("id").asInstanceOf[Int]) === (1000 to 1 by -1))
      assert(found.count(_.get("path") == null) === 10)
    }
  }

  test("a container for each group, of the rows that are not NULL") {
    table()
    val groups = rows("SELECT id % 2, avro_container_agg(path, '\"string\"'), count(path) " +
      "FROM hits GROUP BY 1")
      .map(row => row.getInt(0) -> row).toMap
    for ((_, row) <- groups) {
      val reader = new DataFileReader[AnyRef](
        new SeekableByteArrayInput(row.getAs[Array[Byte]](1)), new GenericDatumReader[AnyRef]())
      assert(reader.iterator.asScala.length === row.getLong(2))
    }
    assert(
      rows("SELECT avro_container_agg(path, '\"string\"') FROM hits WHERE id = 100").head
        .isNullAt(0))
  }

  test("record batches of all rows") {
    table()
    val made = rows(
      "SELECT kafka_records_agg(named_struct('key', CAST(CAST(id AS STRING) AS BINARY), 'value', " +
        "CAST(path AS BINARY))) WITHIN GROUP (ORDER BY id) FROM hits")
      .head.getAs[Array[Byte]](0)
    view("batches_made", "value BINARY", Seq(Row(made)))
    val records = rows("SELECT inline(transform(kafka_records_decode(value), r -> r.record)) " +
      "FROM batches_made")
    assert(records.map(_.getAs[Long]("offset")) === (0L until 1000L))
    assert(records.count(_.isNullAt(records.head.fieldIndex("value"))) === 10)
    assert(new String(records(4).getAs[Array[Byte]]("value"), UTF_8) === "/5")
    // Rows with the fields of their batch.
    val packed = rows("SELECT kafka_records_agg(named_struct('codec', 'zstd', 'record', " +
      "named_struct('value', CAST(path AS BINARY)))) FROM hits")
      .head.getAs[Array[Byte]](0)
    assert(packed.length < made.length / 3)
  }

  test("what cannot be written says so") {
    table()
    val failed = intercept[Exception](
      rows(
        "SELECT avro_container_agg(CAST(id + 3000000000 AS BIGINT), '\"int\"') FROM hits"))
    assert(failed.getMessage.contains("SPARKWIRE_UNENCODABLE"))
    for (wrong <- Seq("avro_container_agg(id, '\"string\"')", "kafka_records_agg(id)",
        "kafka_records_agg(named_struct('kye', X'00'))"))
      assert(
        intercept[Exception](rows(s"SELECT $wrong FROM hits")).getMessage.contains("Accepted: "))
  }

  private def ids(agg: String): String =
    s"transform(msgpack_decode_all($agg, 'INT').values, v -> v.value)"

  private val others = "count(DISTINCT id % 3), count(DISTINCT path)"

  test("ordered rows beside several DISTINCT aggregates") {
    table()
    val order = "WITHIN GROUP (ORDER BY path DESC NULLS FIRST, id % 7, id)"
    val sorted =
      rows("SELECT id FROM hits ORDER BY path DESC NULLS FIRST, id % 7, id").map(_.getInt(0))
    for (run <- Seq(generated[Any] _, interpreted[Any] _)) run {
      val one = rows(s"SELECT ${ids("m")}, c, d FROM (SELECT msgpack_agg(id) $order AS m, " +
        "count(DISTINCT id % 3) AS c, count(DISTINCT path) AS d FROM hits)")
        .head
      assert(one.getSeq[Int](0) === sorted)
      assert((one.getLong(1), one.getLong(2)) === (3, 990))
      val other = rows(s"SELECT avro_container_agg(id, '\"int\"') $order, $others FROM hits").head
      val reader = new DataFileReader[Integer](
        new SeekableByteArrayInput(other.getAs[Array[Byte]](0)), new GenericDatumReader[Integer]())
      assert(reader.iterator.asScala.map(_.toInt).toSeq === sorted)
      val grouped = rows(s"SELECT id % 2, size(${ids("m")}) FROM (SELECT id % 2 AS id, " +
        s"msgpack_agg(id) WITHIN GROUP (ORDER BY id DESC) AS m, $others FROM hits GROUP BY 1)")
      assert(grouped.map(_.getInt(1)) === Seq(500, 500))
    }
    assert(sql("SELECT msgpack_agg(id) WITHIN GROUP (ORDER BY id DESC) FROM hits").columns ===
      Array("msgpack_agg(msgpack_agg(id), id DESC NULLS LAST)"))
  }

  test("distinct values, and what is said if they are to be in an order, too") {
    table()
    val found =
      rows(s"SELECT ${ids("m")} FROM (SELECT msgpack_agg(DISTINCT id % 5) AS m, $others FROM hits)")
    assert(found.head.getSeq[Int](0).sorted === Seq(0, 1, 2, 3, 4))
    val ordered = ids("msgpack_agg(DISTINCT id % 5) WITHIN GROUP (ORDER BY - (id % 5))")
    assert(rows(s"SELECT $ordered FROM hits").head.getSeq[Int](0) === Seq(4, 3, 2, 1, 0))
    for ((call, words) <-
        Seq("msgpack_agg(DISTINCT path)" -> "DISTINCT values are ordered by themselves",
          "avro_container_agg(DISTINCT id, '\"int\"')" -> "does not support DISTINCT")) {
      val query = s"SELECT $call WITHIN GROUP (ORDER BY id) FROM hits"
      val message = intercept[AnalysisException](rows(query)).getMessage
      assert(message.contains(call.takeWhile(_ != '(')) && message.contains(words), message)
      assert(!message.contains("listagg"))
    }
  }

  for ((format, file) <- Seq("databus" -> "events-v2", "cernan" -> "packets"))
    test(s"$format: values of many rows end to end, in the order that is asked for") {
      val values = Vectors.read(format, file).map(_.bytes)
      view("values_to_join", "n INT, value BINARY",
        values.zipWithIndex.map { case (value, n) => Row(n, value) } :+ Row(-1, null))
      for (run <- Seq(generated[Any] _, interpreted[Any] _)) run {
        val joined = one(s"SELECT ${format}_agg(${format}_decode(value)) " +
          "WITHIN GROUP (ORDER BY n DESC) FROM values_to_join")
          .asInstanceOf[Array[Byte]]
        assert(joined === values.reverse.flatten.toArray)
      }
      assert(one(s"SELECT ${format}_agg(NULL) FROM values_to_join") === null)
    }
}
