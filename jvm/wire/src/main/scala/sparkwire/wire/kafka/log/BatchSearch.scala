package sparkwire.wire.kafka
package log

import java.util.zip.{Checksum, CRC32, CRC32C}

import sparkwire.wire.core.Bytes
import sparkwire.wire.kafka.batches.BatchHeader

/** Finds the batch that follows a broken one: bytes that look like the head of a batch with an offset not far behind, and
  * have its checksum.
  */
private[log] final class BatchSearch(window: LogWindow, maxSize: Int) {
  import BatchSearch._

  private[this] val head = new BatchHead
  private[this] val crc32c = new CRC32C
  private[this] val crc32 = new CRC32

  /** Where the next batch begins that ends before `until`, or -1.
    *
    * @param lastOffset
    *   which a batch has before that; -1 if none is known
    */
  def find(from: Long, until: Long, lastOffset: Long): Long = {
    // What looks like heads is data, sometimes made to look so: time stays linear.
    var budget = MostChecked.toLong * maxSize
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

  /** The next position whose byte for the magic is one. */
  private def nextMagic(from: Long, until: Long): Long = {
    var position = from
    var isFound = false
    while (!isFound && position < until - BatchHeader.MagicAt) {
      val size = math.min(Chunk.toLong, until - BatchHeader.MagicAt - position).toInt
      val at = window.at(position + BatchHeader.MagicAt, size)
      val bytes = window.bytes
      var number = 0
      while (number < size && (bytes(at + number) < 0 || bytes(at + number) > 2)) number += 1
      isFound = number < size
      position += number
    }
    if (isFound) position else until
  }

  /** Whether a head that can be right is there, of a batch that ends in time. */
  def isHead(position: Long, until: Long, lastOffset: Long): Boolean = {
    val left = until - position
    left > BatchHeader.MagicAt && {
      // Makes room first: what bytes the window has may change.
      val at = window.at(position, math.min(left, BatchHead.Size.toLong).toInt)
      head.wrap(window.bytes, at)
      head.fits(left) && isNear(head.baseOffset, lastOffset)
    }
  }

  private def isNear(offset: Long, lastOffset: Long): Boolean =
    lastOffset < 0 || (offset > lastOffset && offset - lastOffset <= Int.MaxValue)

  private def hasChecksum(position: Long): Boolean = {
    val size = head.size.toInt
    val at = window.at(position, size)
    head.wrap(window.bytes, at)
    if (head.isMessage)
      Bytes.i32be(window.bytes, at + BatchHeader.LengthEnd) ==
        sumOf(crc32, at + BatchHeader.MagicAt, at + size)
    else head.checksum == sumOf(crc32c, at + BatchHead.AttributesAt, at + size)
  }

  private def sumOf(checksum: Checksum, from: Int, until: Int): Int = {
    checksum.reset()
    checksum.update(window.bytes, from, until - from)
    checksum.getValue.toInt
  }
}

private object BatchSearch {
  private final val Chunk = 4096

  /** How many batches of the largest size are looked at. */
  private final val MostChecked = 16
}
