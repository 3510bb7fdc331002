package sparkwire.catalog

import scala.util.Random

import org.apache.avro.Schema
import org.apache.spark.sql.{AnalysisException, Row}
import org.apache.spark.sql.functions.{col, typedLit}

import sparkwire.SparkSuite
import sparkwire.expressions.Decode
import sparkwire.functions.{avro_decode, avro_frame, avro_variant, try_avro_decode}
import sparkwire.wire.avro.AvroGenerator

import org.scalatest.funsuite.AnyFunSuite

/** Avro values preceded by the id of their schema, in queries. */
class FramedAvroSuite extends AnyFunSuite with SparkSuite {
  private val path = "{\"name\":\"path\",\"type\":\"string\"}"
  private def record(fields: String*): String =
    s"""{"type":"record","name":"Hit","fields":[${fields.mkString(",")}]}"""
  private val first = record(path)
  private val second = record("{\"name\":\"ms\",\"type\":\"int\"}", path)
  private val reader =
    record(path, "{\"name\":\"ms\",\"type\":\"long\",\"default\":-1}")
  private val writers = s"map(1, '$first', 2, '$second', 3, '\"int\"', 4, 'none')"

  private def row(values: Any*): Seq[Any] = values

  private val values = Seq("0000000001042f61", "000000000254042f62", "000000000302",
    "000000000400", "000000000900", "00000000", "042f61", "000000000254042f6200", null)
  private val expected = Seq[Seq[Any]](
    row("/a", -1L, null), row("/b", 42L, null), row(null, null, "incompatible-schema"),
    row(null, null, "bad-schema"), row(null, null, "unknown-schema"),
    row(null, null, "truncated-frame"), row(null, null, "bad-frame"),
    row(null, null, "trailing-bytes"), row(null, null, null))

  view("framed", "number INT, hex STRING",
    values.zipWithIndex.map { case (hex, number) => Row(number, hex) })
  view("registry", "id INT, schema STRING",
    Seq(Row(1, first), Row(2, second), Row(3, "\"int\""), Row(4, "none")))
  private val table = "(SELECT number, unhex(hex) AS v FROM framed)"
  private val collected = "map_from_entries(collect_list(struct(id, schema)))"

  private def found(writer: String, from: String = table): Seq[Seq[Any]] =
    rows(s"""SELECT hit.path, hit.ms, fault.reason FROM (
      SELECT number, try_avro_decode(${resolved(writer)}) AS hit,
        avro_fault(${resolved(writer)}) AS fault FROM $from) ORDER BY number""").map(_.toSeq)

  private def resolved(writer: String): String =
    if (writer.contains("=>")) s"v, $writer, reader => '$reader'" else s"v, $writer, '$reader'"

  private val forms = Seq(
    "a constant map" -> (writers, table),
    "a scalar subquery" -> (s"(SELECT $collected FROM registry)", table),
    "a table" -> ("registry => 'registry'", table),
    "a map in a column" -> ("texts",
      s"""(SELECT number, v, IF(number % 2 = 0, $writers,
      map(4, 'none', 3, '"int"', 2, '$second', 1, '$first')) AS texts FROM $table)"""),
    "ids of 64 bits" -> (s"transform_keys($writers, (k, v) -> CAST(k AS BIGINT))", table),
    "ids as bytes" -> (
      s"map(X'00000001', '$first', X'00000002', '$second', X'00000003', '\"int\"', X'00000004', 'none')",
      table))

  for ((what, (writer, from)) <- forms) {
    test(s"$what: every value is read, or says why not") {
      assert(generated(found(writer, from)) === expected)
      assert(interpreted(found(writer, from)) === expected)
    }

    test(s"$what: pruned is whole") {
      for (field <- Seq("path", "ms")) {
        val query = s"SELECT number, try_avro_decode(${resolved(writer)}).$field FROM $from"
        assert(unpruned(rows(query).sortBy(_.getInt(0))) === rows(query).sortBy(_.getInt(0)))
      }
      succeed
    }

    test(s"$what: VARIANT of each value, whatever its schema") {
      val variants = rows(
        s"""SELECT to_json(try_avro_variant(v, $writer)), avro_variant_fault(v, $writer).reason
          FROM $from ORDER BY number""").map(_.toSeq)
      assert(variants.map(_.head) === Seq("{\"path\":\"/a\"}", "{\"ms\":42,\"path\":\"/b\"}", "1",
        null, null, null, null, null, null))
      assert(variants.map(_.last) === Seq[Any](null, null, null, "bad-schema", "unknown-schema",
        "truncated-frame", "bad-frame", "trailing-bytes", null))
    }
  }

