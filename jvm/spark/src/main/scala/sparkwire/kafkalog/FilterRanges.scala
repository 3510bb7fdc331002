package sparkwire.kafkalog

import java.sql.Timestamp
import java.time.Instant

import org.apache.spark.sql.sources._

/** The least and the greatest value that a column has in some rows, both Long or both String. */
private[kafkalog] final case class Range(least: Any, greatest: Any)

/** Whether filters can be true for any of some rows, by the ranges of their columns. Spark evaluates the filters itself as
  * well: rows that no filter keeps may be left out, and need not be.
  */
private[kafkalog] object FilterRanges {
  private val columns = Set("topic", "partition", "offset", "timestamp")

  /** Whether anything may be left out by it. */
  def isUsed(filter: Filter): Boolean = filter.references.exists(columns.contains)

  /** @param ranges
    *   of a column, null if nothing is known of it
    */
  def mayMatch(filters: Seq[Filter], ranges: String => Range): Boolean =
    filters.forall(mayMatch(_, ranges))

  private def mayMatch(filter: Filter, ranges: String => Range): Boolean = filter match {
    case And(left, right) => mayMatch(left, ranges) && mayMatch(right, ranges)
    case Or(left, right) => mayMatch(left, ranges) || mayMatch(right, ranges)
    case EqualTo(column, value) => compares(column, ranges, value)(_ <= 0, _ >= 0)
    case EqualNullSafe(column, value) =>
      value == null || compares(column, ranges, value)(_ <= 0, _ >= 0)
    case In(column, values) =>
      values.exists(value => value == null || compares(column, ranges, value)(_ <= 0, _ >= 0))
    case GreaterThan(column, value) => compares(column, ranges, value)(_ => true, _ > 0)
    case GreaterThanOrEqual(column, value) => compares(column, ranges, value)(_ => true, _ >= 0)
    case LessThan(column, value) => compares(column, ranges, value)(_ < 0, _ => true)
    case LessThanOrEqual(column, value) => compares(column, ranges, value)(_ <= 0, _ => true)
    case AlwaysFalse() => false
    case _ => true
  }

  /** How the least and the greatest value of the column compare with `value`; true if that is not known. */
  private def compares(column: String, ranges: String => Range, value: Any)(
      least: Int => Boolean, greatest: Int => Boolean): Boolean = {
    val range = ranges(column)
    val comparable = plain(value)
    range == null || comparable == null ||
    (least(compare(range.least, comparable)) && greatest(compare(range.greatest, comparable)))
  }

  /** As ranges have it; null for what they cannot be compared with. */
  private def plain(value: Any): Any = value match {
    case number: Byte => number.toLong
    case number: Short => number.toLong
    case number: Int => number.toLong
    case number: Long => number
    case text: String => text
    case time: Timestamp => micros(time.toInstant)
    case time: Instant => micros(time)
    case _ => null
  }

  private def micros(time: Instant): Any =
    try Math.addExact(Math.multiplyExact(time.getEpochSecond, 1000000L), time.getNano / 1000L)
    catch { case _: ArithmeticException => null }

  private def compare(one: Any, other: Any): Int = (one, other) match {
    case (a: Long, b: Long) => a.compare(b)
    case (a: String, b: String) => compareUtf8(a, b)
    case _ => 0
  }

  /** As Spark compares text, by its bytes: characters beyond U+FFFF come last. */
  private def compareUtf8(one: String, other: String): Int = java.util.Arrays.compareUnsigned(
    one.getBytes(java.nio.charset.StandardCharsets.UTF_8),
    other.getBytes(java.nio.charset.StandardCharsets.UTF_8))
}
