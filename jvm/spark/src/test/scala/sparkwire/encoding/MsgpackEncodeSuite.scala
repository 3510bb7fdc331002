package sparkwire.encoding

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.Row

import sparkwire.SparkSuite
import sparkwire.wire.{Tree, Vectors, VectorTests}
import sparkwire.wire.core.{Cursor, Options}
import sparkwire.wire.msgpack.{Msgpack, MsgpackGenerator}

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** `msgpack_encode` and its twins. */
class MsgpackEncodeSuite extends AnyFunSuite with SparkSuite with VectorTests {
  private def hexOf(value: String): String =
    one(s"SELECT lower(hex(msgpack_encode($value)))").asInstanceOf[String]

  private def check(value: String, hex: String): Unit =
    test(s"$value is $hex")(assert(hexOf(value) === hex))

  // Scalars of each type.
  check("true", "c3")
  check("CAST(-1 AS TINYINT)", "ff")
  check("CAST(300 AS SMALLINT)", "cd012c")
  check("65536", "ce00010000")
  check("CAST(4294967296 AS BIGINT)", "cf0000000100000000")
  check("CAST(1.5 AS FLOAT)", "ca3fc00000")
  check("CAST(0.1 AS DOUBLE)", "cb3fb999999999999a")
  check("1.50", "cb3ff8000000000000")
  check("18446744073709551615", "cfffffffffffffffff")
  check("CAST(7 AS DECIMAL(38, 10))", "07")
  check("'né'", "a36ec3a9")
  check("X'00ff'", "c40200ff")
  check("TIMESTAMP'2024-02-19 19:57:52Z'", "d6ff65d3b2c0")
  check("parse_json('null')", "c0")

  // Containers.
  check("array(1, NULL, 3)", "9301c003")
  check("array()", "90")
  check("map('a', 1, 'b', NULL)", "82a16101a162c0")
  check("map(1, 'x')", "8101a178")
  check("map()", "80")
  check("named_struct('b', 1, 'a', array('x'))", "82a16201a16191a178")
  check("named_struct('a', CAST(NULL AS INT))", "81a161c0")
  check("struct()", "80")
  check("array(named_struct('key', 1, 'value', 'a'), named_struct('key', 2, 'value', 'b'))",
    "8201a16102a162")
  check("array(named_struct('key', 1, 'value', 'a'), NULL)", "9282a36b657901a576616c7565a161c0")
  check("named_struct('data', X'0102', '@ext', 5)", "d5050102")
  check("named_struct('@ext', 'no', 'data', X'01')", "82a440657874a26e6fa464617461c40101")

  // VARIANTs.
  check("parse_json('{\"b\": 1, \"a\": [true, null, 1.5, \"x\"]}')",
    "82a16201a16194c3c0cb3ff8000000000000a178")
  check("parse_json('[{\"key\": 1, \"value\": 2}, {\"key\": 1, \"value\": 3}]')", "8201020103")
  check("parse_json('[{\"key\": \"a\", \"value\": 2}, {\"key\": \"a\", \"value\": 3}]')",
    "82a16102a16103")
  check("parse_json('[{\"key\": \"a\", \"value\": 2}]')",
    "9182a36b6579a161a576616c756502")
  check("to_variant_object(named_struct('@ext', -5, 'data', X'0102'))", "d5fb0102")
  check("parse_json('{\"@type\": \"timestamp\", \"seconds\": 1, \"nanos\": 5}')",
    "d7ff0000001400000001")
  check("to_variant_object(named_struct('u', unhex('00'), 'f', CAST(2 AS FLOAT)))",
    "82a175c40100a166ca40000000")

  // An object that is not a mark stays an object.
  check("parse_json('{\"@ext\": 5, \"data\": \"x\"}')", "82a44065787405a464617461a178")
  check("to_variant_object(named_struct('@ext', -1, 'data', X'00'))",
    "82a440657874ffa464617461c40100")
  check("parse_json('{\"@type\": \"timestamp\", \"seconds\": 1, \"nanos\": 1000000000}')",
    "83a54074797065a974696d657374616d70a77365636f6e647301a56e616e6f73ce3b9aca00")

  test("NULL gives NULL") {
    assert(one("SELECT msgpack_encode(NULL)") === null)
    assert(one("SELECT msgpack_encode(CAST(NULL AS STRUCT<a: INT>))") === null)
    assert(one("SELECT msgpack_encode_fault(CAST(NULL AS VARIANT))") === null)
  }

