package sparkwire.wire.msgpack

import sparkwire.wire.core.{Bytes, Utf8}
import sparkwire.wire.variant.Variant

/** Writes the most frequent values of MessagePack, and arrays of them, as VARIANT, in loops that
  * need no state except their parameters: see [[MsgpackVariant]]. They return
  * [[MsgpackSteps.Declined]] for any other value.
  */
private[msgpack] object MsgpackPlain {
  import MsgpackSteps._

  /** The most bytes that are read for a plain value: first byte, text, and a word that overlaps its
    * end.
    */
  final val MaxRead = 1 + 31 + 8

  /** Writes a short ASCII text or an integer. */
  def value(in: Array[Byte], at: Int, out: Array[Byte], to: Int): Long =
    if (FirstByte.isFixStr(in(at).toInt))
      text(in, at + 1, FirstByte.fixStrLength(in(at).toInt), out, to)
    else MsgpackScalars.int(in, at, at + MaxRead, out, to)

  // Copies at most 31 bytes, as words of which the last ones overlap. Without a loop, the method is
  // small enough to be inlined into its callers.
  private def text(in: Array[Byte], at: Int, length: Int, out: Array[Byte], to: Int): Long = {
    out(to) = (Variant.ShortStringKind | (length << 2)).toByte
    var seen = Bytes.i64le(in, at)
    Bytes.putI64le(out, to + 1, seen)
    if (length < 8) seen &= ~(-1L << (8 * length))
    else {
      if (length > 16) seen |= copyWord(in, at + 8, out, to + 9) |
        copyWord(in, at + length - 16, out, to + 1 + length - 16)
      seen |= copyWord(in, at + length - 8, out, to + 1 + length - 8)
    }
    if ((seen & Utf8.HighBits) == 0) both(at + length, to + 1 + length) else Declined
  }

  private def copyWord(in: Array[Byte], at: Int, out: Array[Byte], to: Int): Long = {
    val word = Bytes.i64le(in, at)
    Bytes.putI64le(out, to, word)
    word
  }

  /** Writes an array of less than 16 plain values; `from` is after its first byte.
    *
    * @param last
    *   the last position where a value may begin, so that a plain one can be read without bounds
    *   checks
    */
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
    if (i < count || at < 0 || to - start > 0xff) Declined
    else {
      out(offsets + count) = (to - start).toByte
      out(head) = Variant.arrayHead(1, isLarge = false).toByte
      out(head + 1) = count.toByte
      both(at, to)
    }
  }

  /** Writes an integer key and its value as an object, without the ids of their names. */
  def pair(in: Array[Byte], at: Int, out: Array[Byte], head: Int): Long = {
    val start = head + PairHead
    val key = MsgpackScalars.int(in, at, at + MaxRead, out, start)
    val made = if (key < 0) Declined else value(in, (key >> 32).toInt, out, key.toInt)
    // The header has seven bytes. The eighth byte of this word is the first byte of the key.
    if (made >= 0)
      Bytes.putI64le(out, head,
        PairOfBytes | (key.toInt - start).toLong << 40 | (made.toInt - start).toLong << 48 |
          out(start).toLong << 56)
    made
  }
}
