package sparkwire.wire.sinks

import java.math.BigInteger

import sparkwire.wire.core.{Malformed, Reason}

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

  test(
    "a number of more bytes than Java's class takes is refused, and not an exception of its own") {
    val bytes = new Array[Byte](1 << 28)
    bytes(0) = 1
    for (read <- Seq[() => Any](() => Decimals.signed(bytes, 0, bytes.length),
        () => Decimals.withSign(-1, bytes, 0, bytes.length)))
      assert(intercept[Malformed](read()).reason === Reason.TooLarge)
    assert(Decimals.withSign(-1, bytes, 0, 9) === java.math.BigInteger.ONE.shiftLeft(64).negate)
    assert(Decimals.signed(bytes, 0, 0) === java.math.BigInteger.ZERO)
  }
}
