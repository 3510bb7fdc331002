package sparkwire.wire.databus

import sparkwire.wire._
import sparkwire.wire.core.Options
import sparkwire.wire.databus.EventChecksums

import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** The checksums of an event as they are in it, and as they should be. */
class ChecksumReaderSuite extends AnyFunSuite with ScalaCheckPropertyChecks with ReaderChecks {
  private val names = Seq("header_crc", "right_header_crc", "body_crc", "right_body_crc")

  private def sums(bytes: Array[Byte], order: String): Seq[Tree] = {
    val found = walk(EventChecksums, bytes, Options(Map("byteOrder" -> order))).toOption.get
    names.map(found.at)
  }

  test("both are the same in what Databus writes") {
    forAll(EventGenerator.event) { event =>
      val Seq(header, rightHeader, body, rightBody) = sums(event.bytes, event.orderWord): @unchecked
      assert((header, body) === ((rightHeader, rightBody)))
      prunedIsUnpruned(EventChecksums)(event.bytes)
    }
  }

  test("wrong ones are shown beside the right ones") {
    forAll(EventGenerator.event) { event =>
      val wrong = event.bytes
      val (headerAt, bodyAt) = event match {
        case _: EventWriter.Event1 => (1, EventLayouts.Version1.at("body_crc"))
        case _ => (EventLayouts.Version2.at("header_crc"), EventLayouts.Version2.at("body_crc"))
      }
      Seq(headerAt, bodyAt).foreach(at => wrong(at) = (wrong(at) ^ 0x55).toByte)
      val Seq(header, rightHeader, body, rightBody) = sums(wrong, event.orderWord): @unchecked
      assert(body !== rightBody)
      // The header's checksum covers the body's checksum.
      assert(header !== rightHeader)
      assert(rightBody === sums(event.bytes, event.orderWord)(3))
    }
  }

  test("what a checksum covers must be there") {
    val event = EventGenerator.event.sample.get
    assert(walk(EventChecksums, event.bytes.dropRight(1)).isLeft)
    assert(walk(EventChecksums, event.bytes :+ 0.toByte).isLeft)
  }
}
