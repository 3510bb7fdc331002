package sparkwire

import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** Every limit at its edge, through SQL: the last value that is accepted and the first that is
  * refused, and the sizes at which the encoding of a VARIANT, of MessagePack or of a row changes.
  */
class LimitsSuite extends AnyFunSuite with SparkSuite {
  private val MiB = 1 << 20

  // Registers functions that make values, so that no plan contains large values.
  private lazy val bytes: Unit = {
    spark.udf.register("text", LimitsSuite.text _)
    spark.udf.register("numbers", LimitsSuite.numbers _)
    spark.udf.register("nested", LimitsSuite.nested _)
    spark.udf.register("names", LimitsSuite.names _)
    ()
  }

  private def reason(value: String, more: String*): Any = {
    bytes
    one(s"SELECT msgpack_fault($value${more.map(", " + _).mkString}).reason")
  }

  private def edge(limit: Long, size: Int => String, last: Int, word: String)(
      more: String*): Assertion = {
    assert(reason(size(last), more: _*) === null, s"$limit: $last")
    assert(reason(size(last + 1), more: _*) === word, s"$limit: ${last + 1}")
  }

  private def maxSize(limit: Int): String = s"map('maxSize', '$limit')"
  private def maxDepth(limit: Int): String = s"map('maxDepth', '$limit')"

  // In a VARIANT, a text of more than 63 bytes takes 5 bytes besides its own.
  for (limit <- Seq(100, 1000, MiB, 16 * MiB, 128 * MiB))
    test(s"a VARIANT of $limit bytes is the largest where maxSize says so") {
      edge(limit.toLong, length => s"text($length)", limit - 5, "too-large")(maxSize(limit))
    }

  test("a VARIANT of 16 MiB is the largest without options, and Spark's functions take it") {
    edge(16L * MiB, length => s"text($length)", 16 * MiB - 5, "too-large")()
    val row = sql("SELECT length(CAST(v AS STRING)), length(to_json(v)), schema_of_variant(v) " +
      s"FROM (SELECT msgpack_decode(text(${16 * MiB - 5})) v)")
      .head()
    assert(row.toSeq === Seq[Any](16 * MiB - 5, 16 * MiB - 3, "STRING"))
    assert(one(s"SELECT try_msgpack_decode(text(${16 * MiB - 4}))") === null)
  }

  // Each element of an array whose count is in the input is charged 16 bytes.
  test("a typed array is as large as maxSize lets it be") {
    val array = (count: Int) => s"numbers($count)"
    for (limit <- Seq(160, 1600, MiB))
      edge(limit.toLong, array, limit / 16, "too-large")("'ARRAY<INT>'", maxSize(limit))
    edge(16L * MiB, array, MiB, "too-large")("'ARRAY<BIGINT>'")
    assert(one(s"SELECT size(msgpack_decode(numbers($MiB), 'ARRAY<BIGINT>'))") === MiB)
  }

  test("levels of a VARIANT: 500 without options, 600 at most, 1 at least") {
    val nested = (levels: Int) => s"nested($levels)"
    edge(500, nested, 500, "nesting-too-deep")()
    edge(1, nested, 1, "nesting-too-deep")(maxDepth(1))
    edge(2, nested, 2, "nesting-too-deep")(maxDepth(2))
    edge(599, nested, 599, "nesting-too-deep")(maxDepth(599))
    edge(600, nested, 600, "nesting-too-deep")(maxDepth(600))
    edge(600, nested, 600, "nesting-too-deep")(maxDepth(1000))
  }

  test("levels of a value that is passed over: 1000 at most") {
    val passed = (levels: Int) => s"unhex(concat('82a16101a162', hex(nested(${levels - 1}))))"
    edge(1000, passed, 1000, "nesting-too-deep")("'a INT'", maxDepth(1000))
    edge(500, passed, 500, "nesting-too-deep")("'a INT'")
  }

