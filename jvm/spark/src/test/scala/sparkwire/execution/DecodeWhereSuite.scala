package sparkwire.execution

import java.nio.file.Files

import org.apache.spark.sql.execution.{LeafExecNode, SparkPlan}
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.execution.streaming.StreamingQueryWrapper

import sparkwire.SparkSuite
import sparkwire.catalog.FunctionCatalog
import sparkwire.catalog.arguments.Arguments
import sparkwire.expressions.Decode
import sparkwire.queries.{PlainDecode, RowText}

import org.scalatest.{Assertion, BeforeAndAfterAll}
import org.scalatest.funsuite.AnyFunSuite

/** Filters on decoded values, compared with a decoding that no rule of ours recognises. */
class DecodeWhereSuite
    extends AnyFunSuite with SparkSuite with BeforeAndAfterAll with AdaptiveSparkPlanHelper {
  private val folder = Files.createTempDirectory("sparkwire").resolve("where").toString

  override def beforeAll(): Unit = {
    super.beforeAll()
    databusViews()
    for (function <- FunctionCatalog.all)
      register(s"plain_${function.name}")(inputs =>
        function.build(Arguments.bind(function, inputs)) match {
          case decode: Decode => PlainDecode(decode.children, decode.plan)
          case other => other
        })
    for (view <- Seq("good", "mixed", "bad"))
      sql(s"SELECT * FROM $view").coalesce(1).write.parquet(s"$folder/$view")
    for (view <- Seq("good", "mixed")) sql(s"CACHE TABLE ${view}_cached AS SELECT * FROM $view")
  }

  override def afterAll(): Unit =
    for (view <- Seq("good", "mixed")) sql(s"UNCACHE TABLE ${view}_cached")

  private def nodes(plan: SparkPlan): Seq[SparkPlan] = collect(plan) { case node => node }

  /** Returns how often the plan of a query that has run decodes a value. */
  private def decodings(query: String): (Int, Boolean) = {
    val data = sql(query)
    val _ = data.collect()
    val all = nodes(data.queryExecution.executedPlan)
    // A cache also tests its statistics.
    val count = all.filterNot(_.isInstanceOf[LeafExecNode])
      .flatMap(_.expressions.flatMap(_.collect { case decode: Decode => decode })).length
    (count, all.exists { case rows: DecodedRows => rows.where.nonEmpty; case _ => false })
  }

  private def results(query: String): Seq[String] = rows(query).map(RowText.of).sorted

  /** @param query
    *   a query with `FROM good` or `FROM mixed`, whose calls begin with `DECODE`
    */
  private def shared(query: String): Assertion = {
    val expected = results(query.replace("DECODE", "plain_databus_decode"))
    assert(expected.nonEmpty, query)
    val called = query.replace("DECODE", "databus_decode")
    for {
      from <- Seq("good", s"parquet.`$folder/good`", "good_cached")
      adaptive <- Seq("true", "false")
    } withConf("spark.sql.adaptive.enabled" -> adaptive) {
      val text = called.replace("FROM good", s"FROM $from")
      withClue(s"$text, adaptive: $adaptive: ") {
        generated {
          assert(decodings(text) === (1, true))
          assert(results(text) === expected)
        }
        interpreted(assert(results(text) === expected))
      }
    }
    succeed
  }

  private val event = "(SELECT name, byte_order, v, DECODE(v) d FROM good)"

  test("fields that are handed on as they are") {
    shared(s"SELECT d.key, d.sequence, d.opcode FROM $event WHERE d.opcode = 'UPSERT'")
    shared(s"SELECT d.sequence, d.key FROM $event WHERE d.key IS NOT NULL AND d.sequence > 3")
    shared(s"SELECT d.* FROM $event WHERE d.opcode <=> NULL OR d.key > 1000")
    shared(s"SELECT d FROM $event WHERE d.opcode = 'DELETE' OR d.version = 2")
  }

  test("a condition on a field that is not selected") {
    shared(s"SELECT d.key, d.sequence FROM $event WHERE d.opcode = 'UPSERT'")
    shared(s"SELECT d.key, d.payload FROM $event WHERE d.metadata.digest IS NULL")
    shared(s"SELECT d.key % 9, d.payload FROM $event WHERE d.opcode = 'UPSERT'")
  }

  test("a test for NULL needs no field") {
    shared(s"SELECT d.key, d.sequence FROM $event WHERE d IS NOT NULL")
    shared(s"SELECT name, d.key FROM $event WHERE d IS NOT NULL AND d.version = 2")
    val required = sql("SELECT name FROM (SELECT name, try_databus_decode(v) d FROM good) " +
      "WHERE d IS NULL")
      .queryExecution.optimizedPlan
      .flatMap(_.expressions.flatMap(_.collect { case decode: Decode => decode.required.sql }))
    assert(required === Seq("STRUCT<version: TINYINT>"))
  }

  test("columns beside the decoded ones") {
    shared(s"SELECT name, d.key, d.opcode FROM $event WHERE d.opcode = 'UPSERT'")
    shared(s"SELECT d.key, v, d.payload FROM $event WHERE d.version = 2")
    shared(s"SELECT d, name FROM $event WHERE d.version = 0")
    shared(s"SELECT upper(name), d.key % 7, hex(d.payload) FROM $event WHERE d.version = 0")
  }

  test("conditions on other columns") {
    shared(s"SELECT d.key FROM $event WHERE name LIKE 'v%' AND d.version = 2")
    shared(s"SELECT d.key, d.version, name FROM $event WHERE d.version = 2 AND name LIKE 'v%'")
    shared(s"SELECT d.key, d.version + 1 FROM $event " +
      "WHERE byte_order = 'big' AND d.version = 2 AND length(name) > d.version")
  }

  test("groups") {
    shared(
      s"SELECT d.opcode, count(*), sum(d.sequence % 100) FROM $event WHERE d.version = 2 GROUP BY 1")
    shared(
      s"SELECT count(*), max(d.sequence), max(d.payload) FROM $event WHERE d.opcode = 'UPSERT'")
    shared(s"SELECT sum(d.sequence % 100) FROM $event WHERE d.version = 2 AND name LIKE 'v%'")
    shared(s"SELECT d.opcode, count(*), max(d.version) FROM $event WHERE d.size > 70 GROUP BY 1")
    shared(s"SELECT d.opcode, collect_set(d.version) FROM $event WHERE d.key > 0 GROUP BY d.opcode")
    shared(
      s"SELECT DISTINCT d.opcode, d.version FROM $event WHERE d.opcode IN ('UPSERT', 'DELETE')")
  }

  test("what needs the rows in an order, or twice") {
    shared(s"SELECT d.sequence, d.version FROM $event WHERE d.sequence > 3 ORDER BY 1, 2 LIMIT 5")
    shared("SELECT d.key, lag(hex(d.payload)) OVER (PARTITION BY d.opcode ORDER BY d.sequence, " +
      s"d.payload) FROM $event WHERE d.opcode = 'UPSERT'")
    shared(s"SELECT d.opcode, e FROM $event LATERAL VIEW explode(array(d.version, -1)) t AS e " +
      "WHERE d.version = 2")
  }

  test("join keys, and elements that are exploded") {
    shared(
      s"SELECT d.opcode, d.payload, id FROM $event JOIN (SELECT id FROM range(100)) ON d.sequence = id")
    shared(s"SELECT d.opcode, d.version, id FROM $event JOIN (SELECT id FROM range(100)) " +
      "ON d.sequence = id WHERE d.version = 2")
    val lists = "SELECT d.tail.reason, e.event.key, e.offset FROM " +
      "(SELECT databus_decode_all(v) d FROM batches) LATERAL VIEW explode(d.events) t AS e"
    assert(decodings(lists) === (1, true))
    assert(results(lists) === results(lists.replace("databus", "plain_databus")))
  }

  test("rows that are NULL, or that NULL does not keep") {
    for {
      condition <- Seq("d IS NULL", "d IS NOT NULL", "d.key IS NULL", "d.version = 2",
        "coalesce(d.version, 2) = 2", "NOT (d.version = 2)")
      fields <- Seq("d.*", "d.version, d.key", "d.key", "d.version + 1, name", "d")
      from <- Seq("mixed", s"parquet.`$folder/mixed`", "mixed_cached")
    } {
      def query(call: String) =
        s"SELECT $fields FROM (SELECT name, try_$call(v) d FROM $from) WHERE $condition"
      val expected =
        results(query("databus_decode").replace("try_databus", "plain_try_databus"))
      assert(expected.nonEmpty)
      generated(assert(results(query("databus_decode")) === expected, query("databus_decode")))
      interpreted(assert(results(query("databus_decode")) === expected))
    }
  }

  test("few rows that are kept, then many, then few") {
    val many = "(SELECT id, v, databus_decode(v) d FROM range(0, 6000, 1, 1) " +
      "CROSS JOIN (SELECT v FROM good LIMIT 2))"
    for {
      bounds <- Seq("id < 3000 AND id > 2000", "id > 10")
      fields <- Seq("d.sequence, d.key, d.payload", "id, d.sequence")
    } {
      // The values are made from the id, so that which rows are kept depends on the place.
      val query =
        s"SELECT $fields FROM $many WHERE d.sequence + 0 * length(v) IS NOT NULL AND $bounds"
      assert(results(query) === results(query.replace("databus", "plain_databus")))
    }
    val numbers = "(SELECT msgpack_decode(unhex('ce' || lpad(hex(id), 8, '0')), 'BIGINT') n, " +
      "msgpack_decode(unhex('92ce' || lpad(hex(id), 8, '0') || '07'), " +
      "'STRUCT<a BIGINT, b BIGINT>', map('structs', 'positional')) d, id FROM range(0, 9000, 1, 1))"
    for (fields <- Seq("d.a, d.b", "d.b", "d.b + 1, id", "d")) {
      val query = s"SELECT $fields FROM $numbers WHERE d.a > 2000 AND d.a < 7000 OR d.a % 100 = 0"
      assert(results(query).length === 4999 + 21 + 20)
      assert(
        results(query) === results(query.replace("msgpack_decode", "plain_msgpack_decode")))
    }
  }

  test("a row that an earlier condition drops is not refused, and any other one is") {
    for (from <- Seq("bad", s"parquet.`$folder/bad`")) {
      val events = s"(SELECT name, v, databus_decode(v) d FROM $from)"
      assert(
        rows(s"SELECT d.key, d.version FROM $events WHERE length(v) < 0 AND d.version = 2") === Nil)
      for (fields <- Seq("d.key, d.version", "d.key", "d.key, name"))
        assert(errorOf(s"SELECT $fields FROM $events WHERE d.version = 77").getCondition ===
          "SPARKWIRE_MALFORMED")
    }
  }

  test("without verify each field is decoded where it is needed") {
    val query = "SELECT d.key, d.version FROM (SELECT " +
      "databus_decode(v, map('verify', 'none', 'byteOrder', 'big')) d FROM good " +
      "WHERE name = 'v1-long-key') WHERE d.version = 2"
    assert(decodings(query)._2 === false)
  }

  test("a stream is filtered by Spark") {
    val path = s"$folder/stream"
    sql("SELECT * FROM good").write.parquet(path)
    val read = spark.readStream.schema("name STRING, v BINARY").parquet(path)
    val query = read.selectExpr("databus_decode(v) d").where("d.version = 2")
      .selectExpr("d.key", "d.version")
      .writeStream.format("memory").queryName("streamed_where").start()
    try {
      query.processAllAvailable()
      val plan = query.asInstanceOf[StreamingQueryWrapper].streamingQuery.lastExecution.executedPlan
      assert(!nodes(plan).exists(_.isInstanceOf[DecodedRows]))
    } finally query.stop()
    assert(results("SELECT * FROM streamed_where") ===
      results(
        "SELECT d.key, d.version FROM (SELECT databus_decode(v) d FROM good) WHERE d.version = 2"))
  }

  test("the plan says what is kept") {
    val plan = sql("SELECT d.key, d.version FROM (SELECT databus_decode(v) d FROM good) " +
      "WHERE d.version = 2")
      .queryExecution.executedPlan.toString
    assert(plan.contains("(version = 2Y)"), plan)
  }
}
