package sparkwire.wire.kafka.log

import java.util.Arrays

/** Ranges of offsets that are apart and ascend.
  *
  * @param from
  *   the first offset of each
  * @param until
  *   the offset behind each
  */
final class OffsetRanges private (from: Array[Long], until: Array[Long]) extends Serializable {

  def contains(offset: Long): Boolean = {
    val found = Arrays.binarySearch(from, offset)
    // Without an equal start, the range that begins before.
    val range = if (found >= 0) found else -found - 2
    range >= 0 && offset < until(range)
  }

  def isEmpty: Boolean = from.isEmpty

  /** Whether all offsets are in it. */
  def isAll: Boolean = !isEmpty && first == Long.MinValue && end == Long.MaxValue

  /** The first offset, and the offset behind the last one, of a set that is not empty. */
  def first: Long = from(0)
  def end: Long = until(until.length - 1)

  /** Returns what is between two offsets, `after` excluded. */
  def between(first: Long, after: Long): OffsetRanges = {
    val begin = until.indexWhere(_ > first)
    val end = from.lastIndexWhere(_ < after) + 1
    if (begin < 0 || begin >= end) OffsetRanges.None
    else
      new OffsetRanges(from.slice(begin, end).map(math.max(_, first)),
        until.slice(begin, end).map(math.min(_, after)))
  }

  override def toString: String =
    from.indices.map(at => s"${from(at)} until ${until(at)}").mkString("[", ", ", "]")
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

    /** @param joins
      *   whether what is between this range and the one before belongs to it
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
