package sparkwire.sinks

import java.nio.charset.StandardCharsets.UTF_8

import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData
import org.apache.spark.sql.types.{ArrayType, VariantType}
import org.apache.spark.unsafe.Platform

import sparkwire.wire._

import org.scalatest.funsuite.AnyFunSuite

/** A value of which the place is offered it, or the sink given. */
private final case class Leaf(name: String, takes: Slot => Boolean, give: Sink => Unit)

/** A simple VARIANT is the same bytes whether its place takes it or the sink is given it. */
class VariantLeafSuite extends AnyFunSuite {

  private val ints = for (bits <- Seq(0, 7, 8, 15, 16, 31, 32, 63); sign <- Seq(1, -1);
    value <- Seq(sign * (1L << bits) - 1, sign * (1L << bits)))
    yield Leaf(s"int $value", _.takesInt(value), _.int(value))

  private val doubles =
    for (value <- Seq(0.0, -0.0, 0.1, Double.NaN, Double.NegativeInfinity, Double.MinPositiveValue))
      yield Leaf(s"double $value", _.takesDouble(value), _.double(value))

  private def text(content: String): Leaf = {
    // With something else around it, of which nothing may be taken along.
    val bytes = s"+$content-----------".getBytes(UTF_8)
    val until = 1 + content.getBytes(UTF_8).length
    Leaf(s"text $content", _.takesText(bytes, 1, until - 1), _.text(bytes, 1, until))
  }

  private val texts = (0 to 63).map(length => text("x" * length))
  private val others = Seq(
    Leaf("null", _.takesNothing, _.nothing()),
    Leaf("true", _.takesBool(true), _.bool(true)),
    Leaf("false", _.takesBool(false), _.bool(false)))

  private val leaves = ints ++ doubles ++ texts ++ others

  private def sink(maxSize: Int = 1 << 20): RowSink = new RowSink(
    Kind.Asked, ArrayType(VariantType), Options(Map("maxSize" -> maxSize.toString)))

  /** An array of the values; a place is offered those that it is to take. */
  private def array(sink: RowSink, leaves: Seq[Leaf], isOffered: Boolean): Seq[Byte] = {
    sink.begin()
    assert(sink.beginArray(leaves.length))
    for ((leaf, number) <- leaves.zipWithIndex) {
      sink.element()
      // What a VARIANT needs is made when it is first given one.
      if (isOffered && number > 0) assert(leaf.takes(sink.currentSlot), leaf.name)
      else leaf.give(sink)
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

  test("each of them") {
    val used = sink()
    for (leaf <- leaves) {
      val pair = Seq(others.head, leaf)
      assert(array(used, pair, isOffered = true) === array(sink(), pair, isOffered = false))
    }
  }

  test("many of them, and those that are offered in between") {
    val all = leaves ++ leaves.reverse
    assert(array(sink(), all, isOffered = true) === array(sink(), all, isOffered = false))
  }

  private def isTaken(sink: RowSink, leaf: Leaf): Boolean = {
    sink.begin()
    val _ = sink.beginArray(2)
    sink.element()
    sink.nothing()
    sink.element()
    leaf.takes(sink.currentSlot)
  }

  test("long text, and such as is not ASCII, is left to the sink") {
    assert(isTaken(sink(), text("x" * 63)))
    for (other <- Seq("x" * 64, "é", "x" * 40 + "é")) assert(!isTaken(sink(), text(other)))
  }

  test("where less than the most fits, all is left to the sink") {
    assert(isTaken(sink(maxSize = 200), others.head))
    assert(!isTaken(sink(maxSize = 63), others.head))
  }

  test("they count for the size of the value") {
    val many = Seq.fill(300)(leaves.head)
    for (size <- 1000 to 9000 by 100) {
      def outcome(isOffered: Boolean) =
        try Right(array(sink(size), many, isOffered))
        catch { case malformed: Malformed => Left(malformed.reason) }
      assert(outcome(isOffered = true) === outcome(isOffered = false))
    }
  }
}
