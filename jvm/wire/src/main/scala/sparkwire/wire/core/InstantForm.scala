package sparkwire.wire.core

/** How a format writes instants, and how one is shown that no timestamp of years 1 to 9999 holds. */
sealed abstract class InstantForm(val unitsPerSecond: Long, val shape: Shape, val hasNanos: Boolean)
    extends Serializable {
  private def nanosPerUnit: Long = 1000000000L / unitsPerSecond
  // No divisions for each instant: one takes as long as all else that is done to it.
  private[this] val microsPerUnit = 1000000L / unitsPerSecond
  private[this] val mostUnits = Long.MaxValue / microsPerUnit - 1
  private[this] val leastUnits = Long.MinValue / microsPerUnit

  /** Whether microseconds fit 64 bits. */
  def fitsMicros(units: Long): Boolean = units <= mostUnits && units >= leastUnits
  def micros(units: Long, nanos: Int): Long = units * microsPerUnit + nanos / 1000

  /** Whether it is in years 1 to 9999. */
  def isInYears(units: Long, nanos: Int): Boolean = fitsMicros(units) && {
    val micros = this.micros(units, nanos)
    micros >= InstantForm.MinMicros && micros <= InstantForm.MaxMicros
  }

  def fitsMillis(units: Long): Boolean =
    unitsPerSecond == 1000L || (units <= Long.MaxValue / 1000L - 1 && units >= Long.MinValue / 1000L)
  def millis(units: Long, nanos: Int): Long =
    if (unitsPerSecond == 1000L) units else units * 1000L + nanos / 1000000
  def nanosOfMilli(nanos: Int): Int = if (nanosPerUnit == 1000000L) nanos else nanos % 1000000
}

object InstantForm {
  // Microseconds of 0001-01-01T00:00:00Z and of 9999-12-31T23:59:59.999999Z.
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
