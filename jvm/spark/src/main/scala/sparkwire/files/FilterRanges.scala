package sparkwire.files

import java.sql.Timestamp
import java.time.Instant

import org.apache.spark.sql.sources._

/** The smallest and the greatest value of a column in some rows, both Long or both String. */
private[sparkwire] final case class ValueRange(least: Any, greatest: Any)

/** Decides by the ranges of columns whether filters can be true for any of some rows. Spark
  * evaluates the filters as well: rows that no filter keeps may be left out, but need not be.
  */
private[sparkwire] object FilterRanges {

  /** @param ranges
    *   returns the range of a column, null if nothing is known about it
    */
  def mayMatch(filters: Seq[Filter], ranges: String => ValueRange): Boolean =
    filters.forall(mayMatch(_, ranges))

  private def mayMatch(filter: Filter, ranges: String => ValueRange): Boolean = filter match {
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

  /** Checks how the smallest and the greatest value of the column compare with `value`. Returns
    * true if that is not known.
    */
  private def compares(column: String, ranges: String => ValueRange, value: Any)(
      least: Int => Boolean, greatest: Int => Boolean): Boolean = {
    val range = ranges(column)
    val comparable = plain(value)
    range == null || comparable == null || range.least.getClass != comparable.getClass ||
    (least(compare(range.least, comparable)) && greatest(compare(range.greatest, comparable)))
  }

  /** Converts a value to the type of the ranges; null if it cannot be compared with them. */
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
    case _ => throw new IllegalArgumentException(s"$one and $other are of different types")
  }

  /** Compares text by its UTF-8 bytes, as Spark does: characters beyond U+FFFF come last. */
  private def compareUtf8(one: String, other: String): Int = java.util.Arrays.compareUnsigned(
    one.getBytes(java.nio.charset.StandardCharsets.UTF_8),
    other.getBytes(java.nio.charset.StandardCharsets.UTF_8))
}
