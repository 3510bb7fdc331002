package sparkwire.execution

import java.nio.ByteBuffer
import java.nio.file.Files

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.Row
import org.apache.spark.sql.catalyst.plans.physical.SinglePartition
import org.apache.spark.sql.execution.ProjectExec
import org.apache.spark.sql.execution.streaming.StreamingQueryWrapper
import org.apache.spark.sql.types._

import sparkwire.wire.Vectors

import org.scalatest.Assertion

/** Rows that a decoder makes, compared with Spark's own projection over the same decoding. */
class DecodeRowsSuite extends SameRows {
  private val event = "SELECT name, databus_decode(v) d FROM good"

  // Plans.

  test("all fields of one decoding, in any order and by other names, are handed on as they are") {
    for (fields <-
        Seq("d.*", "d.key", "d.sequence AS a, d.key AS b", "d.payload, d.version, d.opcode",
          "d")) assert(isDirect(planOf(s"SELECT $fields FROM ($event)")), fields)
    assert(isDirect(planOf("SELECT databus_decode(v).key, databus_decode(v).size FROM good")))
    assert(isDirect(planOf("SELECT databus_decode_all(v) FROM good")))
    assert(isDirect(planOf("SELECT try_msgpack_decode(v) FROM good")))
  }

  test("what is not one decoding is projected as ever") {
    for (fields <- Seq("d.key, name", "d.key, 1", "d.size + 1", "d.metadata.digest",
        "d.key, databus_decode(v).size")) {
      val query =
        s"SELECT $fields FROM (SELECT name, v, databus_decode(left(v, 1000)) d FROM good)"
      assert(!isDirect(planOf(query)), fields)
      assert(rows(query).length === rows("SELECT 1 FROM good").length)
    }
    // Without the rule, the whole event is decoded, also for one field.
    assert(!unpruned(isDirect(planOf(s"SELECT d.key FROM ($event)"))))
    assert(!isDirect(planOf("SELECT databus_fault(v).reason FROM good")))
    assert(!isDirect(planOf("SELECT databus_dissect(v) FROM good")))
    assert(!isDirect(planOf("SELECT msgpack_decode(cast(string(rand()) AS BINARY)) FROM good")))
  }

  test("an input that uses a column twice, whose values come from code") {
    val cut = "SELECT d.version, d.key FROM " +
      "(SELECT try_databus_decode(left(v, octet_length(v) - 1)) d FROM %s)"
    val cached = sql("SELECT v FROM mixed").cache()
    try {
      cached.createOrReplaceTempView("cached")
      assert(isDirect(planOf(cut.format("cached"))))
      assert(rows(cut.format("cached")).toSet === rows(cut.format("mixed")).toSet)
    } finally {
      val _ = cached.unpersist(blocking = true)
    }
  }

  test("a decoding of a decoding is computed, not taken for a field of the one below") {
    val event = "(SELECT name, databus_decode(v) d, v FROM good)"
    // The event in a MessagePack bin 32. The result of that decoding is decoded again.
    val packed = "concat(X'c6', unhex(lpad(hex(length(v)), 8, '0')), v)"
    val unpacked = s"(SELECT msgpack_decode($packed, 'BINARY') d FROM good)"
    val again = rows(s"SELECT databus_decode(d).key, databus_decode(d).opcode FROM $unpacked")
    assert(again.toSet === rows(s"SELECT d.key, d.opcode FROM $event").toSet)
    val lines = "(SELECT databus_to_json(v) j FROM good)"
    val read =
      rows(s"SELECT databus_decode_json(j).key, databus_decode_json(j).sequence FROM $lines")
    assert(read.map(_.get(1)).toSet === rows(s"SELECT d.sequence FROM $event").map(_.get(0)).toSet)
    assert(
      rows("SELECT try_msgpack_decode(concat(x, x), 'ARRAY<INT>') FROM " +
        "(SELECT try_msgpack_decode(concat(X'c402', X'9101'), 'BINARY') x FROM good)")
        .forall(
          _.isNullAt(0)))
    assert(
      rows("SELECT try_msgpack_decode(x, 'ARRAY<INT>') FROM " +
        "(SELECT try_msgpack_decode(concat(X'c402', substr(v, 0, 0), X'9101'), 'BINARY') x FROM good)")
        .forall(_.getSeq[Int](0) == Seq(1)))
  }

