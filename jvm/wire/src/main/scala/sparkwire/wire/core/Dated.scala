package sparkwire.wire.core

import java.nio.charset.StandardCharsets.UTF_8
import java.time.{LocalDate, LocalDateTime, OffsetDateTime, ZoneOffset}
import java.time.temporal.Temporal

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
