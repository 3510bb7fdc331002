package sparkwire.wire.ignite

import sparkwire.wire.{ReaderChecks, Vectors}
import sparkwire.wire.Tree._
import sparkwire.wire.core.Kind
import sparkwire.wire.ignite.values.OneIgniteValue

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** Objects of known classes, of the optimized marshaller, with bytes that these classes cannot have. */
class OptimizedPartsSuite extends AnyFunSuite with ReaderChecks {

  /** Returns an object of a class, with any checksum. */
  private def of(name: String, payload: String): String =
    "66" + Vectors.hex(IgniteBytes.i32(name.hashCode)) + "0000" + payload

  /** Asserts that an optimized value is not read but stays as its bytes. */
  private def staysBytes(wrong: String, what: String): Assertion = {
    val opaque = struct("@type" -> Text("optimized"), "data" -> Hex(wrong))
    val bytes = IgniteBytes.optimized(Vectors.bytes(wrong))
    assert(walk(OneIgniteValue(Kind.Dynamic), bytes) === Right(opaque), what)
  }

  test("known classes that hold other bytes than they can stay bytes") {
    for (wrong <- Seq(
        // A date of 7 bytes and one of 9, a month of 13, an hour of 24, and 10^9 nanoseconds.
        "663aded54097660000000000000000".dropRight(2),
        "663aded5409766000000000000000000",
        "65ebdf3606b24803e80700000d1d", "65ebdf3606b24804e7",
        "65ebdf3606b24801050000000000000000ca9a3b",
        // A handle to nothing, a count beyond the bytes, a negative count, and unknown tags.
        "ff00000000", "66141c68bb11a80100000002000000030100000000".dropRight(2),
        "66141c68bb11a801000000ffffffff", "66141c68bb11a80700000000000000",
        "66141c68bb11a8030000000100000000",
        // A BigInteger with a magnitude but without a sign.
        "6618bf02c51dfbfffffffffffffffffefffffffeffffff09010000000100000000"))
      staysBytes(wrong, wrong)
  }

  test("parts that fit no collection leave it as bytes") {
    val one = "0301000000"
    val date = of("java.sql.Date", "00" * 8)
    val emptyMap = "16" + "00000000" + "0000403f"
    def setFromMap(map: String) = of("java.util.Collections$SetFromMap", map)
    def vector(count: Int, array: String) =
      of("java.util.Vector", "00000000" + Vectors.hex(IgniteBytes.i32(count)) + array)
    def timestamp(millis: String, nanos: String) = of("java.sql.Timestamp", millis + nanos)
    for ((what, wrong) <- Seq(
        ("a set of the keys of a list", setFromMap("15" + "01000000" + one)),
        ("a set of the keys of a number", setFromMap(one)),
        ("a set of the keys of a date", setFromMap(date)),
        ("a set of its own keys", setFromMap("ff00000000")), ("three elements of an array of two",
          vector(3, "11" + "01000000" + "02000000" + one + one)), ("no elements of an empty map",
          vector(0, emptyMap)), ("a list of -1 elements, up to a null",
          of("java.util.CollSer", "01000000" + "ffffffff" + one + "00")),
        ("-1 copies", of("java.util.Collections$CopiesList", one + "ffffffff")),
        ("a timestamp of a second and more", timestamp("00" * 8, "00ca9a3b")),
        ("a timestamp of -1 nanoseconds", timestamp("00" * 8, "ffffffff")),
        ("a timestamp beyond the last", timestamp("ffffffffffffff7f", "40420f00")),
        ("a decimal whose digits are a date",
          of("java.math.BigDecimal",
            of("java.sql.Date", "00" * 16 + "09" + "01000000" + "01" + "01000000") +
              "00000000"))))
      staysBytes(wrong, what)
  }
}
