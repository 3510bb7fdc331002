package sparkwire.wire.kafka
package log

import sparkwire.wire.core.Reason
import sparkwire.wire.kafka.Kafka._
import sparkwire.wire.kafka.batches.BatchHeader
import sparkwire.wire.trace.Fault

/** Which bytes of a log file are read.
  *
  * @param from
  *   where a batch begins
  * @param until
  *   where a batch begins, or the end of the file
  * @param isActive
  *   whether the file may still be written: it may end with a part of a batch, or with zeros that were allocated ahead
  */
final case class LogRange(from: Long, until: Long, isActive: Boolean)

/** Goes from batch to batch by their heads, and looks at nothing else of them.
  * {{{
  *   while (scan.advance())
  *     if (scan.fault == null) … else scan.skipBroken()
  * }}}
  * A batch whose head cannot be right has a [[fault]]. Where the content of a batch turns out to be broken, the caller says
  * so by [[skipBroken]] as well. The next batch is then where the head says, if a head is there; else it is the next run of
  * bytes that is a batch with the right checksum.
  *
  * @param maxSize
  *   of a batch; a longer one is a fault, because a batch is held in memory
  */
final class BatchScan(window: LogWindow, range: LogRange, maxSize: Int) {
  val head: BatchHead = new BatchHead

  private[this] val search = new BatchSearch(window, maxSize)
  private[this] var start = range.from
  private[this] var next = range.from
  private[this] var refused: Reason = _
  private[this] var headIsThere = false
  // Base offsets of the batch at hand, and of the one before it that was good; -1 if there is none.
  private[this] var offset = -1L
  private[this] var offsetBefore = -1L

  /** Where the batch at hand begins in the file. */
  def position: Long = start

  /** How many bytes it has. */
  def size: Int = (next - start).toInt

  /** Why the bytes at hand are no batch, with an offset from [[position]]; null if they may be one. */
  def fault: Fault = if (refused == null) null else BatchScan.faultOf(refused)

  /** What is wrong with a head that says how many records there are, and says a number that cannot be; null if nothing is. */
  def countFault: Fault =
    if (head.count >= 0) null else BatchScan.faultOf(BadRecordCount)

  /** Whether the base offset and the length of the batch at hand are there. */
  def hasHead: Boolean = headIsThere

  /** Goes to the next batch; false behind the last. */
  def advance(): Boolean = {
    start = next
    refused = null
    offsetBefore = math.max(offset, offsetBefore)
    offset = -1
    val left = window.length - start
    if (start >= range.until) false
    else {
      headIsThere = left >= BatchHeader.LengthEnd
      val isThere = if (headIsThere) take(left) else breaksOff()
      if (isThere && headIsThere) wrapHead(left)
      isThere
    }
  }

  private def wrapHead(left: Long): Unit = {
    // Makes room first: which array the window has may change.
    val at = window.at(start, math.min(left, BatchHead.Size.toLong).toInt)
    head.wrap(window.bytes, at)
  }

  private def take(left: Long): Boolean = {
    wrapHead(left)
    val length = head.length
    if (length == 0 && range.isActive && window.isZeroFrom(start)) false
    else if (length > left - BatchHeader.LengthEnd) breaksOff()
    else {
      refused = whyNot(length)
      if (refused == null || refused == Reason.TooLarge)
        next = start + BatchHeader.LengthEnd + length
      if (refused == null) offset = head.baseOffset
      true
    }
  }

  private def whyNot(length: Int): Reason =
    if (length < 0) NegativeLength
    else if (length <= BatchHeader.MagicAt - BatchHeader.LengthEnd) BadBatchLength
    else {
      val least = BatchHead.leastLength(head.magic)
      if (least < 0) BadMagic
      else if (length < least || length > range.until - start - BatchHeader.LengthEnd)
        BadBatchLength
      else if (head.size > maxSize) Reason.TooLarge
      else null
    }

  /** The file has fewer bytes than the batch. A file that is being written ends here, unless a batch follows: then it is
    * the length that is wrong.
    */
  private def breaksOff(): Boolean = {
    val isEnd = range.isActive && range.until == window.length &&
      search.find(start + 1, range.until, offsetBefore) < 0
    if (!isEnd) refused = Truncated
    !isEnd
  }

  /** The batch at hand is broken: [[advance]] goes to the one behind it. */
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

  /** Offset and path are those that a walk over the batch alone would have. */
  private def faultOf(reason: Reason): Fault = reason match {
    case Truncated => at(reason, 0, "[0]")
    case BadMagic => at(reason, BatchHeader.MagicAt, "[0].magic")
    case BadRecordCount => at(reason, BatchHeader.CountAt, "[0]")
    case _ => at(reason, BatchHeader.LengthAt, "[0]")
  }

  private def at(reason: Reason, offset: Int, path: String): Fault =
    Fault(reason, offset, path, reason.explanation)
}
