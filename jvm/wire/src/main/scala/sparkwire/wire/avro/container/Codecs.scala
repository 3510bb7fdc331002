package sparkwire.wire.avro.container

import java.io.{ByteArrayInputStream, InputStream, IOException}
import java.util.Arrays
import java.util.zip.{CRC32, DataFormatException, Inflater}

import sparkwire.wire.avro.Avro.BadDeflate
import sparkwire.wire.avro.container.AvroContainer._
import sparkwire.wire.core.{Bytes, Cursor, Reason}
import sparkwire.wire.files.{PackedException, PackedForm}

import com.github.luben.zstd.{Zstd, ZstdException}
import org.xerial.snappy.Snappy

/** Decompresses the blocks of containers into a buffer that is reused. The size that a block
  * declares is not trusted: the buffer grows with the output, up to `maxSize`. The decompressed
  * size of a block is charged to the cursor's allowance, also if the block turns out to be damaged.
  *
  * @param hasZlibHead
  *   whether deflated data has the zlib format, with its head and checksum
  */
private[avro] final class Codecs(maxSize: Int, hasZlibHead: Boolean = false) {
  private[this] lazy val inflater = new Inflater(!hasZlibHead)
  private[this] lazy val crc = new CRC32
  // Null until a block is compressed by xz.
  private[this] var xzArrays: XzArrays = _
  private[this] var out = new Array[Byte](4096)
  private[this] var end = 0
  private[this] var rest = 0
  private[this] var most = maxSize
  // The output so far, or the work for it, where that exceeds the size of the buffer's content.
  private[this] var made = 0L

  /** The last output, in the first [[length]] bytes. */
  def bytes: Array[Byte] = out
  def length: Int = end

  /** The number of bytes after the end of the last deflate stream. */
  def unread: Int = rest

  /** Begins a value. The memory of a large value is released once values are small again. */
  def begin(): Unit = {
    if (out.length > Codecs.MostKept && end < out.length / 4) out = new Array[Byte](4096)
    end = 0
    if (xzArrays != null) xzArrays.begin()
  }

  def unpack(codec: Int, cursor: Cursor, from: Int, until: Int): Unit = {
    end = 0
    rest = 0
    made = 0L
    most = math.min(maxSize.toLong, cursor.allowance.left).toInt
    try codec match {
        case Codecs.Deflate => inflate(cursor, from, until)
        case Codecs.Snappy => unsnap(cursor, from, until)
        case Codecs.Zstandard => unzstd(cursor, from, until)
        case Codecs.Bzip2 => unbzip(cursor, from, until)
        case _ => unxz(cursor, from, until)
      }
    finally cursor.allowance.spend(math.max(made, end.toLong))
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
        val added = inflater.inflate(out, end, out.length - end)
        end += added
        isDone = inflater.finished()
        // If the stream needs a dictionary, neither room nor input is missing.
        if (added == 0 && !isDone && (inflater.needsInput || inflater.needsDictionary))
          cursor.refuse(BadDeflate)
        if (end == out.length && !isDone) grow(cursor)
        if (end > most) cursor.refuse(Reason.TooLarge)
      }
    catch {
      case _: DataFormatException =>
        // The call that fails also has output.
        made = inflater.getBytesWritten
        cursor.refuse(BadDeflate)
    }
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
      made = size.toLong
      if (size > out.length) out = new Array[Byte](size)
      end = Snappy.uncompress(cursor.bytes, from, length, out, 0)
    } catch { case _: IOException => cursor.refuse(BadSnappy) }
    crc.reset()
    crc.update(out, 0, end)
    val stored = Bytes.i32be(cursor.bytes, until - 4) & 0xffffffffL
    if (crc.getValue != stored) cursor.refuseChecksum(BadCrc, crc.getValue, stored)
  }

  /** Decompresses in one call, into the buffer: a stream would allocate a window of up to 128 MiB.
    * How much a damaged frame has become is not known then, so it is charged for all that its blocks
    * may become.
    */
  private def unzstd(cursor: Cursor, from: Int, until: Int): Unit = if (until > from) {
    val bound = ZstdFrames.mostOf(cursor.bytes, from, until)
    // One byte more than permitted, so that any excess is noticed.
    val room = math.max(1L, math.min(bound, most + 1L)).toInt
    if (out.length < room) out = new Array[Byte](room)
    val written =
      try Zstd.decompressByteArray(out, 0, room, cursor.bytes, from, until - from)
      catch { case error: ZstdException => -error.getErrorCode }
    if (!Zstd.isError(written)) {
      end = written.toInt
      if (end > most) cursor.refuse(Reason.TooLarge)
    } else {
      made = math.min(bound, most.toLong)
      if (bound > most && Zstd.getErrorCode(written) == Zstd.errDstSizeTooSmall())
        cursor.refuse(Reason.TooLarge)
      cursor.refuse(BadBlock)
    }
  }

  private def unbzip(cursor: Cursor, from: Int, until: Int): Unit = {
    // A block is decoded as a whole before its first byte is there. A successful one has more output
    // than that.
    made = Codecs.bzip2Block(cursor.bytes, from, until)
    readAll(PackedForm.OneBzip2, cursor, from, until)
  }

  private def unxz(cursor: Cursor, from: Int, until: Int): Unit = {
    if (xzArrays == null) xzArrays = new XzArrays
    readAll(PackedForm.xz(xzArrays), cursor, from, until)
  }

  private def readAll(form: PackedForm, cursor: Cursor, from: Int, until: Int): Unit = {
    val in = form.unpack(new ByteArrayInputStream(cursor.bytes, from, until - from))
    // Closing returns large arrays to the cache, also after a failure.
    try drain(cursor, in)
    catch { case _: PackedException => cursor.refuse(BadBlock) }
    finally in.close()
    made = 0L
  }

  private def drain(cursor: Cursor, in: InputStream): Unit = {
    var added = 0
    while (added >= 0) {
      added = in.read(out, end, out.length - end)
      if (added > 0) end += added
      if (end > most) cursor.refuse(Reason.TooLarge)
      if (end == out.length) grow(cursor)
    }
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

  /** The codecs that compress in little time and memory. For a block of any size, bzip2 takes 8 MB and xz
    * 94 MB.
    */
  val cheap: Seq[String] = Seq(Null, Deflate, Snappy, Zstandard).map(words(_))

  private final val MostKept = 4 << 20

  /** Returns how much one block of a bzip2 stream becomes at most, by the first bytes of the stream,
    * 0 if that is unknown.
    */
  private def bzip2Block(bytes: Array[Byte], from: Int, until: Int): Long =
    if (until - from < 4 || bytes(from + 3) < '1' || bytes(from + 3) > '9') 0L
    else (bytes(from + 3) - '0') * 100000L

  /** Returns the codec of this name, -1 if there is none. */
  def of(bytes: Array[Byte], from: Int, until: Int): Int = {
    var codec = names.length - 1
    while (codec >= 0 &&
      !Arrays.equals(names(codec), 0, names(codec).length, bytes, from, until)) codec -= 1
    codec
  }
}
