package sparkwire.wire.kafka
package log

import sparkwire.wire.core.Bytes

/** Where a log file can be divided.
  *
  * @param positions
  *   each that of a batch, ascending; the first is 0
  * @param offsets
  *   the base offset of each of these batches, -1 for one that has none
  */
final case class SplitPoints(positions: IndexedSeq[Long], offsets: IndexedSeq[Long])

/** Finds positions of batches that are about as far from one another as parts of the file should be long.
  *
  * By the `.index` of the segment, if there is one that fits. Its entries, big endian:
  * | 0 | int32 | offset, counted from the base offset of the segment  |
  * | 4 | int32 | position in the file of the batch that has the offset |
  *
  * Traps: the offset is that of the last record of a batch. The index of the segment that is being written was allocated
  * ahead: it ends with zeros. The index of another file, or of a file that was written again, names positions where no batch
  * begins; then, and without an index, the batches are found by their heads.
  */
object SplitPoints {
  private final val EntrySize = 8

  /** @param index
    *   null if there is none
    */
  def of(window: LogWindow, isActive: Boolean, baseOffset: Long, index: LogWindow, length: Long,
      maxSize: Int): SplitPoints = {
    val byIndex = if (index == null) null else fromIndex(window, baseOffset, index, length)
    if (byIndex != null) byIndex else fromHeads(window, isActive, length, maxSize)
  }

  /** Null if the index does not fit. */
  private def fromIndex(window: LogWindow, baseOffset: Long, index: LogWindow,
      length: Long): SplitPoints = {
    val points = new Points(window, length)
    val entries = index.length / EntrySize
    var fits = points.add(0)
    var before = 0L
    var entry = 0L
    var more = true
    while (fits && more && entry < entries) {
      val at = index.at(entry * EntrySize, EntrySize)
      val relative = Bytes.i32be(index.bytes, at) & 0xffffffffL
      val position = Bytes.i32be(index.bytes, at + 4) & 0xffffffffL
      // Zeros behind the last entry; or the file has grown since it was listed.
      more = position > before && position < window.length
      if (more && position >= points.wanted)
        fits = points.add(position) && points.isOfBatchUpTo(baseOffset + relative)
      if (more) before = position
      entry += 1
    }
    // An index that ends early is not that of the file.
    if (fits && window.length - before <= length) points.result else null
  }

  private def fromHeads(window: LogWindow, isActive: Boolean, length: Long,
      maxSize: Int): SplitPoints = {
    val points = new Points(window, length)
    val _ = points.add(0)
    val scan = new BatchScan(window, LogRange(0, window.length, isActive), maxSize)
    // Behind a broken batch nothing is divided: what follows it is searched by who reads it.
    while (scan.advance() && scan.fault == null)
      if (scan.position >= points.wanted) { val _ = points.add(scan.position) }
    points.result
  }

  /** @param length
    *   that parts should have
    */
  private final class Points(window: LogWindow, length: Long) {
    private[this] val head = new BatchHead
    private[this] val positions = IndexedSeq.newBuilder[Long]
    private[this] val offsets = IndexedSeq.newBuilder[Long]
    private[this] var offset = -1L

    /** The next position should be this one or more. */
    var wanted: Long = 0

    /** False if no batch can be there, of which the first position is not asked. */
    def add(position: Long): Boolean = {
      val left = window.length - position
      val isHead = left >= BatchHead.Size && {
        val at = window.at(position, BatchHead.Size)
        head.wrap(window.bytes, at)
        head.fits(left)
      }
      // Of a message of magic 0 or 1 it may be that of the last one in it.
      offset = if (isHead && !head.isMessage) head.baseOffset else -1
      positions += position
      offsets += offset
      wanted = position + length
      isHead || position == 0
    }

    /** Whether the batch just added may have this offset. */
    def isOfBatchUpTo(last: Long): Boolean = offset <= last

    def result: SplitPoints = SplitPoints(positions.result(), offsets.result())
  }
}
