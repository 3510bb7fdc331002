package sparkwire.wire.layouts.program

import java.lang.Double.doubleToRawLongBits
import java.nio.charset.Charset

import scala.annotation.switch

import sparkwire.wire.core.Bytes
import sparkwire.wire.layouts.Layouts

/** How one value of a field is read. */
private[layouts] sealed abstract class DataPlan

/** A value without parts. It is read into the registers of the walk. */
private[layouts] sealed abstract class LeafPlan extends DataPlan {
  def read(scope: Scope, walk: Walk): Unit
}

private[layouts] object DataPlan {

  // Orders of bytes.
  final val Big = 0
  final val Little = 1

  /** As the object says. */
  final val Chosen = 2

  private def isBig(order: Int, scope: Scope): Boolean =
    order == Big || (order == Chosen && scope.isBig)

  final class Whole(val size: Int, val isSigned: Boolean, val order: Int) extends LeafPlan {
    // 1 to 8 for signed numbers, 11 to 18 for others.
    private[this] val code = if (isSigned) size else 10 + size

    def read(scope: Scope, walk: Walk): Unit = {
      walk.align()
      val cursor = walk.cursor
      val at = cursor.take(size.toLong, Layouts.Truncated)
      val bytes = cursor.bytes
      walk.isHigh = false
      val isBig = DataPlan.isBig(order, scope)
      walk.number = (code: @switch) match {
        case 1 => bytes(at).toLong
        case 11 => (bytes(at) & 0xff).toLong
        case 2 => (if (isBig) Bytes.i16be(bytes, at) else Bytes.i16le(bytes, at)).toLong
        case 12 => (if (isBig) Bytes.i16be(bytes, at) else Bytes.i16le(bytes, at)) & 0xffffL
        case 4 => (if (isBig) Bytes.i32be(bytes, at) else Bytes.i32le(bytes, at)).toLong
        case 14 => (if (isBig) Bytes.i32be(bytes, at) else Bytes.i32le(bytes, at)) & 0xffffffffL
        case 8 => if (isBig) Bytes.i64be(bytes, at) else Bytes.i64le(bytes, at)
        case 18 =>
          val bits = if (isBig) Bytes.i64be(bytes, at) else Bytes.i64le(bytes, at)
          walk.isHigh = bits < 0
          bits
      }
    }
  }

  /** A float, in the register as the bits of a double. */
  final class Real(val size: Int, val order: Int) extends LeafPlan {
    def read(scope: Scope, walk: Walk): Unit = {
      walk.align()
      val cursor = walk.cursor
      val at = cursor.take(size.toLong, Layouts.Truncated)
      val isBig = DataPlan.isBig(order, scope)
      walk.number =
        if (size == 8) if (isBig) Bytes.i64be(cursor.bytes, at) else Bytes.i64le(cursor.bytes, at)
        else {
          val bits = if (isBig) Bytes.i32be(cursor.bytes, at) else Bytes.i32le(cursor.bytes, at)
          doubleToRawLongBits(java.lang.Float.intBitsToFloat(bits).toDouble)
        }
    }
  }

  /** Some bits. Those of a byte that are left for the next field are its low bits if the first
    * field is in the high ones, else its high bits.
    */
  final class Bits(val width: Int, val isLittle: Boolean) extends LeafPlan {
    def read(scope: Scope, walk: Walk): Unit = {
      val stream = walk.stream
      val cursor = walk.cursor
      val fresh = width - stream.bitsLeft
      val begun = cursor.position - 1
      val at = if (fresh > 0) cursor.take(((fresh + 7) / 8).toLong, Layouts.Truncated) else begun
      val bytes = cursor.bytes
      var left = stream.bitsLeft
      var value = 0L
      var taken = 0
      var next = if (left > 0) begun else at
      while (taken < width) {
        if (left == 0) left = 8
        val count = math.min(left, width - taken)
        val byte = bytes(next) & 0xff
        if (isLittle) {
          val part = (byte >> (8 - left)) & ((1 << count) - 1)
          value |= part.toLong << taken
        } else {
          val part = (byte >> (left - count)) & ((1 << count) - 1)
          value = (value << count) | part.toLong
        }
        taken += count
        left -= count
        if (left == 0) next += 1
      }
      stream.bitsLeft = left
      walk.number = value
      walk.isHigh = value < 0
    }
  }

  final class Raw(val extent: ExtentPlan) extends LeafPlan {
    def read(scope: Scope, walk: Walk): Unit = extent.read(scope, walk)
  }

  /** A text, in the registers as UTF-8. */
  final class Text(val extent: ExtentPlan, val charset: Charset) extends LeafPlan {
    def read(scope: Scope, walk: Walk): Unit = {
      extent.read(scope, walk)
      walk.texts.toUtf8(charset, walk)
    }
  }

  final class Constant(val expected: Array[Byte]) extends LeafPlan {
    def read(scope: Scope, walk: Walk): Unit = {
      walk.align()
      val cursor = walk.cursor
      walk.from = cursor.take(expected.length.toLong, Layouts.Truncated)
      walk.bytes = cursor.bytes
      walk.until = cursor.position
      if (!java.util.Arrays.equals(
          walk.bytes, walk.from, walk.until, expected, 0, expected.length))
        walk.refuse(Layouts.BadContents)
    }
  }

  /** An object.
    *
    * @param extent
    *   the bytes of its own stream, null if it is read from the one around it
    * @param hasParent
    *   false if nobody is its parent
    * @param parent
    *   who is its parent, null for the object whose field it is
    */
  final class Struct(val of: TypePlan, val arguments: Array[Node], val extent: ExtentPlan,
      val hasParent: Boolean, val parent: Node)
      extends DataPlan

  /** One of several.
    *
    * @param keys
    *   conditions in their order, evaluated when `subject` is in the item registers; null for `_`
    * @param values
    *   the values of the subject for which they hold; null for `_`
    * @param names
    *   the types of the cases, as names of fields
    * @param kinds
    *   the types of the cases in expressions
    * @param other
    *   the bytes that no case takes, null if there are none
    */
  final class Switch(val subject: Node, val keys: Array[Node], val values: Array[Node],
      val cases: Array[DataPlan],
      val names: Array[String], val kinds: Array[ValueType], val other: ExtentPlan)
      extends DataPlan {
    // `_` is the default wherever it stands.
    private[this] val default = keys.indexOf(null)

    /** Whether a value may have no case and no bytes. */
    def mayBeNothing: Boolean = default < 0 && other == null

    /** Returns the number of the case, -1 if none fits. */
    def choose(scope: Scope, walk: Walk): Int = {
      walk.takeItem(subject, scope)
      var found = -1
      var at = 0
      while (found < 0 && at < keys.length) {
        if (keys(at) != null && keys(at).truth(scope, walk)) found = at
        at += 1
      }
      if (found < 0) default else found
    }
  }
}
