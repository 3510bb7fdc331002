package sparkwire.wire.kafka.log

import java.util.zip.{CRC32, CRC32C}

import sparkwire.wire.core.Bytes
import sparkwire.wire.files.FileWindow
import sparkwire.wire.kafka.batches.BatchHeader

/** Finds the batch after a broken one: bytes that look like the head of a batch with an offset not
  * far after the last one, and with a correct checksum.
  *
  * Trap: data may look like heads of long batches, even on purpose, one every few bytes.
  * [[RangeChecksums]] keeps the time linear, over all searches in a file.
  */
private[log] final class BatchSearch(window: FileWindow, maxSize: Int, holes: FileHoles) {
  import BatchSearch._

  private[this] val head = new BatchHeaderView
  private[this] val crc32c = new RangeChecksums(new CRC32C, RangeChecksums.Crc32c)
  private[this] val crc32 = new RangeChecksums(new CRC32, RangeChecksums.Crc32)

  /** Returns the position of the next batch that ends by `until`, or -1.
    *
    * @param lastOffset
    *   an offset that an earlier batch has, -1 if none is known
    * @param before
    *   the position before which it begins
    * @param below
    *   an offset that a later batch has
    */
  def find(from: Long, until: Long, lastOffset: Long, before: Long = Long.MaxValue,
      below: Long = Long.MaxValue): Long = {
    val limit = math.min(until, before)
    var position = from
    var found = -1L
    while (found < 0 && position < limit) {
      position = nextMagic(position, until)
      if (position < limit) {
        if (isHead(window, position, until, lastOffset) && head.lastOffset < below &&
          head.size <= maxSize && hasChecksum(position)) found = position
        position += 1
      }
    }
    found
  }

  /** Whether a magic byte is valid, and has a length before it: zeros do not. */
  private def mayBegin(bytes: Array[Byte], magicAt: Int): Boolean =
    bytes(magicAt) >= 0 && bytes(magicAt) <= 2 &&
      Bytes.i32be(bytes, magicAt - BatchHeader.MagicAt + BatchHeader.LengthAt) > 0

  /** Returns the next position whose magic byte is valid, `until` if there is none. */
  private def nextMagic(from: Long, until: Long): Long = {
    var position = from
    var isFound = false
    while (!isFound && position < until - BatchHeader.MagicAt) {
      val readable = holes.end(position)
      if (readable > position) position = readable
      else {
        val size = math.min(Chunk.toLong, until - BatchHeader.MagicAt - position).toInt
        val at = window.load(position, BatchHeader.MagicAt + size) + BatchHeader.MagicAt
        val bytes = window.bytes
        var number = 0
        while (number < size && !mayBegin(bytes, at + number)) number += 1
        isFound = number < size
        position += number
      }
    }
    if (isFound) position else until
  }

  /** Whether there is a plausible head of a batch that ends by `until`. */
  def isHead(window: FileWindow, position: Long, until: Long, lastOffset: Long): Boolean = {
    val left = until - position
    left > BatchHeader.MagicAt && holes.end(position) == position && {
      // First the position, because `load` may replace the array.
      val at = window.load(position, math.min(left, BatchHeaderView.Size.toLong).toInt)
      head.wrap(window.bytes, at)
      head.fits(left) && isNear(head.baseOffset, lastOffset)
    }
  }

  /** The base offset of the batch whose head was looked at last. */
  def firstOffset: Long = head.baseOffset

  private def isNear(offset: Long, lastOffset: Long): Boolean =
    lastOffset < 0 || (offset > lastOffset && offset - lastOffset <= Int.MaxValue)

  /** Whether a batch, all of which is present, has a correct checksum. */
  def hasChecksum(position: Long): Boolean = {
    val start = window.load(position, BatchHeaderView.SmallestSize)
    head.wrap(window.bytes, start)
    val size = head.size.toInt
    !holes.areWithin(position, position + size) && sumsUp(position, size) &&
    !holes.areWithin(position, position + size)
  }

  private def sumsUp(position: Long, size: Int): Boolean = {
    val at = window.load(position, size)
    val bytes = window.bytes
    head.wrap(bytes, at)
    if (head.isMessage) {
      val from = BatchHeader.MagicAt
      Bytes.i32be(bytes, at + BatchHeader.LengthEnd) ==
        crc32.of(bytes, at + from, position + from, size - from)
    } else {
      val from = BatchHeaderView.AttributesAt
      head.checksum == crc32c.of(bytes, at + from, position + from, size - from)
    }
  }
}

private object BatchSearch {
  private final val Chunk = 4096
}
