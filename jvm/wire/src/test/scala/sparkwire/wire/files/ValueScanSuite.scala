package sparkwire.wire.files

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.cernan.Cernan
import sparkwire.wire.core.{Options, Root}
import sparkwire.wire.databus.{EventGenerator, EventWriter}
import sparkwire.wire.databus.EventWriter.{Event, Event1, LongKey}
import sparkwire.wire.databus.series.ManyEvents
import sparkwire.wire.msgpack.series.ManyValues
import sparkwire.wire.series.ValueBounds

import org.scalacheck.Gen
import org.scalacheck.rng.Seed
import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** Files of values, compared with the readers of values that are end to end in one value. */
class ValueScanSuite extends AnyFunSuite with ReaderChecks {

  /** A value, or bytes that are none: where they begin, and why. */
  private case class Piece(offset: Long, reason: Option[String])

  private case class Kind(items: String, root: Root, newBounds: Options => ValueBounds)

  private val databus = Kind("events", ManyEvents(resyncs = true), ManyEvents.newBounds)
  private val cernan =
    Kind("packets", Cernan.ManyPackets(None, resyncs = true), Cernan.newBounds)
  private val fields = Some(Seq("id", "name"))
  private val msgpack =
    Kind("values", ManyValues(fields), ManyValues.newBounds(fields, _))

  private def scanOf(kind: Kind, input: FileInput, from: Long = 0, until: Long = Long.MaxValue,
      options: Options = Options.none, ahead: Int = 64): ValueScan =
    new ValueScan(new FileWindow(input, ahead), kind.newBounds(options), from, until, options)

  private def piecesOf(scan: ValueScan, file: Array[Byte]): Seq[Piece] =
    Iterator.continually(scan).takeWhile(_.advance()).map { at =>
      val end = math.min(at.end, file.length.toLong).toInt
      val most = if (at.reason == null) Int.MaxValue else ValueScan.MostKept
      assert(at.bytes.toSeq === file.slice(at.position.toInt, end).take(most).toSeq)
      assert((at.fault == null) === (at.reason == null))
      if (at.fault != null) assert(at.fault.reason eq at.reason)
      Piece(at.position, Option(at.reason).map(_.word))
    }.toVector

  /** Returns the pieces that `F_decode_all` tells of. */
  private def said(kind: Kind, bytes: Array[Byte]): Seq[Piece] = {
    val found = walk(kind.root, bytes).toOption.get
    def offset(of: Tree): Long = of.at("offset") match {
      case Whole(number) => number.toLong
      case other => fail(other.toString)
    }
    def reason(of: Tree): Option[String] = of.at("reason") match {
      case Text(word) => Some(word)
      case other => fail(other.toString)
    }
    val values = found.at(kind.items).asInstanceOf[Items].items.map(value =>
      Piece(offset(value), None))
    val gaps = found.at("gaps").asInstanceOf[Items].items
    val tail = found.at("tail") match {
      case NoValue => Nil
      case tail => Seq(tail)
    }
    (values ++ (gaps ++ tail).map(gap => Piece(offset(gap), reason(gap)))).sortBy(_.offset)
  }

  private def agrees(kind: Kind, bytes: Array[Byte]): Assertion = {
    val expected = said(kind, bytes)
    assert(piecesOf(scanOf(kind, FileInputs.seekable(bytes)), bytes) === expected)
    assert(piecesOf(scanOf(kind, FileInputs.sequential(bytes)), bytes) === expected)
    assert(piecesOf(scanOf(kind, FileInputs.sequential(bytes), ahead = 7), bytes) === expected)
  }

  private def sample[A](gen: Gen[A], seed: Int): A =
    gen.pureApply(Gen.Parameters.default, Seed(seed.toLong))

  private def events(count: Int, seed: Int): Seq[Event] =
    sample(Gen.listOfN(count, EventGenerator.event), seed)

  private def packets(count: Int): Seq[Array[Byte]] =
    Vectors.read("cernan", "packets").take(count).map(_.bytes)

  private def records(count: Int): Seq[Array[Byte]] = (0 until count).map { id =>
    // {"id": id, "name": "ab"}
    Vectors.bytes("82a26964cd") ++ Array((id >> 8).toByte, id.toByte) ++
      Vectors.bytes("a46e616d65a26162")
  }

  private val files: Seq[(String, Kind, Seq[Array[Byte]])] = Seq(
    ("events", databus, events(30, 1).map(_.bytes)), ("packets", cernan, packets(12)),
    ("records", msgpack, records(60)))

