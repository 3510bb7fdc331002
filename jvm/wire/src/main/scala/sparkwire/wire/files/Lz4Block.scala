package sparkwire.wire.files

import java.io.IOException

/** Unpacks a block of lz4 that copies from the blocks before it, which lz4-java cannot. It is a series of
  * | u8     | high four bits: the number of literal bytes, low four bits: the length of the copy, less 4 |
  * | u8 *   | for 15 literal bytes or more: added to 15, up to and including the first byte below 255  |
  * |        | the literal bytes; the last ones end the block                                            |
  * | uint16 | how far back the copy begins, little endian; it may overlap what it makes                 |
  * | u8 *   | for a copy of 15 + 4 bytes or more: added as above                                        |
  */
private[files] final class Lz4Block {
  private[this] var packed: Array[Byte] = _
  private[this] var at = 0
  private[this] var end = 0

  /** Unpacks the first `length` bytes of `from`.
    *
    * @param start
    *   where the unpacked bytes begin in `into`; what was unpacked before ends there
    * @param until
    *   where they end at the latest
    * @return
    *   where they end
    */
  def unpack(from: Array[Byte], length: Int, into: Array[Byte], start: Int, until: Int): Int = {
    packed = from
    at = 0
    end = length
    var to = start
    var isLast = false
    while (!isLast) {
      val token = next()
      val literals = counted(token >>> 4, until - to)
      if (literals > end - at) throw Lz4Block.cutOff
      System.arraycopy(packed, at, into, to, literals)
      at += literals
      to += literals
      isLast = at == end
      if (!isLast) to = copy(into, to, token & 0x0f, until)
    }
    to
  }

  private def copy(into: Array[Byte], to: Int, lengthBits: Int, until: Int): Int = {
    val distance = next() | next() << 8
    if (distance == 0 || distance > to)
      throw new IOException("a block copies from before its frame")
    val length = counted(lengthBits, until - to - Lz4Block.ShortestCopy) + Lz4Block.ShortestCopy
    if (distance >= length) System.arraycopy(into, to - distance, into, to, length)
    else {
      // The copy overlaps itself: each byte may be one that was just copied.
      var copied = 0
      while (copied < length) {
        into(to + copied) = into(to + copied - distance)
        copied += 1
      }
    }
    to + length
  }

  /** Returns a length whose first four bits are given, and which is at most `most`. */
  private def counted(bits: Int, most: Int): Int = {
    var length = bits
    if (bits == 15) {
      var more = 255
      while (more == 255 && length <= most) {
        more = next()
        length += more
      }
    }
    if (length > most) throw new IOException("a block becomes larger than its frame allows")
    length
  }

  private def next(): Int = {
    if (at == end) throw Lz4Block.cutOff
    at += 1
    packed(at - 1) & 0xff
  }
}

private object Lz4Block {
  private final val ShortestCopy = 4

  private def cutOff = new IOException("a block ends in the middle of a copy")
}
