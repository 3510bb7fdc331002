package sparkwire.wire.kafka.log

import java.nio.ByteBuffer
import java.util.zip.{Checksum, CRC32, CRC32C}

import scala.util.Random

import sparkwire.wire.files.{FileInput, FileWindow}
import sparkwire.wire.kafka.KafkaBatches._

import org.scalatest.funsuite.AnyFunSuite

/** Logs that are written to take long: the number of bytes read and compared grows as the file
  * does.
  */
class LogCostSuite extends AnyFunSuite {
  private val MaxSize = 1 << 20
  private val none = codecs.head._2

  private final class CountingInput(bytes: Array[Byte]) extends FileInput {
    var taken = 0L
    def length: Long = bytes.length.toLong
    def read(position: Long, into: Array[Byte], from: Int, size: Int): Int = {
      taken += size
      System.arraycopy(bytes, position.toInt, into, from, size)
      size
    }
    def close(): Unit = ()
  }

  private final class CountingChecksum(inner: Checksum) extends Checksum {
    var taken = 0L
    def update(byte: Int): Unit = inner.update(byte)
    def update(bytes: Array[Byte], from: Int, size: Int): Unit = {
      taken += size
      inner.update(bytes, from, size)
    }
    def getValue: Long = inner.getValue
    def reset(): Unit = inner.reset()
  }

  private def batchAt(offset: Long): Array[Byte] =
    written(2, none, Seq(simple("a")), Seq(1), About(baseOffset = offset))

  /** The head of a batch that would have this length. */
  private def head(offset: Long, length: Int): Array[Byte] =
    ByteBuffer.wrap(batchAt(offset).take(61)).putInt(8, length).array

  /** Reads a file as a permissive query does, and returns the base offsets of its good batches.
    *
    * @param isGood
    *   whether a batch of a size can be decoded
    */
  private def goodOffsets(input: FileInput, isGood: Int => Boolean): Seq[Long] = {
    val scan = new BatchScan(new FileWindow(input, 256 << 10),
      LogRange(0, input.length, isActive = false), MaxSize)
    Iterator.continually(scan).takeWhile(_.advance()).flatMap { at =>
      if (at.fault == null && at.overlapFault == null && isGood(at.size))
        Seq(at.baseOffset)
      else {
        at.skipBroken()
        Nil
      }
    }.toVector
  }

  test("the CRC of any range, in any order, and each byte is summed about once") {
    val random = new Random(7)
    val bytes = random.nextBytes(200000)
    for ((kind, polynomial) <-
        Seq((new CRC32, RangeChecksums.Crc32), (new CRC32C, RangeChecksums.Crc32c))) {
      val sums = new RangeChecksums(kind, polynomial)
      for (_ <- 1 to 2000) {
        val from = random.nextInt(bytes.length)
        val size = random.nextInt(bytes.length - from)
        kind.reset()
        kind.update(bytes, from, size)
        val expected = kind.getValue.toInt
        // As if the array began at another position of the file.
        assert(sums.of(bytes, from, from + 5000000000L, size) === expected)
      }
    }
    val counting = new CountingChecksum(new CRC32C)
    val sums = new RangeChecksums(counting, RangeChecksums.Crc32c)
    for (from <- 0 until 50000 by 100) sums.of(bytes, from, from.toLong, 150000)
    assert(counting.taken < 200000 + 500 * 2 * RangeChecksums.Block)
  }

  test("behind false heads of any length all batches are found, and the file is read about once") {
    def measured(groups: Int): Double = {
      val size = groups * 190
      val bytes = (0 until groups).flatMap { number =>
        val broken = head(number, 100)
        broken(16) = 9
        val length = math.min(MaxSize - 12, size - number * 190 - 200)
        broken ++ head(number, math.max(length, 100)) ++ batchAt(number)
      }.toArray
      val input = new CountingInput(bytes)
      assert(goodOffsets(input, _ < 100) === (0 until groups))
      input.taken.toDouble / bytes.length
    }
    // The window is read again now and then.
    for (groups <- Seq(1000, 2000, 4000, 8000)) assert(measured(groups) < 8)
  }

