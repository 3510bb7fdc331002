package sparkwire.sinks
package msgpack

import scala.annotation.switch

import sparkwire.wire.core.Bytes

/** What stands in front of values of MessagePack, for those who go from bytes to bytes: see [[MsgpackVariant]]. */
private[sinks] abstract class MsgpackHeads {
  protected[this] final var in: Array[Byte] = _
  protected[this] final var until = 0

  protected[this] final def has(at: Int, size: Int): Boolean = size <= until - at

  // Of a count or length, behind the first byte.
  protected[this] final def lengthSize(first: Int): Int = (first: @switch) match {
    case 0xc4 | 0xd9 => 1
    case 0xc5 | 0xda | 0xdc | 0xde => 2
    case _ => 4
  }

  /** A count or length; below 0 where it is more than there can be. */
  protected[this] final def count(at: Int, size: Int): Int =
    if (size == 1) in(at) & 0xff
    else if (size == 2) Bytes.i16be(in, at) & 0xffff
    else Bytes.i32be(in, at)

  protected[this] final def isText(at: Int): Boolean = {
    val first = in(at) & 0xff
    (first & 0xe0) == 0xa0 || (first >= 0xd9 && first <= 0xdb)
  }

  /** Where the bytes begin of the text whose head is at `at`, -1 if it is none. */
  protected[this] final def textFrom(at: Int): Int =
    if (at >= until || !isText(at)) -1
    else {
      val head = in(at) & 0xff
      val from = at + 1 + (if (head < 0xc0) 0 else lengthSize(head))
      if (from > until) -1 else from
    }

  /** Where they end, -1 if there are fewer. */
  protected[this] final def textUntil(at: Int, from: Int): Int = {
    val head = in(at) & 0xff
    val length = if (head < 0xc0) head & 0x1f else count(at + 1, from - at - 1)
    if (length < 0 || !has(from, length)) -1 else from + length
  }
}
