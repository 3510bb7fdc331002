package sparkwire.wire.kafka

import java.io.{ByteArrayInputStream, InputStream, IOException}
import java.util.Arrays
import java.util.zip.GZIPInputStream

import scala.annotation.switch

import sparkwire.wire.{Bytes, Cursor, Reason}
import sparkwire.wire.kafka.Kafka.BadCompression

import com.github.luben.zstd.ZstdInputStreamNoFinalizer
import net.jpountz.lz4.LZ4Exception
import org.xerial.snappy.Snappy

/** Decompresses the records of a batch into a buffer that is used again, never to more than the
  * budget has left.
  * | codec  | form                                                                                |
  * | gzip   | gzip                                                                                |
  * | snappy | 82 'SNAPPY' 00, int32 version, int32 least version; blocks: int32 length, raw snappy |
  * | lz4    | lz4 frame; at magic 0 with a checksum of its header that is not the right one       |
  * | zstd   | zstd frame                                                                          |
  */
private[kafka] final class Decompressor(budget: BatchBudget) {
  import Decompressor._

  private[this] var buffer = new Array[Byte](0)
  private[this] val frame = new Lz4Frame

  def bytes: Array[Byte] = buffer

  /** @return
    *   where the decompressed bytes end; they start at 0
    */
  def decompress(codec: Int, cursor: Cursor, from: Int, until: Int): Int = {
    val size =
      try
        (codec: @switch) match {
          case Gzip => drain(new GZIPInputStream(input(cursor, from, until)), cursor)
          case SnappyBlocks => snappy(cursor, from, until)
          case Lz4 | OldLz4 => lz4(cursor, from, until, hasRightChecksum = codec == Lz4)
          case _ => drain(new ZstdInputStreamNoFinalizer(input(cursor, from, until)), cursor)
        }
      catch {
        case _: IOException => cursor.refuse(BadCompression)
        case _: LZ4Exception => cursor.refuse(BadCompression)
      }
    budget.spend(cursor, size.toLong)
    size
  }

  private def input(cursor: Cursor, from: Int, until: Int): InputStream =
    new ByteArrayInputStream(cursor.bytes, from, until - from)

  private def drain(stream: InputStream, cursor: Cursor): Int =
    try {
      var size = 0
      var read = 0
      while (read >= 0) {
        grow(size + 1, cursor)
        read = stream.read(buffer, size, buffer.length - size)
        if (read > 0) size += read
      }
      size
    } finally stream.close()

  /** Makes room for so many bytes in all: mostly one more than the budget has left, to see that it is
    * not enough.
    */
  private def grow(size: Int, cursor: Cursor): Unit = {
    if (size > budget.left + 1) cursor.refuse(Reason.TooLarge)
    if (size > buffer.length) {
      val most = math.min(budget.left + 1, MostBytes.toLong)
      buffer = Arrays.copyOf(
        buffer, math.min(most, math.max(LeastBuffer.toLong, size * 2L)).toInt)
    }
  }

  private def lz4(cursor: Cursor, from: Int, until: Int, hasRightChecksum: Boolean): Int = {
    frame.begin(cursor, from, until, hasRightChecksum)
    var size = 0
    while (frame.hasNext(cursor)) {
      val most = math.min(frame.mostBytes(), budget.left + 1 - size).toInt
      grow(size + most, cursor)
      size += frame.next(cursor, buffer, size, most)
      if (size > budget.left) cursor.refuse(Reason.TooLarge)
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

  /** One block of raw snappy, behind what the buffer holds. */
  private def block(cursor: Cursor, from: Int, until: Int, size: Int): Int = {
    val length = Snappy.uncompressedLength(cursor.bytes, from, until - from)
    if (length < 0) cursor.refuse(BadCompression)
    if (length.toLong + size > budget.left) cursor.refuse(Reason.TooLarge)
    if (!Snappy.isValidCompressedBuffer(cursor.bytes, from, until - from))
      cursor.refuse(BadCompression)
    grow(size + length, cursor)
    size + Snappy.uncompress(cursor.bytes, from, until - from, buffer, size)
  }
}

private[kafka] object Decompressor {
  final val Gzip = 1
  final val SnappyBlocks = 2
  final val Lz4 = 3
  final val Zstd = 4

  /** What lz4 was at magic 0. */
  private final val OldLz4 = 5

  def oldest(codec: Int): Int = if (codec == Lz4) OldLz4 else codec

  private final val LeastBuffer = 4096
  private final val MostBytes = Int.MaxValue - 16

  private val SnappyMagic = Array[Byte](0x82.toByte, 'S', 'N', 'A', 'P', 'P', 'Y', 0)
  private final val SnappyHeader = 16
}