  test("the limits that options may name") {
    for ((option, from, to) <- Seq(("maxDepth", 1, 1000), ("maxSize", 1, 128 * MiB))) {
      for (value <- Seq(from, to))
        assert(sql(s"SELECT msgpack_decode(X'c0', map('$option', '$value'))").schema.length === 1)
      for (value <- Seq(from - 1, to + 1))
        refused(s"SELECT msgpack_decode(X'c0', map('$option', '$value'))",
          "SPARKWIRE_INVALID_OPTION", option)
    }
  }

  // The sizes of ids and offsets in a VARIANT change at 2^8 and 2^16, and so do MessagePack's
  // heads. From 2^16 elements on, a count is no longer trusted.
  for (count <- Seq(0, 1, 31, 32, 33, 255, 256, 257, 65535, 65536, 65537))
    test(s"$count elements and $count names come out as they went in") {
      bytes
      val array = s"FROM (SELECT msgpack_decode(numbers($count)) v, " +
        s"msgpack_decode(numbers($count), 'ARRAY<INT>') a)"
      assert(sql(s"SELECT size(CAST(v AS ARRAY<INT>)), size(a), a = CAST(v AS ARRAY<INT>) $array")
        .head().toSeq === Seq[Any](count, count, true))
      val map = s"FROM (SELECT msgpack_decode(names($count, 6)) v, " +
        s"msgpack_decode(names($count, 6), 'MAP<STRING, INT>') m)"
      val last = LimitsSuite.name(math.max(count - 1, 0), 6)
      val expected: Any = if (count == 0) null else count - 1
      assert(sql("SELECT size(CAST(v AS MAP<STRING, INT>)), size(m), " +
        s"try_variant_get(v, '$$[\"$last\"]', 'INT'), try_element_at(m, '$last') $map")
        .head().toSeq === Seq[Any](count, count, expected, expected))
    }

  for (length <- Seq(1, 31, 32, 63, 64, 255, 256, 65535, 65536))
    test(s"a name and a text of $length bytes come out as they went in") {
      bytes
      val first = LimitsSuite.name(0, length)
      val text = one(s"SELECT length(CAST(msgpack_decode(text($length)) AS STRING))")
      assert(text === length)
      val keys =
        one(s"SELECT map_keys(CAST(msgpack_decode(names(1, $length)) AS MAP<STRING, INT>))[0]")
      assert(keys === first)
    }

  test("fields of a Kafka definition: 20000 at most") {
    def definition(fields: Int): String = (1 to fields).map(field =>
      s"""{"name":"f$field","type":"int8","versions":"0+"}""").mkString(
      """{"type":"data","name":"Wide","validVersions":"0","flexibleVersions":"none","fields":[""",
      ",", "]}")
    def call(fields: Int) = s"SELECT kafka_fault(X'', '${definition(fields)}').reason"
    // Only analysed, because that takes long enough with so many fields.
    assert(sql(call(20000)).schema.map(_.dataType.sql) === Seq("STRING"))
    refused(call(20001), "SPARKWIRE_INVALID_SCHEMA", "20000")
  }
}

/** MessagePack values of a given size: `str 32`, `array 32`, nested arrays, `map 32`. */
private object LimitsSuite {
  def text(length: Int): Array[Byte] = head(0xdb, length) ++ Array.fill(length)('a'.toByte)
  def numbers(count: Int): Array[Byte] = head(0xdd, count) ++ Array.fill(count)(1.toByte)
  def nested(levels: Int): Array[Byte] = Array.fill(levels)(0x91.toByte) :+ 0xc0.toByte

  /** A map from `count` names of `length` characters to their numbers, from 0. */
  def names(count: Int, length: Int): Array[Byte] =
    head(0xdf, count) ++ (0 until count).flatMap { number =>
      head(0xdb, name(number, length).length) ++ name(number, length).getBytes(UTF_8) ++
        head(0xce, number)
    }
  def name(number: Int, length: Int): String = number.toString.reverse.padTo(length, '0').reverse

  private def head(first: Int, length: Int): Array[Byte] =
    ByteBuffer.allocate(5).put(first.toByte).putInt(length).array
}