  test(
    "a batch that follows a good one and has a wrong checksum is not read if it overlaps another") {
    val groups = 300
    val bytes = (0 until groups).flatMap { number =>
      batchAt(number) ++ head(number, (groups - number) * 100)
    }.toArray ++ new Array[Byte](40000)
    var read = 0L
    val found = goodOffsets(new CountingInput(bytes),
      size => {
        read += size
        size < 100
      })
    assert(found === (0 until groups))
    assert(read < 2 * bytes.length)
  }

  test("a batch with a right checksum is skipped as a whole, though others are inside") {
    def nested(levels: Int): Array[Byte] =
      (1 to levels).foldLeft(Array.emptyByteArray) { (inside, level) =>
        val made = batch(0, 1, inside)
        ByteBuffer.wrap(made).putLong(0, (levels - level).toLong)
        made
      }
    val bytes = nested(100) ++ Array[Byte](1, 2, 3) ++ batchAt(500)
    var read = 0L
    val found = goodOffsets(new CountingInput(bytes),
      size => {
        read += size
        size < 80
      })
    assert(found === Seq(500L))
    assert(read < 2 * bytes.length)
  }

  test("a batch whose offset is too great does not hide those behind the next broken one") {
    def bytes(groups: Int): Array[Byte] = (0 until groups).flatMap { number =>
      val broken = head(number, 100)
      broken(16) = 9
      batchAt((1L << 60) - number) ++ broken ++ batchAt(number)
    }.toArray
    def measured(groups: Int): Double = {
      val input = new CountingInput(bytes(groups))
      val expected = (0 until groups).flatMap(number => Seq((1L << 60) - number, number.toLong))
      assert(goodOffsets(input, _ => true) === expected)
      input.taken.toDouble / input.length
    }
    for (groups <- Seq(2000, 4000, 8000)) assert(measured(groups) < 8)
  }

  test("a number of records that the bytes cannot be") {
    def countFault(attributes: Int, count: Int, body: Int): Option[String] = {
      val input = new CountingInput(batch(attributes, count, new Array[Byte](body)))
      val scan = new BatchScan(new FileWindow(input, 1024),
        LogRange(0, input.length, isActive = false), MaxSize)
      assert(scan.advance())
      Option(scan.countFault).map(_.reason.word)
    }
    assert(countFault(0, -1, 0) === Some("bad-record-count"))
    assert(countFault(0, 200000000, 0) === Some("bad-record-count"))
    assert(countFault(0, 10, 69) === Some("bad-record-count"))
    assert(countFault(0, 10, 70) === None)
    assert(countFault(1, 1474, 10) === None)
    assert(countFault(1, 1475, 10) === Some("bad-record-count"))
    assert(countFault(4, MaxSize / 160, 10) === None)
    assert(countFault(4, MaxSize / 160 + 1, 10) === Some("too-large"))
    assert(countFault(4, 0, 0) === None)
    assert(countFault(4, 1, 0) === Some("bad-record-count"))
  }

  test("aborted ranges are those of a search through all of them") {
    val random = new Random(3)
    for (_ <- 1 to 200) {
      val all = Seq.fill(random.nextInt(40))(
        Aborted(random.nextInt(4).toLong, random.nextInt(30) - 1L, random.nextInt(30).toLong)) :+
        Aborted(1, Long.MaxValue, Long.MinValue) :+ Aborted(2, 40, Long.MaxValue)
      val ranges = AbortedRanges.of(all)
      for (producer <- -1L to 5L; offset <- -2L to 45L) {
        val expected = all.exists(range =>
          range.producerId == producer && range.after < offset && offset < range.marker)
        assert(ranges.contains(producer, offset) === expected)
      }
    }
    assert(AbortedRanges.of(Nil).isEmpty)
  }

  test("producers whose hashes are equal take no longer than others") {
    // A long and its upper half times 2^32 + 1 have the same hash.
    val same = (1L to 200000L).map(number => number << 32 | number)
    val offsets = new ProducerOffsets
    val begin = System.nanoTime
    same.foreach(producer => offsets.put(producer, producer))
    same.foreach(producer => assert(offsets.of(producer) == producer))
    assert(offsets.smallest === same.min)
    // A list would take minutes.
    assert(System.nanoTime - begin < 10000000000L)
  }
}
