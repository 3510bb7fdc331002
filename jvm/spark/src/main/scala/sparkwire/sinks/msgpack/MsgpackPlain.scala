package sparkwire.sinks
package msgpack

import sparkwire.sinks.variant.VariantBytes
import sparkwire.wire.core.Bytes
import sparkwire.wire.msgpack.FirstByte

/** The values that most arrays and maps of MessagePack are made of, and arrays of them, made VARIANT in loops that need
  * no state but what they are given: see [[MsgpackVariant]]. Anything else is [[MsgpackVariant.Left]] to it.
  *
  * @param last
  *   the last position from which a value may begin: then all of a plain one can be read without asking
  */
private[sinks] object MsgpackPlain {
  import MsgpackVariant._

  /** What a plain value takes, and the word behind it that is read with its end. */
  final val MostRead = 1 + 31 + 8

  private final val UInt32 = FirstByte.UInt32.toByte
  private final val UInt64 = FirstByte.UInt64.toByte
  private final val HighBits = 0x8080808080808080L

  /** A short text of ASCII, or an integer. */
  def value(in: Array[Byte], at: Int, out: Array[Byte], to: Int): Long =
    if (FirstByte.isFixStr(in(at).toInt))
      text(in, at + 1, FirstByte.fixStrLength(in(at).toInt), out, to)
    else int(in, at, out, to)

  /** A small integer, or one without a sign of 32 or 64 bits. */
  private def int(in: Array[Byte], at: Int, out: Array[Byte], to: Int): Long = {
    val first = in(at)
    if (first >= FirstByte.LeastFixInt) both(at + 1, VariantBytes.putByte(out, to, first))
    else if (first == UInt32)
      both(at + 5, VariantBytes.putInt(out, to, Bytes.i32be(in, at + 1) & 0xffffffffL))
    else if (first == UInt64 && in(at + 1) >= 0)
      both(at + 9, VariantBytes.putInt(out, to, Bytes.i64be(in, at + 1)))
    else Left
  }

  // Of 31 bytes at most, as words of which the last ones overlap: without a loop it is small enough to be compiled into
  // its callers.
  private def text(in: Array[Byte], at: Int, length: Int, out: Array[Byte], to: Int): Long = {
    out(to) = (VariantBytes.ShortStringKind | (length << 2)).toByte
    var seen = Bytes.i64le(in, at)
    Bytes.putI64le(out, to + 1, seen)
    if (length < 8) seen &= ~(-1L << (8 * length))
    else {
      if (length > 16) seen |= copyWord(in, at + 8, out, to + 9) |
        copyWord(in, at + length - 16, out, to + 1 + length - 16)
      seen |= copyWord(in, at + length - 8, out, to + 1 + length - 8)
    }
    if ((seen & HighBits) == 0) both(at + length, to + 1 + length) else Left
  }

  private def copyWord(in: Array[Byte], at: Int, out: Array[Byte], to: Int): Long = {
    val word = Bytes.i64le(in, at)
    Bytes.putI64le(out, to, word)
    word
  }

  /** An array of less than 16 plain values, behind its first byte. */
  def array(count: Int, in: Array[Byte], from: Int, last: Int, out: Array[Byte],
      head: Int): Long = {
    val offsets = head + 2
    val start = offsets + count + 1
    var at = from
    var to = start
    var i = 0
    while (i < count && at >= 0 && at <= last) {
      out(offsets + i) = (to - start).toByte
      val next = value(in, at, out, to)
      at = (next >> 32).toInt
      to = next.toInt
      i += 1
    }
    if (i < count || at < 0 || to - start > 0xff) Left
    else {
      out(offsets + count) = (to - start).toByte
      out(head) = VariantBytes.arrayHead(1, isLarge = false).toByte
      out(head + 1) = count.toByte
      both(at, to)
    }
  }

  /** A key that is an integer and a value as an object, without the numbers of their names. */
  def pair(in: Array[Byte], at: Int, out: Array[Byte], head: Int): Long = {
    val start = head + PairHead
    val key = int(in, at, out, start)
    val made = if (key < 0) Left else value(in, (key >> 32).toInt, out, key.toInt)
    // Its last byte is the first of the key.
    if (made >= 0)
      Bytes.putI64le(out, head,
        PairOfBytes | (key.toInt - start).toLong << 40 | (made.toInt - start).toLong << 48 |
          out(start).toLong << 56)
    made
  }
}
