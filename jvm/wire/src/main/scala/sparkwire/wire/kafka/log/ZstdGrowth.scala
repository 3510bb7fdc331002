package sparkwire.wire.kafka.log

import sparkwire.wire.core.Bytes

/** How many bytes frames of zstd can become, by the heads of their blocks. The statement in the
  * head of a frame is only a claim. Little endian:
  * | uint32  | the magic number                                                                 |
  * | uint8   | bits 6-7 the size of the content size, 5 whether there is no window, 2 checksum,  |
  * |         | 0-1 the size of the dictionary's id                                               |
  * | uint8   | the window, if there is one                                                       |
  * |         | the id of the dictionary, the content size                                        |
  * | blocks  | uint24: bit 0 whether it is the last one, 1-2 its type, 3-23 a size; then bytes    |
  * | uint32  | a checksum, if there is one                                                       |
  *
  * A block becomes 128 KiB at most. Frames that are skipped have a magic number, a length, and bytes.
  */
object ZstdGrowth {
  private final val Magic = 0xfd2fb528
  private final val Skipped = 0x184d2a50
  private final val SkippedMask = 0xfffffff0
  private final val BlockHead = 3
  private final val MostOfBlock = 128 << 10

  private final val Raw = 0
  private final val Repeated = 1
  private final val Compressed = 2

  private val idSizes = Array(0, 1, 2, 4)
  private val contentSizes = Array(0, 2, 4, 8)

  /** Returns -1 for bytes that are not whole frames. */
  def mostUnpacked(bytes: Array[Byte], size: Int): Long = {
    val frames = new Frames(bytes, size)
    while (frames.isWhole && frames.at < size) frames.pass()
    if (frames.isWhole) frames.unpacked else -1
  }

  private final class Frames(bytes: Array[Byte], size: Int) {
    var at = 0
    var unpacked = 0L
    var isWhole = true

    def pass(): Unit =
      if (size - at < 8) isWhole = false
      else {
        val magic = Bytes.i32le(bytes, at)
        if (magic == Magic) passFrame()
        else if ((magic & SkippedMask) == Skipped)
          skip(8L + (Bytes.i32le(bytes, at + 4) & 0xffffffffL))
        else isWhole = false
      }

    private def skip(count: Long): Unit =
      if (count > size - at) isWhole = false else at += count.toInt

    private def passFrame(): Unit = {
      val about = bytes(at + 4)
      val hasWindow = (about & 0x20) == 0
      val content = (about >> 6) & 3
      val contentSize = if (content == 0 && !hasWindow) 1 else contentSizes(content)
      skip(5L + (if (hasWindow) 1 else 0) + idSizes(about & 3) + contentSize)
      var isLast = false
      while (isWhole && !isLast)
        if (size - at < BlockHead) isWhole = false
        else {
          val head = (Bytes.i16le(bytes, at) & 0xffff) | (bytes(at + 2) & 0xff) << 16
          isLast = (head & 1) != 0
          passBlock((head >> 1) & 3, head >>> 3)
        }
      if (isWhole && (about & 4) != 0) skip(4)
    }

    private def passBlock(kind: Int, length: Int): Unit = {
      kind match {
        case Raw => skip(BlockHead.toLong + length)
        case Repeated => skip(BlockHead + 1L)
        case Compressed => skip(BlockHead.toLong + length)
        case _ => isWhole = false
      }
      unpacked += (if (kind == Compressed) MostOfBlock else math.min(length, MostOfBlock))
    }
  }
}
