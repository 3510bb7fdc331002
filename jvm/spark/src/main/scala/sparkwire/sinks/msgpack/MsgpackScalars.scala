package sparkwire.sinks
package msgpack

import scala.annotation.switch

import sparkwire.sinks.rows.Ascii
import sparkwire.sinks.variant.VariantBytes
import sparkwire.wire.core.{Bytes, Utf8}

/** Values of MessagePack that hold no others made VARIANT, from bytes to bytes: see [[MsgpackVariant]]. */
private[sinks] abstract class MsgpackScalars extends MsgpackHeads {
  import MsgpackVariant._

  protected[this] final var out: Array[Byte] = _

  protected[this] final def scalar(first: Int, at: Int, to: Int): Long = (first: @switch) match {
    case 0xc0 => primitive(VariantBytes.Null, at, to)
    case 0xc2 => primitive(VariantBytes.False, at, to)
    case 0xc3 => primitive(VariantBytes.True, at, to)
    case 0xca | 0xcb => float(first, at, to)
    case 0xc4 | 0xc5 | 0xc6 | 0xd9 | 0xda | 0xdb => bytes(first, at, to)
    case _ => Left
  }

  private def primitive(code: Int, at: Int, to: Int): Long = {
    out(to) = (code << 2).toByte
    both(at, to + 1)
  }

  private def float(first: Int, at: Int, to: Int): Long = {
    val size = if (first == 0xca) 4 else 8
    if (!has(at, size)) Left
    else {
      val bits =
        if (size == 8) Bytes.i64be(in, at)
        else {
          val number = java.lang.Float.intBitsToFloat(Bytes.i32be(in, at)).toDouble
          java.lang.Double.doubleToRawLongBits(number)
        }
      out(to) = (VariantBytes.Double << 2).toByte
      Bytes.putI64le(out, to + 1, bits)
      both(at + size, to + 9)
    }
  }

  // A branch for each size, and one for each that it becomes: where the next value begins is then known
  // before this one is read.
  protected[this] final def number(first: Int, at: Int, to: Int): Long = (first: @switch) match {
    case 0xcc => if (has(at, 1)) int(in(at) & 0xffL, at + 1, to) else Left
    case 0xcd => if (has(at, 2)) int(Bytes.i16be(in, at) & 0xffffL, at + 2, to) else Left
    case 0xce => if (has(at, 4)) int(Bytes.i32be(in, at) & 0xffffffffL, at + 4, to) else Left
    case 0xcf => if (has(at, 8) && in(at) >= 0) int(Bytes.i64be(in, at), at + 8, to) else Left
    case 0xd0 => if (has(at, 1)) int(in(at).toLong, at + 1, to) else Left
    case 0xd1 => if (has(at, 2)) int(Bytes.i16be(in, at).toLong, at + 2, to) else Left
    case 0xd2 => if (has(at, 4)) int(Bytes.i32be(in, at).toLong, at + 4, to) else Left
    case _ => if (has(at, 8)) int(Bytes.i64be(in, at), at + 8, to) else Left
  }

  // Eight bytes are written, of which what comes next covers what is too many.
  private def int(number: Long, at: Int, to: Int): Long = {
    Bytes.putI64le(out, to + 1, number)
    if (number == number.toInt) {
      if (number != number.toShort) {
        out(to) = (VariantBytes.Int4 << 2).toByte
        both(at, to + 5)
      } else if (number != number.toByte) {
        out(to) = (VariantBytes.Int2 << 2).toByte
        both(at, to + 3)
      } else {
        out(to) = (VariantBytes.Int1 << 2).toByte
        both(at, to + 2)
      }
    } else {
      out(to) = (VariantBytes.Int8 << 2).toByte
      both(at, to + 9)
    }
  }

  protected[this] final def shortText(at: Int, length: Int, to: Int): Long =
    if (!has(at, length)) Left
    else {
      out(to) = (VariantBytes.ShortStringKind | (length << 2)).toByte
      if (Ascii.copy(in, at, length, out, to + 1) || Utf8.isValid(in, at, at + length))
        both(at + length, to + 1 + length)
      else Left
    }

  /** Longer text, and binary. */
  private def bytes(first: Int, at: Int, to: Int): Long = {
    val head = lengthSize(first)
    if (!has(at, head)) Left
    else {
      val length = count(at, head)
      val from = at + head
      if (length < 0 || !has(from, length)) Left
      else if (first < 0xd9) longBytes(VariantBytes.Binary, from, length, to)
      else if (length <= VariantBytes.MaxShortString) shortText(from, length, to)
      else if (Utf8.isValid(in, from, from + length))
        longBytes(VariantBytes.LongString, from, length, to)
      else Left
    }
  }

  private def longBytes(code: Int, from: Int, length: Int, to: Int): Long = {
    out(to) = (code << 2).toByte
    Bytes.putI64le(out, to + 1, length.toLong)
    System.arraycopy(in, from, out, to + 5, length)
    both(from + length, to + 5 + length)
  }
}
