package sparkwire.wire.layouts.views

import java.lang.Double.longBitsToDouble
import java.math.BigInteger
import java.nio.charset.StandardCharsets.US_ASCII

import sparkwire.wire.core.{Dated, InstantForm, Kind, Sink}
import sparkwire.wire.layouts.Layouts
import sparkwire.wire.layouts.program.{CodeMath, EnumPlan, Walk}

/** Gives the value in the registers of a walk to a sink, as a certain kind. */
private[layouts] abstract class Give(val kind: Kind) {
  def give(walk: Walk, sink: Sink): Unit

  /** Whether some values in the registers are refused. */
  def mayRefuse: Boolean = false
}

private[layouts] object Give {

  /** The size in a row of a value that is not longer. */
  final val PlainBytes = 8L

  /** A whole number that the kind always holds. */
  final class Whole(of: Kind) extends Give(of) {
    def give(walk: Walk, sink: Sink): Unit = sink.int(walk.number)
  }

  final class Unsigned extends Give(Kind.Decimal(20, 0)) {
    def give(walk: Walk, sink: Sink): Unit = sink.unsigned(walk.number)
  }

  /** A whole number among others, some of which only a decimal holds. */
  final class SignedAsDecimal extends Give(Kind.Decimal(20, 0)) {
    def give(walk: Walk, sink: Sink): Unit = sink.smallDecimal(walk.number, 0)
  }

  /** The number of an expression, which may not fit. */
  object Bounded extends Give(Kind.Int64) {
    override def mayRefuse: Boolean = true

    def give(walk: Walk, sink: Sink): Unit =
      if (walk.isHigh) walk.refuse(Layouts.Overflow) else sink.int(walk.number)
  }

  object Truth extends Give(Kind.Bool) {
    def give(walk: Walk, sink: Sink): Unit = sink.bool(walk.number != 0)
  }

  object Float extends Give(Kind.Float32) {
    def give(walk: Walk, sink: Sink): Unit = sink.float(longBitsToDouble(walk.number).toFloat)
  }

  object Double extends Give(Kind.Float64) {
    def give(walk: Walk, sink: Sink): Unit = sink.double(longBitsToDouble(walk.number))
  }

  // A whole number among floats.
  object WholeAsFloat extends Give(Kind.Float32) {
    def give(walk: Walk, sink: Sink): Unit = sink.float(walk.number.toFloat)
  }
  object WholeAsDouble extends Give(Kind.Float64) {
    def give(walk: Walk, sink: Sink): Unit = sink.double(walk.number.toDouble)
  }

  object Text extends Give(Kind.Text) {
    def give(walk: Walk, sink: Sink): Unit = sink.text(walk.bytes, walk.from, walk.until)
  }

  object Binary extends Give(Kind.Binary) {
    def give(walk: Walk, sink: Sink): Unit = sink.binary(walk.bytes, walk.from, walk.until)
  }

  /** The label of a number, or its digits if it has none. */
  final class Label(val labels: EnumPlan) extends Give(Kind.Text) {
    // A long label is more than the number that stands for it.
    override def mayRefuse: Boolean = true

    def give(walk: Walk, sink: Sink): Unit = {
      val label = labels.label(walk.number, walk.isHigh)
      if (label != null) {
        walk.spend(math.max(0L, label.length.toLong - Give.PlainBytes))
        sink.text(label, 0, label.length)
      } else {
        val digits =
          if (walk.isHigh) java.lang.Long.toUnsignedString(walk.number) else walk.number.toString
        val text = digits.getBytes(US_ASCII)
        sink.text(text, 0, text.length)
      }
    }
  }

  /** @param unit
    *   seconds, millis, micros or nanos since the Unix epoch
    */
  final class Timestamp(val unit: String) extends Give(Kind.Timestamp) {
    override def mayRefuse: Boolean = true

    private[this] val factor = unit match {
      case "seconds" => 1000000L
      case "millis" => 1000L
      case _ => 1L
    }
    private[this] val isNanos = unit == "nanos"

    def give(walk: Walk, sink: Sink): Unit = {
      val number = walk.number
      if (isNanos) sink.timestamp(
        if (walk.isHigh) java.lang.Long.divideUnsigned(number, 1000L)
        else Math.floorDiv(number, 1000L))
      else {
        if (walk.isHigh || number > InstantForm.MaxMicros / factor ||
          number < InstantForm.MinMicros / factor) walk.refuse(Layouts.Overflow)
        val micros = number * factor
        if (micros < InstantForm.MinMicros || micros > InstantForm.MaxMicros)
          walk.refuse(Layouts.Overflow)
        sink.timestamp(micros)
      }
    }
  }

  object Date extends Give(Kind.Date) {
    override def mayRefuse: Boolean = true

    def give(walk: Walk, sink: Sink): Unit = {
      if (walk.isHigh || !Dated.isInYears(walk.number)) walk.refuse(Layouts.Overflow)
      sink.date(walk.number.toInt)
    }
  }

  /** Digits that must fit in a precision. */
  abstract class Digits(val precision: Int, val scale: Int)
      extends Give(Kind.Decimal(precision, scale)) {
    override def mayRefuse: Boolean = true

    private[this] val limit = BigInteger.TEN.pow(precision)
    private[this] val isShort = precision <= 18
    private[this] val shortLimit = if (isShort) limit.longValue else Long.MaxValue

    protected def put(unscaled: Long, walk: Walk, sink: Sink): Unit =
      if (isShort && (unscaled >= shortLimit || unscaled <= -shortLimit))
        walk.refuse(Layouts.Overflow)
      else sink.smallDecimal(unscaled, scale)

    protected def put(unscaled: BigInteger, walk: Walk, sink: Sink): Unit =
      if (unscaled.bitLength < 64) put(unscaled.longValue, walk, sink)
      else if (unscaled.abs.compareTo(limit) >= 0) walk.refuse(Layouts.Overflow)
      else sink.decimal(unscaled, scale)
  }

  final class WholeDecimal(ofPrecision: Int, ofScale: Int) extends Digits(ofPrecision, ofScale) {
    def give(walk: Walk, sink: Sink): Unit =
      if (walk.isHigh)
        put(sparkwire.wire.layouts.program.WholeNodes.big(walk.number, isHigh = true), walk, sink)
      else put(walk.number, walk, sink)
  }

  /** Two's complement, big-endian. No bytes are zero. */
  final class BytesDecimal(ofPrecision: Int, ofScale: Int) extends Digits(ofPrecision, ofScale) {
    def give(walk: Walk, sink: Sink): Unit = {
      // Leading bytes that only repeat the sign do not count.
      val bytes = walk.bytes
      var from = walk.from
      while (from < walk.until - 1 &&
        ((bytes(from) == 0 && bytes(from + 1) >= 0) || (bytes(from) == -1 && bytes(from + 1) < 0)))
        from += 1
      val length = walk.until - from
      if (length > MostBytes) walk.refuse(Layouts.Overflow)
      if (length == 0) put(0L, walk, sink)
      else put(new BigInteger(bytes, from, length), walk, sink)
    }
  }

  // 38 digits take 127 bits.
  private final val MostBytes = 16

  /** Two digits a byte; the low half of the last byte is the sign. */
  final class Packed(ofPrecision: Int, ofScale: Int) extends Digits(ofPrecision, ofScale) {
    def give(walk: Walk, sink: Sink): Unit = {
      if (walk.until == walk.from) walk.refuse(Layouts.BadDigits)
      val sign = walk.bytes(walk.until - 1) & 0xf
      if (sign < 0xa) walk.refuse(Layouts.BadDigits)
      val digits = new DecimalDigits(walk)
      var at = walk.from
      while (at < walk.until) {
        val byte = walk.bytes(at) & 0xff
        digits.add(byte >> 4)
        if (at < walk.until - 1) digits.add(byte & 0xf)
        at += 1
      }
      finish(digits, sign == 0xb || sign == 0xd, walk, sink)
    }

    private def finish(
        digits: DecimalDigits, isNegative: Boolean, walk: Walk, sink: Sink): Unit =
      if (digits.isShort) put(if (isNegative) -digits.short else digits.short, walk, sink)
      else put(if (isNegative) digits.long.negate else digits.long, walk, sink)
  }

  /** A digit a byte in EBCDIC; the high half of the last byte is the sign. */
  final class Zoned(ofPrecision: Int, ofScale: Int) extends Digits(ofPrecision, ofScale) {
    def give(walk: Walk, sink: Sink): Unit = {
      if (walk.until == walk.from) walk.refuse(Layouts.BadDigits)
      val sign = (walk.bytes(walk.until - 1) & 0xff) >> 4
      if (sign < 0xa) walk.refuse(Layouts.BadDigits)
      val digits = new DecimalDigits(walk)
      var at = walk.from
      while (at < walk.until) {
        val byte = walk.bytes(at) & 0xff
        if (at < walk.until - 1 && (byte >> 4) != 0xf) walk.refuse(Layouts.BadDigits)
        digits.add(byte & 0xf)
        at += 1
      }
      val isNegative = sign == 0xb || sign == 0xd
      if (digits.isShort) put(if (isNegative) -digits.short else digits.short, walk, sink)
      else put(if (isNegative) digits.long.negate else digits.long, walk, sink)
    }
  }

  /** The digits of a decimal as they are read. */
  private final class DecimalDigits(walk: Walk) {
    private[this] var high = BigInteger.ZERO
    private[this] var low = 0L
    private[this] var count = 0
    def isShort: Boolean = high.signum == 0
    def short: Long = low
    def long: BigInteger = if (isShort) BigInteger.valueOf(low)
    else high.multiply(BigInteger.TEN.pow(count)).add(BigInteger.valueOf(low))

    def add(digit: Int): Unit = {
      if (digit > 9) walk.refuse(Layouts.BadDigits)
      if (count == 18) {
        high = long
        if (high.bitLength > MostBits) walk.refuse(Layouts.Overflow)
        low = 0
        count = 0
      }
      low = low * 10 + digit
      if (low != 0 || !isShort) count += 1
    }
  }

  // More than 38 digits and the 18 that follow take more.
  private final val MostBits = 128

  object Uuid extends Give(Kind.Text) {
    override def mayRefuse: Boolean = true

    def give(walk: Walk, sink: Sink): Unit = {
      if (walk.until - walk.from != 16) walk.refuse(Layouts.InvalidValue)
      val out = CodeMath.uuid(walk.bytes, walk.from)
      sink.text(out, 0, out.length)
    }
  }
}
