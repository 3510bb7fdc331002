package sparkwire.wire.files

import java.io.{InputStream, IOException}
import java.util.Arrays

import net.jpountz.lz4.LZ4Factory
import net.jpountz.xxhash.XXHashFactory

/** Unpacks a file of lz4: one or more frames end to end, and frames that are skipped. Little endian.
  * | uint32 | magic, 184d2204; 184d2a50 to 184d2a5f: a uint32 size and bytes that are skipped   |
  * | u8     | flags: bits 6-7 version 1, 5 blocks are independent, 4 they have checksums,       |
  * |        | 3 content size, 2 content checksum, 1 zero, 0 dictionary                          |
  * | u8     | bits 4-6 greatest size of a block: 4 to 7 for 64 kB, 256 kB, 1 MB, 4 MB           |
  * | uint64 | content size, with bit 3                                                          |
  * | u8     | second byte of the xxhash32 of flags up to here                                   |
  * | blocks | uint32 length, bit 31 for not compressed; data; with bit 4 uint32 xxhash32 of it  |
  * | uint32 | 0, the end; with bit 2 a uint32 xxhash32 of the content                           |
  *
  * Blocks that depend on one another copy from up to 64 KiB before them; tools make them unless told not
  * to. The legacy form of `lz4 -l` and of the Linux kernel has blocks that become up to 8 MiB, and no end:
  * | uint32 | magic, 184c2102                                                                     |
  * | blocks | uint32 length, data. A length that no block can have is the magic of the next frame  |
  *
  * Traps: the stream of lz4-java refuses blocks that depend on one another, and allocates two buffers of
  * the greatest size of a block for each frame, 8 MiB for 11 bytes. Hashes in native code have native
  * memory that is released only with the object. A frame with a dictionary is refused: the file does not
  * have it.
  */
