package sparkwire.wire.kafka

import java.io.File
import java.nio.file.Files

import scala.util.Using

import org.apache.kafka.storage.internals.log.OffsetIndex

import sparkwire.wire.files.{FileInput, FileWindow}
import sparkwire.wire.kafka.KafkaBatches._
import sparkwire.wire.kafka.log._

import org.scalatest.funsuite.AnyFunSuite

/** Log files, batch by batch: where batches begin, where reading resumes after a broken batch, how
  * a file is divided, and which transactions were aborted.
  */
class LogFileSuite extends AnyFunSuite {
  private val Large = 16 << 20
  private val none = codecs.head._2

  private def input(bytes: Array[Byte]): FileInput = new FileInput {
    def length: Long = bytes.length.toLong
    def read(position: Long, into: Array[Byte], from: Int, size: Int): Int = {
      System.arraycopy(bytes, position.toInt, into, from, size)
      size
    }
    def close(): Unit = ()
  }

  // A window so small that every batch makes it move.
  private def window(bytes: Array[Byte], ahead: Int = 64): FileWindow =
    new FileWindow(input(bytes), ahead)

  private def batchAt(offset: Long, count: Int = 3, value: String = "value"): Array[Byte] =
    written(2, none, Seq.tabulate(count)(n => simple(s"$value $n")), Seq.fill(count)(1),
      About(baseOffset = offset))

  /** Returns the position of each batch and the reason of its fault, or None if it may be valid. */
  private def scanned(bytes: Array[Byte], isActive: Boolean = false, maxSize: Int = Large,
      broken: Set[Long] =
        Set.empty,
      range: Option[LogRange] = None): Seq[(Long, Option[String])] = {
    val scan =
      new BatchScan(window(bytes), range.getOrElse(LogRange(0, bytes.length.toLong, isActive)),
        maxSize)
    Iterator.continually(scan).takeWhile(_.advance()).map { at =>
      val found = at.position -> Option(at.fault).map(_.reason.word)
      if (at.fault != null || broken(at.position)) at.skipBroken()
      found
    }.toSeq
  }

  private val three = Seq(batchAt(0), batchAt(3, value = "longer than the others"), batchAt(6))
  private val bytes = three.flatten.toArray
  private val starts = three.scanLeft(0L)(_ + _.length).init
  private val good = starts.map(_ -> None)

  private def changed(at: Long, to: Int*): Array[Byte] = {
    val copy = bytes.clone()
    to.zipWithIndex.foreach { case (byte, number) => copy(at.toInt + number) = byte.toByte }
    copy
  }

  test("batches of all magics are found by their heads") {
    assert(scanned(bytes) === good)
    val old = Seq(written(0, none, simple("a")), written(1, none, simple("b")), batchAt(9))
    assert(scanned(old.flatten.toArray).map(_._2) === Seq(None, None, None))
  }

  for ((what, at, to, reason) <- Seq(
      ("a negative length", 8, Seq(0xff), "negative-length"), ("a length beyond the file", 8,
        Seq(0x10), "truncated"), ("a length that is too small", 10, Seq(0, 3), "bad-batch-length"),
      ("a length of 0", 8, Seq(0, 0, 0, 0), "bad-batch-length"),
      ("another magic", 16, Seq(7), "bad-magic")))
    test(s"behind $what the next batch is found, in a file that is being written too") {
      val damaged = changed(starts(1) + at, to: _*)
      val expected = Seq(starts.head -> None, starts(1) -> Some(reason), starts(2) -> None)
      assert(scanned(damaged) === expected)
      assert(scanned(damaged, isActive = true) === expected)
    }

  test(
    "a batch whose content is broken is skipped by its length, and searched if that leads nowhere") {
    assert(scanned(bytes, broken = Set(starts(1))) === good)
    // The length is two bytes too small, and no batch begins where it leads.
    val length = three(1).length - 12 - 2
    val damaged = changed(starts(1) + 10, length >> 8, length & 0xff)
    assert(scanned(damaged, broken = Set(starts(1))) === good)
  }

  test("data that looks like a batch is none where the checksum is not right") {
    val fake = batchAt(4)
    fake(fake.length - 3) = 1
    val damaged = changed(starts(1) + 16, 9)
    System.arraycopy(fake, 0, damaged, starts(1).toInt + 20,
      math.min(fake.length, three(1).length - 20))
    assert(scanned(damaged) ===
      Seq(starts.head -> None, starts(1) -> Some("bad-magic"), starts(2) -> None))
  }

  test("what a file ends with: a part of a batch, or zeros that were allocated ahead") {
    for (cut <- 1 until three.last.length) withClue(s"without the last $cut bytes: ") {
      val part = bytes.dropRight(cut)
      assert(scanned(part, isActive = true) === good.init)
      assert(scanned(part) === good.init :+ (starts.last -> Some("truncated")))
    }
    for (zeros <- Seq(1, 11, 12, 100, 10000)) withClue(s"$zeros zeros: ") {
      val longer = bytes ++ new Array[Byte](zeros)
      assert(scanned(longer, isActive = true) === good)
      assert(scanned(longer).map(_._2).last.nonEmpty)
    }
    val notOnlyZeros = bytes ++ new Array[Byte](5000) :+ 1.toByte
    assert(scanned(notOnlyZeros, isActive = true).last._2 === Some("bad-batch-length"))
  }

