package sparkwire.wire.kafka.log

import java.util.Arrays

/** Ranges of offsets that are apart and ascend.
  *
  * @param starts
  *   the first offset of each
  * @param until the offset after each
  */
final class OffsetRanges private (starts: Array[Long], until: Array[Long]) extends Serializable {

  def contains(offset: Long): Boolean = {
    val found = Arrays.binarySearch(starts, offset)
    // Without an equal start, the range that begins before.
    val range = if (found >= 0) found else -found - 2
    range >= 0 && offset < until(range)
  }

  def isEmpty: Boolean = starts.isEmpty

  /** Whether all offsets are in it. */
  def isAll: Boolean = !isEmpty && first == Long.MinValue && end == Long.MaxValue

  /** The first offset, and the offset after the last one, of a set that is not empty. */
  def first: Long = starts(0)
  def end: Long = until(until.length - 1)

  /** The ranges from an offset on. */
  def from(offset: Long): OffsetRanges = {
    val begin = until.indexWhere(_ > offset)
    if (begin < 0) OffsetRanges.None
    else
      new OffsetRanges(starts.drop(begin).map(math.max(_, offset)), until.drop(begin))
  }

  override def toString: String =
    starts.indices.map(at => s"${starts(at)} until ${until(at)}").mkString("[", ", ", "]")
}

object OffsetRanges {
  val None: OffsetRanges = new OffsetRanges(Array.empty, Array.empty)
  val All: OffsetRanges = of(Long.MinValue, Long.MaxValue)

  def of(from: Long, until: Long): OffsetRanges = new OffsetRanges(Array(from), Array(until))

  /** Makes ranges of parts that ascend. */
  final class Builder {
    private[this] val from = Array.newBuilder[Long]
    private[this] val until = Array.newBuilder[Long]
    private[this] var openFrom = 0L
    private[this] var openUntil = 0L
    private[this] var isOpen = false

    /** @param joins whether the offsets between this range and the one before belong to it
      */
    def add(first: Long, after: Long, joins: Boolean = false): Unit =
      if (isOpen && (joins || first <= openUntil)) openUntil = math.max(openUntil, after)
      else {
        close()
        openFrom = first
        openUntil = after
        isOpen = true
      }

    private def close(): Unit = if (isOpen) {
      from += openFrom
      until += openUntil
      isOpen = false
    }

    def result: OffsetRanges = {
      close()
      new OffsetRanges(from.result(), until.result())
    }
  }
}
