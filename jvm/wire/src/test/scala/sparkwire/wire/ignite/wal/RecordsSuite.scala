package sparkwire.wire.ignite.wal

import java.nio.{ByteBuffer, ByteOrder}

import sparkwire.wire.core.{Malformed, Options}
import sparkwire.wire.files.{FileInputs, FileWindow, ValueScan}
import sparkwire.wire.ignite.Node
import sparkwire.wire.ignite.dumps.WrittenEntry
import sparkwire.wire.ignite.entries.EntryVersion

import org.scalacheck.Gen
import org.scalatest.{Assertion, BeforeAndAfterAll}
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Records with any entries, which Ignite's serializer writes. */
class RecordsSuite extends AnyFunSuite with BeforeAndAfterAll with ScalaCheckPropertyChecks {
  private var node: Node = _
  private var written: WrittenRecords = _

  override def beforeAll(): Unit = {
    super.beforeAll()
    node = new Node()
    written = new WrittenRecords(node)
  }

  override def afterAll(): Unit = {
    node.close()
    super.afterAll()
  }

  private val few = Gen.choose(1, 4).flatMap(Gen.listOfN(_, WrittenRecords.record))
  private val number = Gen.choose(0L, 1L << 40)

  private case class Piece(bytes: Seq[Byte], reason: Option[String], path: String = "",
      offset: Int = 0)

  private def pieces(file: Array[Byte], options: Options = Options.none): Seq[Piece] = {
    val scan = new ValueScan(new FileWindow(FileInputs.seekable(file), 64),
      new RecordBounds(options), 0, Long.MaxValue, options)
    Iterator.continually(scan).takeWhile(_.advance()).map { at =>
      if (at.reason == null) Piece(at.bytes.toSeq, None)
      else Piece(at.bytes.toSeq, Some(at.reason.word), at.fault.path, at.fault.offset)
    }.toVector
  }

  private def whole(records: Seq[Array[Byte]]): Seq[Piece] =
    records.map(record => Piece(record.toSeq, None))

  private def entriesIn(record: Array[Byte]): Seq[LoggedUpdate] = {
    val entries = new LoggedEntries
    entries.begin(record)
    Iterator.continually(entries).takeWhile(_.next()).map(LoggedUpdate.of).toVector
  }

  private def expected(record: WrittenRecord, segment: Long, offset: Int): Seq[LoggedUpdate] =
    record.updates.zipWithIndex.map { case (update, index) =>
      val entry = update.entry
      LoggedUpdate(
        place = (segment, offset, index),
        cacheId = entry.cacheId,
        operation = Seq("READ", "CREATE", "UPDATE", "DELETE", "TRANSFORM", "RELOAD", "NOOP")(
          update.operation),
        partition = update.partition,
        key = entry.key.toSeq,
        value = Option.when(!update.isRemoved)(entry.decodable.toSeq),
        version = entry.version,
        source = entry.source,
        transaction = update.transaction,
        counter = update.counter,
        expireTime = entry.expireTime,
        time = record.time,
        flags = update.flags
      )
    }

  test("every field is what Ignite has written") {
    forAll(WrittenRecords.record, number, Gen.choose(0, Int.MaxValue)) {
      (record, segment, offset) =>
        val found = entriesIn(written.bytes(record, segment, offset))
        // Ignite gives a captured entry the current time.
        assert(found.map(one => if (record.isCaptured) one.copy(time = record.time) else one) ===
          expected(record, segment, offset))
    }
  }

  test("the records of a segment, one after the other") {
    forAll(few, number) { (records, segment) =>
      val parts = written.segment(records, segment)
      assert(pieces(parts.flatten.toArray) === whole(parts))
    }
  }

  test("a segment ends at a switch, at zeros, and at the records of another one") {
    forAll(few, few, number) { (records, old, segment) =>
      val parts = written.segment(records, segment)
      val before = written.segment(old, segment + 10).drop(1).flatten
      for (behind <- Seq(Seq[Byte](41), Seq.fill[Byte](100)(0), before, 41.toByte +: before))
        assert(pieces((parts.flatten ++ behind).toArray) === whole(parts))
    }
    assert(pieces(new Array[Byte](1000)) === Nil)
  }

  test("a segment that is cut has the records before, and a fault") {
    forAll(few, number) { (records, segment) =>
      val parts = written.segment(records, segment)
      val file = parts.flatten.toArray
      val ends = parts.scanLeft(0)(_ + _.length)
      for (size <- 0 until file.length) {
        val found = pieces(file.take(size))
        val complete = ends.count(_ <= size) - 1
        assert(found.take(complete) === whole(parts.take(complete)))
        if (ends.contains(size)) assert(found.length === complete)
        else
          assert(found.drop(complete).map(_.bytes) === Seq(file.slice(ends(complete), size).toSeq))
      }
    }
  }

  test("whatever byte is changed, the other records are there and nothing else") {
    forAll(few, number, Gen.choose(1, 255)) { (records, segment, change) =>
      val parts = written.segment(records, segment)
      val file = parts.flatten.toArray
      val ends = parts.scanLeft(0)(_ + _.length)
      for (at <- file.indices) {
        val found = pieces(file.updated(at, (file(at) ^ change).toByte))
        val broken = ends.count(_ <= at) - 1
        val (good, bad) = found.partition(_.reason.isEmpty)
        assert(good === whole(parts.patch(broken, Nil, 1)))
        // Bytes that no longer belong to the segment are its end, if nothing follows.
        val mayEnd = broken == parts.length - 1
        if (bad.nonEmpty || !mayEnd)
          assert(bad.map(_.bytes.length) === Seq(parts(broken).length))
      }
    }
  }