private[files] final class Lz4Stream(source: InputStream)
    extends BlockStream(source, "the file ends in a frame") {
  import Lz4Stream._

  private[this] val decompressor = LZ4Factory.fastestInstance().safeDecompressor()
  private[this] val linkedBlock = new Lz4Block
  private[this] val hash = XXHashFactory.fastestInstance().hash32()
  private[this] val content = XXHashFactory.fastestJavaInstance().newStreamingHash32(0)
  private[this] val head = new Array[Byte](HeadBytes)
  private[this] var packed = Array.emptyByteArray
  private[this] var flags = 0
  private[this] var blockBytes = 0
  private[this] var size = 0L
  private[this] var expectedSize = 0L
  private[this] var isInFrame = false
  private[this] var isLegacy = false
  // Whether the head holds the magic of the next frame, because a legacy frame has ended with it.
  private[this] var hasMagic = false

  protected def advance(): Boolean = if (isInFrame) nextBlock() else nextFrame()

  /** Begins with the next frame. Returns false at the end of the file. */
  private def nextFrame(): Boolean = {
    val isThere = hasMagic || tryTake(head, 4)
    hasMagic = false
    if (isThere) {
      val magic = i32(0)
      isLegacy = magic == LegacyMagic
      if (isLegacy) beginLegacy()
      else if (magic == Magic) begin()
      else if ((magic & 0xfffffff0) == SkippableMagic) {
        take(head, 0, 4)
        source.skipNBytes(i32(0) & 0xffffffffL)
      } else throw new IOException(NoFrame)
    }
    isThere
  }

  private def beginLegacy(): Unit = {
    flags = Independent
    blockBytes = LegacyBlock
    expectedSize = -1
    isInFrame = true
  }

  private def begin(): Unit = {
    take(head, 0, 2)
    flags = head(0) & 0xff
    val greatest = head(1) & 0xff
    if ((flags & VersionBits) != Version || (flags & Reserved) != 0)
      throw new IOException("a frame has an unknown version of lz4")
    if ((flags & Dictionary) != 0)
      throw new IOException("a frame needs a dictionary, which the file does not have")
    if (greatest < 0x40 || (greatest & 0x8f) != 0)
      throw new IOException("the size of the blocks of a frame is not defined")
    blockBytes = 1 << (2 * (greatest >>> 4) + 8)
    val hasSize = (flags & ContentSize) != 0
    val length = if (hasSize) 10 else 2
    take(head, 2, length - 1)
    if ((hash.hash(head, 0, length, 0) >>> 8).toByte != head(length))
      throw new IOException("the checksum of the head of a frame is wrong")
    expectedSize = if (hasSize) i32(2) & 0xffffffffL | i32(6).toLong << 32 else -1
    size = 0
    content.reset()
    at = 0
    end = 0
    isInFrame = true
  }

  /** Unpacks the next block, or ends the frame. */
  private def nextBlock(): Boolean = {
    if (isLegacy) nextLegacyBlock()
    else {
      take(head, 0, 4)
      val word = i32(0)
      if (word == 0) endFrame() else block(word & Int.MaxValue, isPacked = word > 0)
    }
    true
  }

  private def nextLegacyBlock(): Unit = {
    hasMagic = tryTake(head, 4)
    if (hasMagic && Integer.compareUnsigned(i32(0), LegacyPacked) <= 0) {
      hasMagic = false
      block(i32(0), isPacked = true)
    } else isInFrame = false
  }

  private def block(length: Int, isPacked: Boolean): Unit = {
    if (length > (if (isLegacy) LegacyPacked else blockBytes))
      throw new IOException("a block is larger than its frame allows")
    val needed = (if ((flags & Independent) != 0) 0 else 2 * Reach) + blockBytes
    if (unpacked.length < needed) unpacked = Arrays.copyOf(unpacked, needed)
    val start = if ((flags & Independent) != 0) 0 else startOfLinked()
    if (isPacked && packed.length < length)
      packed = new Array[Byte](if (isLegacy) LegacyPacked else blockBytes)
    val bytes = if (isPacked) packed else unpacked
    val from = if (isPacked) 0 else start
    take(bytes, from, length)
    if ((flags & BlockChecksum) != 0) {
      take(head, 0, 4)
      if (i32(0) != hash.hash(bytes, from, length, 0))
        throw new IOException("the checksum of a block is wrong")
    }
    at = start
    end = if (isPacked) unpack(length, start) else start + length
    size += end - start
    if ((flags & ContentChecksum) != 0) content.update(unpacked, start, end - start)
  }

  /** Returns where the next block is unpacked: after the last one, from which it may copy. If there is no
    * room left, the end of what was unpacked moves to the beginning. This is once for [[Reach]] bytes or
    * more, however small the blocks are.
    */
  private def startOfLinked(): Int =
    if (blockBytes <= unpacked.length - end) end
    else {
      val kept = math.min(end, Reach)
      System.arraycopy(unpacked, end - kept, unpacked, 0, kept)
      kept
    }

  private def unpack(length: Int, start: Int): Int =
    if ((flags & Independent) != 0)
      decompressor.decompress(packed, 0, length, unpacked, 0, blockBytes)
    else linkedBlock.unpack(packed, length, unpacked, start, start + blockBytes)

  private def endFrame(): Unit = {
    if ((flags & ContentChecksum) != 0) {
      take(head, 0, 4)
      if (i32(0) != content.getValue) throw new IOException("the checksum of a frame is wrong")
    }
    if (expectedSize >= 0 && expectedSize != size)
      throw new IOException("the size of a frame is wrong")
    isInFrame = false
  }

  private def i32(from: Int): Int =
    head(from) & 0xff | (head(from + 1) & 0xff) << 8 | (head(from + 2) & 0xff) << 16 |
      head(from + 3) << 24

}

private[files] object Lz4Stream {
  final val NoFrame = "there is no lz4 frame where one should be"

  /** Whether a frame begins with these four bytes, read big endian. */
  def begins(first: Int): Boolean = {
    val magic = Integer.reverseBytes(first)
    magic == Magic || magic == LegacyMagic || (magic & 0xfffffff0) == SkippableMagic
  }

  private final val HeadBytes = 11
  private final val Magic = 0x184d2204
  private final val SkippableMagic = 0x184d2a50
  private final val LegacyMagic = 0x184c2102
  // The greatest sizes of a block of the legacy form, unpacked and packed.
  private final val LegacyBlock = 8 << 20
  private final val LegacyPacked = LegacyBlock + LegacyBlock / 255 + 16
  // How far back a block copies from the blocks before it.
  private final val Reach = 64 << 10

  // Flags of a frame.
  private final val VersionBits = 0xc0
  private final val Version = 0x40
  private final val Independent = 0x20
  private final val Reserved = 0x02
  private final val Dictionary = 0x01
  private final val BlockChecksum = 0x10
  private final val ContentSize = 0x08
  private final val ContentChecksum = 0x04
}
