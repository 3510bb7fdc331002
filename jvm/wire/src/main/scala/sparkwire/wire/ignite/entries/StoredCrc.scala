package sparkwire.wire.ignite.entries

import java.util.zip.CRC32

/** The checksum in files of a node: a CRC-32 with all bits inverted. */
final class StoredCrc {
  private[this] val crc = new CRC32

  def of(bytes: Array[Byte], from: Int, until: Int): Int = {
    crc.reset()
    crc.update(bytes, from, until - from)
    ~crc.getValue.toInt
  }
}
