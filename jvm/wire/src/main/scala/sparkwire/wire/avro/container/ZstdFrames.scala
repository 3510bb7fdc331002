package sparkwire.wire.avro.container

import sparkwire.wire.core.Bytes

/** Zstandard data by the heads of its frames and blocks, without decompressing it (RFC 8878).
  * | 4 bytes    | magic, fd2fb528 in little endian                                         |
  * | 1 byte     | descriptor: which of the next parts there are, and a checksum at the end |
  * | 0 to 13    | window, id of a dictionary, size of the content                          |
  * | blocks     | 3 bytes: bit 0 last, bits 1 and 2 type, size above; the data             |
  * | 0 or 4     | checksum                                                                 |
  */
private[container] object ZstdFrames {
  private final val Magic = 0xfd2fb528
  private final val SkippableMagic = 0x184d2a50
  private final val MostOfBlock = 128L << 10
  private final val Raw = 0
  private final val Repeated = 1
  private final val Unknown = Long.MaxValue

  /** Returns how many bytes the data becomes at most. Data that is malformed from some place on is
    * decompressed at most up to there.
    */
  def mostOf(bytes: Array[Byte], from: Int, until: Int): Long = {
    var at = from.toLong
    var most = 0L
    while (at + 5 <= until) {
      val magic = Bytes.i32le(bytes, at.toInt)
      if (magic == Magic) {
        val hasChecksum = (bytes(at.toInt + 4) & 4) != 0
        at = firstBlock(bytes, at.toInt + 4)
        var isLast = false
        while (!isLast && at + 3 <= until) {
          val head = headAt(bytes, at.toInt)
          val kind = head >> 1 & 3
          val size = head >> 3
          isLast = (head & 1) != 0
          most += (if (kind == Raw || kind == Repeated) size.toLong else MostOfBlock)
          at += 3 + (if (kind == Repeated) 1 else size)
        }
        if (hasChecksum) at += 4
      } else if ((magic & 0xfffffff0) == SkippableMagic && at + 8 <= until)
        at += 8 + (Bytes.i32le(bytes, at.toInt + 4) & 0xffffffffL)
      else {
        // Formats of old versions.
        most = Unknown
        at = until.toLong
      }
    }
    most
  }

  private def firstBlock(bytes: Array[Byte], descriptorAt: Int): Long = {
    val descriptor = bytes(descriptorAt)
    val hasWindow = (descriptor & 0x20) == 0
    val dictionary = descriptor & 3
    val content = descriptor >> 6 & 3
    descriptorAt + 1L + (if (hasWindow) 1 else 0) + (if (dictionary == 3) 4 else dictionary) +
      (if (content == 0) if (hasWindow) 0 else 1 else 1 << content)
  }

  private def headAt(bytes: Array[Byte], at: Int): Int =
    bytes(at) & 0xff | (bytes(at + 1) & 0xff) << 8 | (bytes(at + 2) & 0xff) << 16
}
