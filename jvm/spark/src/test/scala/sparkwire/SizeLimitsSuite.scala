package sparkwire

import org.apache.spark.sql.Row

import sparkwire.wire.avro.ContainerReaderSuite.{block, deflated, header, packet, varint}

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** The limits of Databus and Cernan at their edges, through SQL, on values that are too large for a literal: the
  * largest one that is accepted, and that one byte or level more is refused.
  */
class SizeLimitsSuite extends AnyFunSuite with SparkSuite {

  /** Asks the `try` function and the fault function, which have to agree. */
  private def reason(attempt: String, fault: String, value: Array[Byte],
      options: (String, String)*): Any = {
    view("large", "v BINARY", Seq(Row(value)))
    val map = options.map { case (key, word) => s"'$key', '$word'" }.mkString("map(", ", ", ")")
    val arguments = if (options.isEmpty) "v" else s"v, $map"
    val found = one(s"SELECT $fault($arguments).reason FROM large")
    assert(one(s"SELECT $attempt($arguments) IS NULL FROM large") === (found != null))
    found
  }

  private def maxSize(limit: Int): (String, String) = "maxSize" -> limit.toString

  private val unverified = Seq("verify" -> "none", "byteOrder" -> "big")

  private def ofJson(size: Int, options: (String, String)*): Any =
    reason("try_databus_to_json", "databus_to_json_fault", LargeValues.unverifiedEvent(size),
      unverified ++ options: _*)

  test("Databus: the size of the JSON, for any limit") {
    for (size <- Seq(100, 1000, 100000)) {
      view("large", "v BINARY", Seq(Row(LargeValues.unverifiedEvent(size))))
      val length = one("SELECT octet_length(databus_to_json(v, map('verify', 'none'))) FROM large")
        .asInstanceOf[Int]
      assert((ofJson(size, maxSize(length)), ofJson(size, maxSize(length - 1))) ===
        ((null, "too-large")))
    }
  }

  test("Databus: the size of the JSON, by default") {
    // Base64 makes a line of 78 bytes of 57; the rest of the event takes some.
    val last = 12260158
    view("large", "v BINARY", Seq(Row(LargeValues.unverifiedEvent(last))))
    assert(
      one("SELECT octet_length(databus_to_json(v, map('verify', 'none'))) FROM large") === 16 << 20)
    assert((ofJson(last), ofJson(last + 1)) === ((null, "too-large")))
  }

  private def ofCernan(value: Array[Byte], options: (String, String)*): Any =
    reason("try_cernan_decode", "cernan_fault", value, options: _*)

  private def edge(last: Int, word: String, options: (String, String)*)(
      value: Int => Array[Byte]): Assertion =
    assert(Seq(last, last + 1).map(size => ofCernan(value(size), options: _*)) === Seq(null, word))

  // A record of bytes as VARIANT takes 24 bytes more: 5 before the bytes, and an entry of the array
  // of records.
  private def compressed(size: Int) =
    packet(header("\"bytes\"", "deflate") ++
      block(1, deflated(varint(size.toLong) ++ new Array[Byte](size))))

  test("Cernan: the size of what a compressed container becomes") {
    for (limit <- Seq(1000, 1 << 20))
      edge(limit - 24, "too-large", maxSize(limit))(compressed)
    edge((16 << 20) - 24, "too-large")(compressed)
  }

  test("Cernan: levels of a recursive schema") {
    val list =
      """{"type": "record", "name": "L", "fields": [{"name": "next", "type": ["null", "L"]}]}"""
    def levels(count: Int) =
      packet(header(list) ++ block(1, Array.fill(count - 1)(2.toByte) :+ 0.toByte))
    edge(500, "nesting-too-deep")(levels)
    for (limit <- Seq(2, 100)) edge(limit, "nesting-too-deep", "maxDepth" -> s"$limit")(levels)
  }
}
