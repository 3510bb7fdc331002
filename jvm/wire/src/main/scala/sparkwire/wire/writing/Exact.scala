package sparkwire.wire.writing

import java.math.BigDecimal

/** Conversions of numbers that lose nothing, or refuse the number as `out-of-range`. */
object Exact {
  private def outOfRange(): Nothing = throw new Unencodable(Unencodable.OutOfRange)

  def long(number: BigDecimal): Long =
    try number.longValueExact
    catch { case _: ArithmeticException => outOfRange() }

  /** Returns a number of 64 bits without a sign. */
  def unsigned(number: BigDecimal): Long = {
    val integer =
      try number.toBigIntegerExact
      catch { case _: ArithmeticException => outOfRange() }
    if (integer.signum < 0 || integer.bitLength > 64) outOfRange()
    integer.longValue
  }
}
