package sparkwire.wire.kafka
package log

import sparkwire.wire.core.{Options, Reason}
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
  * correct checksum.
  *
  * @param maxSize
  *   the limit of a batch in bytes. A longer one is a fault, because a batch is held in memory
  */
final class BatchScan(window: LogWindow, range: LogRange, maxSize: Int) {
  val head: BatchHeaderView = new BatchHeaderView

  private[this] val search = new BatchSearch(window, maxSize)
  private[this] var start = range.from
  private[this] var next = range.from
  private[this] var refused: Reason = _
  private[this] lazy val tooLarge = Options.MaxSize.exceeded(Reason.TooLarge, maxSize)
  private[this] var headIsThere = false
  // The base offsets of the current batch, and of the last good one before it; -1 if there is none.
  private[this] var offset = -1L
  private[this] var offsetBefore = -1L

  /** The position of the current batch in the file. */
  def position: Long = start

  /** The size of the current batch in bytes. */
  def size: Int = (next - start).toInt

  /** Why the current bytes are not a batch, with an offset from [[position]]; null for a batch. */
  def fault: Fault = if (refused == null) null else BatchScan.faultOf(refused)

  /** The fault of a head with an impossible number of records, null if the number is possible. */
  def countFault: Fault =
    if (head.count >= 0) null else BatchScan.faultOf(BadRecordCount)

  /** Whether the base offset and the length of the current batch are present. */
  def hasHead: Boolean = headIsThere

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
      if (isThere && headIsThere) wrapHead(left)
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
      if (refused == null) offset = head.baseOffset
      true
    }
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
      search.find(start + 1, range.until, offsetBefore) < 0
    if (!isEnd) refused = Truncated
    !isEnd
  }

  /** Marks the current batch as broken, and finds the batch to which [[advance]] goes next. */
  def skipBroken(): Unit = {
    val isBehind =
      next > start && (next == range.until || search.isHead(next, range.until, offsetBefore))
    if (!isBehind) {
      val found = search.find(start + 1, range.until, offsetBefore)
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
