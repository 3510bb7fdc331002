package sparkwire.wire.ignite

import java.time.{DateTimeException, LocalDate, LocalTime, ZoneId}
import java.util.TimeZone

import sparkwire.wire.core.Options

/** The zone in which a `java.sql.Date` is counted as a day and a `java.sql.Time` as a time of day, by
  * the rules of these classes.
  *
  * Traps: offsets come from `java.util.TimeZone`, which knows no local mean time before 1900.
  * Days before 1582-10-15 have the year, month and day of the Julian calendar.
  */
private[ignite] final class DayZone(val name: String) {
  private[this] val rules = TimeZone.getTimeZone(ZoneId.of(name))
  private[this] val isUtc = name == DayZone.Utc

  /** Returns the date that the instant has in this zone, by year, month and day, in days since the
    * Unix epoch.
    */
  def dayOf(millis: Long): Long = {
    val offset = if (isUtc) 0 else rules.getOffset(millis)
    val inDay = Math.floorMod(millis, DayZone.Day) + offset
    val days = Math.floorDiv(millis, DayZone.Day) + Math.floorDiv(inDay, DayZone.Day)
    if (days >= DayZone.FirstGregorian) days else DayZone.ofJulian(days)
  }

  /** Returns the time of day that an instant of 1970-01-01 has in this zone, in nanoseconds since
    * midnight; negative for an instant of another day.
    */
  def nanosOfDay(millis: Long): Long = {
    // Instants that are further away than any offset could overflow.
    val isNear = millis > -DayZone.Day && millis < 2 * DayZone.Day
    val inDay = if (isNear) millis + (if (isUtc) 0 else rules.getOffset(millis)) else -1L
    if (inDay >= 0 && inDay < DayZone.Day) inDay * DayZone.NanosPerMilli else -1L
  }

  /** Returns the instant of 1970-01-01 that has this time of day, in milliseconds. */
  def millisOf(nanosOfDay: Long): Long =
    if (isUtc) nanosOfDay / DayZone.NanosPerMilli
    else
      LocalDate.EPOCH.atTime(LocalTime.ofNanoOfDay(nanosOfDay)).atZone(rules.toZoneId).toInstant
        .toEpochMilli
}

private[ignite] object DayZone {
  val Utc = "UTC"
  final val NanosPerMilli = 1000000L
  private final val Day = 86400000L
  private final val FirstGregorian = -141427L

  def of(options: Options): DayZone = new DayZone(options.text(Ignite.Zone).getOrElse(Utc))

  /** Returns the error in the name of a zone, if any. */
  def whyNot(zone: String): Option[String] =
    try {
      val _ = ZoneId.of(zone)
      None
    } catch { case refused: DateTimeException => Some(s"'$zone': ${refused.getMessage}") }

  /** Returns the day with the same year, month and day in the Gregorian calendar. A Julian 29
    * February that the Gregorian year does not have becomes 1 March.
    */
  private def ofJulian(days: Long): Long = {
    // Counts from 1 March of the year -4800: leap days come last in a year of 1461 / 4 days.
    val shifted = days + 2440588L + 32082L
    val year = Math.floorDiv(4 * shifted + 3, 1461L)
    val dayOfYear = shifted - Math.floorDiv(1461 * year, 4L)
    val month = (5 * dayOfYear + 2) / 153
    val day = dayOfYear - (153 * month + 2) / 5
    val first =
      LocalDate.of((year - 4800 + month / 10).toInt, (month + 3 - 12 * (month / 10)).toInt, 1)
    first.toEpochDay + day
  }
}