  test("a batch longer than maxSize is a fault, and the next one is found") {
    assert(scanned(bytes, maxSize = three.head.length) ===
      Seq(starts.head -> None, starts(1) -> Some("too-large"), starts(2) -> None))
  }

  test("a batch that goes beyond its part of the file is a fault") {
    val range = LogRange(0, starts(1) + 5, isActive = false)
    assert(scanned(bytes, range = Some(range)).last === (starts(1) -> Some("bad-batch-length")))
  }

  test("any byte changed: the scan ends, and what it says of positions ascends") {
    for (at <- bytes.indices; to <- Seq(0, 2, 0x7f, 0xff)) {
      val found = scanned(changed(at.toLong, to)).map(_._1)
      assert(found.zip(found.drop(1)).forall { case (a, b) => a < b }, s"byte $at")
    }
  }

  // Where files are divided.

  private val many = (0 until 200).map(number => batchAt(number * 3L))
  private val manyStarts = many.scanLeft(0L)(_ + _.length).init
  private val log = many.flatten.toArray
  private val Part = 3000L

  /** Returns the index that Kafka's own class writes for these entries. */
  private def index(entries: Seq[(Long, Int)], base: Long = 0): Array[Byte] = {
    val file = File.createTempFile("segment", ".index")
    assert(file.delete())
    Using.resource(new OffsetIndex(file, base, 8 * 1000))(made =>
      entries.foreach { case (offset, position) => made.append(offset, position) })
    val bytes = Files.readAllBytes(file.toPath)
    assert(file.delete())
    bytes
  }

  private def points(index: Array[Byte], log: Array[Byte] = log): SplitPoints =
    SplitPoints.of(
      window(log), isActive = false, 0, Option(index).map(window(_)).orNull, Part, Large)

  private def check(found: SplitPoints): Unit = {
    assert(found.positions.length > log.length / Part / 2)
    assert(found.positions.head === 0)
    found.positions.zip(found.offsets).foreach { case (position, offset) =>
      assert(offset === manyStarts.indexOf(position) * 3L)
    }
  }

  private val entries = manyStarts.indices.drop(1).filter(_ % 7 == 0)
    .map(number => (number * 3L + 2, manyStarts(number).toInt))

  test("a file is divided where batches begin, by the index") {
    val written = index(entries)
    check(points(written))
    // While a segment is being written, zeros follow the entries of its index.
    check(points(written ++ new Array[Byte](8000)))
    assert(points(written).positions.drop(1).forall(entries.map(_._2.toLong).contains))
  }

  test("a file without an index, or with one that does not fit, is divided by the heads") {
    check(points(null))
    check(points(index(entries.map { case (offset, position) => (offset, position + 1) })))
    check(
      points(index(entries.map { case (offset, position) => (offset - 30, position) }.drop(10))))
    check(points(Array.fill(800)(-1.toByte)))
  }

  test("behind a broken batch a file is not divided") {
    val damaged = log.clone()
    damaged(manyStarts(100).toInt + 16) = 9
    val found = points(null, damaged).positions
    assert(found.last < manyStarts(100) && found.length > 2)
  }

  // Transactions.

  private def data(offset: Long, producer: Long): Array[Byte] = written(2, none,
    Seq(simple("x"), simple("y")), Seq(1, 1),
    About(
      offset, producerId = producer, producerEpoch = 1, baseSequence = 0, isTransactional = true))

  private def summary(parts: Array[Byte]*): TransactionSummary = {
    val bytes = parts.flatten.toArray
    SegmentWalk.of(window(bytes), LogRange(0, bytes.length.toLong, isActive = true),
      LogPlace(0, 0), Large).transactions
  }

  test("aborted and open transactions are found by the markers") {
    val one = summary(
      data(0, 1), data(2, 2), marker(4, 1, isCommit = false), data(5, 1),
      marker(7, 1, isCommit = true),
      data(8, 2), marker(10, 2, isCommit = false), data(11, 3))
    assert(Transactions.of(Seq(one)) ===
      Transactions(Seq(Aborted(1, -1, 4), Aborted(2, -1, 10)), lastStableOffset = 11))
  }

  test("a transaction may begin in one file and end in another") {
    val files = Seq(
      summary(data(0, 1), marker(2, 1, isCommit = true), data(3, 1), data(5, 2)),
      summary(data(7, 2)),
      summary(marker(9, 1, isCommit = false), data(10, 1), marker(12, 2, isCommit = true)))
    assert(Transactions.of(files) === Transactions(Seq(Aborted(1, 2, 9)), lastStableOffset = 10))
    assert(Transactions.of(files.take(2)).lastStableOffset === 3)
  }

  test("a marker that is cut or of another type ends nothing") {
    val cut = marker(2, 1, isCommit = false)
    assert(summary(data(0, 1), cut.dropRight(20)).open.of(1) === 0)
  }
}
