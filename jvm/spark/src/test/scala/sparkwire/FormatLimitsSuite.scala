package sparkwire

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** The limits of every format at their edges, through SQL: the largest value is accepted, and the
  * next larger one is refused, with its reason by `_fault` and with NULL by `try_`. The limits of
  * MessagePack are in [[LimitsSuite]].
  */
class FormatLimitsSuite extends AnyFunSuite with SparkSuite {

  /** @param call
    *   returns the arguments of the function for a size
    */
  private def edge(function: String, last: Int, word: String)(call: Int => String): Assertion = {
    def reason(size: Int) = one(s"SELECT ${function}_fault(${call(size)}).reason")
    def isNull(size: Int) =
      one(s"SELECT try_${FormatLimitsSuite.strict(function)}(${call(size)}) IS NULL")
    assert((reason(last), reason(last + 1)) === ((null, word)))
    assert((isNull(last), isNull(last + 1)) === ((false, true)))
  }

  private def bytes(hex: String): String = s"unhex(concat($hex))"
  private def times(hex: String, count: Int): String = s"repeat('$hex', $count)"
  private def maxDepth(limit: Int): String = s"map('maxDepth', '$limit')"
  private def maxSize(limit: Int): String = s"map('maxSize', '$limit')"

  // Nested arrays of objects, each with one element; 0x65 is null.
  private def igniteArrays(levels: Int): String =
    bytes(s"${times("17ffffffff01000000", levels)}, '65'")

  test("Ignite: levels of arrays") {
    edge("ignite", 500, "nesting-too-deep")(igniteArrays)
    for (limit <- Seq(1, 2, 100))
      edge("ignite", limit, "nesting-too-deep")(levels =>
        s"${igniteArrays(levels)}, ${maxDepth(limit)}")
  }

  private def littleEndian(number: Int): String = f"${Integer.reverseBytes(number)}%08x"

  test("Ignite: the size of a text") {
    def text(length: Int) = bytes(s"'09${littleEndian(length)}', ${times("61", length)}")
    for (limit <- Seq(100, 1 << 20))
      edge("ignite", limit - 5, "too-large")(length => s"${text(length)}, ${maxSize(limit)}")
    edge("ignite", (16 << 20) - 5, "too-large")(text)
  }

  private val list =
    """'{"type": "record", "name": "L", "fields": [{"name": "next", "type": ["null", "L"]}]}'"""

  test("Avro: levels of a recursive schema") {
    def lists(levels: Int) = bytes(s"${times("02", levels - 1)}, '00'")
    edge("avro_variant", 500, "nesting-too-deep")(levels => s"${lists(levels)}, $list")
    for (limit <- Seq(1, 2, 100))
      edge("avro_variant", limit, "nesting-too-deep")(levels =>
        s"${lists(levels)}, $list, ${maxDepth(limit)}")
  }

  private def varint(number: Int): String =
    LazyList.iterate(number.toLong << 1)(_ >>> 7).takeWhile(_ != 0).toList.reverse match {
      case Nil => "00"
      case last :: more =>
        (more.reverse.map(group => f"${group & 0x7f | 0x80}%02x") :+ f"$last%02x").mkString
    }

  test("Avro: the size of a text") {
    def text(length: Int) =
      s"${bytes(s"'${varint(length)}', ${times("61", length)}")}, '\"string\"'"
    for (limit <- Seq(100, 1 << 20))
      edge("avro_variant", limit - 5, "too-large")(length => s"${text(length)}, ${maxSize(limit)}")
    edge("avro_variant", (16 << 20) - 5, "too-large")(text)
  }

  // A WRITE with one bin, a list, after 55 other bytes.
  private def aerospike(list: String): String = bytes(
    s"'9301019594a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b0100cf0000018b7babc48d9194a1621400', $list")

  // Message, payload, bins and bin count as levels as well.
  test("Aerospike: levels of lists") {
    def lists(levels: Int) = aerospike(s"${times("91", levels)}, 'c0'")
    edge("aerospike", 496, "nesting-too-deep")(lists)
    for (limit <- Seq(100, 200))
      edge("aerospike", limit - 4, "nesting-too-deep")(levels =>
        s"${lists(levels)}, ${maxDepth(limit)}")
  }

  // A tag section: the count of tags, then the number and the empty data of each. A row is charged
  // 48 bytes more than its own bytes. The first row is free, because one value is.
  test("Kafka: tags, by what their rows take") {
    def tags(count: Int) = bytes(
      s"'${unsigned(count)}', ${(0 until count).map(tag => s"'${unsigned(tag)}00'").mkString(", ")}")
    edge("kafka_tags", 11, "too-large")(count => s"${tags(count)}, ${maxSize(480)}")
  }

  private def unsigned(number: Int): String =
    if (number < 128) f"$number%02x" else f"${number & 0x7f | 0x80}%02x${number >>> 7}%02x"
}

private object FormatLimitsSuite {

  /** Returns the strict function of a family. */
  def strict(stem: String): String = if (stem.endsWith("variant")) stem else s"${stem}_decode"
}
