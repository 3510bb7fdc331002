package sparkwire.wire.variant

import sparkwire.wire.core.Bytes

/** Writes the headers of containers before content that is there already, with offsets whose
  * size in bytes is known only at the end.
  */
private[wire] object VariantOffsets {

  /** Widens the offsets, of which `there` have been written, from `size` to `needed` bytes each.
    * The content after them ends at `to`.
    */
  def widen(out: Array[Byte], offsets: Int, count: Int, there: Int, size: Int, needed: Int,
      to: Int): Unit = {
    val start = offsets + (count + 1) * size
    System.arraycopy(out, start, out, offsets + (count + 1) * needed, to - start)
    var i = there - 1
    while (i >= 0) {
      Variant.put(out, offsets + i * needed, offset(out, offsets + i * size, size), needed)
      i -= 1
    }
  }

  /** Narrows the offsets, all of which have been written, from `size` to `needed` bytes each. */
  def narrow(out: Array[Byte], offsets: Int, count: Int, size: Int, needed: Int,
      to: Int): Unit = {
    var i = 0
    while (i < count) {
      Variant.put(out, offsets + i * needed, offset(out, offsets + i * size, size), needed)
      i += 1
    }
    val start = offsets + (count + 1) * size
    System.arraycopy(out, start, out, offsets + (count + 1) * needed, to - start)
  }

  def offset(out: Array[Byte], at: Int, size: Int): Int =
    if (size == 1) out(at) & 0xff else Bytes.i32le(out, at) & (-1 >>> (32 - 8 * size))

  def putHead(out: Array[Byte], head: Int, first: Int, count: Int): Unit = {
    out(head) = first.toByte
    Variant.put(out, head + 1, count, countSize(count))
  }

  def countSize(count: Int): Int = if (Variant.isLarge(count)) 4 else 1
}