  test("a filter over two fields of a decoding") {
    val requests = Vectors.read("kafka", "wire").filter(_.text("kind") == "request")
    view("requests", "v BINARY", requests.map(line => Row(line.bytes)))
    val decoded = "(SELECT try_kafka_request_decode(v, map('sizePrefix', 'true')) d FROM requests)"
    val found = rows(s"SELECT d.api, d.api_version FROM $decoded " +
      "WHERE d.api COLLATE UTF8_LCASE = 'metadata' AND to_json(d.body) LIKE '%topics%'")
    val expected = rows(s"SELECT d.api, d.api_version, to_json(d.body), 1 FROM $decoded")
      .filter(row => row.getString(0) == "Metadata" && row.getString(2).contains("topics"))
    assert(found.nonEmpty)
    assert(found.toSet === expected.map(row => Row(row.get(0), row.get(1))).toSet)
  }

  test("a stream is projected by Spark") {
    val folder = Files.createTempDirectory("sparkwire").resolve("stream").toString
    sql("SELECT * FROM good").write.parquet(folder)
    val read = spark.readStream.schema("name STRING, v BINARY").parquet(folder)
    val query = read.selectExpr("databus_decode(v) d").selectExpr("d.key", "d.sequence")
      .writeStream.format("memory").queryName("streamed").start()
    try {
      query.processAllAvailable()
      val plan = query.asInstanceOf[StreamingQueryWrapper].streamingQuery.lastExecution.executedPlan
      assert(!isDirect(plan) && plan.exists(_.isInstanceOf[ProjectExec]))
    } finally query.stop()
    assert(rows("SELECT * FROM streamed").toSet ===
      rows(s"SELECT d.key, d.sequence FROM ($event)").toSet)
  }

  test("a table is asked for no other columns") {
    val folder = Files.createTempDirectory("sparkwire").resolve("events").toString
    sql("SELECT * FROM good").write.parquet(folder)
    for (condition <- Seq("", " WHERE name LIKE 'v1%'")) {
      val query =
        s"SELECT d.key, d.size FROM (SELECT databus_decode(v) d FROM parquet.`$folder`$condition)"
      val read = "ReadSchema: (.*)".r.findFirstMatchIn(planOf(query).toString).get.group(1)
      assert(
        read === (if (condition.isEmpty) "struct<v:binary>" else "struct<name:string,v:binary>"))
      assert(agrees(query).nonEmpty)
    }
  }

  // Rows.

  for (function <- decoding; (decode, from) <- calls(function)) {
    val call = s"SELECT $decode AS d FROM $from"
    test(s"$call: the same rows to the last byte, generated and interpreted") {
      def check(): Unit = {
        val Seq(field) = sql(call).schema: @unchecked
        assert(agrees(call).distinct.length > 1)
        field.dataType match {
          case struct: StructType =>
            val _ = agrees(s"SELECT d.* FROM ($call)")
            val backwards = struct.fieldNames.reverse.map(name => s"d.`$name`").mkString(", ")
            val _ = agrees(s"SELECT $backwards FROM ($call)")
            // If the user named the type, the whole value is built to check whether it fits.
            if (!call.contains("VARIANT")) struct.fieldNames.foreach { name =>
              val _ = agrees(s"SELECT d.`$name` FROM ($call)")
            }
          case _ =>
        }
      }
      generated(check())
      interpreted(check())
    }
  }

  test("large values and small ones by turns") {
    // An array of `size - 5` nulls.
    view("large", "v BINARY",
      Seq(5, 1 << 20, (1 << 20) + 1, 6).map { size =>
        val value = Array.fill(size)(0xc0.toByte)
        Row(ByteBuffer.wrap(value).put(0xdd.toByte).putInt(size - 5).array)
      })
    assert(agrees("SELECT msgpack_decode(v, 'ARRAY<INT>') FROM large").length === 4)
    assert(rows("SELECT size(msgpack_decode(v, 'ARRAY<INT>')) FROM large").map(_.getInt(0)) ===
      Seq(0, (1 << 20) - 5, (1 << 20) - 4, 1))
  }

