package sparkwire.wire.kafka
package log

import sparkwire.wire.core.{Options, Reason}
import sparkwire.wire.files.FileWindow
import sparkwire.wire.kafka.Kafka._
import sparkwire.wire.kafka.batches.BatchHeader
import sparkwire.wire.trace.Fault

/** The bytes of a log file that are read.
  *
  * @param from
  *   the position of a batch
  * @param until
  *   the position of a batch, or the end of the file
  * @param isActive
  *   whether the file may still be written: then it may end with a part of a batch, or with zeros
  *   that were allocated ahead
  */
final case class LogRange(from: Long, until: Long, isActive: Boolean)

/** Goes from batch to batch by their heads, and reads nothing else of them.
  * {{{
  *   while (scan.advance())
  *     if (scan.fault == null) … else scan.skipBroken()
  * }}}
  * A batch whose head cannot be right has a [[fault]]. If the content of a batch turns out to be
  * broken, the caller also calls [[skipBroken]]. The next batch is then at the position that the
  * head gives, if there is a head. Otherwise it is the next run of bytes that is a batch with a
  * correct checksum, inside the broken batch only if that has a wrong checksum itself.
  *
  * @param maxSize
  *   the limit of a batch in bytes. A longer one is a fault, because a batch is held in memory
  * @param comparesOffsets
  *   whether a batch is a fault if its offsets are not between those of the batches around it. No
  *   checksum covers them
  */
