package sparkwire.wire

import java.nio.ByteBuffer
import java.nio.charset.{CharacterCodingException, CodingErrorAction}
import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.core.Utf8

import org.scalacheck.Gen
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

class Utf8Suite extends AnyFunSuite with ScalaCheckPropertyChecks {

  private def javaSays(bytes: Array[Byte], from: Int, until: Int): Boolean =
    try {
      UTF_8.newDecoder.onMalformedInput(CodingErrorAction.REPORT).decode(
        ByteBuffer.wrap(bytes, from, until - from))
      true
    } catch { case _: CharacterCodingException => false }

  private def same(bytes: Array[Byte]): Unit =
    for (from <- Seq(0, 1) if from <= bytes.length)
      assert(Utf8.isValid(bytes, from, bytes.length) === javaSays(bytes, from, bytes.length),
        Vectors.hex(bytes))

  test("any two bytes are UTF-8 where Java's decoder says so") {
    for (first <- 0 to 255; second <- 0 to 255) same(Array(first.toByte, second.toByte))
  }

  test("so are three and four, at the ends of all ranges") {
    val ends = Seq(0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0,
      0xe1, 0xec, 0xed, 0xee,
      0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff).map(_.toByte)
    for (a <- ends; b <- ends; c <- ends) {
      same(Array(a, b, c))
      for (d <- ends) same(Array(a, b, c, d))
    }
  }

  test("so is text behind ASCII of any length") {
    val parts = Gen.listOf(Gen.oneOf("a", "bcdefghijk", "é", "€", "😀").map(_.getBytes(UTF_8)))
    val broken =
      Gen.oneOf(Array[Byte](), Array[Byte](-1), Array(0xc3.toByte), Array(0xe2, 0x82).map(_.toByte))
    forAll(parts, broken, parts)((before, middle, after) =>
      same((before.flatten ++ middle ++ after.flatten).toArray))
  }

  test("what is malformed is replaced as Java's decoder does it") {
    forAll { (bytes: Array[Byte]) =>
      val expected = UTF_8.newDecoder.onMalformedInput(CodingErrorAction.REPLACE)
        .onUnmappableCharacter(CodingErrorAction.REPLACE).decode(ByteBuffer.wrap(bytes)).toString
      assert(new String(Utf8.replaced(bytes, 0, bytes.length), UTF_8) === expected)
    }
  }
}