  test("a schema beside each value, with a reader") {
    val from = s"""(SELECT number, substring(v, 6) AS v, IF(number = 0, '$first', IF(number = 1,
      '$second', NULL)) AS text FROM $table)"""
    assert(found("text", from).take(3) ===
      Seq(row("/a", -1L, null), row("/b", 42L, null), row(null, null, null)))
    assert(found(s"'$second'", "(SELECT 1 AS number, X'54042f62' AS v)") ===
      Seq(row("/b", 42L, null)))
  }

  test("a table is named by its parts, and read when the query runs") {
    view(
      "later", "id INT, schema STRING, subject STRING", Seq(Row(1, first, "a"), Row(1, first, "b")))
    val query =
      s"""SELECT avro_decode(X'0000000001042f61', registry => '`later`', reader => '$reader').path,
      avro_variant_fault(X'00000000020e', REGISTRY => 'later').reason"""
    assert(rows(query).map(_.toSeq) === Seq(Seq("/a", "unknown-schema")))
    view(
      "later", "id BIGINT, schema STRING", Seq(Row(1L, first), Row(2L, "\"int\""), Row(null, "x")))
    assert(rows(query).map(_.toSeq) === Seq(Seq("/a", null)))
  }

  test("a table that is none, or is named twice, is refused at analysis") {
    def call(arguments: String) =
      s"SELECT avro_decode(v, reader => '$reader', $arguments) FROM $table"
    val option = "SPARKWIRE_INVALID_OPTION"
    refused(call("registry => hex(v)"), option, "registry must be a constant STRING")
    refused(call("registry => NULL"), option, "registry must be a constant STRING")
    refused(call("registry => CAST(NULL AS STRING)"), option, "registry is NULL")
    refused(call("registry => 'a b'"), option, "registry = 'a b' is not the name of a table")
    refused(call("registry => 'registry', writer => map(1, '')"), "SPARKWIRE_WRONG_ARGUMENTS",
      "writer is given twice")
    refused("SELECT avro_frame(X'00', registry => 'registry')", "SPARKWIRE_WRONG_ARGUMENTS",
      "no parameter registry")
    // Spark's own conditions, as for a subquery that the user writes.
    for ((registry, condition) <-
        Seq("framed" -> "UNRESOLVED_COLUMN", "nowhere" -> "TABLE_OR_VIEW_NOT_FOUND"))
      assert(
        intercept[AnalysisException](sql(call(s"registry => '$registry'"))).getCondition.startsWith(
          condition))
  }

  test("a map that is NULL gives NULL, one that is empty knows no schema") {
    for (nothing <- Seq("CAST(NULL AS MAP<INT, STRING>)", "IF(number < 0, map(1, ''), NULL)"))
      assert(found(nothing).forall(_ === row(null, null, null)))
    for (empty <- Seq("map()", "IF(number < 0, map(1, ''), map())", "map(1, NULL)"))
      assert(found(empty).head === row(null, null, "unknown-schema"))
    succeed
  }

  test("a UUID in any letter case leads to a schema of Glue's") {
    val id = "00112233-4455-6677-8899-AABBCCDDEEFF"
    assert(one(
      s"""SELECT avro_decode(X'0300${id.replace("-", "")}042f61', map('$id', '$first'), '$reader').path""")
      === "/a")
  }

