package sparkwire.wire.avro.writing

import java.math.{BigDecimal, BigInteger, RoundingMode}
import java.nio.charset.StandardCharsets.UTF_8
import java.util.{Arrays, HashMap, UUID}

import sparkwire.wire.avro.Avro
import sparkwire.wire.core.Bytes
import sparkwire.wire.writing.{Family, Output, Source, Unencodable, VarintOutput}

/** NULL, which has no bytes. */
private final class NullStep extends DatumStep(Families()) {
  protected def put(source: Source, field: Int, out: Output): Unit = ()
  override def takesNull: Boolean = true
  override def writeNull(out: Output): Unit = ()
}

private final class BoolStep extends DatumStep(Families(Family.Bool)) {
  protected def put(source: Source, field: Int, out: Output): Unit =
    out.i8(if (source.bool(field)) 1 else 0)
}

/** An int or a long. */
private final class WholeStep(isInt: Boolean)
    extends DatumStep(Families(Family.Whole), Families(Family.Whole, Family.Decimal)) {
  override def fits(source: Source, field: Int): Boolean = !isInt || isInRange(source.int(field))

  protected def put(source: Source, field: Int, out: Output): Unit = {
    val value = source.int(field)
    if (isInt && !isInRange(value)) throw new Unencodable(Unencodable.OutOfRange)
    VarintOutput.long(out, value)
  }

  private def isInRange(value: Long): Boolean = value == value.toInt
}

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
}

/** What a date or timestamp counts on the wire. */
private abstract class ClockUnit {

  /** Returns the units for days or microseconds. */
  def of(value: Long): Long
  def checked(units: Long): Long = units
}

private object ClockUnit {
  private def outOfRange(): Nothing = throw new Unencodable(Unencodable.OutOfRange)

  val Days: ClockUnit = new ClockUnit {
    def of(value: Long): Long = value
    override def checked(units: Long): Long = if (units == units.toInt) units else outOfRange()
  }

  /** Cuts off microseconds, as Spark's own writer does. */
  val Millis: ClockUnit = value => Math.floorDiv(value, 1000L)
  val Micros: ClockUnit = value => value
  val Nanos: ClockUnit = value =>
    if (value > Long.MaxValue / 1000 || value < Long.MinValue / 1000) outOfRange()
    else value * 1000
}

/** A float or a double. */
private final class RealStep(isFloat: Boolean)
    extends DatumStep(Families(if (isFloat) Family.Float else Family.Double),
      Families(Family.Float, Family.Double, Family.Whole, Family.Decimal)) {

  protected def put(source: Source, field: Int, out: Output): Unit = {
    val value = source.double(field)
    if (isFloat) {
      // A double that is no float is refused, while decimals and whole numbers are rounded.
      if (source.family(field) == Family.Double && !isFloatValue(value))
        throw new Unencodable(Unencodable.OutOfRange)
      val at = out.reserve(4)
      Bytes.putI32le(out.bytes, at, java.lang.Float.floatToRawIntBits(value.toFloat))
    } else {
      val at = out.reserve(8)
      Bytes.putI64le(out.bytes, at, java.lang.Double.doubleToRawLongBits(value))
    }
  }

  private def isFloatValue(value: Double): Boolean =
    value.toFloat.toDouble == value || value.isNaN
}

/** A string. */
private final class TextStep extends DatumStep(Families(Family.Text)) {
  protected def put(source: Source, field: Int, out: Output): Unit = {
    source.text(field)
    ScalarSteps.counted(source.bytes, source.from, source.until, out)
  }
}

private final class BytesStep extends DatumStep(Families(Family.Binary)) {
  protected def put(source: Source, field: Int, out: Output): Unit = {
    source.binary(field)
    ScalarSteps.counted(source.bytes, source.from, source.until, out)
  }
}

private final class FixedStep(size: Int) extends DatumStep(Families(Family.Binary)) {
  override def fits(source: Source, field: Int): Boolean = {
    source.binary(field)
    source.until - source.from == size
  }

  protected def put(source: Source, field: Int, out: Output): Unit = {
    if (!fits(source, field)) throw new Unencodable(AvroWriting.WrongSize)
    out.put(source.bytes, source.from, source.until)
  }
}

private final class EnumStep(symbols: Seq[String]) extends DatumStep(Families(Family.Text)) {
  private[this] val numbers = new HashMap[String, Integer]
  symbols.zipWithIndex.foreach { case (symbol, number) => numbers.putIfAbsent(symbol, number) }
  // A longer text is not even made a String: a union may have many enums.
  private[this] val longest = symbols.map(_.getBytes(UTF_8).length).maxOption.getOrElse(0)

  override def fits(source: Source, field: Int): Boolean = numberOf(source, field) != null

