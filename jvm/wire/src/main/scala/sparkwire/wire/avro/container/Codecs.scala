package sparkwire.wire.avro
package container

import java.io.{ByteArrayInputStream, InputStream, IOException}
import java.util.Arrays
import java.util.zip.{CRC32, DataFormatException, Inflater}

import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream

import sparkwire.wire.avro.container.AvroContainer._
import sparkwire.wire.core.{Bytes, Cursor, Reason}

import com.github.luben.zstd.{Zstd, ZstdException}
import org.tukaani.xz.{BasicArrayCache, XZInputStream}
import org.xerial.snappy.Snappy

/** Decompresses the blocks of containers into a buffer that is reused. The size that a block
  * declares is not trusted: the buffer grows with the output, up to `maxSize`.
  *
  * @param hasZlibHead
  *   whether deflated data has the zlib format, with its head and checksum
  */
private[avro] final class Codecs(maxSize: Int, hasZlibHead: Boolean = false) {
  private[this] lazy val inflater = new Inflater(!hasZlibHead)
  private[this] lazy val crc = new CRC32
  private[this] lazy val xzArrays = new BasicArrayCache
  private[this] var out = new Array[Byte](4096)
  private[this] var end = 0
  private[this] var rest = 0
  private[this] var most = maxSize

  /** The last output, in the first [[length]] bytes. */
  def bytes: Array[Byte] = out
  def length: Int = end

  /** The number of bytes after the end of the last deflate stream. */
  def unread: Int = rest

  /** @param spent
    *   the output in bytes of earlier blocks of the same value
    */
  def unpack(codec: Int, cursor: Cursor, from: Int, until: Int, spent: Long): Unit = {
    end = 0
    rest = 0
    most = math.max(0L, maxSize - spent).toInt
    codec match {
      case Codecs.Deflate => inflate(cursor, from, until)
      case Codecs.Snappy => unsnap(cursor, from, until)
      case Codecs.Zstandard => unzstd(cursor, from, until)
      case Codecs.Bzip2 =>
        readAll(cursor, new BZip2CompressorInputStream(stream(cursor, from, until)))
      case _ =>
        readAll(cursor,
          new XZInputStream(stream(cursor, from, until), Codecs.XzMemoryKiB, true, xzArrays))
    }
  }

  /** Does not refuse bytes after the end of the stream: fastavro leaves three bytes of a checksum
    * there.
    */
  private def inflate(cursor: Cursor, from: Int, until: Int): Unit = if (until > from) {
    // Every method of Inflater takes a lock, and every access to a lazy val checks it.
    val inflater = this.inflater
    inflater.reset()
    inflater.setInput(cursor.bytes, from, until - from)
    var isDone = false
    try while (!isDone) {
        val made = inflater.inflate(out, end, out.length - end)
        end += made
        isDone = inflater.finished()
        // If the stream needs a dictionary, neither room nor input is missing.
        if (made == 0 && !isDone && (inflater.needsInput || inflater.needsDictionary))
          cursor.refuse(BadDeflate)
        if (end == out.length && !isDone) grow(cursor)
        if (end > most) cursor.refuse(Reason.TooLarge)
      }
    catch { case _: DataFormatException => cursor.refuse(BadDeflate) }
    rest = inflater.getRemaining
  }

  /** Decompresses snappy data. The CRC-32 of the output follows the data, big endian. */
  private def unsnap(cursor: Cursor, from: Int, until: Int): Unit = {
    val length = until - from - 4
    if (length < 0) cursor.refuse(BadSnappy)
    try {
      val size = Snappy.uncompressedLength(cursor.bytes, from, length)
      // A copy element yields at most 64 bytes and takes two.
      if (size < 0 || size / 32 > length) cursor.refuse(BadSnappy)
      if (size > most) cursor.refuse(Reason.TooLarge)
      if (size > out.length) out = new Array[Byte](size)
      end = Snappy.uncompress(cursor.bytes, from, length, out, 0)
    } catch { case _: IOException => cursor.refuse(BadSnappy) }
    crc.reset()
    crc.update(out, 0, end)
    if (crc.getValue.toInt != Bytes.i32be(cursor.bytes, until - 4)) cursor.refuse(BadCrc)
  }

  /** Decompresses in one call, into the buffer: a stream would allocate a window of up to 128 MiB. */
  private def unzstd(cursor: Cursor, from: Int, until: Int): Unit = if (until > from) {
    var isDone = false
    while (!isDone) {
      val made =
        try Zstd.decompressByteArray(out, 0, out.length, cursor.bytes, from, until - from)
        catch { case error: ZstdException => -error.getErrorCode }
      if (!Zstd.isError(made)) {
        end = made.toInt
        isDone = true
      } else if (Zstd.getErrorCode(made) == Zstd.errDstSizeTooSmall()) {
        end = out.length
        grow(cursor)
        end = 0
      } else cursor.refuse(BadBlock)
    }
    if (end > most) cursor.refuse(Reason.TooLarge)
  }

  private def stream(cursor: Cursor, from: Int, until: Int): InputStream =
    new ByteArrayInputStream(cursor.bytes, from, until - from)

  // The libraries fail on malformed data with more exceptions than they declare.
  private def readAll(cursor: Cursor, open: => InputStream): Unit =
    try {
      val in = open
      var made = 0
      while (made >= 0) {
        made = in.read(out, end, out.length - end)
        if (made > 0) end += made
        if (end > most) cursor.refuse(Reason.TooLarge)
        if (end == out.length) grow(cursor)
      }
      in.close()
    } catch {
      case _: IOException | _: IndexOutOfBoundsException | _: IllegalArgumentException |
          _: IllegalStateException | _: NegativeArraySizeException =>
        cursor.refuse(BadBlock)
    }

  private def grow(cursor: Cursor): Unit = {
    if (end > most) cursor.refuse(Reason.TooLarge)
    // One byte more than permitted, so that any excess is noticed.
    out = Arrays.copyOf(out, math.min(out.length * 2L, maxSize + 1L).toInt)
  }
}

private[avro] object Codecs {
  final val Null = 0
  final val Deflate = 1
  final val Snappy = 2
  final val Bzip2 = 3
  final val Xz = 4
  final val Zstandard = 5

  /** The names as dissections show them. */
  val words: Array[String] = Array("null", "deflate", "snappy", "bzip2", "xz", "zstandard")
  val names: Array[Array[Byte]] = words.map(_.getBytes)

  // The memory that the strongest setting of xz takes; the buffers are reused.
  private final val XzMemoryKiB = 80 << 10

  /** Returns the codec of this name, -1 if there is none. */
  def of(bytes: Array[Byte], from: Int, until: Int): Int = {
    var codec = names.length - 1
    while (codec >= 0 &&
      !Arrays.equals(names(codec), 0, names(codec).length, bytes, from, until)) codec -= 1
    codec
  }
}
