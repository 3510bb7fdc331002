package sparkwire.wire.core

import java.nio.charset.StandardCharsets.UTF_8
import java.time.{LocalDate, LocalDateTime, OffsetDateTime, ZoneOffset}
import java.time.temporal.Temporal

/** A date or time of `java.time`. A sink takes it as a date or timestamp where its place is one, and as
  * the text of ISO 8601 elsewhere.
  *
  * @param units
  *   days of a date, seconds of the others, since the Unix epoch: on the clock on the wall or, for
  *   [[Dated.Zoned]], in UTC
  * @param nanos
  *   nanoseconds within the second
  * @param zone
  *   the name of its zone, null if it has only an offset or none
  */
final class Dated private (
    val form: Dated.Form, val units: Long, val nanos: Int, value: Temporal, zone: String) {
  def text: Array[Byte] = toString.getBytes(UTF_8)
  override def toString: String = if (zone == null) value.toString else s"$value[$zone]"

  /** Whether a VARIANT shows it as a date or timestamp: in years 1 to 9999, and without a zone. */
  def isPlain: Boolean = form match {
    case Dated.Date => Dated.isInYears(units)
    case Dated.Local => InstantForm.Seconds.isInYears(units, nanos)
    case Dated.Zoned => false
  }

  def fitsMicros: Boolean = InstantForm.Seconds.fitsMicros(units)
  def micros: Long = InstantForm.Seconds.micros(units, nanos)
}

object Dated {
  sealed abstract class Form

  /** A day. */
  case object Date extends Form

  /** A day and a time of it. */
  case object Local extends Form

  /** An instant, with the offset or zone in which it was given. */
  case object Zoned extends Form

  /** Whether a day is in years 1 to 9999. */
  def isInYears(days: Long): Boolean = days >= MinDays && days <= MaxDays

  // Days of 0001-01-01 and of 9999-12-31.
  private final val MinDays = -719162L
  private final val MaxDays = 2932896L

  def apply(date: LocalDate): Dated = new Dated(Date, date.toEpochDay, 0, date, null)

  def apply(local: LocalDateTime): Dated =
    new Dated(Local, local.toEpochSecond(ZoneOffset.UTC), local.getNano, local, null)

  def apply(moment: OffsetDateTime, zone: String = null): Dated =
    new Dated(Zoned, moment.toEpochSecond, moment.getNano, moment, zone)
}
