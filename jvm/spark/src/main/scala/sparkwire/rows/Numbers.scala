package sparkwire.rows

import java.math.{BigDecimal, BigInteger}

import org.apache.spark.sql.types.Decimal

import sparkwire.rows.buffers.Tag
import sparkwire.wire.sinks.Decimals

/** Writes numbers to places of another type. A number fits if the type holds exactly that number.
  * In a conversion to or from DECIMAL, a floating-point number stands for its shortest decimal
  * text.
  */
private[sparkwire] object Numbers {
  // The smallest double has 1074 decimal places, 751 of them digits. Beside the number itself, a
  // decimal may have zeros at its end.
  private final val MaxBits = 8192
  private final val MaxScale = 4096

  def writeInt(place: Place, value: Long): Boolean = place.tag match {
    case Tag.Float64 =>
      exactly(place, value.toDouble, value.toDouble.toLong == value && value != Long.MaxValue)
    case Tag.Float32 =>
      val fits = value.toFloat.toLong == value && value != Long.MaxValue
      if (fits) place.write(value.toFloat)
      fits
    case Tag.DecimalNumber =>
      place.writeUnscaled(value, 0) || writeDecimal(place, BigInteger.valueOf(value), 0)
    case _ => false
  }

  private def exactly(place: Place, value: Double, fits: Boolean): Boolean = {
    if (fits) place.write(value)
    fits
  }

  def writeFloat(place: Place, value: Float): Boolean = place.tag match {
    case Tag.Float64 => exactly(place, value.toDouble, fits = true)
    case Tag.DecimalNumber => writeText(place, value.toDouble, value.toString)
    case _ => writeDouble(place, value.toDouble)
  }

  /** Writes the number that a finite floating-point number has as its text. */
  private def writeText(place: Place, value: Double, text: => String): Boolean =
    !value.isNaN && !value.isInfinite && {
      val decimal = new BigDecimal(text)
      writeDecimal(place, decimal.unscaledValue, decimal.scale)
    }

  def writeDouble(place: Place, value: Double): Boolean = place.tag match {
    case Tag.Float32 =>
      val fits = value.isNaN || value.toFloat.toDouble == value
      if (fits) place.write(value.toFloat)
      fits
    case Tag.DecimalNumber => writeText(place, value, value.toString)
    case Tag.Int8 | Tag.Int16 | Tag.Int32 | Tag.Int64 =>
      value == Math.rint(
        value) && value >= -9.223372036854775808e18 && value < 9.223372036854775808e18 &&
      place.tryInt(value.toLong)
    case _ => false
  }

  def writeDecimal(place: Place, unscaled: BigInteger, scale: Int): Boolean = place.tag match {
    case Tag.DecimalNumber =>
      val precision = place.decimalType.precision
      val wantedScale = place.decimalType.scale
      val rescaled = rescale(unscaled, scale, wantedScale)
      val fits = rescaled != null && Decimals.digits(rescaled) <= precision
      if (fits)
        place.write(Decimal(new BigDecimal(rescaled, wantedScale), precision, wantedScale))
      fits
    case Tag.Int8 | Tag.Int16 | Tag.Int32 | Tag.Int64 =>
      val whole = rescale(unscaled, scale, 0)
      whole != null && whole.bitLength <= 63 && place.tryInt(whole.longValue)
    case Tag.Float64 | Tag.Float32 => writeNearest(place, unscaled, scale)
    case _ => false
  }

  private def writeNearest(place: Place, unscaled: BigInteger, scale: Int): Boolean =
    // Beyond these limits no double equals the number, and its digits could be endless.
    unscaled.bitLength <= MaxBits && math.abs(scale.toLong) <= MaxScale && {
      val exact = new BigDecimal(unscaled, scale)
      if (place.tag == Tag.Float64) {
        val nearest = exact.doubleValue
        val fits = !nearest.isInfinite && isSame(exact, new BigDecimal(nearest.toString), nearest)
        if (fits) place.write(nearest)
        fits
      } else {
        val nearest = exact.floatValue
        val fits =
          !nearest.isInfinite && isSame(exact, new BigDecimal(nearest.toString), nearest.toDouble)
        if (fits) place.write(nearest)
        fits
      }
    }

  /** Whether a floating-point number, the nearest one to `exact`, equals it: either by its text or
    * to the last bit. The text of 2^63, for example, is another number.
    *
    * @param text
    *   the number as Java writes it, which before Java 19 is sometimes longer than necessary
    */
  private def isSame(exact: BigDecimal, text: BigDecimal, number: Double): Boolean =
    text.compareTo(exact) == 0 || new BigDecimal(number).compareTo(exact) == 0 ||
      exact.stripTrailingZeros.precision < text.stripTrailingZeros.precision

  /** Returns the same number with another scale, or null if there is none or it has far too many
    * digits.
    */
  private def rescale(unscaled: BigInteger, scale: Int, wanted: Int): BigInteger = {
    val up = wanted.toLong - scale
    if (unscaled.signum == 0) unscaled
    else if (up >= 0) {
      if (up > 2 * Decimals.MaxDigits || Decimals.digits(unscaled) > Decimals.MaxDigits) null
      else unscaled.multiply(BigInteger.TEN.pow(up.toInt))
    } else if (-up > MaxScale || unscaled.bitLength > MaxBits) null
    // Fewer digits than zeros are asked for: the power alone takes longer than the number.
    else if (unscaled.bitLength <= -up * 3) null
    else {
      val parts = unscaled.divideAndRemainder(BigInteger.TEN.pow((-up).toInt))
      if (parts(1).signum == 0) parts(0) else null
    }
  }
}
