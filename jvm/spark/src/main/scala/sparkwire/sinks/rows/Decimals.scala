package sparkwire.sinks
package rows

import java.math.BigInteger

import sparkwire.wire.core.{Field, Kind, Shape}

/** Decimals of the wire, whose digits and scale may be any, against Spark's 38 digits. */
private[sinks] object Decimals {
  final val MaxDigits = 38

  /** How a decimal is shown that Spark's do not hold. */
  val Parts: Shape = Shape("decimal",
    Vector(
      Field("@type", Kind.Text, ""), Field("unscaled", Kind.Text, ""),
      Field("scale", Kind.Int32, "")))

  private val powers = Array.tabulate(MaxDigits + 2)(BigInteger.TEN.pow(_))

  /** How many digits, `MaxDigits + 1` for any more than that. */
  def digits(unscaled: BigInteger): Int = {
    val size = unscaled.abs
    if (size.bitLength > 127) MaxDigits + 1
    else {
      // A bit less than the logarithm to base 10; then it is that or one more.
      val least = math.max(size.bitLength - 1, 0) * 30103 / 100000
      if (size.compareTo(powers(least + 1)) >= 0) least + 2 else least + 1
    }
  }

  /** The unscaled number for `max(scale, 0)`, or null if that is more than 38 digits or the scale is.
    * A negative scale is written out, but never before it is known to fit.
    */
  def plain(unscaled: BigInteger, scale: Int): BigInteger =
    if (scale > MaxDigits) null
    else if (scale >= 0) { if (digits(unscaled) <= MaxDigits) unscaled else null }
    else if (unscaled.signum == 0) unscaled
    else if (digits(unscaled) - scale.toLong > MaxDigits) null
    else unscaled.multiply(BigInteger.TEN.pow(-scale))
}
