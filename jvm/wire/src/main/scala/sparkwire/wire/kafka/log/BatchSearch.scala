package sparkwire.wire.kafka
package log

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
private[log] final class BatchSearch(window: FileWindow, maxSize: Int) {
  import BatchSearch._

  private[this] val head = new BatchHeaderView
  private[this] val crc32c = new RangeChecksums(new CRC32C, RangeChecksums.Crc32c)
  private[this] val crc32 = new RangeChecksums(new CRC32, RangeChecksums.Crc32)

  /** Returns the position of the next batch that ends by `until`, or -1.
    *
    * @param lastOffset
    *   an offset that an earlier batch has, -1 if none is known
    */
  def find(from: Long, until: Long, lastOffset: Long): Long = {
    var position = from
    var found = -1L
    while (found < 0 && position < until) {
      position = nextMagic(position, until)
      if (position < until) {
        if (isHead(window, position, until, lastOffset) && head.size <= maxSize &&
          hasChecksum(position)) found = position
        position += 1
      }
    }
    found
  }

  /** Returns the next position whose magic byte is valid, `until` if there is none. */
  private def nextMagic(from: Long, until: Long): Long = {
    var position = from
    var isFound = false
    while (!isFound && position < until - BatchHeader.MagicAt) {
      val size = math.min(Chunk.toLong, until - BatchHeader.MagicAt - position).toInt
      val at = window.load(position, BatchHeader.MagicAt + size) + BatchHeader.MagicAt
      val bytes = window.bytes
      var number = 0
      while (number < size && (bytes(at + number) < 0 || bytes(at + number) > 2)) number += 1
      isFound = number < size
      position += number
    }
    if (isFound) position else until
  }

  /** Whether there is a plausible head of a batch that ends by `until`. */
  def isHead(window: FileWindow, position: Long, until: Long, lastOffset: Long): Boolean = {
    val left = until - position
    left > BatchHeader.MagicAt && {
      // First the position, because `load` may replace the array.
      val at = window.load(position, math.min(left, BatchHeaderView.Size.toLong).toInt)
      head.wrap(window.bytes, at)
      head.fits(left) && isNear(head.baseOffset, lastOffset)
    }
  }

  private def isNear(offset: Long, lastOffset: Long): Boolean =
    lastOffset < 0 || (offset > lastOffset && offset - lastOffset <= Int.MaxValue)

  /** Whether a batch, all of which is present, has a correct checksum. */
  def hasChecksum(position: Long): Boolean = {
    val start = window.load(position, BatchHeaderView.SmallestSize)
    head.wrap(window.bytes, start)
    val size = head.size.toInt
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