  private def numberOf(source: Source, field: Int): Integer = {
    source.text(field)
    val size = source.until - source.from
    if (size > longest) null else numbers.get(new String(source.bytes, source.from, size, UTF_8))
  }

  protected def put(source: Source, field: Int, out: Output): Unit = {
    val number = numberOf(source, field)
    if (number == null) throw new Unencodable(AvroWriting.UnknownSymbol)
    VarintOutput.int(out, number)
  }
}

/** A decimal in big-endian two's complement.
  *
  * @param size
  *   the size of a fixed, -1 for bytes, which are as short as possible
  */
private final class DecimalStep(precision: Int, scale: Int, size: Int, limits: Limits)
    extends DatumStep(Families(Family.Decimal, Family.Whole)) {

  protected def put(source: Source, field: Int, out: Output): Unit = {
    val unscaled = rescaled(source.decimal(field)).toByteArray
    if (size < 0) ScalarSteps.counted(unscaled, 0, unscaled.length, out)
    else {
      val at = out.reserve(size)
      val from = at + size - unscaled.length
      if (from < at) throw new Unencodable(Unencodable.OutOfRange)
      Arrays.fill(out.bytes, at, from, (if (unscaled(0) < 0) -1 else 0).toByte)
      System.arraycopy(unscaled, 0, out.bytes, from, unscaled.length)
    }
  }

  /** Trap: with a scale of a billion, the digits of a 1 would fill the heap. */
  private def rescaled(number: BigDecimal): BigInteger = {
    if (scale > number.scale) limits.spendDigits(scale.toLong - number.scale)
    try {
      val exact = number.setScale(scale, RoundingMode.UNNECESSARY)
      if (exact.precision > precision) throw new Unencodable(Unencodable.OutOfRange)
      exact.unscaledValue
    } catch { case _: ArithmeticException => throw new Unencodable(Unencodable.OutOfRange) }
  }
}

/** A UUID of 16 bytes, as text or as it is. */
private final class UuidStep extends DatumStep(Families(Family.Text, Family.Binary)) {
  import UuidStep._
  private[this] val asFixed = new FixedStep(Size)

  override def fits(source: Source, field: Int): Boolean =
    source.family(field) == Family.Text || asFixed.fits(source, field)

  protected def put(source: Source, field: Int, out: Output): Unit =
    if (source.family(field) != Family.Text) asFixed.write(source, field, out)
    else {
      val uuid = uuidOf(source, field)
      out.setBigEndian(true)
      out.i64(uuid.getMostSignificantBits)
      out.i64(uuid.getLeastSignificantBits)
    }

  private def uuidOf(source: Source, field: Int): UUID = {
    source.text(field)
    // A longer text is not even made a String: a union may have many UUIDs.
    if (source.until - source.from != TextSize) throw new Unencodable(AvroWriting.BadUuid)
    val text = new String(source.bytes, source.from, TextSize, UTF_8)
    val uuid =
      try UUID.fromString(text)
      catch { case _: IllegalArgumentException => throw new Unencodable(AvroWriting.BadUuid) }
    // Java also accepts groups of other sizes.
    if (!uuid.toString.equalsIgnoreCase(text)) throw new Unencodable(AvroWriting.BadUuid)
    uuid
  }
}

private object UuidStep {
  final val Size = 16
  private final val TextSize = 36
}

/** A duration: months, days and milliseconds, each an unsigned number of 32 bits, little endian. As a
  * struct, or as its 12 bytes.
  */
private final class DurationStep
    extends DatumStep(Families(Family.Binary, Family.Struct, Family.Object)) {
  private[this] val asFixed = new FixedStep(DurationStep.Size)

  override def fits(source: Source, field: Int): Boolean =
    if (source.family(field) == Family.Binary) asFixed.fits(source, field)
    else source.matches(field, Avro.DurationParts)

  protected def put(source: Source, field: Int, out: Output): Unit =
    if (source.family(field) == Family.Binary) asFixed.write(source, field, out)
    else {
      val parts = source.struct(field, Avro.DurationParts)
      part(parts, Avro.Months, out)
      part(parts, Avro.Days, out)
      part(parts, Avro.Millis, out)
    }

  private def part(parts: Source, field: Int, out: Output): Unit = {
    if (!parts.has(field)) throw new Unencodable(Unencodable.MissingField)
    val value = parts.int(field)
    if (value < 0 || value > 0xffffffffL) throw new Unencodable(Unencodable.OutOfRange)
    val at = out.reserve(4)
    Bytes.putI32le(out.bytes, at, value.toInt)
  }
}

private object DurationStep {
  final val Size = 12
}

private[writing] object ScalarSteps {

  /** Writes bytes with their number in front. */
  def counted(bytes: Array[Byte], from: Int, until: Int, out: Output): Unit = {
    VarintOutput.long(out, (until - from).toLong)
    out.put(bytes, from, until)
  }
}
