package sparkwire.execution

import java.nio.file.Files

import org.apache.spark.sql.execution.{
  ApplyColumnarRulesAndInsertTransitions, ColumnarToRowExec, SparkPlan
}
import org.apache.spark.sql.execution.columnar.InMemoryRelation
import org.apache.spark.sql.types.StructType

/** Like [[DecodeRowsSuite]], for values in the columns of files. */
class DecodeColumnSuite extends SameRows {
  private val folder = Files.createTempDirectory("sparkwire").resolve("columns").toString
  private def file(form: String, from: String): String = s"$form.`$folder/$from.$form`"

  override def beforeAll(): Unit = {
    super.beforeAll()
    for (from <- Seq("values", "texts", "good", "bad")) {
      val rows = sql(s"SELECT * FROM $from").coalesce(1)
      rows.write.parquet(s"$folder/$from.parquet")
      rows.write.orc(s"$folder/$from.orc")
    }
    sql("SELECT * FROM values").coalesce(1).write.option("parquet.enable.dictionary", "false")
      .parquet(s"$folder/plain.parquet")
  }

  private def isColumn(plan: SparkPlan): Boolean = plan.exists(_.isInstanceOf[DecodeColumn])

  private def agreesInColumns(query: String): Seq[Seq[Byte]] = {
    assert(isColumn(planOf(query)), query)
    agrees(query)
  }

  // Without avro_variant, whose schema is a second input, and avro_header_id, whose input is taken out of
  // a column: the operator takes one column of values.
  for (function <- decoding
    if !Set("try_avro_variant", "try_avro_header_id").contains(function.name);
    (decode, from) <- calls(function))
    test(s"$decode: the same rows to the last byte") {
      val call = s"SELECT $decode AS d FROM ${file("parquet", from)}"
      assert(agreesInColumns(call).distinct.length > 1)
      sql(call).schema.head.dataType match {
        case struct: StructType =>
          val _ = agreesInColumns(s"SELECT d.* FROM ($call)")
          val last = struct.fieldNames.last
          if (!call.contains("VARIANT")) {
            val _ = agreesInColumns(s"SELECT d.`$last` FROM ($call)")
          }
        case _ =>
      }
    }

  test("whatever keeps the values of a column") {
    for {
      from <- Seq(file("parquet", "values"), file("parquet", "plain"), file("orc", "values"))
      offHeap <- Seq("true", "false")
      decode <- Seq("try_databus_decode(v)", "try_msgpack_decode(v)", "try_cernan_decode(v)")
    } withConf("spark.sql.columnVector.offheap.enabled" -> offHeap) {
      val query = s"SELECT $decode AS d FROM $from"
      assert(agreesInColumns(query).distinct.length > 1, query)
    }
  }

  test("a column that is one value, of the folder's name") {
    sql("SELECT 1 AS n, v AS p FROM texts WHERE length(v) < 40 AND v NOT LIKE '%/%'").write
      .partitionBy("p").parquet(s"$folder/parts.parquet")
    val query = s"SELECT try_databus_schema_id(p) AS d FROM ${file("parquet", "parts")}"
    assert(agreesInColumns(query).nonEmpty)
  }

  test("many batches, whatever is done with the rows") {
    sql("SELECT v FROM good CROSS JOIN range(400)").coalesce(1).write.parquet(
      s"$folder/many.parquet")
    val decoded = s"(SELECT databus_decode(v) d FROM ${file("parquet", "many")})"
    val count = rows(s"SELECT count(*) FROM ${file("parquet", "many")}").head.getLong(0)
    assert(count > 10000)
    assert(agreesInColumns(s"SELECT d.key, d.sequence FROM $decoded").length === count)
    val sums = "SELECT sum(length(payload)), max(sequence), count(DISTINCT key) FROM"
    val columns = s"(SELECT d.payload, d.sequence, d.key FROM $decoded)"
    assert(isColumn(planOf(s"SELECT * FROM $columns")))
    val expected =
      rows(s"$sums (SELECT d.* FROM (SELECT databus_decode(v) d FROM good CROSS JOIN range(400)))")
    assert(rows(s"$sums $columns") === expected)
    assert(rows(s"SELECT * FROM $columns ORDER BY sequence, key").length === count)
    assert(rows(s"SELECT * FROM $columns LIMIT 3").length === 3)
  }

  test("where Spark makes rows of the columns it stays as it was") {
    val decoded = s"SELECT databus_decode(v) d FROM ${file("parquet", "good")}"
    val besides = s"SELECT name, databus_decode(v).key FROM ${file("parquet", "good")}"
    for (query <- Seq(s"$decoded WHERE name LIKE 'v1%'", besides)) {
      val plan = planOf(query)
      assert(!isColumn(plan) && plan.exists(_.isInstanceOf[ColumnarToRowExec]), query)
    }
    withConf("spark.sql.parquet.enableVectorizedReader" -> "false") {
      assert(!isColumn(planOf(decoded)))
      assert(agrees(decoded).nonEmpty)
    }
  }

  test("what strips a plan's step to rows, as a cache of columns does, keeps the decoding") {
    val decoded = s"SELECT databus_decode(v) d FROM ${file("parquet", "good")}"
    for {
      adaptive <- Seq("true", "false")
      query <- Seq(decoded, s"SELECT d.payload FROM ($decoded)",
        s"SELECT d.key, d.sequence FROM ($decoded)")
    } withConf("spark.sql.adaptive.enabled" -> adaptive) {
      val plan = planOf(query)
      assert(isColumn(plan))
      val kept = InMemoryRelation.convertToColumnarIfPossible(plan)
      assert(isColumn(kept), query)
      assert(bytesOf(kept) === bytesOf(plan))
    }
    // Spark strips its own ColumnarToRowExec from the top of a plan.
    val read = planOf(s"SELECT v FROM ${file("parquet", "good")}")
    assert(read.exists(_.isInstanceOf[ColumnarToRowExec]))
    val stripped = InMemoryRelation.convertToColumnarIfPossible(read)
    assert(!stripped.exists(_.isInstanceOf[ColumnarToRowExec]))
  }

  test("columnar rules that run twice") {
    val query =
      s"SELECT d.key, d.sequence FROM (SELECT databus_decode(v) d FROM ${file("parquet", "good")})"
    val plan = planOf(query)
    val twice = ApplyColumnarRulesAndInsertTransitions(Nil, outputsColumnar = false)(plan)
    assert(bytesOf(twice) === bytesOf(plan))
    val asColumns = ApplyColumnarRulesAndInsertTransitions(Nil, outputsColumnar = true)(plan)
    assert(asColumns.supportsColumnar && isColumn(asColumns))
  }

  test("a fault is told as ever") {
    def messageOf(query: String): String = errorOf(query).getMessageParameters.toString
    val from = file("parquet", "bad")
    // Both queries refuse the same value first, because there is only one file.
    val column = s"SELECT databus_decode(v) d FROM $from"
    assert(isColumn(planOf(column)))
    assert(messageOf(column) === messageOf(s"SELECT databus_decode(v) d, name FROM $from"))
  }
}