  private val entry = WrittenRecord(Seq(WrittenRecords.update.sample.get), 1, isCaptured = false)
  private lazy val segment = written.segment(Seq(entry, entry, entry), 7)

  private def changed(change: ByteBuffer => Any): Array[Byte] = {
    val bytes = segment(1).clone
    change(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN))
    WrittenRecords.summed(bytes)
  }

  private def refuses(record: Array[Byte], reason: String, path: String, offset: Int): Assertion = {
    val found = pieces(segment.patch(1, Seq(record), 1).flatten.toArray)
    assert(found.map(_.reason) === Seq(None, Some(reason), None, None))
    assert((found(1).path, found(1).offset) === ((path, offset)))
  }

  test("refuses what is no record, with the field that is wrong") {
    val record = segment(1)
    refuses(record.updated(30, (record(30) ^ 1).toByte), "bad-crc", "crc", record.length - 4)
    refuses(changed(_.putInt(13, 20)), "bad-record-size", "length", 13)
    refuses(changed(_.putLong(1, 8)), "not-a-record", "segment", 1)
    refuses(changed(_.put(0, 0.toByte)), "not-a-record", "type", 0)
    refuses(changed(_.putInt(13, 1 << 28)), "length-past-end", "record", 17)
  }

  test("refuses what does not begin as a segment, and goes on with its records") {
    val head = segment.head
    def found(changed: Array[Byte]) =
      pieces((changed +: segment.tail).flatten.toArray).map(_.reason)
    for ((at, reason) <- Seq(0 -> "not-a-segment", 1 -> "bad-crc", 13 -> "not-a-segment",
        21 -> "bad-log-version", 25 -> "bad-crc"))
      assert(found(head.updated(at, (head(at) ^ 1).toByte)) === Seq(Some(reason), None, None, None))
    assert(found(written.head(7, isCompacted = true)) === Seq(None, None, None, None))
    assert(pieces("no segment at all".getBytes).map(_.reason) === Seq(Some("not-a-segment")))
  }

  test("checksums are not compared with verify = none") {
    val none = Options(Map("verify" -> "none"))
    val record = segment(1)
    assert(
      pieces(segment.updated(1, record.updated(40, (record(40) ^ 1).toByte)).flatten.toArray,
        none).forall(_.reason.isEmpty))
  }

  // Entries.

  private val plain = WrittenRecord(
    Seq(
      WrittenUpdate(
        WrittenEntry(WrittenRecords.CacheId, 0,
          EntryVersion(
            1, 2, 3, 0),
          None, Array[Byte](3, 1, 0, 0, 0), Array[Byte](3, 2, 0, 0, 0),
          isByteArray = false),
        isRemoved = false, operation = 2, None, 5, 6, 1)),
    1, isCaptured = false)
  private lazy val one = written.bytes(plain, 7, 29)

  /** Puts bytes into a record, or takes them out, and recomputes length and checksum. */
  private def patched(kind: Int, at: Int, bytes: Seq[Byte], replaced: Int): Array[Byte] = {
    val made = one.toSeq.patch(at, bytes, replaced).toArray.updated(0, kind.toByte)
    val _ = ByteBuffer.wrap(made).order(ByteOrder.LITTLE_ENDIAN).putInt(13, made.length)
    WrittenRecords.summed(made)
  }

  test("entries without flags, and entries of encrypted clusters that are not encrypted") {
    val expected = entriesIn(one)
    assert(expected.map(_.flags) === Seq(1))
    assert(entriesIn(patched(3, one.length - 5, Nil, 1)) === expected.map(_.copy(flags = -1)))
    assert(entriesIn(patched(72, 29, Seq(0), 0)) === expected)
    assert(entriesIn(patched(65, 29, Seq(0), 0).patch(one.length - 4, Nil, 1)) ===
      expected.map(_.copy(flags = -1)))
    assert(entriesIn(patched(2, 29, Nil, 0)) === Nil)
  }

  private val refused = Seq[(String, () => Array[Byte], String, Int)](
    ("an encrypted entry", () => patched(72, 29, Seq(1), 0), "encrypted", 30),
    ("an entry of a cache with several versions", () => patched(55, 29, Nil, 0), "mvcc", 17),
    ("a negative number of entries", () => patched(71, 20, Seq(-1), 1), "bad-entries", 29),
    ("fewer entries than there are", () => patched(71, 17, Seq(0), 1), "bad-entries", 29),
    ("more entries than there are", () => patched(71, 17, Seq(2), 1), "bad-entries", 93),
    ("a key of negative length", () => patched(71, 36, Seq(-1), 1), "bad-entries", 37),
    ("a key that is longer than the record", () => patched(71, 33, Seq(99), 1), "bad-entries", 38),
    ("a key that is a byte array", () => patched(71, 37, Seq(2), 1), "bad-object-type", 38),
    ("a value of an unknown type", () => patched(71, 47, Seq(3), 1), "bad-object-type", 48),
    ("an unknown operation", () => patched(71, 53, Seq(7), 1), "bad-operation", 54),
    ("a transaction of an unknown form", () => patched(71, 54, Seq(3), 1), "bad-entry-version", 55),
    ("an entry without a version", () => patched(71, 55, Seq(0), 1), "bad-entry-version", 56)
  )
  for ((what, record, reason, offset) <- refused)
    test(s"refuses $what") {
      val entries = new LoggedEntries
      val refusal = intercept[Malformed] {
        entries.begin(record())
        while (entries.next()) {}
      }
      assert((refusal.reason.word, entries.position) === ((reason, offset)))
    }
}
