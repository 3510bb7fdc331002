package sparkwire.sinks
package msgpack

import scala.annotation.switch

import sparkwire.wire.core.{Bytes, Utf8}
import sparkwire.wire.msgpack.FirstByte
import sparkwire.wire.msgpack.FirstByte._
import sparkwire.wire.sinks.Ascii
import sparkwire.wire.variant.Variant

/** Writes the scalars of MessagePack as VARIANT, from bytes to bytes: see [[MsgpackVariant]]. */
private[sinks] abstract class MsgpackScalars extends MsgpackHeads {
  import MsgpackSteps._

  protected[this] final var out: Array[Byte] = _

  protected[this] final def scalar(first: Int, at: Int, to: Int): Long = (first: @switch) match {
    case Nil => primitive(Variant.Null, at, to)
    case False => primitive(Variant.False, at, to)
    case True => primitive(Variant.True, at, to)
    case Float32 | Float64 => float(first, at, to)
    case Bin8 | Bin16 | Bin32 | Str8 | Str16 | Str32 => bytes(first, at, to)
    case _ => Declined
  }

  private def primitive(code: Int, at: Int, to: Int): Long = {
    out(to) = (code << 2).toByte
    both(at, to + 1)
  }

  private def float(first: Int, at: Int, to: Int): Long = {
    val size = if (first == Float32) 4 else 8
    if (!has(at, size)) Declined
    else {
      val bits =
        if (size == 8) Bytes.i64be(in, at)
        else {
          val number = java.lang.Float.intBitsToFloat(Bytes.i32be(in, at)).toDouble
          java.lang.Double.doubleToRawLongBits(number)
        }
      out(to) = (Variant.Double << 2).toByte
      Bytes.putI64le(out, to + 1, bits)
      both(at + size, to + 9)
    }
  }

  protected[this] final def number(first: Int, at: Int, to: Int): Long =
    if (isWideInt(first, at))
      both(at + wideIntSize(first), Variant.putInt(out, to, wideInt(first, in, at)))
    else Declined

  protected[this] final def shortText(at: Int, length: Int, to: Int): Long =
    if (!has(at, length)) Declined
    else {
      out(to) = (Variant.ShortStringKind | (length << 2)).toByte
      if (Ascii.copy(in, at, length, out, to + 1) || Utf8.isValid(in, at, at + length))
        both(at + length, to + 1 + length)
      else Declined
    }

  /** Writes longer text, and binary. */
  private def bytes(first: Int, at: Int, to: Int): Long = {
    val head = FirstByte.lengthSize(first)
    if (!has(at, head)) Declined
    else {
      val length = count(at, head)
      val from = at + head
      if (length < 0 || !has(from, length)) Declined
      else if (isBin(first)) longBytes(Variant.Binary, from, length, to)
      else if (length <= Variant.MaxShortString) shortText(from, length, to)
      else if (Utf8.isValid(in, from, from + length))
        longBytes(Variant.LongString, from, length, to)
      else Declined
    }
  }

  private def longBytes(code: Int, from: Int, length: Int, to: Int): Long = {
    out(to) = (code << 2).toByte
    Bytes.putI64le(out, to + 1, length.toLong)
    System.arraycopy(in, from, out, to + 5, length)
    both(from + length, to + 5 + length)
  }
}