  private val values = Vectors.read("aerospike", "msgpack-values").filter(_.fails.isEmpty)

  private def decodedAndEncoded(rows: Seq[(String, Array[Byte])]): Map[String, Array[Byte]] = {
    view("encoded_values", "name STRING, value BINARY",
      rows.map { case (name, bytes) =>
        Row(name, bytes)
      })
    this.rows("SELECT name, msgpack_encode(msgpack_decode(value)) FROM encoded_values")
      .map(row => row.getString(0) -> row.getAs[Array[Byte]](1)).toMap
  }

  private lazy val again = decodedAndEncoded(values.map(line => line.name -> line.bytes))

  private def tree(bytes: Array[Byte]): Tree = {
    val sink = new sparkwire.wire.CollectingSink()
    Msgpack.OneValue.newReader(Options.none).read(new Cursor().wrap(bytes), sink)
    sink.result
  }

  /** Asserts that bytes were written as msgpack-core writes the value, floats as 64 bits. Nanoseconds
    * are not kept by a VARIANT.
    */
  private def isAsByPeer(bytes: Array[Byte], found: Array[Byte]): Assertion =
    assert(Vectors.hex(found) ===
      Vectors.hex(MsgpackGenerator.write(MsgpackTrees.asVariant(tree(bytes)), narrow = false)))

  eachLine("aerospike", "msgpack-values", 92) { line =>
    if (line.fails.isEmpty) isAsByPeer(line.bytes, again(line.name)) else succeed
  }

  test("random values, to VARIANT and back, are written as msgpack-core writes them") {
    val random = MsgpackTrees.some(300)
    val named = random.zipWithIndex.map { case (bytes, number) => number.toString -> bytes }
    val found = decodedAndEncoded(named)
    named.foreach { case (name, bytes) => isAsByPeer(bytes, found(name)) }
  }

  test("what is decoded, encoded and decoded again is the same") {
    val random = MsgpackTrees.some(200).zipWithIndex.map { case (bytes, n) =>
      Row(n.toString, bytes)
    }
    view("random_values", "name STRING, value BINARY", random)
    val different = rows(
      """SELECT name FROM (SELECT name, to_json(msgpack_decode(value)) one,
        | to_json(msgpack_decode(msgpack_encode(msgpack_decode(value)))) two FROM random_values)
        | WHERE NOT (one <=> two)""".stripMargin)
    assert(different === Nil)
  }

  private val ddl = "id INT, name STRING, tags ARRAY<STRING>, at TIMESTAMP, more VARIANT, " +
    "map MAP<STRING, BIGINT>, pairs ARRAY<STRUCT<key: INT, value: STRING>>, f FLOAT, b BINARY, " +
    "d DECIMAL(20, 0), e DECIMAL(10, 2)"
  private val typed = "8ba2696407a46e616d65a178a47461677391a161a26174d6ff65d3b2c0a46d6f7265" +
    "8102c0a36d617081a16105a570616972738201a16102a162a166ca3fc00000a162c40100a164cf" +
    "ffffffffffffffffa165cb3ff8000000000000"

  test("a typed value is the same bytes again, generated and interpreted") {
    val query = s"SELECT lower(hex(msgpack_encode(msgpack_decode(X'$typed', '$ddl'))))"
    assert(generated(unfolded(one(query))) === typed)
    assert(interpreted(unfolded(one(query))) === typed)
  }

  test("rows from a table, in Spark's own format and in columns") {
    view("typed_values", "value BINARY", Seq.fill(3)(Row(Vectors.bytes(typed))))
    val decoded = sql(s"SELECT msgpack_decode(value, '$ddl') d FROM typed_values")
    for (data <- Seq(decoded.repartition(2), decoded.cache(), decoded.orderBy("d.id"))) {
      data.createOrReplaceTempView("typed_rows")
      for (mode <- Seq(generated[Seq[Row]] _, interpreted[Seq[Row]] _))
        assert(mode(rows("SELECT lower(hex(msgpack_encode(d))) FROM typed_rows"))
          .map(_.getString(0)) === Seq.fill(3)(typed))
    }
    decoded.unpersist()
  }

  private def messageOf(error: SparkThrowable): String = (error: Any) match {
    case thrown: Throwable => thrown.getMessage
    case _ => ""
  }

  private val notText = "CAST(X'61ff' AS STRING)"