  test("a fault is told as ever") {
    for (name <- rows("SELECT name FROM bad WHERE try_databus_decode(v) IS NULL LIMIT 40").map(
        _.getString(0))) {
      def messageOf(fields: String): String = errorOf(
        s"SELECT $fields FROM (SELECT databus_decode(v) d, name FROM bad WHERE name = '$name')")
        .asInstanceOf[SparkThrowable with Throwable].getMessage
      assert(messageOf("d.key, d.payload") === messageOf("d.key, d.payload, 1"))
    }
  }

  // Operators above and below.

  private def same(query: String): Assertion = {
    def results(text: String) = rows(text).map(_.toString).sorted
    val direct = query.replace("FIELDS", "d.sequence, d.opcode, d.payload")
    assert(isDirect(planOf(direct)), query)
    val found = results(direct)
    assert(found.distinct.length > 1)
    assert(found === results(query.replace("FIELDS", "d.sequence, d.opcode, d.payload, name")))
  }

  test("what keeps rows keeps each of them") {
    val from = "(SELECT FIELDS FROM (SELECT name, databus_decode(v) d FROM good))"
    withConf("spark.sql.adaptive.enabled" -> "false") {
      same(
        s"SELECT opcode, count(*), max(sequence), max(payload) IS NULL FROM $from GROUP BY opcode")
      same(s"SELECT opcode, sort_array(collect_list(hex(payload))) FROM $from GROUP BY opcode")
      same(s"SELECT sequence, hex(payload) FROM $from ORDER BY sequence, hex(payload) LIMIT 20")
      same(
        s"SELECT a.sequence, hex(b.payload) FROM $from a JOIN $from b ON a.sequence = b.sequence")
      same(s"SELECT DISTINCT opcode, sequence FROM $from")
      same(s"SELECT sequence FROM $from UNION ALL SELECT sequence % 7 FROM $from")
      same(s"SELECT opcode, explode(array(sequence, -1)) FROM $from")
      same(
        s"SELECT sequence, lag(hex(payload)) OVER (PARTITION BY opcode ORDER BY sequence, payload) FROM $from")
    }
  }

  test("a query that is planned again as it goes ends") {
    sql("CACHE TABLE kept AS SELECT * FROM good")
    try
      for (fields <-
          Seq("d.sequence, d.opcode", "d.opcode, d.sequence, name", "d.sequence % 3 opcode")) {
        val query = s"SELECT opcode, count(*) FROM (SELECT $fields FROM " +
          "(SELECT name, databus_decode(v) d FROM kept)) GROUP BY opcode ORDER BY opcode"
        assert(rows(query) === rows(query.replace("kept", "good")))
      }
    finally {
      val _ = sql("UNCACHE TABLE kept")
    }
  }

  test("partitions stay as they are") {
    val single = planOf("SELECT databus_decode(v).key FROM (SELECT /*+ COALESCE(1) */ v FROM good)")
    val partitionings = single.collect { case made: DecodeRows => made.outputPartitioning }
    assert(partitionings === Seq(SinglePartition))
    assert(sql("SELECT databus_decode(v).key FROM good").rdd.getNumPartitions === 2)
  }

  test("bytes that a reader makes of its input stay as they are until the row is taken") {
    for (more <- Seq("", ", 1")) {
      val both = rows(
        s"SELECT d.key_bytes, d.payload$more FROM (SELECT databus_decode_json(v) d FROM texts " +
          "WHERE v LIKE '%bWVtYmVyOjQy%')")
      assert(both.nonEmpty)
      both.foreach { row =>
        assert(new String(row.getAs[Array[Byte]](0)) === "member:42")
        assert(new String(row.getAs[Array[Byte]](1)) === "hello")
      }
    }
  }

  test("a limit stops a query that decodes") {
    assert(rows("SELECT databus_decode(v).key FROM good LIMIT 3").length === 3)
    assert(sql("SELECT databus_decode(v).key FROM good").take(2).length === 2)
  }
}
