package sparkwire.rows

import org.apache.spark.sql.Row

import sparkwire.SparkSuite
import sparkwire.errors.MalformedInputException

import org.scalatest.funsuite.AnyFunSuite

/** The option `structs`: whether maps, arrays or both fill a STRUCT. */
class PositionalStructSuite extends AnyFunSuite with SparkSuite {

  /** Returns the result of `try_msgpack_decode` for a value, as JSON; null for NULL. */
  private def decoded(hex: String, ddl: String, structs: String, further: String = ""): String =
    spark.sql(
      s"SELECT to_json(struct(try_msgpack_decode(X'${hex.filterNot(_ == ' ')}', '$ddl', " +
        s"map('structs', '$structs'$further)) AS v), map('ignoreNullFields', 'false'))")
      .head().getString(0).stripPrefix("{\"v\":").stripSuffix("}")

  private val record = "id INT, name STRING"

  // The value on the wire, and its results with named, positional and either.
  private val cases = Seq(
    ("a map", "82a2696401a46e616d65a178", record, """{"id":1,"name":"x"}""", "null",
      """{"id":1,"name":"x"}"""),
    ("an array", "9201a178", record, "null", """{"id":1,"name":"x"}""", """{"id":1,"name":"x"}"""),
    ("a shorter array", "9101", record, "null", """{"id":1,"name":null}""",
      """{"id":1,"name":null}"""),
    ("an empty array", "90", record, "null", """{"id":null,"name":null}""",
      """{"id":null,"name":null}"""),
    ("more elements than fields", "9601a178 920202 81a16101 c0 ff",
      record, "null", """{"id":1,"name":"x"}""", """{"id":1,"name":"x"}"""),
    ("nil in it", "92c0a178", record, "null", """{"id":null,"name":"x"}""",
      """{"id":null,"name":"x"}"""),
    ("an element that does not fit", "92a178a178", record, "null", "null", "null"),
    ("arrays in an array", "9292 01a178 9202a179".replace(" ", ""), s"ARRAY<STRUCT<$record>>",
      "null", """[{"id":1,"name":"x"},{"id":2,"name":"y"}]""",
      """[{"id":1,"name":"x"},{"id":2,"name":"y"}]"""),
    ("an array in a map", "81a1619201a178", s"a STRUCT<$record>", "null", "null",
      """{"a":{"id":1,"name":"x"}}"""),
    ("a map in an array", "9182a2696401a46e616d65a178", s"a STRUCT<$record>", "null", "null",
      """{"a":{"id":1,"name":"x"}}"""),
    ("an array in an array", "919201a178", s"a STRUCT<$record>", "null",
      """{"a":{"id":1,"name":"x"}}""", """{"a":{"id":1,"name":"x"}}"""),
    ("a list behind a struct", "929201a178920506", s"a STRUCT<$record>, b ARRAY<INT>", "null",
      """{"a":{"id":1,"name":"x"},"b":[5,6]}""", """{"a":{"id":1,"name":"x"},"b":[5,6]}"""),
    ("a VARIANT and a map", "93 92 01 c3 81 a161 9107 05".replace(" ", ""),
      "a VARIANT, b MAP<STRING, STRUCT<x INT>>, c INT", "null",
      """{"a":[1,true],"b":{"a":{"x":7}},"c":5}""", """{"a":[1,true],"b":{"a":{"x":7}},"c":5}""")
  )
  for ((what, hex, ddl, named, positional, either) <- cases)
    test(s"$what: named $named, positional $positional, either $either") {
      assert(Seq("named", "positional", "either").map(decoded(hex, ddl, _)) ===
        Seq(named, positional, either))
    }

  test("with mismatch = null, only the element that does not fit is NULL") {
    assert(decoded("92a178a179", record, "positional", ", 'mismatch', 'null'") ===
      """{"id":null,"name":"y"}""")
    // The struct is a field that a map does not fit.
    assert(
      decoded("9281a2696401a179", s"a STRUCT<$record>, b STRING", "positional",
        ", 'mismatch', 'null'") === """{"a":null,"b":"y"}""")
  }

  test("a mismatch says where it is") {
    val error = intercept[MalformedInputException](
      spark.sql(
        s"SELECT msgpack_decode(X'92a178a178', '$record', map('structs', 'positional'))").collect())
    assert(error.getMessage.contains("type-mismatch at byte 1 ([0])"))
    val maps = intercept[MalformedInputException](
      spark.sql(
        s"SELECT msgpack_decode(X'81a2696401', '$record', map('structs', 'positional'))").collect())
    assert(maps.getMessage.contains("type-mismatch at byte 0"))
  }

  test("fields that a query leaves out still have their positions") {
    spark.sql(
      "CREATE OR REPLACE TEMPORARY VIEW arrays AS SELECT * FROM VALUES (X'9301a178c3'), (X'9102') AS (v)")
    for (verify <- Seq("full", "none"); structs <- Seq("positional", "either")) {
      val decode =
        s"msgpack_decode(v, 'a INT, b STRING, c BOOLEAN', map('structs', '$structs', 'verify', '$verify'))"
      assert(spark.sql(s"SELECT d.c, d.b FROM (SELECT $decode AS d FROM arrays)").collect().toSet
        === Set(Row(true, "x"), Row(null, null)))
    }
  }

  test("a series of arrays, and records that are found only among maps") {
    def all(hex: String, options: String) = spark.sql(
      s"SELECT to_json(msgpack_decode_all(X'$hex', '$record', map($options)))").head().getString(0)
    assert(all("9201a1789102", "'structs', 'positional'") ===
      """{"values":[{"offset":0,"value":{"id":1,"name":"x"}},{"offset":4,"value":{"id":2}}]}""")
    assert(
      intercept[Exception](all("90", "'structs', 'positional', 'resync', 'true'")).getMessage
        .contains("needs records that are maps"))
    assert(
      all("81a2696401c19102", "'structs', 'either', 'resync', 'true'").contains(
        """{"offset":0,"value":{"id":1}}"""))
  }

  test("arrays that are skipped or too deep cost nothing and break nothing") {
    val deep = "91" * 400 + "c0"
    assert(decoded(s"9201$deep", "a INT", "positional") === """{"a":1}""")
    assert(decoded(s"93${"91" * 3}05c0c0", "a STRUCT<b STRUCT<c STRUCT<d INT>>>", "positional") ===
      """{"a":{"b":{"c":{"d":5}}}}""")
  }
}
