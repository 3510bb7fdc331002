package sparkwire.wire.core

import java.nio.charset.StandardCharsets.UTF_8
import java.time.{LocalDate, LocalDateTime, OffsetDateTime, ZoneOffset}
import java.time.temporal.Temporal

/** How a format represents instants, and the struct that shows an instant outside years 1 to 9999. */
sealed abstract class InstantForm(val unitsPerSecond: Long, val shape: Shape, val hasNanos: Boolean)
    extends Serializable {
  private def nanosPerUnit: Long = 1000000000L / unitsPerSecond
  // Divides once per form, not per instant: one division takes as long as all other work on an
  // instant.
  private[this] val microsPerUnit = 1000000L / unitsPerSecond
  private[this] val inMicros = new InstantForm.Bounds(microsPerUnit)
  private[this] val inMillis = new InstantForm.Bounds(1000L / unitsPerSecond)

  /** Whether the microseconds since the Unix epoch fit in 64 bits. */
  def fitsMicros(units: Long, nanos: Int): Boolean = inMicros.hold(units, nanos / 1000)
  def micros(units: Long, nanos: Int): Long = units * microsPerUnit + nanos / 1000

  /** Whether the instant is in years 1 to 9999. */
  def isInYears(units: Long, nanos: Int): Boolean = fitsMicros(units, nanos) && {
    val micros = this.micros(units, nanos)
    micros >= InstantForm.MinMicros && micros <= InstantForm.MaxMicros
  }

  def fitsMillis(units: Long, nanos: Int): Boolean =
    unitsPerSecond == 1000L || inMillis.hold(units, nanos / 1000000)
  def millis(units: Long, nanos: Int): Long =
    if (unitsPerSecond == 1000L) units else units * 1000L + nanos / 1000000
  def nanosOfMilli(nanos: Int): Int = if (nanosPerUnit == 1000000L) nanos else nanos % 1000000
}

object InstantForm {

  /** Tells whether `units * factor + rest` fits in 64 bits, for a rest from 0 to less than the
    * factor.
    */
  private final class Bounds(factor: Long) extends Serializable {
    private[this] val last = Long.MaxValue / factor
    private[this] val maxRest = Long.MaxValue % factor
    private[this] val first = Math.floorDiv(Long.MinValue, factor)
    private[this] val minRest = Math.floorMod(Long.MinValue, factor)

    def hold(units: Long, rest: Int): Boolean =
      (units > first && units < last) || (units == last && rest <= maxRest) ||
        (units == first && rest >= minRest)
  }

  // The first and last microsecond: 0001-01-01T00:00:00Z and 9999-12-31T23:59:59.999999Z.
  final val MinMicros = -62135596800000000L
  final val MaxMicros = 253402300799999999L

  // Positions in the shapes.
  final val Mark = 0
  final val Units = 1
  final val Nanos = 2

  private def shape(name: String, fields: String*): Shape =
    Shape(name, Field("@type", Kind.Text, "") +: fields.map(Field(_, Kind.Int64, "")).toVector)

  /** Milliseconds. */
  case object Date extends InstantForm(1000L, shape("date", "ms"), false)

  /** Milliseconds, and nanoseconds within the millisecond. */
  case object Timestamp extends InstantForm(1000L, shape("timestamp", "ms", "nanos"), true)

  /** Seconds, and nanoseconds within the second. */
  case object Seconds extends InstantForm(1L, shape("timestamp", "seconds", "nanos"), true)
}

/** A date or time of `java.time`. A sink stores it as a date or timestamp if the place has such a
  * type, otherwise as ISO 8601 text.
  *
  * @param units
  *   days for a date, seconds otherwise, since the Unix epoch: in local time or, for
  *   [[Dated.Zoned]], in UTC
  * @param nanos
  *   nanoseconds within the second
  * @param zone
  *   the name of the time zone, null if the value has only an offset or neither
  */
final class Dated private (
    val form: Dated.Form, val units: Long, val nanos: Int, value: Temporal, zone: String) {
  def text: Array[Byte] = toString.getBytes(UTF_8)
  override def toString: String = if (zone == null) value.toString else s"$value[$zone]"

  /** Whether a VARIANT stores it as a date or timestamp: only in years 1 to 9999 and without a
    * zone.
    */
  def isPlain: Boolean = form match {
    case Dated.Date => Dated.isInYears(units)
    case Dated.Local => InstantForm.Seconds.isInYears(units, nanos)
    case Dated.Zoned => false
  }

  def fitsMicros: Boolean = InstantForm.Seconds.fitsMicros(units, nanos)
  def micros: Long = InstantForm.Seconds.micros(units, nanos)
}

object Dated {
  sealed abstract class Form

  /** A date without a time. */
  case object Date extends Form

  /** A date and a time without a zone. */
  case object Local extends Form

  /** An instant, with the offset or zone that it was given with. */
  case object Zoned extends Form

  /** Whether a day is in years 1 to 9999. */
  def isInYears(days: Long): Boolean = days >= MinDays && days <= MaxDays

  // Days since the Unix epoch of 0001-01-01 and 9999-12-31.
  private final val MinDays = -719162L
  private final val MaxDays = 2932896L

  def apply(date: LocalDate): Dated = new Dated(Date, date.toEpochDay, 0, date, null)

  def apply(local: LocalDateTime): Dated =
    new Dated(Local, local.toEpochSecond(ZoneOffset.UTC), local.getNano, local, null)

  def apply(moment: OffsetDateTime, zone: String = null): Dated =
    new Dated(Zoned, moment.toEpochSecond, moment.getNano, moment, zone)
}
