package sparkwire.wire.layouts.writing

import java.math.{BigDecimal, BigInteger}
import java.nio.charset.Charset
import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.core.{Kind, Options}
import sparkwire.wire.layouts.Layouts
import sparkwire.wire.layouts.coding.writing.{TextBytes, WriterMath}
import sparkwire.wire.layouts.program._
import sparkwire.wire.layouts.views.Give
import sparkwire.wire.trace.Show
import sparkwire.wire.writing.{Output, Source, Unencodable}

/** Loads values without parts from a source into the registers, as a reader would have left them, and
  * turns them into the bytes of a field.
  */
private[writing] abstract class Loading(options: Options, output: Output)
    extends OutputWalk(options, output) {
  private def refuseNumber(value: => String, fits: => String): Nothing =
    throw Unencodable(Unencodable.OutOfRange, value, fits)

  private def refuseDigits(number: BigDecimal, fits: => String): Nothing =
    throw Unencodable(Unencodable.TooManyDigits, Show.decimal(number), fits)

  /** The number that becomes the digits of a field of bytes. */
  private[this] var digits: BigInteger = _

  /** Loads the value of a field of a source, the other way round than it is given. */
  protected final def load(give: Give, source: Source, field: Int): Unit = {
    isHigh = false
    give match {
      case _: Give.Unsigned =>
        number = source.unsigned(field)
        isHigh = number < 0
      case _: Give.Whole | _: Give.SignedAsDecimal => number = source.int(field)
      case Give.Truth => number = if (source.bool(field)) 1L else 0L
      case Give.Float | Give.Double =>
        number = java.lang.Double.doubleToRawLongBits(source.double(field))
      case Give.WholeAsFloat | Give.WholeAsDouble => loadWholeOfReal(source.double(field))
      case Give.Text => loadText(source, field)
      case Give.Binary =>
        source.binary(field)
        setBytes(source.bytes, source.from, source.until)
      case label: Give.Label => loadLabel(label.labels, source, field)
      case timestamp: Give.Timestamp => loadTimestamp(timestamp.unit, source.int(field))
      case Give.Date => number = source.int(field)
      case decimal: Give.WholeDecimal =>
        val unscaled = unscaledOf(decimal, source.decimal(field))
        number = unscaled.longValue
        isHigh = unscaled.bitLength == 64
        if (unscaled.bitLength > 64 || (isHigh && unscaled.signum < 0))
          refuseNumber(source.decimal(field).toString, "64 bits")
      case form: Give.Digits => digits = unscaledOf(form, source.decimal(field))
      case Give.Uuid =>
        source.text(field)
        loadUuid(source)
      case other => throw new IllegalStateException(s"$other is not of a field")
    }
  }

  private def loadText(source: Source, field: Int): Unit = {
    source.text(field)
    setBytes(source.bytes, source.from, source.until)
  }

  private def loadWholeOfReal(value: Double): Unit = {
    if (value != Math.rint(value) || value.abs >= 9e18)
      refuseNumber(value.toString, "whole numbers of 64 bits")
    number = value.toLong
  }

  private def loadLabel(labels: EnumPlan, source: Source, field: Int): Unit = {
    source.text(field)
    val text = new String(source.bytes, source.from, source.until - source.from, UTF_8)
    val value = labels.number(text).getOrElse(
      throw Unencodable(Layouts.InvalidValue,
        Show.text(source.bytes, source.from, source.until), "a label of the enum, or a number"))
    if (value < ValueType.Whole.MinLong || value > ValueType.Whole.MaxUnsigned)
      refuseNumber(value.toString, "64 bits")
    number = value.toLong
    isHigh = value > ValueType.Whole.MaxLong
  }

  private def loadTimestamp(unit: String, micros: Long): Unit = unit match {
    case "nanos" =>
      if (micros > Long.MaxValue / 1000 || micros < Long.MinValue / 1000)
        throw Unencodable.outOfRange(micros, Long.MinValue / 1000, Long.MaxValue / 1000)
      number = micros * 1000
    case "micros" => number = micros
    case _ =>
      val factor = if (unit == "millis") 1000L else 1000000L
      if (Math.floorMod(micros, factor) != 0)
        refuseNumber(s"$micros microseconds", s"whole $unit")
      number = micros / factor
  }

  private def unscaledOf(form: Give.Digits, value: BigDecimal): BigInteger = {
    val Kind.Decimal(precision, scale) = form.kind: @unchecked
    val fitted =
      try value.setScale(scale)
      catch { case _: ArithmeticException => refuseDigits(value, s"decimal($precision,$scale)") }
    if (fitted.precision > precision) refuseDigits(value, s"decimal($precision,$scale)")
    fitted.unscaledValue
  }

  private def loadUuid(source: Source): Unit = {
    val out = new Array[Byte](16)
    if (!WriterMath.putUuid(source.bytes, source.from, source.until, out, 0))
      refused(Layouts.InvalidValue)
    setBytes(out, 0, out.length)
  }

  /** Puts the digits of a decimal into the registers, as so many bytes. */
  protected final def setDigits(give: Give, size: Int): Unit = {
    val out = newBytes(size)
    give match {
      case _: Give.BytesDecimal =>
        val bytes = digits.toByteArray
        if (bytes.length > size && !(size == 0 && digits.signum == 0))
          refuseDigits(new BigDecimal(digits), s"$size bytes")
        java.util.Arrays.fill(out, (if (digits.signum < 0) -1 else 0).toByte)
        if (size > 0) System.arraycopy(bytes, 0, out, size - bytes.length, bytes.length)
      case _: Give.Packed => setHalves(out, 2 * size - 1)
      case _ => setZones(out)
    }
    setBytes(out, 0, size)
  }

  private def digitsOf(most: Int): String = {
    val text = digits.abs.toString
    if (text.length > most) refuseDigits(new BigDecimal(digits), s"$most digits")
    "0" * (most - text.length) + text
  }

  private def setHalves(out: Array[Byte], most: Int): Unit = {
    if (most < 1) refuseDigits(new BigDecimal(digits), "no digits")
    val halves = digitsOf(most).map(_ - '0') :+ (if (digits.signum < 0) 0xd else 0xc)
    out.indices.foreach(at => out(at) = ((halves(2 * at) << 4) | halves(2 * at + 1)).toByte)
  }

  private def setZones(out: Array[Byte]): Unit = {
    if (out.length < 1) refuseDigits(new BigDecimal(digits), "no digits")
    val text = digitsOf(out.length)
    out.indices.foreach(at => out(at) = (0xf0 | (text.charAt(at) - '0')).toByte)
    val last = out.length - 1
    out(last) = ((if (digits.signum < 0) 0xd0 else 0xc0) | (out(last) & 0xf)).toByte
  }

  // Text.

  private[this] var chosen: Charset = _
  private[this] var encoder: TextBytes = _

  /** Replaces the UTF-8 in the registers by the text in another encoding. */
  protected final def encode(charset: Charset): Unit = if (charset ne UTF_8) {
    if (charset ne chosen) {
      encoder = TextBytes.of(charset)
      chosen = charset
    }
    val size = encoder.encode(bytes, from, until)
    if (size < 0) refused(Layouts.NotText)
    val out = newBytes(size)
    encoder.copy(out, 0)
    setBytes(out, 0, size)
  }
}
