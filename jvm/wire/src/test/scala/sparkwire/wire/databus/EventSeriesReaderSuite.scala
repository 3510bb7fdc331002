package sparkwire.wire.databus

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.core.{Cursor, Options}
import sparkwire.wire.databus.Databus.ManyEvents
import sparkwire.wire.databus.EventWriter._

import org.scalacheck.Gen
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Batches of events; their vectors are in [[EventReaderSuite]]. */
class EventSeriesReaderSuite extends AnyFunSuite with ScalaCheckPropertyChecks with ReaderChecks {
  private val unverified = Options(Map("verify" -> "none"))

  // The events of one producer may differ in version, but not in byte order.
  private val batches: Gen[Vector[Event]] = for {
    big <- Gen.oneOf(true, false)
    count <- Gen.choose(0, 4)
    events <- Gen.listOfN(count, EventGenerator.event)
  } yield events.map {
    case event: Event1 => event.copy(big = big)
    case event: Event2 => event.copy(big = big)
  }.toVector

  private def bytesOf(events: Seq[Event]): Array[Byte] = events.flatMap(_.bytes).toArray
  private def offsetsOf(events: Seq[Event]): Seq[Int] = events.scanLeft(0)(_ + _.bytes.length)

  private def treeOf(events: Seq[Event], tail: Tree = NoValue): Tree = struct(
    "events" -> Items(
      events.zip(offsetsOf(events)).map { case (event, offset) =>
        struct("offset" -> Whole(offset.toLong), "event" -> event.tree)
      }.toVector),
    "tail" -> tail
  )

  private def tailOf(reason: String, offset: Int): Tree =
    struct("reason" -> Text(reason), "offset" -> Whole(offset.toLong))

  test("what was written is read, and there is no tail") {
    forAll(batches) { events =>
      for (options <- Seq(Options.none, unverified))
        assert(walk(ManyEvents, bytesOf(events), options) === Right(treeOf(events)))
    }
  }

  test("a batch that is cut keeps the whole events, and the tail begins behind them") {
    forAll(batches, minSuccessful(20)) { events =>
      val bytes = bytesOf(events)
      val ends = offsetsOf(events)
      // A truncated header has no checksum that reveals the byte order, so the order is given.
      val order = Options(events.headOption.map("byteOrder" -> _.orderWord).toMap)
      bytes.indices.foreach { length =>
        val whole = ends.lastIndexWhere(_ <= length)
        val found = walk(ManyEvents, bytes.take(length), order).toOption.get
        assert(found.at("events") === treeOf(events.take(whole)).at("events"))
        if (ends(whole) == length) assert(found.at("tail") === NoValue)
        else {
          assert(found.at("tail.offset") === Whole(ends(whole).toLong))
          assert(found.at("tail.reason").toString.contains("truncated-"))
        }
      }
      succeed
    }
  }

  test("whatever the bytes, events and tail cover them and nothing is thrown") {
    forAll(batches, minSuccessful(20)) { events =>
      val bytes = bytesOf(events)
      for (at <- bytes.indices by 3; options <- Seq(Options.none, unverified)) {
        val flipped = bytes.clone()
        flipped(at) = (flipped(at) ^ 0xff).toByte
        val found = walk(ManyEvents, flipped, options).toOption.get
        val Items(kept) = found.at("events"): @unchecked
        val ends = kept.map(event => event.at("event.size")).scanLeft(0L) {
          case (end, Whole(size)) => end + size
          case (end, _) => end
        }
        assert(kept.map(_.at("offset")) === ends.init.map(Whole(_)))
        if (ends.last == bytes.length) assert(found.at("tail") === NoValue)
        else assert(found.at("tail.offset") === Whole(ends.last))
      }
      assert(faultOf(ManyEvents, bytes) === None)
    }
  }

  test("pruned is unpruned")(
    forAll(batches, minSuccessful(10)) { events =>
      prunedIsUnpruned(ManyEvents)(bytesOf(events))
      prunedIsUnpruned(ManyEvents)(bytesOf(events) :+ 7.toByte)
    })

  private val one = Event1(big = true, 1, LongKey(1), 2L, 3, 4, 5L, 6, new Array[Byte](16),
    Array[Byte](7))

  test("no bytes are no events and no tail") {
    assert(walk(ManyEvents, Array.emptyByteArray) === Right(treeOf(Nil)))
  }

  test("what is no event at all is a tail from the beginning") {
    for ((bytes, reason) <- Seq("{}" -> "remote-exception-json", "x" -> "bad-version"))
      assert(walk(ManyEvents, bytes.getBytes) === Right(treeOf(Nil, tailOf(reason, 0))))
  }

  test("the byte order of the first event holds for all") {
    val mixed = Seq(one, one.copy(big = false))
    val found = walk(ManyEvents, bytesOf(mixed))
    assert(found === Right(treeOf(mixed.take(1), tailOf("bad-header-crc", one.bytes.length))))
    val second = Event2(big = false, 0, 1, LongKey(1), 2L, 3, 4L, 5, None, None)
    val versions = Seq(one, second)
    assert(walk(ManyEvents, bytesOf(versions)) ===
      Right(treeOf(versions.take(1), tailOf("bad-magic", one.bytes.length))))
  }

  test("a byte order that is given holds for the first event too") {
    val big = Options(Map("byteOrder" -> "big"))
    assert(walk(ManyEvents, bytesOf(Seq(one, one)), big) === Right(treeOf(Seq(one, one))))
    assert(walk(ManyEvents, bytesOf(Seq(one.copy(big = false))), big) ===
      Right(treeOf(Nil, tailOf("bad-header-crc", 0))))
  }

  test("events behind the broken one are not looked for") {
    val broken = one.bytes.clone()
    broken(20) = 99
    val bytes = one.bytes ++ broken ++ one.bytes
    assert(walk(ManyEvents, bytes) ===
      Right(treeOf(Seq(one), tailOf("bad-header-crc", one.bytes.length))))
  }

  test("the fault of an event inside a batch leaves the limits of the batch as they were") {
    // The version 2 header sets a limit of its own before its key is refused.
    val second = Event2(big = true, 0, 1, BytesKey("key".getBytes), 2L, 3, 4L, 5, None, None)
    val broken = second.bytes
    broken(48) = 9
    val bytes = one.bytes ++ EventWriter.reseal(broken, second.order) ++ one.bytes
    assert(walk(ManyEvents, bytes) ===
      Right(treeOf(Seq(one), tailOf("key-past-header", one.bytes.length))))
  }

  test("one reader reads batch after batch") {
    val reader = ManyEvents.newReader(Options.none)
    val cursor = new Cursor
    def read(bytes: Array[Byte]): Tree = {
      val sink = new CollectingSink
      reader.read(cursor.wrap(bytes), sink)
      sink.result
    }
    val little = one.copy(big = false)
    assert(read(bytesOf(Seq(little, little))) === treeOf(Seq(little, little)))
    assert(read(bytesOf(Seq(one)).take(40)) === treeOf(Nil, tailOf("truncated-header", 0)))
    assert(read(bytesOf(Seq(one, one))) === treeOf(Seq(one, one)))
  }
}
