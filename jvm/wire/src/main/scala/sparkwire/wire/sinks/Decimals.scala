package sparkwire.wire.sinks

import java.math.BigInteger

import sparkwire.wire.core.{Field, Kind, Reason, Shape}

/** Decimals from the wire have any number of digits and any scale; columns and VARIANTs have at most
  * 38 digits.
  */
private[sparkwire] object Decimals {
  final val MaxDigits = 38

  /** The struct that shows a decimal which does not fit Spark's type. */
  val Parts: Shape = Shape("decimal",
    Vector(
      Field("@type", Kind.Text, ""), Field("unscaled", Kind.Text, ""),
      Field("scale", Kind.Int32, "")))

  // `BigInteger` has no more bytes, and throws an exception of its own for a larger number.
  private final val MostBytes = (1 << 28) - 1

  /** Reads a big-endian number in two's complement; no bytes mean 0. */
  def signed(bytes: Array[Byte], from: Int, until: Int): BigInteger =
    if (from == until) BigInteger.ZERO
    else {
      limit(until - from)
      new BigInteger(bytes, from, until - from)
    }

  /** Reads a big-endian magnitude. */
  def withSign(signum: Int, bytes: Array[Byte], from: Int, until: Int): BigInteger = {
    limit(until - from)
    new BigInteger(signum, bytes, from, until - from)
  }

  private def limit(size: Int): Unit = if (size > MostBytes) throw Reason.TooLarge.signal

  private val powers = Array.tabulate(MaxDigits + 2)(BigInteger.TEN.pow(_))

  /** Returns the number of digits, or `MaxDigits + 1` for any larger number. */
  def digits(unscaled: BigInteger): Int = {
    val size = unscaled.abs
    if (size.bitLength > 127) MaxDigits + 1
    else {
      // A lower bound of the logarithm to base 10: the number has this many digits plus one or two.
      val least = math.max(size.bitLength - 1, 0) * 30103 / 100000
      if (size.compareTo(powers(least + 1)) >= 0) least + 2 else least + 1
    }
  }

  /** Returns the unscaled number for the scale `max(scale, 0)`, or null if the number has more than
    * 38 digits or the scale is above 38. A negative scale is multiplied out only when the result is
    * known to fit.
    */
  def plain(unscaled: BigInteger, scale: Int): BigInteger =
    if (scale > MaxDigits) null
    else if (scale >= 0) { if (digits(unscaled) <= MaxDigits) unscaled else null }
    else if (unscaled.signum == 0) unscaled
    else if (digits(unscaled) - scale.toLong > MaxDigits) null
    else unscaled.multiply(BigInteger.TEN.pow(-scale))
}
