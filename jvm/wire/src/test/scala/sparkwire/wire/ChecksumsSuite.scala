package sparkwire.wire

import sparkwire.wire.databus.Checksums
import sparkwire.wire.databus.EventWriter

import org.scalacheck.Gen
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

class ChecksumsSuite extends AnyFunSuite with ScalaCheckPropertyChecks with VectorTests {
  private val checksums = new Checksums

  private def crc(bytes: Array[Byte]): Long =
    checksums.databusCrc(bytes, 0, bytes.length) & 0xffffffffL

  eachLine("databus", "crc", 7) { line =>
    assert(crc(line.bytes) === line.view.get("crc").asLong)
  }

  test("Databus's CRC is the loop over bits, on any part of any bytes") {
    val cases = for {
      bytes <- Gen.containerOf[Array, Byte](Gen.choose(Byte.MinValue, Byte.MaxValue))
      from <- Gen.choose(0, bytes.length)
      until <- Gen.choose(from, bytes.length)
    } yield (bytes, from, until)
    forAll(cases) { case (bytes, from, until) =>
      val expected = EventWriter.crc(bytes, from, until)
      assert(checksums.databusCrc(bytes, from, until) === expected)
      assert(checksums.databusCrc(bytes, from, until) === expected, "the second time")
    }
  }
}
