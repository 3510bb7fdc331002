package sparkwire.rows

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types._

import sparkwire.Decoders
import sparkwire.wire.Tree._

import org.scalatest.funsuite.AnyFunSuite

/** A row that is reused for each value and whose texts stay in the input. */
class FlatRowSuite extends AnyFunSuite {
  private val asked =
    StructType.fromDDL("t STRING, r STRING, b BINARY, d DECIMAL(38,2), v VARIANT, n INT")

  // {t: text, r: text, b: bytes, d: 7, v: [1], n: 5}
  private def value(text: String, repaired: String, binary: String, decimal: String, last: String) =
    Results.bytes(s"86 a174 $text a172 $repaired a162 $binary a164 $decimal a176 9101 a16e $last")

  private val first = value("a2c3a9", "a3 61ff62", "c402 0102", "07", "05")
  private val second = value("a178", "c0", "c403 030405", "c0", "c0")

  private val ofFirst = struct("t" -> Text("é"), "r" -> Text("a\ufffdb"), "b" -> Hex("0102"),
    "d" -> Results.decimal("7.00"), "v" -> Items(Vector(Whole(1))), "n" -> Whole(5))
  private val ofSecond = struct("t" -> Text("x"), "r" -> NoValue, "b" -> Hex("030405"),
    "d" -> NoValue, "v" -> Items(Vector(Whole(1))), "n" -> NoValue)

  private def decoder =
    Decoders.decoder(asked = asked, options = Map("invalidUtf8" -> "replace"))

  test("fields are the same each time they are asked for") {
    val row = decoder.decode(first).asInstanceOf[InternalRow]
    for (_ <- 1 to 2) assert(Results.of(row, asked) === ofFirst)
    assert(row.getUTF8String(0) === row.getUTF8String(0))
    assert(row.getBinary(2) !== null)
    assert(row.getBinary(2) ne row.getBinary(2))
  }

  test("nothing is left of the value before, and a copy stays what it was") {
    val decoder = this.decoder
    val copy = decoder.decode(first).asInstanceOf[InternalRow].copy()
    for (_ <- 1 to 2) {
      assert(Results.of(decoder.decode(second), asked) === ofSecond)
      assert(Results.of(copy, asked) === ofFirst)
      assert(Results.of(decoder.decode(first), asked) === ofFirst)
    }
  }

  test("a copy does not hold on to the bytes that were decoded") {
    val bytes = first.clone()
    val copy = decoder.decode(bytes).asInstanceOf[InternalRow].copy()
    java.util.Arrays.fill(bytes, 0.toByte)
    assert(Results.of(copy, asked) === ofFirst)
  }

  test("it is not written to") {
    val row = decoder.decode(first).asInstanceOf[InternalRow]
    assertThrows[UnsupportedOperationException](row.update(0, null))
  }
}
