package sparkwire.wire.ignite

import sparkwire.wire.core._
import sparkwire.wire.ignite.IgniteBytes._
import sparkwire.wire.ignite.values.OneIgniteValue

import org.scalatest.funsuite.AnyFunSuite

/** Small values of which each took seconds to minutes: every part of them was read many times. */
class HostileCostSuite extends AnyFunSuite with HostileChecks {

  /** A compact object with `count` fields at the same byte, of which a footer entry is one byte. */
  private def manyFields(count: Int): Encoded = ObjectBytes(
    isCompact = true, fields = Seq("a" -> byte(1))).bytes match {
    case single =>
      val footer = all(Seq.fill(count)(raw(24)))
      val head = single.take(26)
      all(Seq(head.take(12), i32(26 + footer.length), head.drop(16), footer))
  }

  test("very many fields of one object") {
    good(manyFields(20000), Options(Map("maxSize" -> "134217728")))
    refused(manyFields(40000), Reason.TooLarge, Options(Map("maxSize" -> "65536")))
  }

  test("very many fields of an object, of which a type with names is asked") {
    val shape = Shape("asked", Vector.tabulate(100)(at => Field(s"f$at", Kind.Int32, "")))
    frugally {
      for (kind <- Seq(Kind.Struct(shape), Kind.Mapping(Kind.Text, Kind.Int32)))
        assert(
          walk(OneIgniteValue(kind), manyFields(60000)).left.toOption === Some(Ignite.NoSchema))
    }
  }

  test("a layout takes far more memory than its footer") {
    refused(manyFields(1 << 20), Reason.TooLarge)
  }

  test("heads that lie within each other") {
    // Each array has a class name that ends with the object, and the next array begins in it.
    val count = 20000
    val each = all(Seq(raw(23), i32(0), raw(9)))
    val size = 14 * count
    val arrays = all((0 until count).map { at =>
      all(Seq(each, i32(size - 14 * at - 10), i32(0)))
    } :+ i32(0))
    val bytes = ObjectBytes(width = 4, isCompact = true,
      fields = Seq("a" -> arrays) ++ (1 until count).map(at => s"f$at" -> Array.emptyByteArray),
      offsets = (at, _) => 24 + 14 * at).bytes
    refused(bytes, Reason.TooLarge)
  }

  test("objects that share a footer") {
    val count = 3000
    val each = 26
    val footerAt = each * count
    def inner(at: Int) = all(
      Seq(raw(103, 1), le(2, 2 | 32 | 8), i32(7), i32(0),
        i32(footerAt + 80000 - each * at), i32(at), i32(footerAt - each * at), byte(1)))
    val data = all((0 until count).map(inner) :+ Array.fill(80000)(24.toByte))
    val offsets = all((0 until count).map(at => i32(24 + each * at)))
    val outer = all(
      Seq(raw(103, 1), le(2, 2 | 32), i32(8), i32(0),
        i32(24 + data.length + offsets.length), i32(0), i32(24 + data.length), data, offsets))
    val unread = Options(Map("verify" -> "none"))
    frugally {
      assert(check(outer, Options.none) === Some(Reason.TooLarge))
      val cursor = (new Cursor).wrap(outer)
      val reason = intercept[Malformed](one.newReader(unread).read(cursor, new OuterFields)).reason
      assert(reason === Reason.TooLarge)
    }
  }

  /** Asks for the fields of the whole value, but for nothing inside of them. */
  private final class OuterFields extends DeafSink {
    private[this] var depth = 0
    override def beginStruct(shape: Shape): Boolean = {
      depth += 1
      true
    }
    override def endStruct(): Unit = depth -= 1
    override def wanted(field: Int): Boolean = depth == 1
  }
}
