package sparkwire.wire.kafka.log

import sparkwire.wire.files.FileWindow

/** The offsets that the batches of a segment may have, as the names of the segments say. */
final case class OffsetLimits(first: Long, last: Long)

object OffsetLimits {

  /** Names say nothing: the batches around a batch are all that its offsets are compared with. */
  val None: OffsetLimits = OffsetLimits(Long.MinValue, Long.MaxValue)
}

/** Compares the offsets of each batch with the offsets of the batches around it, because no
  * checksum covers the base offset. A batch is out of order if
  *   - it is not after the last good batch,
  *   - it is more than 2^31 offsets after it: Kafka counts offsets in a segment with 31 bits,
  *   - the next batch, whose checksum is right, is not after it, but after the last good one.
  *
  * Trap: a wrong offset that is too great, once accepted, would refuse all correct ones that follow. So
  * later batches are compared with an offset that leaves a gap only if the next batch is after it.
  *
  * @param behind
  *   another window of the file, for the head of the next batch
  * @param until
  *   where the range of batches ends
  * @param offsetBefore
  *   the last offset before the range, -1 if none is known
  * @param readsBatches
  *   whether the caller reads the whole of most batches. If not, only the head of the next one is read
  * @param isSound
  *   whether the batch at a position, of this size, is not damaged: the offset in a malformed
  *   head proves nothing about the batch before it. It may move the window
  */
private[log] final class OffsetOrder(window: FileWindow, behind: FileWindow, until: Long,
    limits: OffsetLimits, offsetBefore: Long, readsBatches: Boolean,
    isSound: (Long, Long) => Boolean) {
  private[this] val next = new BatchHeaderView
  // The smallest offset that the next batch may have, and the one of the batch before.
  private[this] var least = math.max(limits.first, offsetBefore + 1)
  private[this] var leastBefore = least

  /** Takes the offsets of the next batch, if they are in order. It may move the window.
    *
    * @param head
    *   its head, in the window
    * @param position
    *   where it begins in the file
    * @param passed
    *   the last offset of the good batches before it, -1 if there are none
    */
  def accepts(head: BatchHeaderView, position: Long, passed: Long): Boolean = {
    val (first, last) = (head.baseOffset, head.lastOffset)
    leastBefore = least
    val isWithin = last >= least && last <= limits.last &&
      (passed < 0 || last - passed <= Int.MaxValue)
    isWithin && {
      val size = head.size
      val following = lastOffsetAt(position, size.toInt)
      val isInOrder = following < 0 || following > last || following < least ||
        !isSound(position + size, next.size)
      if (isInOrder && (following > last || first == least))
        least = if (last == Long.MaxValue) last else last + 1
      isInOrder
    }
  }

  /** Forgets the offsets that were accepted last: the batch is broken. */
  def forgetLast(): Unit = least = leastBefore

  /** Returns the last offset of the batch after another one, -1 if there is none. */
  private def lastOffsetAt(position: Long, size: Int): Long = {
    val from = position + size
    val left = until - from
    if (left < BatchHeaderView.Size) -1
    else {
      if (readsBatches || window.isLoaded(position, size + BatchHeaderView.Size)) {
        val at = window.load(position, size + BatchHeaderView.Size)
        next.wrap(window.bytes, at + size)
      } else {
        // First the position, because `load` may replace the array.
        val at = behind.load(from, BatchHeaderView.Size)
        next.wrap(behind.bytes, at)
      }
      if (next.fits(left)) next.lastOffset else -1
    }
  }
}
