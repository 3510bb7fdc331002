package sparkwire.wire.core

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
