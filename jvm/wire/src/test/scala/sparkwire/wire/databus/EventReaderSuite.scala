package sparkwire.wire.databus

import sparkwire.wire._
import sparkwire.wire.core.Options
import sparkwire.wire.databus.Databus.OneEvent
import sparkwire.wire.databus.series.ManyEvents

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Vectors and properties. The refusals, one by one, are in [[EventRefusalSuite]]. */
class EventReaderSuite
    extends AnyFunSuite with ScalaCheckPropertyChecks with VectorTests with ReaderChecks {
  private val unverified = Options(Map("verify" -> "none"))
  private def in(order: String) = Options(Map("byteOrder" -> order))
  private def other(order: String) = if (order == "big") "little" else "big"

  // Vectors.

  Seq("events-v1" -> 60, "events-v2" -> 38, "system" -> 52, "random" -> 170).foreach {
    case (file, inAll) => eachLine("databus", file, inAll)(line => reads(line, line.bytes))
  }

  eachLine("databus", "to-v1", 20) { line =>
    assert(walk(OneEvent, line.bytes).map(_.at("version")) === Right(Tree.Whole(2L)))
    if (line.fails.contains("schema-key-has-no-v1")) succeed
    else reads(line, Vectors.bytes(line.text("v1_hex")))
  }

  eachLine("databus", "avro", 9) { line =>
    val event = walk(OneEvent, line.bytes, in(line.order))
    assert(event === walk(OneEvent, line.bytes))
    if (line.fails.contains("avro-payload")) assert(event.isRight)
    else EventViews.some(line.view, "schema_id", "value", "src_id", "opcode").foreach {
      case (name, value) =>
        assert(event.map(_.at(if (name == "value") "payload" else name)) === Right(value), name)
    }
    tiles(OneEvent)(line.bytes)
  }

  eachLine("databus", "invalid", 127)(refuses(_, sameWord = true))
  eachLine("databus", "damaged", 60)(refuses(_, sameWord = false))

  eachLine("databus", "batches", 24) { line =>
    val expected = EventViews.batch(line)
    for (options <- Seq(in(line.order), Options.none))
      assert(walk(ManyEvents(), line.bytes, options) === Right(expected))
    assert(faultOf(ManyEvents(), line.bytes) === None)
  }

  test("databus: each file of vectors is read by some suite") {
    val here = Set("events-v1", "events-v2", "system", "random", "to-v1", "avro", "invalid",
      "damaged", "batches")
    val elsewhere = Set("crc", "json-read", "schema-ids")
    assert(Vectors.files("databus") === here ++ elsewhere)
  }

  private def reads(line: Line, bytes: Array[Byte]): Assertion = {
    val expected = EventViews.event(line.order, line.view)
    for (options <- Seq(in(line.order), Options.none, unverified))
      assert(walk(OneEvent, bytes, options) === Right(expected), s"$options")
    assert(walk(OneEvent, bytes, in(other(line.order))).isLeft)
    assert(dissect(OneEvent, bytes).tiles.forall(_.kind != "gap"))
    tiles(OneEvent)(bytes)
  }

  private def refuses(line: Line, sameWord: Boolean): Assertion = {
    val word = line.fails.get
    assert(Databus.reasons.map(_.word).contains(word))
    val told = walk(OneEvent, line.bytes, in(line.order))
    if (sameWord) assert(told.left.map(_.word) === Left(word)) else assert(told.isLeft)
    val found = walk(OneEvent, line.bytes)
    // A version 1 event that is malformed in both orders has the fault of the big-endian reading.
    val isSure = line.order == "big" || line.bytes.headOption.contains(2.toByte)
    if (line.name.endsWith("other-byte-order"))
      assert(found.map(_.at("byte_order")) === Right(Tree.Text(other(line.order))))
    else if (sameWord && isSure) assert(found.left.map(_.word) === Left(word))
    else assert(found.isLeft)
    tiles(OneEvent, in(line.order))(line.bytes)
    tiles(OneEvent)(line.bytes)
    tiles(OneEvent, unverified)(line.bytes)
  }

  // Properties of events from an independent writer.

  test("what was written is read, in the order given") {
    forAll(EventGenerator.event) { event =>
      assert(walk(OneEvent, event.bytes, in(event.orderWord)) === Right(event.tree))
    }
  }

  test("the byte order is found, with checksums and without") {
    forAll(EventGenerator.event) { event =>
      assert(walk(OneEvent, event.bytes) === Right(event.tree))
      assert(walk(OneEvent, event.bytes, unverified) === Right(event.tree))
    }
  }

  test("a header checksum that is the same read backwards does not hide the byte order") {
    for (big <- Seq(false, true); value <- Seq(Array[Byte](1, 2, 3), Array.emptyByteArray)) {
      val event = EventWriter.Event1(big, 1, EventWriter.LongKey(7), 0L, 1, 2, 3L, 15,
        new Array[Byte](16), value)
      // One checksum in 65536 is the same in both orders, so sequences are tried until one is
      // found.
      val same = Iterator.from(1).map(n => event.copy(sequence = n.toLong)).find { event =>
        val crc = event.bytes.slice(1, 5)
        crc.sameElements(crc.reverse)
      }.get
      assert(walk(OneEvent, same.bytes) === Right(same.tree))
      assert(walk(OneEvent, same.bytes, unverified) === Right(same.tree))
      tiles(OneEvent)(same.bytes)
    }
    succeed
  }

  test("the dissection tiles the value and leaves no gap") {
    forAll(EventGenerator.event) { event =>
      assert(dissect(OneEvent, event.bytes).tiles.forall(_.kind != "gap"))
      tiles(OneEvent)(event.bytes)
    }
  }

  test("a cut anywhere is a fault, never a crash")(
    forAll(EventGenerator.event, minSuccessful(20)) {
      event =>
        everyCutIsAFault(OneEvent)(event.bytes)
        everyCutIsAFault(OneEvent, unverified)(event.bytes)
    })

  test("a changed byte anywhere is a value or a fault")(
    forAll(EventGenerator.event, minSuccessful(20)) { event =>
      everyFlipIsValueOrFault(OneEvent)(event.bytes)
      everyFlipIsValueOrFault(OneEvent, unverified)(event.bytes)
    })

  test("a changed byte under right checksums is a value or a fault")(
    forAll(EventGenerator.event, minSuccessful(20)) { event =>
      for (at <- event.bytes.indices.drop(1); bits <- Seq(0x01, 0x80, 0xff)) {
        val bytes = event.bytes
        bytes(at) = (bytes(at) ^ bits).toByte
        tiles(OneEvent, in(event.orderWord))(EventWriter.reseal(bytes, event.order))
      }
      succeed
    })

  test("pruned is unpruned")(
    forAll(EventGenerator.event, minSuccessful(20)) { event =>
      prunedIsUnpruned(OneEvent)(event.bytes)
      prunedIsUnpruned(OneEvent, unverified)(event.bytes)
    })

  test("one byte more is a fault of the whole") {
    forAll(EventGenerator.event) { event =>
      val fault = faultOf(OneEvent, event.bytes :+ 0.toByte).get
      assert(
        (fault.reason, fault.offset, fault.path) === ((
          Databus.TrailingBytes, event.bytes.length, "")))
    }
  }
}
