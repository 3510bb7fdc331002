package sparkwire.wire.kafka.log

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
  * broken, the caller also calls [[skipBroken]]. Where it ends is a claim of its head, so a caller
  * that does not decode a batch calls [[skip]], or asks [[isBorneOut]] first. Every way through a file
  * then meets the same batches.
  *
  * The batch after a broken one is at the position that the head gives, if the checksum is right or
  * the batch there has the next offset. Otherwise a batch with a right checksum may be hidden inside
  * of the broken one, and is looked for: between the offsets of the two if the head leads to another
  * batch, else anywhere.
  *
  * @param maxSize
  *   the limit of a batch in bytes. A longer one is a fault, because a batch is held in memory
  * @param limits
  *   if it is not null, a batch is a fault if its offsets are not within these, and between the
  *   offsets of the batches around it: see [[OffsetOrder]]
  * @param offsetBefore
  *   the last offset before the range, -1 if none is known
  * @param holes
  *   the ranges of the file that cannot be read
  * @param readsBatches
  *   whether the caller reads the whole of most batches
  */
final class BatchScan(window: FileWindow, range: LogRange, maxSize: Int,
    limits: OffsetLimits = null, offsetBefore: Long = -1, holes: FileHoles = FileHoles.None,
    readsBatches: Boolean = true) {
  val head: BatchHeaderView = new BatchHeaderView

  private[this] val search = new BatchSearch(window, maxSize, holes)
  // Looks at the batch after a broken one, which may be far away.
  private[this] val behind = window.apart(BatchHeaderView.Size)
  private[this] var start = range.from
  private[this] var next = range.from
  private[this] var refused: Reason = _
  private[this] lazy val tooLarge = Options.MaxSize.exceeded(Reason.TooLarge, maxSize)
  private[this] lazy val nextHead = new BatchHeaderView
  private[this] val order =
    if (limits == null) null
    else
      new OffsetOrder(window, behind, range.until, limits, offsetBefore, readsBatches,
        (at, size) => size <= maxSize && search.hasChecksum(at))
  private[this] var headIsThere = false
  // The last offsets of the current batch, and of the good ones before it; -1 if there are none.
  private[this] var offset = -1L
  private[this] var passed = offsetBefore
  private[this] var headOffset = -1L
  // Whether batches follow the offsets before them. If once they did not, offsets are not looked at.
  private[this] var ascends = true
  // The greatest end that a broken batch claims to have, if its inside was searched.
  private[this] var brokenUntil = 0L

  /** The position of the current batch in the file. */
  def position: Long = start

  /** The size of the current batch in bytes. */
  def size: Int = (next - start).toInt

  /** The position where the next batch begins. */
  def nextPosition: Long = next

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

  /** Whether bytes that were checked say that the current batch, which has no [[fault]], ends where
    * its head says: the batch there has the next offset, or the checksum is right. For all batches
    * of a log without gaps but the last one, two heads are read, and nothing else.
    */
  def isBorneOut: Boolean = isContinued || hasRightChecksum

  private def isContinued: Boolean = {
    val left = range.until - next
    // Who has read the batch has moved the window.
    wrapHead(window.length - start)
    head.hasOffsets && left >= BatchHeaderView.SmallestSize && {
      val at = behind.load(next, math.min(left, BatchHeaderView.Size.toLong).toInt)
      nextHead.wrap(behind.bytes, at)
      nextHead.fits(left) && nextHead.baseOffset == head.lastOffset + 1
    }
  }

  /** The base offset of the current batch, or of the bytes in its place; -1 if it is not present.
    */
  def baseOffset: Long = headOffset

  /** Moves to the next batch. Returns false after the last one. */
  def advance(): Boolean = {
    start = next
    refused = null
    passed = math.max(offset, passed)
    offset = -1
    val left = window.length - start
    if (start >= range.until) false
    else if (holes.end(start) > start) takeHole()
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

  /** Bytes that cannot be read are not looked at. */
  private def takeHole(): Boolean = {
    headIsThere = false
    headOffset = -1
    refused = Truncated
    true
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
      val last = head.lastOffset
      if (refused == null && order != null && !order.accepts(head, start, passed))
        refused = BadOffset
      if (refused == null) offset = last
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
      search.find(start + 1, range.until, lastOffset) < 0
    if (!isEnd) refused = Truncated
    !isEnd
  }

  private def lastOffset: Long = if (ascends) passed else -1

  /** Marks the current batch as broken, and finds the batch to which [[advance]] goes next. Bytes
    * between the two belong to the broken one.
    */
  def skipBroken(): Unit = {
    // Whether the head has a length, which may be wrong.
    val hasEnd = next > start
    if (hasEnd && (isContinued || ((refused ne tooLarge) && hasRightChecksum))) {
      if (refused != null) offset = -1
    } else goTo(if (hasEnd && leadsToBatch) hidden else searched)
  }

  /** Skips the current batch, which has no [[fault]]: to the end that its head claims, or to the batch
    * that is hidden in it if nothing confirms that end. Returns whether something does.
    */
  def skip(): Boolean = {
    val isEnd = isBorneOut
    if (!isEnd) goTo(if (leadsToBatch) hidden else found(lastOffset, Long.MaxValue))
    isEnd
  }

  private def goTo(position: Long): Unit = {
    if (position != next) brokenUntil = math.max(brokenUntil, next)
    next = position
    offset = -1
    if (order != null && refused == null) order.forgetLast()
  }

  private def leadsToBatch: Boolean =
    next == range.until || search.isHead(behind, next, range.until, lastOffset)

  /** Returns the position of the first batch that is hidden in the current one, or else of the next
    * one, where its head leads. A hidden batch has an offset after the offsets of the batches
    * before it, and before the offset of the next one, unless that goes back: other batches may be
    * data.
    */
  private def hidden: Long = {
    val following = if (next == range.until) Long.MaxValue else search.firstOffset
    wrapHead(window.length - start)
    val below = if (following > head.lastOffset) following else Long.MaxValue
    if (below - 1 <= lastOffset) next else found(lastOffset, below)
  }

  private def found(after: Long, below: Long): Long = {
    val position = search.find(start + 1, range.until, after, next, below)
    if (position < 0) next else position
  }

  /** Returns the position of the next batch with a right checksum, whose place no head tells. */
  private def searched: Long = {
    var found = search.find(start + 1, range.until, lastOffset)
    if (found < 0 && lastOffset >= 0) {
      // Offsets may also be wrong. The bytes of the broken batch itself are then left alone: they
      // may contain batches as data.
      ascends = false
      found = search.find(math.max(next, start + 1), range.until, lastOffset)
    }
    if (found < 0) range.until else found
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
