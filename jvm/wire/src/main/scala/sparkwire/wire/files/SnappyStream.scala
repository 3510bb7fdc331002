package sparkwire.wire.files

import java.io.{InputStream, IOException}
import java.nio.charset.StandardCharsets.US_ASCII
import java.util.Arrays
import java.util.zip.CRC32C

import org.xerial.snappy.Snappy

/** Unpacks a file in snappy's framing format, a series of chunks:
  * | u8     | type: ff the beginning of a stream, 00 packed bytes, 01 bytes as they are, 80 to fe skipped |
  * | uint24 | size of what follows, little endian                                                        |
  * | uint32 | types 00 and 01: masked CRC32C of the unpacked bytes, little endian                        |
  * |        | the bytes, at most 64 KiB unpacked; type ff: sNaPpY                                        |
  *
  * Trap: the stream of snappy-java calls itself for each chunk that has no bytes to give, so a few thousand
  * beginnings overflow the stack.
  */
private[files] final class SnappyStream(source: InputStream)
    extends BlockStream(source, "the file ends in a chunk") {
  import SnappyStream._

  private[this] val head = new Array[Byte](HeadBytes)
  private[this] val packed = new Array[Byte](MostPacked)
  unpacked = new Array[Byte](MostUnpacked)
  private[this] val sum = new CRC32C
  private[this] var hasBegun = false

  protected def advance(): Boolean = {
    val isThere = tryTake(head, HeadBytes)
    if (isThere) {
      val size = u8(1) | u8(2) << 8 | u8(3) << 16
      val kind = u8(0)
      if (kind == Beginning) begin(size)
      else if (!hasBegun) throw new IOException(NoStream)
      else if (kind == Packed || kind == Plain) content(kind, size)
      else if (kind >= FirstSkipped) source.skipNBytes(size.toLong)
      else throw new IOException("a chunk has a type that snappy does not define")
    }
    isThere
  }

  private def begin(size: Int): Unit = {
    if (size != Name.length) throw new IOException("the beginning of a stream has a wrong size")
    take(packed, 0, size)
    if (!Arrays.equals(packed, 0, size, Name, 0, size))
      throw new IOException("a stream is not in snappy's framing format")
    hasBegun = true
  }

  private def content(kind: Int, size: Int): Unit = {
    if (size < SumBytes || size > MostPacked)
      throw new IOException("a chunk is larger than snappy's framing format allows")
    take(packed, 0, size)
    val length = size - SumBytes
    at = 0
    end =
      if (kind == Packed) unpack(length)
      else if (length <= MostUnpacked) {
        System.arraycopy(packed, SumBytes, unpacked, 0, length)
        length
      } else throw new IOException(TooLarge)
    sum.reset()
    sum.update(unpacked, 0, end)
    if (masked(sum.getValue.toInt) != i32(packed))
      throw new IOException("the checksum of a chunk is wrong")
  }

  private def unpack(length: Int): Int = {
    if (Snappy.uncompressedLength(packed, SumBytes, length) > MostUnpacked)
      throw new IOException(TooLarge)
    Snappy.uncompress(packed, SumBytes, length, unpacked, 0)
  }

  private def u8(at: Int): Int = head(at) & 0xff

}

private[files] object SnappyStream {
  final val NoStream = "there is no snappy stream where one should be"

  /** Whether a chunk that may begin a stream has these four bytes, read big endian. */
  def begins(first: Int): Boolean = (first >>> 24) >= FirstSkipped

  private final val TooLarge = "a chunk becomes larger than snappy's framing format allows"
  private final val HeadBytes = 4
  private final val SumBytes = 4
  private final val MostUnpacked = 64 << 10
  // What 64 KiB become at most, and their checksum.
  private final val MostPacked = SumBytes + 32 + MostUnpacked + MostUnpacked / 6
  private final val Beginning = 0xff
  private final val Packed = 0x00
  private final val Plain = 0x01
  private final val FirstSkipped = 0x80
  private val Name = "sNaPpY".getBytes(US_ASCII)

  private def i32(bytes: Array[Byte]): Int =
    bytes(0) & 0xff | (bytes(1) & 0xff) << 8 | (bytes(2) & 0xff) << 16 | bytes(3) << 24

  /** The form in which a checksum is stored, because a checksum of bytes with checksums is a weak one. */
  private def masked(sum: Int): Int = Integer.rotateRight(sum, 15) + 0xa282ead8
}
