package sparkwire.files.values

import java.util.zip.CRC32C

import org.apache.hadoop.conf.Configuration

import sparkwire.files.HadoopInput

/** The last bytes of a file that a stream has read. If the file is longer later, they tell whether it has
  * grown or is another one.
  */
private[values] object FileTail {
  private final val MostBytes = 64L << 10

  /** Returns the checksum of the stored bytes before `until`. */
  def checksum(path: String, until: Long, hadoop: Configuration): Long = {
    val from = math.max(0, until - MostBytes)
    val bytes = new Array[Byte]((until - from).toInt)
    val input = new HadoopInput(path, until, hadoop)
    try {
      val _ = input.read(from, bytes, 0, bytes.length)
    } finally input.close()
    val crc = new CRC32C
    crc.update(bytes)
    crc.getValue
  }
}
