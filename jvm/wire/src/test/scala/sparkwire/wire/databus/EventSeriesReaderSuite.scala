package sparkwire.wire.databus

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.core.{Cursor, Options}
import sparkwire.wire.databus.EventWriter._
import sparkwire.wire.databus.series.ManyEvents

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
        assert(walk(ManyEvents(), bytesOf(events), options) === Right(treeOf(events)))
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
        val found = walk(ManyEvents(), bytes.take(length), order).toOption.get
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
        val found = walk(ManyEvents(), flipped, options).toOption.get
        val Items(kept) = found.at("events"): @unchecked
        val ends = kept.map(event => event.at("event.size")).scanLeft(0L) {
          case (end, Whole(size)) => end + size
          case (end, _) => end
        }
        assert(kept.map(_.at("offset")) === ends.init.map(Whole(_)))
        if (ends.last == bytes.length) assert(found.at("tail") === NoValue)
        else assert(found.at("tail.offset") === Whole(ends.last))
      }
      assert(faultOf(ManyEvents(), bytes) === None)
    }
  }

  test("pruned is unpruned")(
    forAll(batches, minSuccessful(10)) { events =>
      prunedIsUnpruned(ManyEvents())(bytesOf(events))
      prunedIsUnpruned(ManyEvents())(bytesOf(events) :+ 7.toByte)
    })

  private val one = Event1(big = true, 1, LongKey(1), 2L, 3, 4, 5L, 6, new Array[Byte](16),
    Array[Byte](7))

  test("no bytes are no events and no tail") {
    assert(walk(ManyEvents(), Array.emptyByteArray) === Right(treeOf(Nil)))
  }

  test("what is no event at all is a tail from the beginning") {
    for ((bytes, reason) <- Seq("{}" -> "remote-exception-json", "x" -> "bad-version"))
      assert(walk(ManyEvents(), bytes.getBytes) === Right(treeOf(Nil, tailOf(reason, 0))))
  }

  test("the byte order of the first event holds for all") {
    val mixed = Seq(one, one.copy(big = false))
    val found = walk(ManyEvents(), bytesOf(mixed))
    assert(found === Right(treeOf(mixed.take(1), tailOf("bad-header-crc", one.bytes.length))))
    val second = Event2(big = false, 0, 1, LongKey(1), 2L, 3, 4L, 5, None, None)
    val versions = Seq(one, second)
    assert(walk(ManyEvents(), bytesOf(versions)) ===
      Right(treeOf(versions.take(1), tailOf("bad-magic", one.bytes.length))))
  }

  test("a byte order that is given holds for the first event too") {
    val big = Options(Map("byteOrder" -> "big"))
    assert(walk(ManyEvents(), bytesOf(Seq(one, one)), big) === Right(treeOf(Seq(one, one))))
    assert(walk(ManyEvents(), bytesOf(Seq(one.copy(big = false))), big) ===
      Right(treeOf(Nil, tailOf("bad-header-crc", 0))))
  }

  test("events behind the broken one are not looked for") {
    val broken = one.bytes.clone()
    broken(20) = 99
    val bytes = one.bytes ++ broken ++ one.bytes
    assert(walk(ManyEvents(), bytes) ===
      Right(treeOf(Seq(one), tailOf("bad-header-crc", one.bytes.length))))
  }

  test("the fault of an event inside a batch leaves the limits of the batch as they were") {
    // The version 2 header sets a limit of its own before its key is refused.
    val second = Event2(big = true, 0, 1, BytesKey("key".getBytes), 2L, 3, 4L, 5, None, None)
    val broken = second.bytes
    broken(48) = 9
    val bytes = one.bytes ++ EventWriter.reseal(broken, second.order) ++ one.bytes
    assert(walk(ManyEvents(), bytes) ===
      Right(treeOf(Seq(one), tailOf("key-past-header", one.bytes.length))))
  }

  test("one reader reads batch after batch") {
    val reader = ManyEvents().newReader(Options.none)
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

  // Resync.

  private val resynced = ManyEvents(resyncs = true)

  private def gapOf(offset: Int, length: Int, reason: String): Tree = struct(
    "offset" -> Whole(offset.toLong), "length" -> Whole(length.toLong), "reason" -> Text(reason))

  private def kept(found: Tree): Vector[(Tree, Tree)] =
    found.at("events").asInstanceOf[Items].items.map(event =>
      event.at("offset") -> event.at("event"))

  test("bytes between events cost no event") {
    forAll(batches, Gen.listOf(Gen.oneOf(1, 7, 255).map(_.toByte)), Gen.choose(0, 4)) {
      (events, noise, at) =>
        val (before, after) = events.splitAt(at)
        val bytes = bytesOf(before) ++ noise ++ bytesOf(after)
        val start = bytesOf(before).length
        val found = walk(resynced, bytes).toOption.get
        val offsets = offsetsOf(before).init ++ offsetsOf(after).init.map(_ + start + noise.length)
        val isEnd = after.isEmpty && noise.nonEmpty
        assert(kept(found) === offsets.map(at => Whole(at.toLong): Tree).zip(events.map(_.tree)))
        assert(found.at("gaps") === Items(
          if (noise.isEmpty || isEnd) Vector.empty
          else Vector(gapOf(start, noise.length, "bad-version"))))
        assert(found.at("tail") === (if (isEnd) tailOf("bad-version", start) else NoValue))
    }
  }

  test("whatever byte is wrong, all other events are kept") {
    forAll(batches, minSuccessful(20)) { events =>
      val bytes = bytesOf(events)
      val ends = offsetsOf(events)
      for (at <- bytes.indices by 3) {
        val flipped = bytes.clone()
        flipped(at) = (flipped(at) ^ 0xff).toByte
        val found = walk(resynced, flipped).toOption.get
        val broken = ends.lastIndexWhere(_ <= at)
        val others = events.indices.filter(_ != broken)
        val places = kept(found).map(_._1)
        for (number <- others) assert(places.contains(Whole(ends(number).toLong)), s"$at $found")
        assert(faultOf(resynced, flipped) === None)
      }
      prunedIsUnpruned(resynced)(bytes ++ Array[Byte](1, 2, 3) ++ bytes)
    }
  }

  test("each event may have a byte order of its own") {
    val mixed = Seq(one, one.copy(big = false),
      Event2(big = false, 0, 1, LongKey(1), 2L, 3, 4L, 5,
        None, None),
      one)
    val found = walk(resynced, bytesOf(mixed)).toOption.get
    assert(kept(found).map(_._2) === mixed.map(_.tree))
    assert(found.at("gaps") === Items(Vector.empty))
    assert(found.at("tail") === NoValue)
  }

  test("an event whose end is missing is a tail of its own") {
    val bytes = one.bytes ++ Array[Byte](9, 9) ++ one.bytes.take(61)
    val found = walk(resynced, bytes).toOption.get
    val size = one.bytes.length
    assert(found.at("gaps") === Items(Vector(gapOf(size, 2, "bad-version"))))
    assert(found.at("tail") === tailOf("truncated-body", size + 2))
  }

  test("events that claim each other's bytes end the search") {
    // Each header is right, says that the rest of the input is its body, and has a wrong checksum.
    val heads = (0 until 4000).map { number =>
      val bytes = one.bytes.take(61)
      java.nio.ByteBuffer.wrap(bytes).putInt(5, (4000 - number) * 61)
      EventWriter.reseal(bytes, one.order)
    }
    val bytes = heads.flatten.toArray
    val found = walk(resynced, bytes).toOption.get
    val Items(gaps) = found.at("gaps"): @unchecked
    assert(gaps.length < 40)
    assert(found.at("tail.reason") === Text("bad-body-crc"))
  }

  test("events whose bodies have right checksums cost what they announce, too") {
    val event = Event2(big = true, 0, 1, BytesKey("key".getBytes), 2L, 3, 4L, 5, None, None)
    // The key is longer than the header, which is found after the checksum of the body.
    val head = event.bytes
    head(48) = 9
    val bytes = (1 to 1000).foldLeft(Array.emptyByteArray) { (rest, _) =>
      val all = head ++ rest
      java.nio.ByteBuffer.wrap(all).putInt(17, all.length)
      EventWriter.reseal(all, event.order)
    }
    val Items(gaps) = walk(resynced, bytes).toOption.get.at("gaps"): @unchecked
    assert(gaps.nonEmpty && gaps.length < 60)
    assert(gaps.head.at("reason") === Text("key-past-header"))
  }
}
