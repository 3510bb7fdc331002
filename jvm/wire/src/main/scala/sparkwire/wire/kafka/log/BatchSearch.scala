package sparkwire.wire.kafka
package log

import java.util.zip.{Checksum, CRC32, CRC32C}

import sparkwire.wire.core.Bytes
import sparkwire.wire.kafka.batches.BatchHeader

/** Finds the batch after a broken one: bytes that look like the head of a batch with an offset not
  * far after the last one, and with a correct checksum.
  */
private[log] final class BatchSearch(window: LogWindow, maxSize: Int) {
  import BatchSearch._

  private[this] val head = new BatchHeaderView
  private[this] val crc32c = new CRC32C
  private[this] val crc32 = new CRC32

  /** Returns the position of the next batch that ends by `until`, or -1.
    *
    * @param lastOffset
    *   an offset that an earlier batch has, -1 if none is known
    */
  def find(from: Long, until: Long, lastOffset: Long): Long = {
    // Data may look like heads, even on purpose. The budget keeps the time linear.
    var budget = MaxChecked.toLong * maxSize
    var position = from
    var found = -1L
    while (found < 0 && position < until && budget > 0) {
      position = nextMagic(position, until)
      if (position < until) {
        if (isHead(position, until, lastOffset) && head.size <= maxSize) {
          budget -= head.size
          if (hasChecksum(position)) found = position
        }
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
      val at = window.load(position + BatchHeader.MagicAt, size)
      val bytes = window.bytes
      var number = 0
      while (number < size && (bytes(at + number) < 0 || bytes(at + number) > 2)) number += 1
      isFound = number < size
      position += number
    }
    if (isFound) position else until
  }

  /** Whether there is a plausible head of a batch that ends by `until`. */
  def isHead(position: Long, until: Long, lastOffset: Long): Boolean = {
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

  private def hasChecksum(position: Long): Boolean = {
    val size = head.size.toInt
    val at = window.load(position, size)
    head.wrap(window.bytes, at)
    if (head.isMessage)
      Bytes.i32be(window.bytes, at + BatchHeader.LengthEnd) ==
        sumOf(crc32, at + BatchHeader.MagicAt, at + size)
    else head.checksum == sumOf(crc32c, at + BatchHeaderView.AttributesAt, at + size)
  }

  private def sumOf(checksum: Checksum, from: Int, until: Int): Int = {
    checksum.reset()
    checksum.update(window.bytes, from, until - from)
    checksum.getValue.toInt
  }
}

private object BatchSearch {
  private final val Chunk = 4096

  /** The limit of the bytes to check, in batches of the largest size. */
  private final val MaxChecked = 16
}
