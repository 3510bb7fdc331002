package sparkwire.sinks
package msgpack

import sparkwire.wire.core.Bytes
import sparkwire.wire.msgpack.FirstByte

/** Reads the headers of MessagePack values for code that goes from bytes to bytes: see
  * [[MsgpackVariant]].
  */
private[sinks] abstract class MsgpackHeads {
  protected[this] final var in: Array[Byte] = _
  protected[this] final var until = 0

  protected[this] final def has(at: Int, size: Int): Boolean = size <= until - at

  /** Returns a count or length, negative if it exceeds 2^31-1. */
  protected[this] final def count(at: Int, size: Int): Int =
    if (size == 1) in(at) & 0xff
    else if (size == 2) Bytes.i16be(in, at) & 0xffff
    else Bytes.i32be(in, at)

  protected[this] final def isText(at: Int): Boolean = {
    val first = in(at) & 0xff
    FirstByte.isFixStr(first) || FirstByte.isLongStr(first)
  }

  /** Returns where the bytes begin of the text whose header is at `at`, or -1 if it is not text. */
  protected[this] final def textFrom(at: Int): Int =
    if (at >= until || !isText(at)) -1
    else {
      val head = in(at) & 0xff
      val from = at + 1 + (if (FirstByte.isFixStr(head)) 0 else FirstByte.lengthSize(head))
      if (from > until) -1 else from
    }

  /** Returns where the bytes of the text end, or -1 if the input ends before. */
  protected[this] final def textUntil(at: Int, from: Int): Int = {
    val head = in(at) & 0xff
    val length =
      if (FirstByte.isFixStr(head)) FirstByte.fixStrLength(head) else count(at + 1, from - at - 1)
    if (length < 0 || !has(from, length)) -1 else from + length
  }

  /** Whether the integer behind this first byte is complete and at most 2^63-1. */
  protected[this] final def isWideInt(first: Int, at: Int): Boolean =
    has(at, FirstByte.wideIntSize(first)) && (first != FirstByte.UInt64 || in(at) >= 0)
}