  test("what cannot be written is an error with path, a NULL or a fault") {
    val value = s"named_struct('list', array(named_struct('s', 'a'), named_struct('s', $notText)))"
    val error = errorOf(s"SELECT msgpack_encode($value)")
    assert(error.getCondition === "SPARKWIRE_UNENCODABLE")
    assert(error.getSqlState === "22000")
    assert(SparkSuite.parametersOf(error) === Map("format" -> "msgpack", "reason" -> "not-text",
      "path" -> "list[1].s", "function" -> "msgpack_encode"))
    assert(
      messageOf(error) === "[SPARKWIRE_UNENCODABLE] msgpack: not-text (list[1].s): the text is " +
        "not well-formed UTF-8; as BINARY, any bytes can be written. Use try_msgpack_encode to get NULL " +
        "instead, msgpack_encode_fault to see why.")
    assert(one(s"SELECT try_msgpack_encode($value)") === null)
    assert(one(s"SELECT msgpack_encode_fault($value)") === Row("not-text", "list[1].s",
      "the text is not well-formed UTF-8; as BINARY, any bytes can be written"))
    assert(one("SELECT msgpack_encode_fault(named_struct('a', 1))") === null)
  }

  private val refusals = Seq(
    (notText, "not-text", ""), (s"map($notText, 1)", "not-text", "[0].key"),
    ("0.12345678901234567890", "out-of-range", ""),
    ("to_variant_object(named_struct('d', DATE'2024-01-01'))", "type-mismatch", "d"),
    ("to_variant_object(map('t', TIMESTAMP_NTZ'2024-01-01 00:00:00'))", "type-mismatch", "t"),
    ("named_struct('@ext', 128, 'data', X'00')", "out-of-range", "@ext"),
    ("named_struct('@ext', 1, 'data', CAST(NULL AS BINARY))", "type-mismatch", "data"))
  for ((value, reason, path) <- refusals)
    test(s"$value is refused: $reason")(
      assert(one(s"SELECT struct(msgpack_encode_fault($value).reason, " +
        s"msgpack_encode_fault($value).path)") === Row(reason, path)))

  test("limits") {
    val deep = "parse_json(concat(repeat('[', 5), repeat(']', 5)))"
    def fault(value: String, options: String) =
      one(s"SELECT msgpack_encode_fault($value, map($options)).reason")
    assert(fault(deep, "'maxDepth', '4'") === "nesting-too-deep")
    assert(fault(deep, "'maxDepth', '5'") === null)
    assert(fault("repeat('a', 100)", "'maxSize', '101'") === "too-large")
    assert(fault("repeat('a', 100)", "'maxSize', '102'") === null)
  }

  test("types that no value can have are refused at analysis") {
    for (value <- Seq("DATE'2024-01-01'", "TIMESTAMP_NTZ'2024-01-01 00:00:00'", "INTERVAL '1' DAY",
        "array(named_struct('day', current_date()))", "map('a', INTERVAL '1' YEAR)"))
      refused(s"SELECT msgpack_encode($value)", "SPARKWIRE_WRONG_ARGUMENTS", "cast it to")
    refused("SELECT msgpack_encode(array(named_struct('day', current_date())))",
      "SPARKWIRE_WRONG_ARGUMENTS", "[].day is DATE")
  }

  test("values of many rows, in their order or in that of a column") {
    val data = "FROM VALUES (3, 'c'), (1, 'a'), (NULL, 'x'), (2, 'b') AS t(n, s)"
    assert(one(s"SELECT lower(hex(msgpack_agg(n) WITHIN GROUP (ORDER BY n))) $data") === "010203")
    assert(one(s"SELECT lower(hex(msgpack_agg(struct(n, s)) WITHIN GROUP (ORDER BY s DESC))) $data")
      === "82a16ec0a173a17882a16e03a173a16382a16e02a173a16282a16e01a173a161")
    assert(one("SELECT lower(hex(msgpack_agg(id))) FROM range(0, 4, 1, 1)") === "00010203")
    assert(one("SELECT msgpack_agg(id) FROM range(0)") === null)
    assert(rows("SELECT id % 2, lower(hex(msgpack_agg(id) WITHIN GROUP (ORDER BY id))) " +
      "FROM range(0, 6, 1, 3) GROUP BY 1 ORDER BY 1") ===
      Seq(Row(0, "000204"), Row(1, "010305")))
    val error = errorOf(s"SELECT msgpack_agg($notText)")
    assert(SparkSuite.parametersOf(error)("function") === "msgpack_agg")
  }
}
