package sparkwire.wire.msgpack

import sparkwire.wire.core.Utf8
import sparkwire.wire.msgpack.FirstByte._
import sparkwire.wire.sinks.Ascii
import sparkwire.wire.variant.VariantTranscoding.MaxLevels

/** Checks and skips values that are not needed: see [[MsgpackWhole]]. */
private[msgpack] final class MsgpackSkipper {
  import HeadsAt._
  import MsgpackSkipper._

  private[this] var in: Array[Byte] = _
  private[this] var until = 0
  // The number of remaining values in each open container, with an entry for the container that is
  // one too many.
  private[this] val passed = new Array[Int](MaxLevels + 2)

  /** Returns where the value at `from` ends, or [[HeadsAt.Declined]].
    *
    * @param levels
    *   the number of containers around it
    */
  def skip(bytes: Array[Byte], from: Int, until: Int, levels: Int): Int = {
    in = bytes
    this.until = until
    var at = from
    var left = 1
    var open = 0
    while (at >= 0 && (left > 0 || open > 0))
      if (left == 0) {
        left = passed(open)
        open -= 1
      } else if (at >= until) at = Declined
      else {
        left -= 1
        val first = in(at) & 0xff
        val size = FixedSizes(first)
        if (size > 0) at += size
        else if (isFixStr(first)) at = skipText(at + 1, fixStrLength(first))
        else if (first >= FixStr && first < Array16) at = skipBytes(first, at + 1)
        else {
          passed(open + 1) = left
          open += 1
          left = parts(first, at)
          at = if (left < 0 || levels + open > MaxLevels) Declined else partsFrom
        }
      }
    if (at > until) Declined else at
  }

  // Where the content begins of the container that [[parts]] looked at last.
  private[this] var partsFrom = 0

  /** Returns how many values a skipped container has, or [[Declined]] if there are fewer bytes: each
    * value takes at least one.
    */
  private def parts(first: Int, at: Int): Int = {
    val size = if (first < FixStr) 0 else lengthSize(first)
    val count =
      if (size == 0) fixCount(first)
      else if (has(at + 1, size, until)) HeadsAt.count(in, at + 1, size)
      else Declined
    val each = if (first < FixArray || first >= Map16) 2 else 1
    partsFrom = at + 1 + size
    if (count < 0 || count > (until - at) / each) Declined else count * each
  }

  private def skipText(from: Int, length: Int): Int =
    if (has(from, length, until) && (Ascii.isShort(in, from, length) || Utf8.isValid(
        in, from, from + length)))
      from + length
    else Declined

  private def skipBytes(first: Int, at: Int): Int = {
    val size = lengthSize(first)
    val length =
      if ((isBin(first) || isLongStr(first)) && has(at, size, until)) count(in, at, size)
      else Declined
    if (length < 0) Declined
    else if (isLongStr(first)) skipText(at + size, length)
    else past(at + size, length)
  }

  private def past(at: Int, size: Int): Int = if (has(at, size, until)) at + size else Declined
}

private object MsgpackSkipper {
  // The size in bytes of a value by its first byte, if that determines it; else 0.
  private val FixedSizes: Array[Byte] = Array.tabulate(256) { first =>
    val size = first match {
      case Nil | False | True => 1
      case Float32 => 5
      case Float64 => 9
      case _ =>
        if (isFixInt(first)) 1 else if (isWideInt(first)) 1 + wideIntSize(first) else 0
    }
    size.toByte
  }
}
