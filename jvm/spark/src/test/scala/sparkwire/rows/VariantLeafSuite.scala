package sparkwire.rows

import java.nio.charset.StandardCharsets.UTF_8

import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData
import org.apache.spark.sql.types.{ArrayType, VariantType}
import org.apache.spark.unsafe.Platform

import sparkwire.wire._
import sparkwire.wire.core.{Kind, Malformed, Options, Sink}

import org.scalatest.funsuite.AnyFunSuite

/** A simple VARIANT has the same bytes whether it goes straight to the row or through the general
  * sink for VARIANTs. The first value of a place creates that sink and goes through it.
  */
class VariantLeafSuite extends AnyFunSuite {
  private type Give = Sink => Unit

  private val ints: Seq[Give] =
    for (bits <- Seq(0, 7, 8, 15, 16, 31, 32, 63); sign <- Seq(1, -1); less <- Seq(0, 1))
      yield (sink: Sink) => sink.int(sign * (1L << bits) - less)

  private val doubles: Seq[Give] =
    for (value <- Seq(0.0, -0.0, 0.1, Double.NaN, Double.NegativeInfinity, Double.MinPositiveValue))
      yield (sink: Sink) => sink.double(value)

  private def text(content: String): Give = {
    // Surrounded by other bytes, none of which may be copied.
    val bytes = s"+$content-----------".getBytes(UTF_8)
    sink => sink.text(bytes, 1, 1 + content.getBytes(UTF_8).length)
  }

  private val texts: Seq[Give] =
    (0 to 70).map(length => text("x" * length)) ++ Seq("é", "x" * 40 + "é", "€" * 21).map(text)
  private val others: Seq[Give] = Seq(_.nothing(), _.bool(true), _.bool(false))
  private val all = ints ++ doubles ++ texts ++ others

  private def sink(maxSize: Int = 1 << 20): RowSink = new RowSink(
    Kind.Asked, ArrayType(VariantType), Options(Map("maxSize" -> maxSize.toString)))

  private def array(sink: RowSink, values: Seq[Give]): Seq[Byte] = {
    sink.begin()
    assert(sink.beginArray(values.length))
    for (give <- values) {
      sink.element()
      give(sink)
    }
    sink.endArray()
    sink.result match {
      case array: UnsafeArrayData => bytesOf(array).toSeq
      case other => fail(s"$other")
    }
  }

  private def bytesOf(array: UnsafeArrayData): Array[Byte] = {
    val bytes = new Array[Byte](array.getSizeInBytes)
    Platform.copyMemory(array.getBaseObject, array.getBaseOffset, bytes,
      Platform.BYTE_ARRAY_OFFSET.toLong, bytes.length.toLong)
    bytes
  }

  /** Returns the place of a VARIANT that was given a value before. */
  private def usedPlace(maxSize: Int = 1 << 20): Place = {
    val sink = this.sink(maxSize)
    sink.begin()
    assert(sink.beginArray(2))
    sink.element()
    sink.nothing()
    sink.element()
    sink.offers.typed.begin().asInstanceOf[Place]
  }

  test("each of them, the first and once more") {
    val used = sink()
    for (give <- all) {
      val first = array(sink(), Seq(give))
      for (_ <- 1 to 2) assert(array(used, Seq(give)) === first)
    }
  }

  test("many of them side by side are what each is alone") {
    def values(give: Seq[Give]): Vector[Tree] = {
      val sink = this.sink()
      assert(array(sink, give).nonEmpty)
      Results.of(sink.result, ArrayType(VariantType)) match {
        case Tree.Items(items) => items
        case other => fail(s"$other")
      }
    }
    assert(values(all) === all.flatMap(give => values(Seq(give))))
  }

  test("short ones go straight to the row, others do not") {
    assert(usedPlace().tryVariantInt(Long.MinValue))
    assert(usedPlace().tryVariantText(new Array[Byte](63), 0, 63))
    assert(!usedPlace().tryVariantText(new Array[Byte](64), 0, 64))
    assert(usedPlace(maxSize = 200).tryVariantInt(1))
    assert(!usedPlace(maxSize = 63).tryVariantInt(1))
  }

  test("they count for the size of the value as others do") {
    def least(length: Int) = (64 to 4000).find { size =>
      try array(sink(size), Seq.fill(20)(text("x" * length))).nonEmpty
      catch { case _: Malformed => false }
    }.get
    // The first text that is too long to go straight to the row has a length of four bytes.
    assert(least(63) - least(62) === 20)
    assert(least(64) - least(63) === 20 * (1 + 4))
  }
}
