package sparkwire.wire.avro.writing

import java.math.{BigDecimal, BigInteger, RoundingMode}
import java.nio.charset.StandardCharsets.UTF_8
import java.util.{Arrays, UUID}

import sparkwire.wire.avro.Avro
import sparkwire.wire.core.{Bytes, Kind}
import sparkwire.wire.places.PlainPart
import sparkwire.wire.places.PlainPart.Lead
import sparkwire.wire.trace.Show
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
  override def plain(field: Int): PlainPart.OneField = PlainPart.LowFirst(field, Kind.Bool)
}

/** An int or a long.
  *
  * @param nanosPerUnit
  *   the unit of a time of day, which is also taken as a TIME; 0 for other numbers
  */
private final class WholeStep(isInt: Boolean, nanosPerUnit: Long = 0)
    extends DatumStep(WholeStep.own(nanosPerUnit), WholeStep.taken(nanosPerUnit)) {
  override def fits(source: Source, field: Int): Boolean =
    !isInt || isTime(source, field) || isInRange(source.int(field))

  protected def put(source: Source, field: Int, out: Output): Unit = {
    val value = if (isTime(source, field)) unitsOf(source.int(field)) else source.int(field)
    if (isInt && !isInRange(value))
      throw Unencodable.outOfRange(value, Int.MinValue.toLong, Int.MaxValue.toLong)
    VarintOutput.long(out, value)
  }

  private def isInRange(value: Long): Boolean = value == value.toInt
  private def isTime(source: Source, field: Int): Boolean =
    nanosPerUnit != 0 && source.family(field) == Family.Time

  private def unitsOf(nanos: Long): Long = {
    if (nanos % nanosPerUnit != 0) throw new Unencodable(Unencodable.TooPrecise)
    nanos / nanosPerUnit
  }

  override def plain(field: Int): PlainPart.OneField =
    PlainPart.Zigzag(field, if (isInt) Kind.Int32 else Kind.Int64, 1)
}

private object WholeStep {
  def own(nanosPerUnit: Long): Families =
    if (nanosPerUnit == 0) Families(Family.Whole) else Families(Family.Whole, Family.Time)

  def taken(nanosPerUnit: Long): Families =
    if (nanosPerUnit == 0) Families(Family.Whole, Family.Decimal)
    else Families(Family.Whole, Family.Decimal, Family.Time)
}

/** A float or a double. */
private final class RealStep(isFloat: Boolean)
    extends DatumStep(Families(if (isFloat) Family.Float else Family.Double),
      Families(Family.Float, Family.Double, Family.Whole, Family.Decimal)) {

  protected def put(source: Source, field: Int, out: Output): Unit = {
    val value = source.double(field)
    if (source.family(field) == Family.Whole && !isExact(source.int(field)))
      throw inexact(source.int(field).toString)
    if (isFloat) {
      // A double that is not a float is refused, while a decimal is rounded: few of them are a double.
      if (source.family(field) == Family.Double && !isFloatValue(value))
        throw inexact(value.toString)
      val at = out.reserve(4)
      Bytes.putI32le(out.bytes, at, java.lang.Float.floatToRawIntBits(value.toFloat))
    } else {
      val at = out.reserve(8)
      Bytes.putI64le(out.bytes, at, java.lang.Double.doubleToRawLongBits(value))
    }
  }

  private def inexact(value: => String): Unencodable =
    Unencodable(Unencodable.Inexact, value, if (isFloat) "a float" else "a double")

  /** Whether a whole number is the same after it was made a float or a double. */
  private def isExact(whole: Long): Boolean = {
    val made = if (isFloat) whole.toFloat.toDouble else whole.toDouble
    // The conversion back makes the largest `Long` of 2^63, which is none.
    made.toLong == whole && made != RealStep.TwoTo63
  }

  private def isFloatValue(value: Double): Boolean =
    value.toFloat.toDouble == value || value.isNaN

  override def plain(field: Int): PlainPart.OneField =
    PlainPart.LowFirst(field, if (isFloat) Kind.Float32 else Kind.Float64)
}

private object RealStep {
  final val TwoTo63 = 9223372036854775808.0
}

/** A string. */
private final class TextStep extends DatumStep(Families(Family.Text)) {
  protected def put(source: Source, field: Int, out: Output): Unit = {
    source.text(field)
    ScalarSteps.counted(source.bytes, source.from, source.until, out)
  }

  override def plain(field: Int): PlainPart.OneField = PlainPart.Text(field, ScalarSteps.Counted)
}

private final class BytesStep extends DatumStep(Families(Family.Binary)) {
  protected def put(source: Source, field: Int, out: Output): Unit = {
    source.binary(field)
    ScalarSteps.counted(source.bytes, source.from, source.until, out)
  }

  override def plain(field: Int): PlainPart.OneField = PlainPart.Binary(field, ScalarSteps.Counted)
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

/** A decimal in big-endian two's complement.
  *
  * @param size
  *   the size of a fixed, -1 for bytes, which are as short as possible
  */
private final class DecimalStep(precision: Int, scale: Int, size: Int, limits: Limits)
    extends DatumStep(Families(Family.Decimal), Families(Family.Decimal, Family.Whole)) {

  protected def put(source: Source, field: Int, out: Output): Unit = {
    val number = source.decimal(field)
    val unscaled = rescaled(number).toByteArray
    if (size < 0) ScalarSteps.counted(unscaled, 0, unscaled.length, out)
    else {
      val at = out.reserve(size)
      val from = at + size - unscaled.length
      if (from < at) throw tooManyDigits(number)
      Arrays.fill(out.bytes, at, from, (if (unscaled(0) < 0) -1 else 0).toByte)
      System.arraycopy(unscaled, 0, out.bytes, from, unscaled.length)
    }
  }

  /** Trap: with a scale of a billion, the digits of a 1 would fill the heap. */
  private def rescaled(number: BigDecimal): BigInteger = {
    if (scale > number.scale) limits.spendDigits(scale.toLong - number.scale)
    try {
      val exact = number.setScale(scale, RoundingMode.UNNECESSARY)
      if (exact.precision > precision) throw tooManyDigits(number)
      exact.unscaledValue
    } catch { case _: ArithmeticException => throw tooManyDigits(number) }
  }

  private def tooManyDigits(number: BigDecimal): Unencodable =
    Unencodable(Unencodable.TooManyDigits, Show.decimal(number), {
        val inBytes = if (size < 0) "" else s" in $size bytes"
        s"decimal($precision,$scale)$inBytes"
      })
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
    if (value < 0 || value > 0xffffffffL) throw Unencodable.outOfRange(value, 0, 0xffffffffL)
    val at = out.reserve(4)
    Bytes.putI32le(out.bytes, at, value.toInt)
  }
}

private object DurationStep {
  final val Size = 12
}

private[writing] object ScalarSteps {

  /** The length before texts and bytes. */
  val Counted: Lead =
    Lead(Lead.Zigzag, isNullable = false, isEmptyNull = false, most = Int.MaxValue)

  /** Writes the number of bytes, then the bytes. */
  def counted(bytes: Array[Byte], from: Int, until: Int, out: Output): Unit = {
    VarintOutput.long(out, (until - from).toLong)
    out.put(bytes, from, until)
  }
}
