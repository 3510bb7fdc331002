package sparkwire.wire.sinks

import java.math.BigInteger

import org.scalatest.funsuite.AnyFunSuite

class DecimalsSuite extends AnyFunSuite {
  test("digits are counted as they are written, at every power of two and of ten") {
    val twos = (0 to 127).map(BigInteger.ONE.shiftLeft(_))
    val tens = (0 to 38).map(BigInteger.TEN.pow(_))
    for {
      near <- twos ++ tens
      step <- Seq(-1L, 0L, 1L)
      number <- Seq(near.add(BigInteger.valueOf(step)), near.add(BigInteger.valueOf(step)).negate)
    } assert(
      Decimals.digits(number) === math.min(number.abs.toString.length, Decimals.MaxDigits + 1),
      number)
  }

  test("a number of very many digits is only one of too many") {
    assert(Decimals.digits(BigInteger.ONE.shiftLeft(1 << 20)) === Decimals.MaxDigits + 1)
  }
}
