package sparkwire.wire.files

import java.io.{ByteArrayInputStream, EOFException, InputStream, IOException, SequenceInputStream}

import net.jpountz.lz4.LZ4Factory
import org.xerial.snappy.Snappy

/** A stream of unpacked bytes that are made block by block. A file of blocks without bytes is a loop here,
  * not a recursion.
  *
  * @param cutOff
  *   what is wrong with a file that ends in a block
  */
private[files] abstract class BlockStream(source: InputStream, cutOff: String) extends InputStream {

  /** The unpacked bytes, which are passed on from `at` to `end`. */
  protected[this] final var unpacked: Array[Byte] = Array.emptyByteArray
  protected[this] final var at = 0
  protected[this] final var end = 0

  /** Goes on in the file: the next block, or what is between blocks. Returns false at the end of the
    * file.
    */
  protected def advance(): Boolean

  final override def read(): Int =
    throw new UnsupportedOperationException("bytes are read in arrays")

  final override def read(into: Array[Byte], from: Int, most: Int): Int = {
    while (at == end && advance()) {}
    if (at == end) -1
    else {
      val got = math.min(most, end - at)
      System.arraycopy(unpacked, at, into, from, got)
      at += got
      got
    }
  }

  protected[this] final def take(into: Array[Byte], from: Int, size: Int): Unit =
    if (source.readNBytes(into, from, size) < size) throw new EOFException(cutOff)

  /** Reads the first bytes of a block. Returns false at the end of the file. */
  protected[this] final def tryTake(into: Array[Byte], size: Int): Boolean = {
    val got = source.readNBytes(into, 0, size)
    if (got > 0 && got < size) throw new EOFException(cutOff)
    got == size
  }

  final override def close(): Unit = source.close()
}

/** Unpacks a file of Hadoop's `Lz4Codec` or `SnappyCodec`: blocks end to end, as they were written. Big
  * endian.
  * | uint32 | the size of the block when it is unpacked; 0 in a file without bytes            |
  * | chunks | uint32 length, a packed block of lz4 or snappy; together they have this size    |
  *
  * Trap: there is neither a magic number nor a checksum. A file is taken for this form only if its first
  * chunk can be unpacked, and fills its block or a buffer of the codec.
  *
  * @param refusal
  *   what is wrong with a file that does not have this form
  */
private[files] final class HadoopStream(source: InputStream, codec: HadoopStream.Codec,
    refusal: String)
    extends BlockStream(source, "the file ends in a block of Hadoop's codec") {
  import HadoopStream._

  private[this] val head = new Array[Byte](4)
  private[this] var left = 0
  private[this] var isKnown = false

  /** Begins with the next block, or unpacks the next chunk. */
  protected def advance(): Boolean =
    if (left == 0) {
      val isThere = tryTake(head, 4)
      if (isThere) left = number(head)
      if (left < 0) refuse("a block of Hadoop's codec has a negative size")
      isThere
    } else {
      take(head, 0, 4)
      chunk(number(head))
      true
    }

  private def chunk(length: Int): Unit = {
    if (length <= 0 || length > MostPacked)
      refuse("a chunk of Hadoop's codec is larger than its buffer")
    val packed = source.readNBytes(length)
    if (packed.length < length) refuse("the file ends in a chunk")
    val most = math.min(codec.size(packed), math.min(left, MostUnpacked).toLong).toInt
    if (unpacked.length < most) unpacked = new Array[Byte](most)
    at = 0
    end =
      try codec.unpack(packed, unpacked, most)
      catch {
        case error @ (_: IOException | _: RuntimeException) if !isKnown =>
          throw new IOException(refusal, error)
      }
    if (!isKnown && end < math.min(left, LeastBuffer)) refuse(refusal)
    isKnown = true
    left -= end
  }

  private def refuse(why: String): Nothing = throw new IOException(if (isKnown) why else refusal)
}

private[files] object HadoopStream {

  /** What packs the chunks. */
  sealed abstract class Codec {

    /** Returns the size of a chunk when it is unpacked, or a size that it does not exceed. */
    def size(packed: Array[Byte]): Long
    def unpack(packed: Array[Byte], into: Array[Byte], most: Int): Int
  }

  object Lz4 extends Codec {
    private[this] val decompressor = LZ4Factory.fastestInstance().safeDecompressor()

    // A byte of a length stands for 255 bytes.
    def size(packed: Array[Byte]): Long = 255L * packed.length
    def unpack(packed: Array[Byte], into: Array[Byte], most: Int): Int =
      decompressor.decompress(packed, 0, packed.length, into, 0, most)
  }

  object SnappyBlocks extends Codec {
    // A copy of 64 bytes takes 3.
    def size(packed: Array[Byte]): Long = 22L * packed.length
    def unpack(packed: Array[Byte], into: Array[Byte], most: Int): Int = {
      if (Snappy.uncompressedLength(packed) > most)
        throw new IOException("a chunk becomes larger than its block")
      Snappy.uncompress(packed, 0, packed.length, into, 0)
    }
  }

  // The buffers of both codecs have 256 KiB unless Hadoop is configured otherwise.
  private final val MostUnpacked = 16 << 20
  private final val MostPacked = MostUnpacked + MostUnpacked / 6 + 32
  private final val LeastBuffer = 1024

  private def number(bytes: Array[Byte]): Int =
    bytes(0) << 24 | (bytes(1) & 0xff) << 16 | (bytes(2) & 0xff) << 8 | bytes(3) & 0xff

  /** Opens a file by its first four bytes.
    *
    * @param begins
    *   whether a stream of the tools of this compression begins with them
    */
  def orTools(source: InputStream, begins: Int => Boolean, tools: InputStream => InputStream,
      codec: Codec, refusal: String): InputStream = {
    val first = source.readNBytes(4)
    val whole = new SequenceInputStream(new ByteArrayInputStream(first), source)
    if (first.length < 4 || begins(number(first))) tools(whole)
    else new HadoopStream(whole, codec, refusal)
  }
}
