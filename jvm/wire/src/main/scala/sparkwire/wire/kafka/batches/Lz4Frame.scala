package sparkwire.wire.kafka.batches

import sparkwire.wire.core.{Bytes, Cursor}
import sparkwire.wire.kafka.Kafka.BadCompression

import net.jpountz.lz4.LZ4Factory
import net.jpountz.xxhash.XXHashFactory

/** Reads the blocks of an lz4 frame. Little endian.
  * | uint32 | magic, 184d2204                                                                   |
  * | u8     | flags: bits 6-7 version 1, 5 blocks are independent, 4 they have checksums,       |
  * |        | 3 content size, 2 content checksum, 1 zero, 0 dictionary                          |
  * | u8     | bits 4-6 greatest size of a block: 4 to 7 for 64 kB, 256 kB, 1 MB, 4 MB           |
  * | uint64 | content size, with bit 3                                                          |
  * | u8     | second byte of the xxhash32 of flags up to here                                   |
  * | blocks | uint32 length, bit 31 for not compressed; data; with bit 4 uint32 xxhash32 of it  |
  * | uint32 | 0, the end; with bit 2 a uint32 xxhash32 of the content                           |
  *
  * Traps: at magic 0, producers hashed the frame's magic number as well, so that checksum says
  * nothing. Dictionaries and blocks that depend on one another are refused, as Kafka refuses them.
  * The library's own stream throws runtime exceptions for invalid flags.
  */
private[kafka] final class Lz4Frame {
  import Lz4Frame._

  private[this] lazy val decompressor = LZ4Factory.fastestInstance().safeDecompressor()
  private[this] lazy val hash = XXHashFactory.fastestInstance().hash32()
  private[this] var at = 0
  private[this] var end = 0
  private[this] var flags = 0
  private[this] var blockBytes = 0
  private[this] var length = 0

  def begin(cursor: Cursor, from: Int, until: Int, hasRightChecksum: Boolean): Unit = {
    at = from
    end = until
    if (take(cursor, 4) != Magic) cursor.refuse(BadCompression)
    val head = at
    need(cursor, 3)
    flags = cursor.bytes(at) & 0xff
    val size = cursor.bytes(at + 1) & 0xff
    if ((flags & MustBeSet) != MustBeSet || (flags & MustBeClear) != 0 || size < 0x40 ||
      (size & 0x8f) != 0) cursor.refuse(BadCompression)
    blockBytes = 1 << (2 * (size >>> 4) + 8)
    at += 2
    if ((flags & ContentSize) != 0) {
      need(cursor, 9)
      at += 8
    }
    val checksum = (hash.hash(cursor.bytes, head, at - head, 0) >>> 8).toByte
    if (hasRightChecksum && cursor.bytes(at) != checksum) cursor.refuse(BadCompression)
    at += 1
  }

  /** Moves to the next block. Returns false after the last one. */
  def tryNext(cursor: Cursor): Boolean = {
    length = take(cursor, 4)
    if (length == 0) {
      if ((flags & ContentChecksum) != 0) { val _ = take(cursor, 4) }
      if (at < end) cursor.refuse(BadCompression)
    }
    length != 0
  }

  /** The limit of the decompressed block in bytes. */
  def mostBytes: Int = blockBytes

  /** Decompresses the block to `from` and returns its size. The array must have room for
    * [[mostBytes]] bytes there.
    */
  def next(cursor: Cursor, to: Array[Byte], from: Int): Int = {
    val size = length & Int.MaxValue
    need(cursor, size)
    val found =
      if (length >= 0) decompressor.decompress(cursor.bytes, at, size, to, from, blockBytes)
      else {
        if (size > blockBytes) cursor.refuse(BadCompression)
        System.arraycopy(cursor.bytes, at, to, from, size)
        size
      }
    val start = at
    at += size
    if ((flags & BlockChecksum) != 0 && take(cursor, 4) != hash.hash(cursor.bytes, start, size, 0))
      cursor.refuse(BadCompression)
    found
  }

  private def take(cursor: Cursor, size: Int): Int = {
    need(cursor, size)
    at += size
    Bytes.i32le(cursor.bytes, at - size)
  }

  private def need(cursor: Cursor, size: Int): Unit =
    if (size > end - at) cursor.refuse(BadCompression)
}

private object Lz4Frame {
  private final val Magic = 0x184d2204
  private final val MustBeSet = 0x60
  private final val MustBeClear = 0x83
  private final val BlockChecksum = 0x10
  private final val ContentSize = 0x08
  private final val ContentChecksum = 0x04
}
