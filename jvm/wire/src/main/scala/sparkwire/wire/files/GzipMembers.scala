package sparkwire.wire.files

import java.util.zip.{CRC32, DataFormatException, Inflater}

import sparkwire.wire.core.{Bytes, Cursor, Reason}

/** Decompresses gzip: one or more members, usually one. Little endian.
  * | uint16 | magic, 8b1f                                                               |
  * | u8     | method, 8 for deflate                                                     |
  * | u8     | flags: bit 1 checksum of the header, 2 extra field, 3 name, 4 comment     |
  * | 6      | time, flags of the method, operating system                               |
  * | ..     | extra field: uint16 length, bytes; name and comment: up to a 0; checksum: |
  * |        | uint16, the lower half of the CRC-32 of the header                        |
  * | ..     | deflated data                                                             |
  * | uint32 | CRC-32 of the data                                                        |
  * | uint32 | size of the data, modulo 2^32                                             |
  *
  * Traps: the JDK's own stream recurses for each member without data, so that many repetitions of
  * 20 bytes overflow its stack. As in that stream, the bytes after the last member are ignored.
  *
  * @param malformed
  *   the reason for data that is not gzip
  */
private[wire] final class GzipMembers(malformed: Reason) {
  import GzipMembers._

  private[this] lazy val inflater = new Inflater(true)
  private[this] val crc = new CRC32

  /** Decompresses all members.
    *
    * @return
    *   the decompressed size
    */
  def decompress(cursor: Cursor, from: Int, until: Int, out: UnpackedBytes): Int = {
    val bytes = cursor.bytes
    var data = headerEnd(bytes, from, until)
    if (data < 0) cursor.refuse(malformed)
    var size = 0
    while (data >= 0) {
      val start = size
      size = inflate(cursor, data, until, out, size)
      val trailer = until - inflater.getRemaining
      if (until - trailer < TrailerSize) cursor.refuse(malformed)
      crc.reset()
      crc.update(out.bytes, start, size - start)
      if (Bytes.i32le(bytes, trailer) != crc.getValue.toInt ||
        Bytes.i32le(bytes, trailer + 4) != size - start) cursor.refuse(malformed)
      data = headerEnd(bytes, trailer + TrailerSize, until)
    }
    size
  }

  /** @return
    *   `size` and the decompressed size of one member
    */
  private def inflate(cursor: Cursor, from: Int, until: Int, out: UnpackedBytes, size: Int): Int = {
    inflater.reset()
    inflater.setInput(cursor.bytes, from, until - from)
    var end = size
    try
      while (!inflater.finished) {
        out.grow(end + 1L, cursor)
        val read = inflater.inflate(out.bytes, end, out.bytes.length - end)
        if (read == 0 && !inflater.finished) cursor.refuse(malformed)
        end += read
      }
    catch { case _: DataFormatException => cursor.refuse(malformed) }
    end
  }

  /** Returns the end of the header that begins at `from`, -1 if there is none. */
  private def headerEnd(bytes: Array[Byte], from: Int, until: Int): Int =
    if (until - from < HeaderSize + TrailerSize || (Bytes.i32le(bytes, from) & 0xffffff) != Magic)
      -1
    else {
      val flags = bytes(from + 3)
      var at = from + HeaderSize
      if ((flags & Extra) != 0) at += 2 + (Bytes.i16le(bytes, at) & 0xffff)
      if ((flags & Name) != 0) at = textEnd(bytes, at, until)
      if ((flags & Comment) != 0) at = textEnd(bytes, at, until)
      if ((flags & HeaderChecksum) != 0) at = checkedEnd(bytes, from, at, until)
      if (at <= until) at else -1
    }

  /** Returns the end of a text, or a position after `until` if it has no end. [[checkedEnd]] does
    * the same if the checksum is wrong.
    */
  private def textEnd(bytes: Array[Byte], from: Int, until: Int): Int = {
    var at = from
    while (at < until && bytes(at) != 0) at += 1
    at + 1
  }

  private def checkedEnd(bytes: Array[Byte], from: Int, at: Int, until: Int): Int =
    if (at > until - 2) Int.MaxValue
    else {
      crc.reset()
      crc.update(bytes, from, at - from)
      if (Bytes.i16le(bytes, at) == crc.getValue.toShort) at + 2 else Int.MaxValue
    }
}

private[files] object GzipMembers {
  // Including the method.
  private final val Magic = 0x088b1f
  private final val HeaderSize = 10
  private final val TrailerSize = 8
  final val HeaderChecksum = 0x02
  final val Extra = 0x04
  final val Name = 0x08
  final val Comment = 0x10
}
