package sparkwire.wire.writing

import java.math.BigDecimal

/** Conversions of numbers that lose nothing, or refuse the number as `out-of-range`. */
object Exact {
  def long(number: BigDecimal): Long =
    try number.longValueExact
    catch {
      case _: ArithmeticException => refuse(number, s"${Long.MinValue} to ${Long.MaxValue}")
    }

  /** Returns a number of 64 bits without a sign. */
  def unsigned(number: BigDecimal): Long = {
    val integer =
      try number.toBigIntegerExact
      catch { case _: ArithmeticException => refuse(number, Unsigned) }
    if (integer.signum < 0 || integer.bitLength > 64) refuse(number, Unsigned)
    integer.longValue
  }

  private final val Unsigned = "0 to 18446744073709551615"

  private def refuse(number: BigDecimal, fits: String): Nothing =
    throw Unencodable(Unencodable.OutOfRange, number.toString, s"whole numbers from $fits")
}
