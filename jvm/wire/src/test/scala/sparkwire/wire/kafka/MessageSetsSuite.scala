package sparkwire.wire.kafka

import java.nio.ByteBuffer

import scala.jdk.CollectionConverters._
import scala.util.Try

import org.apache.kafka.common.record.internal.MemoryRecords

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.kafka.KafkaBatches._
import sparkwire.wire.kafka.batches.ManyBatches

import org.scalatest.funsuite.AnyFunSuite

/** Messages of magic 0 and 1 that are wrapped in a compressed one. */
class MessageSetsSuite extends AnyFunSuite with BatchChecks {
  private def message(magic: Int, offset: Long, attributes: Int, value: Array[Byte],
      millis: Long = 5): Array[Byte] = {
    val bytes = ByteBuffer.allocate(12 + (if (magic == 0) 14 else 22) + value.length)
    bytes.putLong(offset).putInt(bytes.capacity - 12).putInt(0).put(magic.toByte)
      .put(attributes.toByte)
    if (magic == 1) bytes.putLong(millis)
    bytes.putInt(-1).putInt(value.length).put(value)
    val crc = new java.util.zip.CRC32
    crc.update(bytes.array, 16, bytes.capacity - 16)
    bytes.putInt(12, crc.getValue.toInt).array
  }

  private def offsets(bytes: Array[Byte]): Seq[(Tree, Tree)] = {
    assert(walk(ManyBatches, bytes) === Right(rows(bytes)))
    walk(ManyBatches, bytes).toOption.get.asInstanceOf[Items].items.map(row =>
      row.at("base_offset") -> row.at("record").at("offset"))
  }

  test("offsets in a wrapper of magic 1 count from its first message, in one of magic 0 they are") {
    val a = "a".getBytes
    def wrapped(magic: Int, inner: Long*): Array[Byte] = {
      val set = inner.toArray.flatMap(offset => message(magic, offset, 0, a))
      message(magic, 103, 1, gzip(set))
    }
    val fromHundred = Seq(100L, 101L, 103L).map(offset => Whole(100L) -> Whole(offset))
    assert(offsets(wrapped(1, 0, 1, 3)) === fromHundred)
    assert(offsets(wrapped(1, 100, 101, 103)) === fromHundred)
    assert(offsets(wrapped(0, 100, 101, 103)) === fromHundred)
    assert(offsets(wrapped(0, 0, 1, 3)) ===
      Seq(0L, 1L, 3L).map(offset => Whole(0L) -> Whole(offset)))
  }

  test("the offset of a wrapper is 0 or at least the last one inside, as in Kafka") {
    for ((offset, inner) <-
        Seq((0L, Seq(0L, 1L)), (1L, Seq(0L, 1L)), (0L, Seq(6L, 7L)), (7L, Seq(6L, 7L)),
          (5L, Seq(6L, 7L)), (-1L, Seq(0L, 1L)))) {
      val set = inner.toArray.flatMap(message(1, _, 0, "a".getBytes))
      val bytes = message(1, offset, 1, gzip(set))
      val theirs = Try(
        MemoryRecords.readableRecords(ByteBuffer.wrap(bytes)).records.asScala.map(_.offset).toSeq)
      if (theirs.isSuccess) assert(offsets(bytes).map(_._2) === theirs.get.map(Whole(_)))
      else assert(reason(bytes) === Some("bad-wrapper-offset"))
    }
  }

  test("with log append time all messages have the time of their wrapper") {
    val set = message(1, 0, 0, "a".getBytes, millis = 5) ++
      message(1, 1, 0, "b".getBytes, millis = 6)
    def times(attributes: Int): Seq[Tree] = {
      val bytes = message(1, 1, attributes, gzip(set), millis = 99)
      assert(walk(ManyBatches, bytes) === Right(rows(bytes)))
      walk(ManyBatches, bytes).toOption.get.asInstanceOf[Items].items.map(
        _.at("record").at("timestamp_ms"))
    }
    assert(times(1) === Seq(Whole(5), Whole(6)))
    assert(times(1 | 8) === Seq(Whole(99), Whole(99)))
  }

  test("messages of another magic than their wrapper are read as Kafka reads them") {
    val example =
      Vectors.bytes("000000000000000b000000473c0e103001010000018bcfe56800ffffffff000000311f8b" +
        "080000000000020363608003fec0fb56460c0cff8100c8634c840a3382a44e5ccbee40482501007737e39436000000")
    assert(offsets(example).map(_._2) === Seq(Whole(10), Whole(11)))
    val value = "a".getBytes
    for {
      wrapper <- 0 to 1
      magics <- Seq(Seq(0), Seq(1), Seq(0, 1), Seq(1, 0), Seq(1, 0, 1))
      first <- Seq(0L, 20L)
      offset <- Seq(0L, 30L)
      codec <- if (wrapper == 0) Seq(1) else Seq(1, 1 | 8)
    } {
      val set = magics.zipWithIndex.flatMap { case (magic, number) =>
        message(magic, first + number, 0, value, millis = 7L + number)
      }.toArray
      val bytes = message(wrapper, offset, codec, gzip(set), millis = 99)
      assert(walk(ManyBatches, bytes) === Right(rows(bytes)), s"$magics in $wrapper")
    }
  }

  test("a wrapper holds messages that are not packed themselves") {
    val a = "a".getBytes
    def of(set: Array[Byte]): Option[String] = reason(message(1, 0, 1, gzip(set)))
    assert(of(message(1, 0, 0, a)) === None)
    assert(of(message(0, 0, 0, a)) === None)
    for (other <- Seq(2, 3, -1)) {
      val changed = message(1, 0, 0, a)
      changed(16) = other.toByte
      assert(of(changed) === Some("bad-magic"))
    }
    assert(of(message(1, 0, 1, gzip(message(1, 0, 0, a)))) === Some("bad-compression"))
    assert(of(Array.empty) === Some("bad-record-count"))
    assert(of(message(1, 0, 0, a).dropRight(1)) === Some("truncated"))
    // The length follows the offset.
    for ((length, word) <- Seq(-1 -> "negative-length", 5 -> "bad-batch-length"))
      assert(
        of(ByteBuffer.wrap(message(1, 0, 0, a)).putInt(8, length).array.take(17)) === Some(word))
  }

  test("the lengths of a wrapper's key and value are -1 or not negative") {
    def of(at: Int, length: Int): Option[String] = {
      val wrapper = message(1, 0, 1, gzip(message(1, 0, 0, "a".getBytes)))
      reason(ByteBuffer.wrap(wrapper).putInt(at, length).array, unverified)
    }
    // The key has the length -1, and the length of the value follows.
    val (key, value) = (26, 30)
    assert(of(key, -1) === None)
    assert(of(key, -2) === Some("negative-length"))
    assert(of(value, -2) === Some("negative-length"))
    assert(of(value, -1) === Some("bad-compression"))
  }

  test("a wrapper ends with its value") {
    val longer = message(1, 0, 1, gzip(message(1, 0, 0, "a".getBytes))) :+ 0.toByte
    ByteBuffer.wrap(longer).putInt(8, longer.length - 12)
    assert(reason(longer, unverified) === Some("bad-batch-length"))
  }
}
