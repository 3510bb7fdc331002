package sparkwire.wire.avro.writing

import sparkwire.wire.core.Kind
import sparkwire.wire.places.PlainPart
import sparkwire.wire.writing.{Family, Output, Source, Unencodable, VarintOutput}

/** A date, timestamp or local timestamp. A whole number is taken as it is: a VARIANT has one where
  * no timestamp could hold the value.
  */
private final class ClockStep(family: Int, unit: ClockUnit)
    extends DatumStep(Families(family), Families(family, Family.Whole)) {

  protected def put(source: Source, field: Int, out: Output): Unit = {
    val value = source.int(field)
    val isClock = source.family(field) == family
    VarintOutput.long(out, if (isClock) unit.of(value) else unit.checked(value))
  }

  override def plain(field: Int): PlainPart.OneField =
    if (unit.divisor == 0) null
    else PlainPart.Zigzag(field,
      family match {
        case Family.Date => Kind.Date
        case Family.Timestamp => Kind.Timestamp
        case _ => Kind.LocalTimestamp
      },
      unit.divisor)
}

/** The unit in which a date or timestamp counts on the wire. */
private abstract class ClockUnit {

  /** Returns the units for days or microseconds. */
  def of(value: Long): Long
  def checked(units: Long): Long = units

  /** How many days or microseconds are a unit, rounded down; 0 if they may be out of range. */
  def divisor: Int
}

private object ClockUnit {
  val Days: ClockUnit = new ClockUnit {
    def of(value: Long): Long = value
    def divisor: Int = 1
    override def checked(units: Long): Long =
      if (units == units.toInt) units
      else throw Unencodable.outOfRange(units, Int.MinValue.toLong, Int.MaxValue.toLong)
  }

  /** Cuts off microseconds, as Spark's own writer does. */
  val Millis: ClockUnit = new ClockUnit {
    def of(value: Long): Long = Math.floorDiv(value, 1000L)
    def divisor: Int = 1000
  }
  val Micros: ClockUnit = new ClockUnit {
    def of(value: Long): Long = value
    def divisor: Int = 1
  }
  val Nanos: ClockUnit = new ClockUnit {
    def of(value: Long): Long =
      if (value > Long.MaxValue / 1000 || value < Long.MinValue / 1000)
        throw Unencodable.outOfRange(value, Long.MinValue / 1000, Long.MaxValue / 1000)
      else value * 1000
    def divisor: Int = 0
  }
}