final class BatchScan(window: FileWindow, range: LogRange, maxSize: Int,
    comparesOffsets: Boolean = false) {
  val head: BatchHeaderView = new BatchHeaderView

  private[this] val search = new BatchSearch(window, maxSize)
  // Looks at the batch behind a broken one, which may be far away.
  private[this] val behind = window.apart(BatchHeaderView.Size)
  private[this] var start = range.from
  private[this] var next = range.from
  private[this] var refused: Reason = _
  private[this] lazy val tooLarge = Options.MaxSize.exceeded(Reason.TooLarge, maxSize)
  private[this] lazy val nextHead = new BatchHeaderView
  private[this] var end = -1L
  private[this] var headIsThere = false
  // The base offsets of the current batch, and of the last good one before it; -1 if there is none.
  private[this] var offset = -1L
  private[this] var offsetBefore = -1L
  private[this] var headOffset = -1L
  // Whether batches follow the offsets before them. If once they did not, offsets are not looked at.
  private[this] var ascends = true
  // The greatest end that a broken batch claims to have, if what is inside was searched.
  private[this] var brokenUntil = 0L

  /** The position of the current batch in the file. */
  def position: Long = start

  /** The size of the current batch in bytes. */
  def size: Int = (next - start).toInt

  /** Why the current bytes are not a batch, with an offset from [[position]]; null for a batch. */
  def fault: Fault = if (refused == null) null else BatchScan.faultOf(refused)

  /** The fault of a head with an impossible number of records, null if the number is possible. */
  def countFault: Fault =
    if (!head.countFits) BatchScan.faultOf(BadRecordCount)
    else if (!head.countIsWithin(maxSize)) BatchScan.faultOf(tooLarge)
    else null

  /** The fault of a wrong checksum, if the current batch overlaps a broken one; else null. Such a
    * batch is not read without a right checksum: the same bytes could belong to any number of
    * broken batches.
    */
  def overlapFault: Fault =
    if (start >= brokenUntil) null
    else if (hasRightChecksum) null
    else {
      val checksumAt =
        if (head.isMessage) BatchHeader.LengthEnd else BatchHeaderView.ChecksumAt
      BatchScan.at(BadCrc, checksumAt, "[0]")
    }

  /** Whether the current batch, which has no [[fault]], has a right checksum. */
  def hasRightChecksum: Boolean = {
    val isRight = search.hasChecksum(start)
    // The search has moved the window.
    wrapHead(window.length - start)
    isRight
  }

  /** The base offset of the current batch, or of what is in its place; -1 if it is not present. */
  def baseOffset: Long = headOffset

  /** Moves to the next batch. Returns false after the last one. */
  def advance(): Boolean = {
    start = next
    refused = null
    offsetBefore = math.max(offset, offsetBefore)
    offset = -1
    val left = window.length - start
    if (start >= range.until) false
    else {
      headIsThere = left >= BatchHeader.LengthEnd
      val isThere = if (headIsThere) take(left) else takeTruncated()
      headOffset = -1
      if (isThere && headIsThere) {
        wrapHead(left)
        headOffset = head.baseOffset
      }
      isThere
    }
  }

  private def wrapHead(left: Long): Unit = {
    // First the position, because `load` may replace the array.
    val at = window.load(start, math.min(left, BatchHeaderView.Size.toLong).toInt)
    head.wrap(window.bytes, at)
  }

  private def take(left: Long): Boolean = {
    wrapHead(left)
    val length = head.length
    if (length == 0 && range.isActive && window.isZeroFrom(start)) false
    else if (length > left - BatchHeader.LengthEnd) takeTruncated()
    else {
      refused = whyNot(length)
      if (refused == null || refused == tooLarge)
        next = start + BatchHeader.LengthEnd + length
      if (refused == null && comparesOffsets && !isBetween) refused = BadOffset
      if (refused == null) {
        offset = head.baseOffset
        end = head.lastOffset + 1
      }
      true
    }
  }

  /** Whether the offsets are behind those of the last good batch, and in front of those of the next. */
  private def isBetween: Boolean = head.lastOffset >= end && {
    val last = head.lastOffset
    val size = head.size.toInt
    val wanted = math.min(size + BatchHeaderView.Size.toLong, range.until - start).toInt
    val at = window.load(start, wanted)
    head.wrap(window.bytes, at)
    nextHead.wrap(window.bytes, at + size)
    val hasNext = wanted == size + BatchHeaderView.Size && nextHead.fits(range.until - next)
    !hasNext || nextHead.lastOffset > last
  }

  private def whyNot(length: Int): Reason =
    if (length < 0) NegativeLength
    else if (length <= BatchHeader.MagicAt - BatchHeader.LengthEnd) BadBatchLength
    else {
      val least = BatchHeaderView.minLength(head.magic)
      if (least < 0) BadMagic
      else if (length < least || length > range.until - start - BatchHeader.LengthEnd)
        BadBatchLength
      else if (head.size > maxSize) tooLarge
      else null
    }

  /** Handles a batch that is longer than the rest of the file. A file that is being written ends
    * here, unless a batch follows: then the length is wrong. Returns false if the file ends here.
    */
  private def takeTruncated(): Boolean = {
    val isEnd = range.isActive && range.until == window.length &&
      search.find(start + 1, range.until, lastOffset) < 0
    if (!isEnd) refused = Truncated
    !isEnd
  }

  private def lastOffset: Long = if (ascends) offsetBefore else -1

  /** Marks the current batch as broken, and finds the batch to which [[advance]] goes next. */
  def skipBroken(): Unit = {
    val isLong = next > start
    val isBehind = isLong &&
      (next == range.until || search.isHead(behind, next, range.until, lastOffset))
    if (!isBehind) {
      // A right checksum proves where the batch ends.
      val isWhole = isLong && refused == null && search.hasChecksum(start)
      if (!isWhole) brokenUntil = math.max(brokenUntil, next)
      var found = search.find(if (isWhole) next else start + 1, range.until, lastOffset)
      if (found < 0 && lastOffset >= 0) {
        // Offsets may be wrong, too. The bytes of the broken batch itself are then left alone: they
        // may contain batches as data.
        ascends = false
        found = search.find(math.max(next, start + 1), range.until, lastOffset)
      }
      next = if (found < 0) range.until else found
    }
    offset = -1
  }
}

private object BatchScan {

  /** Returns a fault with the offset and path that a walk over the batch alone would give. */
  private def faultOf(reason: Reason): Fault = reason match {
    case Truncated => at(reason, 0, "[0]")
    case BadMagic => at(reason, BatchHeader.MagicAt, "[0].magic")
    case BadRecordCount => at(reason, BatchHeader.CountAt, "[0]")
    case _ => at(reason, BatchHeader.LengthAt, "[0]")
  }

  private def at(reason: Reason, offset: Int, path: String): Fault =
    Fault(reason, offset, path, reason.explanation)
}
