package sparkwire.wire.variant

import java.math.BigInteger

import sparkwire.wire.{CollectingSink, Tree, Vectors}
import sparkwire.wire.Tree._
import sparkwire.wire.core.{Cursor, Malformed, Nowhere, Reason}
import sparkwire.wire.variant.Variant.{BadDictionary, BadOffset, Truncated, UnknownType}

import org.scalatest.funsuite.AnyFunSuite

/** VARIANTs given by their bytes. `VariantSinkSuite` reads back what `VariantSink` and Spark write. */
class VariantReaderSuite extends AnyFunSuite {
  private val noNames = "010000"
  // The names "a" and "bc".
  private val names = "010200010361" + "6263"

  private def bytes(hex: String): Array[Byte] = Vectors.bytes(hex.replace(" ", ""))

  private def read(value: Array[Byte], dictionary: Array[Byte]): Tree = {
    val reader = new VariantReader
    reader.setDictionary(dictionary)
    val sink = new CollectingSink
    val cursor = new Cursor().wrap(value)
    reader.read(cursor, sink)
    assert(cursor.position === value.length)
    sink.result
  }

  private val values: Seq[(String, String, Tree)] = Seq(
    ("null", "00", NoValue),
    ("true", "04", Flag(true)),
    ("false", "08", Flag(false)),
    ("an integer of 1 byte", "0c ff", Whole(-1)),
    ("an integer of 2 bytes", "10 ff7f", Whole(Short.MaxValue.toLong)),
    ("an integer of 4 bytes", "14 00000080", Whole(Int.MinValue.toLong)),
    ("an integer of 8 bytes", "18 0000000000000080", Whole(Long.MinValue)),
    ("a double", "1c 000000000000f8bf", Real(-1.5)),
    ("a float", "38 0000c0bf", Real(-1.5)),
    ("a decimal of 4 bytes", "20 02 39300000", Scaled(BigInteger.valueOf(12345), 2)),
    ("a decimal of 8 bytes", "24 00 ffffffffffffffff", Scaled(BigInteger.valueOf(-1), 0)),
    ("a decimal of 16 bytes", "28 01 0000000000000000 0100000000000000",
      Scaled(BigInteger.ONE.shiftLeft(64), 1)),
    ("a negative decimal of 16 bytes", "28 00 feffffffffffffff ffffffffffffffff",
      Scaled(BigInteger.valueOf(-2), 0)),
    ("a date", "2c 01000000", Days(1)),
    ("a timestamp", "30 0100000000000000", Micros(1)),
    ("a timestamp without zone", "34 0100000000000000", LocalMicros(1)),
    ("binary", "3c 02000000 c0ff", Hex("c0ff")),
    ("long text", "40 02000000 c3a9", Text("é")),
    ("short text", "09 c3a9", Text("é")),
    ("malformed text", "05 ff", Text("\ufffd")),
    ("an array", "03 02 00 02 04 0c01 0561", Items(Vector(Whole(1), Text("a")))),
    ("an array with a count and offsets of 4 bytes", "1f 01000000 00000000 01000000 00",
      Items(Vector(NoValue))),
    ("an empty array", "03 00 00", Items(Vector.empty)),
    ("an object", "02 02 00 01 00 02 04 0c01 0c02",
      Entries(Vector(Text("a") -> Whole(1), Text("bc") -> Whole(2)))),
    ("an object with its values in another order", "02 02 00 01 02 00 04 0c02 0c01",
      Entries(Vector(Text("a") -> Whole(1), Text("bc") -> Whole(2)))),
    ("containers in each other", "03 02 00 03 09 03 00 00 02 01 01 00 01 00",
      Items(Vector(Items(Vector.empty), Entries(Vector(Text("bc") -> NoValue)))))
  )
  for ((what, value, expected) <- values)
    test(s"reads $what")(assert(read(bytes(value), bytes(names)) === expected))

  private val refused: Seq[(String, String, String, Reason)] = Seq(
    ("no value", "", noNames, Truncated),
    ("half a number", "0c", noNames, Truncated),
    ("half a length", "40 0100", noNames, Truncated),
    ("a length past the end", "40 02000000 61", noNames, Truncated),
    ("a type that is not known", "54", noNames, UnknownType),
    ("more offsets than bytes", "03 ff 00", noNames, Truncated),
    ("a count past the end", "13 ffffffff", noNames, Truncated),
    ("an array past the end", "03 01 00 02 0c", noNames, Truncated),
    ("values that overlap", "03 02 00 00 02 0c01", noNames, BadOffset),
    ("an offset behind the values", "03 01 05 02 0c01", noNames, BadOffset),
    ("a value past its array", "03 01 00 01 0c01", noNames, Truncated),
    ("an id without a name", "02 01 02 00 01 00", names, BadOffset),
    ("an empty dictionary", "00", "", BadDictionary),
    ("a dictionary of another version", "00", "020000", BadDictionary),
    ("a dictionary with more names than bytes", "00", "01ff00", BadDictionary),
    ("a name that ends before it begins", "02 01 00 00 01 00", "01 01 01 00 61", BadOffset),
    ("a name past the end", "02 01 00 00 01 00", "01 01 00 02 61", BadOffset)
  )
  for ((what, value, dictionary, reason) <- refused)
    test(s"refuses $what") {
      val malformed = intercept[Malformed](read(bytes(value), bytes(dictionary)))
      assert(malformed.reason === reason)
    }

  // Two objects, the first with its values in another order, and a null.
  private val whole = bytes("03 03 00 10 1b 1c" +
    "02 02 00 01 07 00 09 3c02000000c0ff 0c02" + "02 01 01 00 06 4001000000 61" + "00")

  test("reads a nested value") {
    assert(read(whole, bytes(names)) === Items(
      Vector(
        Entries(Vector(Text("a") -> Whole(2), Text("bc") -> Hex("c0ff"))),
        Entries(Vector(Text("bc") -> Text("a"))), NoValue)))
  }

  test("a cut or another byte gives a value or a refusal") {
    val reader = new VariantReader
    def take(value: Array[Byte], dictionary: Array[Byte]): Unit =
      try {
        reader.setDictionary(dictionary)
        reader.read(new Cursor().wrap(value), Nowhere)
        reader.read(new Cursor().wrap(value), new CollectingSink)
      } catch { case _: Malformed => () }
    for (size <- 0 to whole.length) take(whole.take(size), bytes(names))
    for (at <- whole.indices; byte <- 0 to 255)
      take(whole.updated(at, byte.toByte), bytes(names))
    for (at <- bytes(names).indices; byte <- 0 to 255)
      take(whole, bytes(names).updated(at, byte.toByte))
    succeed
  }

  test("long names cost what they take as often as they occur") {
    val size = 1 << 20
    val dictionary =
      bytes("c1 01000000 00000000 00001000") ++ Array.fill[Byte](size)('n')
    def value(fields: Int): Array[Byte] =
      Array[Byte](2, fields.toByte) ++ new Array[Byte](fields) ++ (0 to fields).map(_.toByte) ++
        new Array[Byte](fields)
    assert(read(value(10), dictionary).asInstanceOf[Entries].entries.length === 10)
    assert(intercept[Malformed](read(value(20), dictionary)).reason === Reason.TooLarge)
  }
}
