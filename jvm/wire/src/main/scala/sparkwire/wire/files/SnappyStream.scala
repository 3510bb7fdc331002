package sparkwire.wire.files

import java.io.{EOFException, InputStream, IOException}
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
private[files] final class SnappyStream(source: InputStream) extends InputStream {
  import SnappyStream._

  private[this] val head = new Array[Byte](HeadBytes)
  private[this] val packed = new Array[Byte](MostPacked)
  private[this] val unpacked = new Array[Byte](MostUnpacked)
  private[this] val sum = new CRC32C
  private[this] var at = 0
  private[this] var end = 0
  private[this] var hasBegun = false

  override def read(): Int = throw new UnsupportedOperationException("bytes are read in arrays")

  override def read(into: Array[Byte], from: Int, most: Int): Int = {
    while (at == end && nextChunk()) {}
    if (at == end) -1
    else {
      val got = math.min(most, end - at)
      System.arraycopy(unpacked, at, into, from, got)
      at += got
      got
    }
  }

  /** Reads a chunk. Returns false at the end of the file. */
  private def nextChunk(): Boolean = {
    val got = source.readNBytes(head, 0, HeadBytes)
    if (got > 0) {
      if (got < HeadBytes) throw new EOFException(InChunk)
      val size = u8(1) | u8(2) << 8 | u8(3) << 16
      val kind = u8(0)
      if (kind == Beginning) begin(size)
      else if (!hasBegun) throw new IOException("there is no snappy stream where one should be")
      else if (kind == Packed || kind == Plain) content(kind, size)
      else if (kind >= FirstSkipped) source.skipNBytes(size.toLong)
      else throw new IOException("a chunk has a type that snappy does not define")
    }
    got > 0
  }

  private def begin(size: Int): Unit = {
    if (size != Name.length) throw new IOException("the beginning of a stream has a wrong size")
    take(size)
    if (!Arrays.equals(packed, 0, size, Name, 0, size))
      throw new IOException("a stream is not in snappy's framing format")
    hasBegun = true
  }

  private def content(kind: Int, size: Int): Unit = {
    if (size < SumBytes || size > MostPacked)
      throw new IOException("a chunk is larger than snappy's framing format allows")
    take(size)
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

  private def take(size: Int): Unit =
    if (source.readNBytes(packed, 0, size) < size) throw new EOFException(InChunk)

  private def u8(at: Int): Int = head(at) & 0xff

  override def close(): Unit = source.close()
}

private object SnappyStream {
  private final val InChunk = "the file ends in a chunk"
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
