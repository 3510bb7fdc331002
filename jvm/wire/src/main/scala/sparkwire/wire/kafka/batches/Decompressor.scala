package sparkwire.wire.kafka.batches

import java.io.IOException
import java.util.Arrays

import scala.annotation.switch

import sparkwire.wire.core.{Bytes, Cursor, Reason}
import sparkwire.wire.files.{GzipMembers, UnpackedBytes}
import sparkwire.wire.kafka.Kafka.BadCompression

import com.github.luben.zstd.{Zstd, ZstdException}
import net.jpountz.lz4.LZ4Exception
import org.xerial.snappy.Snappy

/** Decompresses the records of a batch into a buffer that is reused, to no more bytes than the
  * value may cost, and charges it for them.
  * | codec  | form                                                                                |
  * | gzip   | gzip                                                                                |
  * | snappy | 82 'SNAPPY' 00, int32 version, int32 least version; blocks: int32 length, raw snappy |
  * | lz4    | lz4 frame; at magic 0 with a checksum of its header that is not the right one       |
  * | zstd   | zstd frame                                                                          |
  */
private[kafka] final class Decompressor {
  import Decompressor._

  private[this] val out = new UnpackedBytes
  private[this] val gzip = new GzipMembers(BadCompression)
  private[this] val frame = new Lz4Frame

  def bytes: Array[Byte] = out.bytes

  /** @return
    *   the end of the decompressed bytes, which begin at 0
    */
  def decompress(codec: Int, cursor: Cursor, from: Int, until: Int): Int = {
    out.begin()
    val size =
      try
        (codec: @switch) match {
          case Gzip => gzip.decompress(cursor, from, until, out)
          case SnappyBlocks => snappy(cursor, from, until)
          case Lz4 | OldLz4 => lz4(cursor, from, until, hasRightChecksum = codec == Lz4)
          case _ => zstd(cursor, from, until)
        }
      catch {
        case _: IOException => cursor.refuse(BadCompression)
        case _: LZ4Exception => cursor.refuse(BadCompression)
      }
    cursor.allowance.spend(size.toLong)
    size
  }

  private def lz4(cursor: Cursor, from: Int, until: Int, hasRightChecksum: Boolean): Int = {
    frame.begin(cursor, from, until, hasRightChecksum)
    var size = 0
    while (frame.tryNext(cursor)) {
      // A block cannot be decompressed in part, so there must be room for all of it.
      out.reserve(size + frame.mostBytes, cursor.allowance.left + frame.mostBytes)
      size += frame.next(cursor, bytes, size)
      if (size > cursor.allowance.left) cursor.refuse(Reason.TooLarge)
    }
    size
  }

  private def snappy(cursor: Cursor, from: Int, until: Int): Int =
    if (!isFramed(cursor, from, until)) block(cursor, from, until, 0)
    else {
      var at = from + SnappyHeader
      var size = 0
      while (at < until) {
        if (until - at < 4) cursor.refuse(BadCompression)
        val length = Bytes.i32be(cursor.bytes, at)
        at += 4
        if (length < 0 || length > until - at) cursor.refuse(BadCompression)
        size = block(cursor, at, at + length, size)
        at += length
      }
      size
    }

  private def isFramed(cursor: Cursor, from: Int, until: Int): Boolean =
    until - from >= SnappyHeader &&
      Arrays.equals(
        cursor.bytes, from, from + SnappyMagic.length, SnappyMagic, 0, SnappyMagic.length)

  /** Decompresses one block of raw snappy, after the `size` bytes that the buffer contains. */
  private def block(cursor: Cursor, from: Int, until: Int, size: Int): Int = {
    val length = Snappy.uncompressedLength(cursor.bytes, from, until - from)
    if (length < 0) cursor.refuse(BadCompression)
    if (length.toLong + size > cursor.allowance.left) cursor.refuse(Reason.TooLarge)
    // A copy of 64 bytes takes three bytes, so a length far beyond that is wrong.
    if (length / LongestCopy > until - from) cursor.refuse(BadCompression)
    out.grow(size.toLong + length, cursor)
    size + Snappy.uncompress(cursor.bytes, from, until - from, bytes, size)
  }

  /** Decompresses everything at once into the present buffer, and again into a larger one if that
    * is too small. A stream would need a window as large as the frame demands, in addition to the
    * buffer, and would allocate it again for each batch.
    */
  private def zstd(cursor: Cursor, from: Int, until: Int): Int = {
    out.grow(math.min(cursor.allowance.left + 1, ZstdGuess * (until - from)), cursor)
    var size = -1
    while (size < 0)
      try size =
          Zstd.decompressByteArray(bytes, 0, bytes.length, cursor.bytes, from, until - from).toInt
      catch {
        case error: ZstdException if error.getErrorCode == Zstd.errDstSizeTooSmall =>
          out.grow(bytes.length + 1L, cursor)
        case _: ZstdException => cursor.refuse(BadCompression)
      }
    size
  }
}

private[kafka] object Decompressor {
  final val Gzip = 1
  final val SnappyBlocks = 2
  final val Lz4 = 3

  /** The lz4 of magic 0. */
  private final val OldLz4 = 5

  def oldest(codec: Int): Int = if (codec == Lz4) OldLz4 else codec

  private val SnappyMagic = Array[Byte](0x82.toByte, 'S', 'N', 'A', 'P', 'P', 'Y', 0)
  private final val SnappyHeader = 16
  private final val LongestCopy = 64
  // Records are seldom compressed to less.
  private final val ZstdGuess = 8L
}