  test("what is refused at analysis") {
    val schema = "SPARKWIRE_INVALID_SCHEMA"
    refused(s"SELECT avro_decode(v, $writers) FROM $table", schema, "reader is missing",
      "avro_variant")
    refused(s"SELECT avro_decode(v, 'none', '$reader') FROM $table", schema, "writer:")
    refused(s"SELECT avro_decode(v, '$first', 'none') FROM $table", schema, "reader:")
    refused(s"SELECT avro_decode(v, $writers, hex(v)) FROM $table", schema,
      "reader must be a constant")
    refused(s"SELECT avro_decode(v, hex(v)) FROM $table", schema, "schema must be a constant")
    refused(s"SELECT avro_decode(v, $writers, NULL) FROM $table", schema, "reader is NULL")
    refused(s"SELECT avro_decode(v, $writers, '$reader', map('frame', 'none')) FROM $table",
      "SPARKWIRE_INVALID_OPTION", "frame = 'none'")
    refused(s"SELECT avro_decode(v, $writers, '$reader', map('frame', 'kafka')) FROM $table",
      "SPARKWIRE_INVALID_OPTION", "Accepted: none, confluent, single-object, glue, auto")
    refused(s"SELECT avro_decode(v, map(1S, 'x'), '$reader') FROM $table",
      "SPARKWIRE_WRONG_ARGUMENTS", "must be INT, BIGINT, STRING or BINARY")
    for (wrong <- Seq("map(1, 2)", "map(true, 'x')", "7", "map(array(1), 'x')"))
      refused(s"SELECT avro_decode(v, $wrong, '$reader') FROM $table", "SPARKWIRE_WRONG_ARGUMENTS",
        "writer must be STRING or MAP")
    succeed
  }

  test("the error names the id, and where it stands") {
    val error = errorOf(
      s"SELECT avro_decode(unhex('000000000900'), $writers, '$reader')")
    assert(
      error.asInstanceOf[Exception].getMessage.startsWith(
        "[SPARKWIRE_MALFORMED] avro: unknown-schema at byte 1: no schema is known for the id 9"))
  }

  test("the writer is called schema where it is the only one") {
    assert(one(s"SELECT avro_decode(value => X'042f61', schema => '$first').path") === "/a")
    assert(one(s"SELECT avro_decode(value => X'042f61', writer => '$first').path") === "/a")
    assert(one(s"""SELECT avro_decode(options => map('frame', 'auto'), reader => '$reader',
      writer => '$first', value => X'0000000007042f61').ms""") === -1)
  }

  test("the methods of the Scala door") {
    val df = sql(s"SELECT * FROM $table WHERE number < 2 ORDER BY number")
    val map = typedLit(Map(1 -> first, 2 -> second))
    assert(df.select(avro_decode(col("v"), map, reader)("ms")).collect().map(_.getLong(0)) ===
      Array(-1, 42))
    assert(df.select(avro_frame(col("v"))("schema_id")).collect().map(_.getInt(0)) === Array(1, 2))
    assert(df.select(avro_variant(col("v"), map).cast("string")).head().getString(0) ===
      "{\"path\":\"/a\"}")
    val framed = Map("frame" -> "confluent")
    assert(df.select(try_avro_decode(col("v"), first, reader, framed)("path")).head().getString(0)
      === "/a")
    assert(df.select(try_avro_decode(col("v"), first, framed)("path")).head().getString(0) === "/a")
  }

  test("a constant map is no input of the decoding, so that its plan stays short") {
    val query = s"SELECT avro_decode(v, $writers, '$reader') FROM $table"
    val decodings = sql(query).queryExecution.analyzed.expressions
      .flatMap(_.collect { case decode: Decode => decode })
    assert(decodings.map(_.children.length) === Seq(1))
  }

  private val seed = Random.nextLong()

  for (number <- 0 until 10)
    test(s"framed values are what bare ones are, schema $number of seed $seed") {
      val generator = new AvroGenerator(seed + number)
      val schemas = Seq.fill(3)(generator.record(3))
      val random = new Random(seed + number)
      val datums = Seq.fill(30) {
        val id = random.nextInt(schemas.length)
        (id, AvroGenerator.write(schemas(id), generator.value(schemas(id))))
      }
      val head = (id: Int) => Array[Byte](0, 0, 0, 0, id.toByte)
      view("bare", "id INT, text STRING, v BINARY, framed BINARY",
        datums.map { case (id, bytes) =>
          Row(id, schemas(id).toString, bytes, head(id) ++ bytes)
        })
      val texts = typedLit(schemas.indices.map(id => id -> schemas(id).toString).toMap)
      for ((reader: Schema, id) <- schemas.zipWithIndex) {
        val both = spark.table("bare").where(col("id") === id).select(
          try_avro_decode(col("v"), reader.toString).cast("string"),
          try_avro_decode(col("framed"), texts, reader.toString).cast("string"))
        for (row <- both.collect()) assert(row.get(1) === row.get(0))
      }
      val variants = spark.table("bare").select(
        avro_variant(col("v"), col("text")).cast("string"),
        avro_variant(col("framed"), texts).cast("string"))
      for (row <- variants.collect()) assert(row.get(1) === row.get(0))
    }
}
