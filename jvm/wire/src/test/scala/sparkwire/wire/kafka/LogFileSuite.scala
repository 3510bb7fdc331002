package sparkwire.wire.kafka

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

  test("a batch that a wrong length hides is found, wherever that length leads") {
    val claimed = three(1).length + three(2).length - 12
    for (length <- Seq(claimed, three(1).length - 12 + 20, claimed + three(2).length)) {
      val longer = bytes ++ batchAt(9) ++ batchAt(12)
      longer(starts(1).toInt + 10) = (length >> 8).toByte
      longer(starts(1).toInt + 11) = length.toByte
      val all = starts.map(_ -> None) ++
        Seq(bytes.length, bytes.length + three(0).length).map(_.toLong -> None)
      assert(scanned(longer, broken = Set(starts(1))) === all, s"length $length")
    }
    // All with the same offset.
    val same = Seq.fill(3)(batchAt(0, count = 1))
    val claims = 2 * same.head.length - 12
    val zero = same.flatten.toArray.updated(11, claims.toByte)
    assert(scanned(zero, broken = Set(0L)).map(_._1) === same.indices.map(_ * same.head.length))
    // Also at the end of the file.
    val last = changed(starts(1) + 10, claimed >> 8, claimed & 0xff)
    assert(scanned(last, broken = Set(starts(1))) === good)
  }

  test("what ends where its head says: the next offset follows, or the checksum is right") {
    def isBorneOut(bytes: Array[Byte]): Boolean = {
      val scan =
        new BatchScan(window(bytes), LogRange(0, bytes.length.toLong, isActive = false), Large)
      assert(scan.advance() && scan.fault == null)
      scan.isBorneOut
    }
    val broken = three.head.updated(70, 99.toByte)
    assert(isBorneOut(three.head) && !isBorneOut(broken))
    assert(isBorneOut(broken ++ three(1)) && !isBorneOut(broken ++ three(2)))
    assert(isBorneOut(three.head ++ three(2)) && !isBorneOut(broken ++ three(1).take(20)))
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

  private def pieces(log: Array[Byte], length: Long = Part): Seq[LogPiece] = {
    val range = LogRange(0, log.length.toLong, isActive = false)
    SplitPoints.of(new BatchScan(window(log), range, Large), log.length.toLong, length)
  }

  private val any = (Long.MinValue, Long.MaxValue)

  private def check(found: Seq[LogPiece]): Unit = {
    assert(found.length > log.length / Part / 2)
    assert(found.map(_.from.position) === 0L +: found.map(_.until).init)
    assert(found.last.until === log.length)
    found.foreach { piece =>
      val first = manyStarts.indexOf(piece.from.position) * 3L
      val until = if (piece eq found.last) 600L else manyStarts.indexOf(piece.until) * 3L
      assert((piece.from.offset, piece.first, piece.last) === ((first, first, until - 1)))
    }
  }

  test("a file is divided where batches begin, and each piece knows its offsets") {
    check(pieces(log))
    assert(
      pieces(log, Long.MaxValue) === Seq(LogPiece(LogPlace(0, 0), log.length.toLong, 0, 599)))
    assert(pieces(Array.emptyByteArray).map(_.until) === Seq(0))
  }

  test("behind what is in doubt a file is not divided, and may have any offsets") {
    def at(number: Int)(change: (Array[Byte], Int) => Unit): Array[Byte] = {
      val damaged = log.clone()
      change(damaged, manyStarts(number).toInt)
      damaged
    }
    for (damaged <- Seq(at(100)((bytes, at) => bytes(at + 16) = 9),
        // Offsets that go back, or far ahead.
        at(100)((bytes, at) => bytes(at + 7) = 1), at(100)((bytes, at) => bytes(at) = 0x40),
        // A length that leads to another batch.
        at(100)((bytes, at) => bytes(at + 11) = (2 * many(100).length - 12).toByte))) {
      val found = pieces(damaged)
      assert(found.last.from.position <= manyStarts(100) && found.length > 2)
      assert((found.last.first, found.last.last) === any)
      assert(found.init.forall(piece => piece.last < 300))
    }
    // A wrong checksum is looked at where the file would be divided, and at its end.
    val broken = at(199)((bytes, at) => bytes(at + 65) = 99)
    assert((pieces(broken).last.first, pieces(broken).last.last) === any)
  }

  // Transactions.

  private def data(offset: Long, producer: Long): Array[Byte] = written(2, none,
    Seq(simple("x"), simple("y")), Seq(1, 1),
    About(
      offset, producerId = producer, producerEpoch = 1, baseSequence = 0, isTransactional = true))

  private def summary(parts: Array[Byte]*): TransactionSummary = {
    val bytes = parts.flatten.toArray
    val input = window(bytes)
    val range = LogRange(0, bytes.length.toLong, isActive = true)
    SegmentWalk.of(new BatchScan(input, range, Large), input, LogPlace(0, 0), verifies = true)
      .transactions
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
