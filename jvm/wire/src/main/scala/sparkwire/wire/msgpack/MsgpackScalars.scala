package sparkwire.wire.msgpack

import scala.annotation.switch

import sparkwire.wire.core.{Bytes, Utf8}
import sparkwire.wire.msgpack.FirstByte._
import sparkwire.wire.sinks.Ascii
import sparkwire.wire.variant.Variant

/** Writes the scalars of MessagePack as VARIANT, from bytes to bytes: see [[MsgpackVariant]]. */
private[msgpack] object MsgpackScalars {
  import HeadsAt.{count, has}
  import MsgpackSteps._

  def int(in: Array[Byte], at: Int, until: Int, out: Array[Byte], to: Int): Long = {
    val first = in(at)
    if (first >= MinFixInt) both(at + 1, Variant.putByte(out, to, first))
    else {
      val end = HeadsAt.intEnd(in, at, until)
      if (end < 0) Declined else both(end, Variant.putInt(out, to, HeadsAt.int(in, at)))
    }
  }

  /** Writes a scalar that is neither an integer nor a text of less than 32 bytes; `at` is after its
    * first byte.
    */
  def rarer(first: Int, in: Array[Byte], at: Int, until: Int, out: Array[Byte], to: Int): Long =
    (first: @switch) match {
      case Nil => primitive(Variant.Null, at, out, to)
      case False => primitive(Variant.False, at, out, to)
      case True => primitive(Variant.True, at, out, to)
      case Float32 if has(at, 4, until) =>
        double(java.lang.Float.intBitsToFloat(Bytes.i32be(in, at)).toDouble, at + 4, out, to)
      case Float64 if has(at, 8, until) =>
        double(java.lang.Double.longBitsToDouble(Bytes.i64be(in, at)), at + 8, out, to)
      case Bin8 | Bin16 | Bin32 | Str8 | Str16 | Str32 => bytes(first, in, at, until, out, to)
      case _ => Declined
    }

  private def primitive(code: Int, at: Int, out: Array[Byte], to: Int): Long = {
    out(to) = (code << 2).toByte
    both(at, to + 1)
  }

  private def double(value: Double, end: Int, out: Array[Byte], to: Int): Long = {
    out(to) = (Variant.Double << 2).toByte
    Bytes.putI64le(out, to + 1, java.lang.Double.doubleToRawLongBits(value))
    both(end, to + 9)
  }

  def shortText(in: Array[Byte], at: Int, length: Int, until: Int, out: Array[Byte],
      to: Int): Long =
    if (!has(at, length, until)) Declined
    else {
      out(to) = (Variant.ShortStringKind | (length << 2)).toByte
      if (Ascii.copy(in, at, length, out, to + 1) || Utf8.isValid(in, at, at + length))
        both(at + length, to + 1 + length)
      else Declined
    }

  /** Writes longer text, and binary. */
  private def bytes(first: Int, in: Array[Byte], at: Int, until: Int, out: Array[Byte],
      to: Int): Long = {
    val head = lengthSize(first)
    val length = if (has(at, head, until)) count(in, at, head) else HeadsAt.Declined
    val from = at + head
    if (length < 0 || !has(from, length, until)) Declined
    else if (isBin(first)) longBytes(Variant.Binary, in, from, length, out, to)
    else if (length <= Variant.MaxShortString) shortText(in, from, length, until, out, to)
    else if (Utf8.isValid(in, from, from + length))
      longBytes(Variant.LongString, in, from, length, out, to)
    else Declined
  }

  private def longBytes(code: Int, in: Array[Byte], from: Int, length: Int, out: Array[Byte],
      to: Int): Long = {
    out(to) = (code << 2).toByte
    Bytes.putI64le(out, to + 1, length.toLong)
    System.arraycopy(in, from, out, to + 5, length)
    both(from + length, to + 5 + length)
  }
}
