package sparkwire.sinks
package msgpack

import sparkwire.wire.core.Bytes
import sparkwire.wire.variant.Variant

/** Writes the headers of VARIANT containers with the offsets of their content, whose size is known
  * only at the end: see [[MsgpackVariant]].
  */
private[sinks] abstract class MsgpackOffsets extends MsgpackScalars {
  import MsgpackSteps._

  /** Whether there is room for the rest of the input. Nested containers that claim to have many
    * elements take room for the offsets of elements that never come.
    */
  protected[this] final def fits(at: Int, to: Int): Boolean =
    to + EachByte * (until - at) + Slack <= out.length

  /** Widens the offsets, of which `there` have been written, from `size` to `needed` bytes each.
    * The content behind them ends at `to`.
    */
  protected[this] final def widen(offsets: Int, count: Int, there: Int, size: Int, needed: Int,
      to: Int): Unit = {
    val start = offsets + (count + 1) * size
    System.arraycopy(out, start, out, offsets + (count + 1) * needed, to - start)
    var i = there - 1
    while (i >= 0) {
      Variant.put(out, offsets + i * needed, offset(offsets + i * size, size), needed)
      i -= 1
    }
  }

  /** Narrows the offsets, all of which have been written, from `size` to `needed` bytes each. */
  protected[this] final def narrow(offsets: Int, count: Int, size: Int, needed: Int,
      to: Int): Unit = {
    var i = 0
    while (i < count) {
      Variant.put(out, offsets + i * needed, offset(offsets + i * size, size), needed)
      i += 1
    }
    val start = offsets + (count + 1) * size
    System.arraycopy(out, start, out, offsets + (count + 1) * needed, to - start)
  }

  protected[this] final def offset(at: Int, size: Int): Int =
    if (size == 1) out(at) & 0xff else Bytes.i32le(out, at) & (-1 >>> (32 - 8 * size))

  protected[this] final def putHead(head: Int, first: Int, count: Int): Unit = {
    out(head) = first.toByte
    Variant.put(out, head + 1, count, countSize(count))
  }

  protected[this] final def countSize(count: Int): Int = if (Variant.isLarge(count)) 4 else 1
}
