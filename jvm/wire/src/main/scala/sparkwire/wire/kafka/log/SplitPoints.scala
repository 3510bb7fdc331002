package sparkwire.wire.kafka
package log

import sparkwire.wire.core.Bytes
import sparkwire.wire.files.FileWindow

/** The positions where a log file can be divided.
  *
  * @param positions
  *   the positions of batches, ascending; the first is 0
  * @param offsets
  *   the base offset of each of these batches, -1 if it is not known; all offsets between are
  *   between these two, if the file was read or its index is right
  */
final case class SplitPoints(positions: IndexedSeq[Long], offsets: IndexedSeq[Long]) {
  def withoutOffsets: SplitPoints = copy(offsets = offsets.map(_ => -1L))
}

/** Finds positions of batches whose distance is about the length that parts of the file should
  * have.
  *
  * The `.index` of the segment is used if it fits. Its entries, big endian:
  * | 0 | int32 | offset, relative to the segment's base offset        |
  * | 4 | int32 | position in the file of the batch that has the offset |
  *
  * Traps: an entry has the offset of the last record in a batch. The index of the segment that is
  * being written was allocated ahead, so it ends with zeros. The index of another file, or of a
  * file that was written again, contains positions where no batch begins. Then, and without an
  * index, the batches are found by their heads.
  */
object SplitPoints {
  private final val EntrySize = 8

  /** @param index
    *   the index, null if there is none
    * @param length
    *   the length that parts should have, in bytes
    */
  def of(window: FileWindow, isActive: Boolean, baseOffset: Long, index: FileWindow, length: Long,
      maxSize: Int): SplitPoints = {
    val byIndex = if (index == null) null else fromIndex(window, baseOffset, index, length)
    if (byIndex != null) byIndex else fromHeads(window, isActive, length, maxSize)
  }

  /** Returns null if the index does not fit. */
  private def fromIndex(window: FileWindow, baseOffset: Long, index: FileWindow,
      length: Long): SplitPoints = {
    val points = new Points(window, length)
    val entries = index.length / EntrySize
    var fits = points.add(0)
    var before = 0L
    var entry = 0L
    var more = true
    while (fits && more && entry < entries) {
      val at = index.load(entry * EntrySize, EntrySize)
      val relative = Bytes.i32be(index.bytes, at) & 0xffffffffL
      val position = Bytes.i32be(index.bytes, at + 4) & 0xffffffffL
      // Zeros follow the last entry, or the file has grown since it was listed.
      more = position > before && position < window.length
      if (more && position >= points.wanted)
        fits = points.add(position) && points.isOfBatchUpTo(baseOffset + relative)
      if (more) before = position
      entry += 1
    }
    // An index that ends early belongs to another file.
    if (fits && window.length - before <= length) points.result else null
  }

  private def fromHeads(window: FileWindow, isActive: Boolean, length: Long,
      maxSize: Int): SplitPoints = {
    val points = new Points(window, length)
    val _ = points.add(0)
    val scan = new BatchScan(window, LogRange(0, window.length, isActive), maxSize)
    // Nothing is divided after a broken batch: whoever reads that part searches for the next one.
    var last = -1L
    var ascends = true
    while (scan.advance() && scan.fault == null) {
      val head = scan.head
      ascends = ascends && head.hasOffsets && head.baseOffset > last
      last = head.lastOffset
      if (scan.position >= points.wanted) { val _ = points.add(scan.position) }
    }
    // Offsets that do not ascend say nothing about the batches between two positions.
    if (ascends) points.result else points.result.withoutOffsets
  }

  /** @param length
    *   the length that parts should have, in bytes
    */
  private final class Points(window: FileWindow, length: Long) {
    private[this] val head = new BatchHeaderView
    private[this] val positions = IndexedSeq.newBuilder[Long]
    private[this] val offsets = IndexedSeq.newBuilder[Long]
    private[this] var offset = -1L

    /** The least position that should be added next. */
    var wanted: Long = 0

    /** Adds a position. Returns false if no batch can begin there; position 0 is not checked. */
    def add(position: Long): Boolean = {
      val left = window.length - position
      val isHead = left >= BatchHeaderView.Size && {
        val at = window.load(position, BatchHeaderView.Size)
        head.wrap(window.bytes, at)
        head.fits(left)
      }
      // A message of magic 0 or 1 may have the offset of the last message in it.
      offset = if (isHead && !head.isMessage) head.baseOffset else -1
      positions += position
      offsets += offset
      wanted = position + length
      isHead || position == 0
    }

    /** Whether the batch that was added last may contain this offset. */
    def isOfBatchUpTo(last: Long): Boolean = offset <= last

    def result: SplitPoints = SplitPoints(positions.result(), offsets.result())
  }
}