  for ((name, kind, values) <- files) {
    val bytes = values.flatten.toArray

    test(s"$name: all of them, wherever the window ends") {
      assert(said(kind, bytes).map(_.offset) ===
        values.scanLeft(0L)(_ + _.length).init)
      agrees(kind, bytes)
    }

    test(s"$name: whichever byte is wrong, as values in one value") {
      for (at <- bytes.indices by math.max(1, bytes.length / 200)) {
        val flipped = bytes.clone()
        flipped(at) = (flipped(at) ^ 0x5a).toByte
        agrees(kind, flipped)
      }
      succeed
    }

    test(s"$name: wherever the file is cut, or bytes are missing") {
      for (at <- bytes.indices by math.max(1, bytes.length / 100)) {
        agrees(kind, bytes.take(at))
        agrees(kind, bytes.take(at) ++ bytes.drop(at + 5))
      }
      succeed
    }

    test(s"$name: behind megabytes that are none") {
      val noise = Array.fill(3 << 20)(0xc1.toByte)
      val file = values.head ++ noise ++ bytes
      val pieces = piecesOf(scanOf(kind, FileInputs.sequential(file), ahead = 4096), file)
      assert(pieces.length === values.length + 2)
      assert(pieces(1).offset === values.head.length)
      assert(pieces(1).reason.nonEmpty)
      assert(pieces.drop(2).map(_.offset) ===
        values.scanLeft(noise.length.toLong + values.head.length)(_ + _.length).init)
    }
  }

  test("without fields, a broken value of MessagePack ends the file") {
    val plain = Kind("values", ManyValues(), ManyValues.newBounds(None, _))
    val file = records(2).flatten.toArray ++ Array(0xc1.toByte) ++ records(2).flatten
    val pieces = piecesOf(scanOf(plain, FileInputs.sequential(file)), file)
    assert(pieces.map(_.reason) === Seq(None, None, Some("reserved-byte-c1")))
  }

  private val one = Event1(big = true, 1, LongKey(1), 2L, 3, 4, 5L, 6, new Array[Byte](16),
    Array[Byte](7))

  test("the fault of an event has its field and its place") {
    val broken = one.bytes
    broken(1) = (broken(1) ^ 1).toByte
    val scan = scanOf(databus, FileInputs.seekable(one.bytes ++ broken ++ one.bytes))
    assert(scan.advance() && scan.advance())
    assert(scan.position === one.bytes.length)
    assert(scan.fault.reason.word === "bad-header-crc")
    assert(scan.fault.path === "header_crc")
    assert(scan.fault.offset === 1)
    assert(scan.fault.message.contains("expected "))
  }

  test("a value that is longer than maxSize is one of its own, and the next one is found") {
    val large = one.copy(value = new Array[Byte](5000))
    val file = large.bytes ++ one.bytes
    val options = Options(Map("maxSize" -> "1000"))
    val scan = scanOf(databus, FileInputs.sequential(file), options = options)
    assert(piecesOf(scan, file) ===
      Seq(Piece(0, Some("too-large")), Piece(large.bytes.length.toLong, None)))
    val cut = large.bytes.take(900)
    assert(piecesOf(scanOf(databus, FileInputs.seekable(cut), options = options), cut) ===
      Seq(Piece(0, Some("truncated-body"))))
  }

  test("events that claim each other's bytes cost the search no more than it may take") {
    val heads = (0 until 4000).map { number =>
      val bytes = one.bytes.take(61)
      java.nio.ByteBuffer.wrap(bytes).putInt(5, (4000 - number) * 61)
      EventWriter.reseal(bytes, one.order)
    }
    val bytes = heads.flatten.toArray ++ one.bytes
    val options = Options(Map("maxSize" -> (1 << 18).toString))
    val pieces = piecesOf(scanOf(databus, FileInputs.seekable(bytes), options = options), bytes)
    assert(pieces.head.reason === Some("bad-body-crc"))
    assert(pieces.length < 150)
  }

  // Where a file is divided.

  private def splitsOf(file: Array[Byte], maxSize: Int): ValueSplits = new ValueSplits(
    new FileWindow(FileInputs.seekable(file), 64), databus.newBounds(Options.none), maxSize)

  private def dividedIsWhole(file: Array[Byte], each: Int, maxSize: Int = 4096): Seq[Long] = {
    val options = Options(Map("maxSize" -> maxSize.toString))
    val splits = splitsOf(file, maxSize)
    val points = (each until file.length by each).map(at => splits.at(at.toLong)).filter(_ > 0)
      .distinct
    val starts = 0L +: points
    val parts = starts.zip(points :+ Long.MaxValue).flatMap { case (from, until) =>
      piecesOf(scanOf(databus, FileInputs.seekable(file), from, until, options), file)
    }
    assert(
      parts === piecesOf(scanOf(databus, FileInputs.seekable(file), options = options), file))
    points
  }

  test("the parts of a file are together the whole, good or damaged") {
    val file = events(200, 2).flatMap(_.bytes).toArray
    assert(dividedIsWhole(file, file.length / 10).length > 5)
    for (at <- file.indices by file.length / 50) {
      val damaged = file.clone()
      (at until math.min(at + 300, file.length)).foreach(damaged(_) = 0)
      dividedIsWhole(damaged, file.length / 10)
    }
  }

  test("a file is not divided inside an event whose body holds events") {
    val inner = events(20, 3).flatMap(_.bytes).toArray
    val outer = one.copy(value = inner)
    val file = one.bytes ++ outer.bytes ++ one.bytes
    assert(
      dividedIsWhole(file, 100, maxSize = 1 << 14).forall(point =>
        point <= one.bytes.length || point >= one.bytes.length + outer.bytes.length))
    // If it is broken, the events in it are found, by all parts alike.
    val broken = outer.bytes
    broken(60) = 9
    dividedIsWhole(one.bytes ++ broken ++ one.bytes, 100, maxSize = 1 << 14)
  }
}
