package sparkwire.wire

import java.util.zip.CRC32

/** Checksums that the JDK does not have as such, on top of its intrinsics. One for each task. */
final class Checksums {
  private[this] val crc = new CRC32

  /** The CRC of Databus: the table of CRC-32, but the register starts at 0 and there is no final
    * xor. Four bytes FF bring the JDK's register to 0, the inversion takes its final xor back.
    */
  def databusCrc(bytes: Array[Byte], from: Int, until: Int): Int = {
    crc.reset()
    crc.update(Checksums.FourOnes)
    crc.update(bytes, from, until - from)
    ~crc.getValue.toInt
  }
}

object Checksums {
  private val FourOnes = Array.fill[Byte](4)(-1)
}
