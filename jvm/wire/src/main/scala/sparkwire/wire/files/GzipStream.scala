package sparkwire.wire.files

import java.io.{EOFException, InputStream, IOException}
import java.util.zip.{CRC32, DataFormatException, Inflater}

/** Unpacks a file of gzip: one or more members end to end, as [[GzipMembers]] describes them.
  *
  * Traps: the JDK's stream takes a pause of a remote file system for the end of the file, and recurses
  * for each member without data. That of Commons Compress keeps the name in a header, which may have no
  * end. Here a header is read and forgotten. Bytes after a member must be another one.
  */
private[files] final class GzipStream(source: InputStream) extends InputStream {
  import GzipStream._

  private[this] val inflater = new Inflater(true)
  private[this] val crc = new CRC32
  private[this] val packed = new Array[Byte](BufferBytes)
  private[this] var at = 0
  private[this] var end = 0
  private[this] var size = 0L
  private[this] var isInMember = false
  private[this] var hasEnded = false

  override def read(): Int = throw new UnsupportedOperationException("bytes are read in arrays")

  override def read(into: Array[Byte], from: Int, most: Int): Int = {
    var got = 0
    while (got == 0 && most > 0 && (isInMember || beginMember())) got = inflate(into, from, most)
    if (got == 0 && hasEnded) -1 else got
  }

  /** Returns 0 at the end of the member. */
  private def inflate(into: Array[Byte], from: Int, most: Int): Int = {
    var got = 0
    while (got == 0 && isInMember) {
      got =
        try inflater.inflate(into, from, most)
        catch { case error: DataFormatException => throw new IOException(error) }
      crc.update(into, from, got)
      size += got
      if (inflater.finished) endMember()
      else if (inflater.needsDictionary) throw new IOException("it needs a dictionary")
      else if (got == 0) {
        fill()
        inflater.setInput(packed, at, end - at)
        at = end
      }
    }
    got
  }

  private def endMember(): Unit = {
    at = end - inflater.getRemaining
    val expected = crc.getValue
    if (u32() != expected) throw new IOException("the checksum of a member is wrong")
    if (u32() != (size & 0xffffffffL)) throw new IOException("the size of a member is wrong")
    isInMember = false
  }

  /** Begins with the next member. Returns false at the end of the file. */
  private def beginMember(): Boolean = {
    hasEnded = hasEnded || at == end && !tryFill()
    if (!hasEnded) {
      crc.reset()
      if (u16() != Magic || u8() != Deflate)
        throw new IOException("there is no gzip header where one should be")
      readHeader(u8())
      inflater.reset()
      inflater.setInput(packed, at, end - at)
      at = end
      crc.reset()
      size = 0
      isInMember = true
    }
    !hasEnded
  }

  private def readHeader(flags: Int): Unit = {
    if ((flags & Reserved) != 0)
      throw new IOException("a header has flags that gzip does not define")
    skip(6)
    if ((flags & GzipMembers.Extra) != 0) skip(u16())
    if ((flags & GzipMembers.Name) != 0) while (u8() != 0) {}
    if ((flags & GzipMembers.Comment) != 0) while (u8() != 0) {}
    if ((flags & GzipMembers.HeaderChecksum) != 0) {
      val expected = (crc.getValue & 0xffff).toInt
      if (u16() != expected) throw new IOException("the checksum of a header is wrong")
    }
  }

  private def skip(bytes: Int): Unit = {
    var left = bytes
    while (left > 0) {
      val _ = u8()
      left -= 1
    }
  }

  // Headers and trailers. The checksum of a header covers what is read here.

  private def u8(): Int = {
    if (at == end) fill()
    crc.update(packed(at).toInt)
    at += 1
    packed(at - 1) & 0xff
  }
  private def u16(): Int = u8() | u8() << 8
  private def u32(): Long = (u16() | u16().toLong << 16) & 0xffffffffL

  private def fill(): Unit = if (!tryFill()) throw new EOFException("the file ends in a member")

  private def tryFill(): Boolean = {
    at = 0
    end = 0
    var got = 0
    while (got == 0) got = source.read(packed, 0, packed.length)
    end = math.max(0, got)
    got > 0
  }

  override def close(): Unit =
    try inflater.end()
    finally source.close()
}

private object GzipStream {
  private final val BufferBytes = 64 << 10
  private final val Magic = 0x8b1f
  private final val Deflate = 8
  private final val Reserved = 0xe0
}
