package sparkwire.wire.kafka

import java.lang.management.ManagementFactory
import java.nio.{ByteBuffer, ByteOrder}

import org.apache.kafka.common.header.Header
import org.apache.kafka.common.header.internals.RecordHeader
import org.apache.kafka.common.record.internal.SimpleRecord

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.core._
import sparkwire.wire.kafka.KafkaBatches._
import sparkwire.wire.kafka.batches.ManyBatches

import net.jpountz.xxhash.XXHashFactory
import org.scalatest.funsuite.AnyFunSuite

/** Record batches that become too large, end too early or are badly compressed. */
class BatchLimitsSuite extends AnyFunSuite with BatchChecks {
  private def maxSize(bytes: Int): Options = Options(Map("maxSize" -> bytes.toString))
  private val dropping = Options(Map("tail" -> "drop"))
  // Bombs.

  private val Zeros = 20 << 20
  private def bomb(magic: Int, codec: String): Array[Byte] =
    written(magic, codecs.toMap.apply(codec), new SimpleRecord(0, null, new Array[Byte](Zeros)))

  for (magic <- 0 to 2; codec <- codecs.map(_._1).tail if magic == 2 || codec != "zstd")
    test(s"magic $magic, $codec: 20 MiB of zeros are too large, unless that much was allowed") {
      val bytes = bomb(magic, codec)
      assert(bytes.length < Zeros / 20)
      assert(reason(bytes) === Some("too-large"))
      assert(reason(bytes, unverified) === Some("too-large"))
      assert(reason(bytes, maxSize(Zeros + 1000)) === None)
      assert(reason(bytes, maxSize(Zeros - 1)) === Some("too-large"))
      val small = maxSize(1 << 16)
      // A reader keeps its buffers, so each reading has a reader of its own.
      def refusal: String = {
        val reader = ManyBatches.newReader(small)
        val cursor = new Cursor
        cursor.setMaxSize(small.maxSize)
        intercept[Malformed](reader.read(cursor.wrap(bytes), Nowhere)).reason.word
      }
      assert(refusal === "too-large")
      val before = allocated
      assert(refusal === "too-large")
      assert(allocated - before < (1 << 20))
    }

  private val threads =
    ManagementFactory.getThreadMXBean.asInstanceOf[com.sun.management.ThreadMXBean]
  private def allocated: Long = threads.getThreadAllocatedBytes(Thread.currentThread.getId)

  test("the budget is of all batches of a value together") {
    val one = written(
      2, codecs.toMap.apply("gzip"), new SimpleRecord(0, null, new Array[Byte](400 << 10)))
    assert(reason(one ++ one, maxSize(1 << 20)) === None)
    assert(reason(one ++ one ++ one, maxSize(1 << 20)) === Some("too-large"))
  }

  test("rows count too: records without a byte of their own are bounded") {
    val count = 100000
    // A record of 6 bytes, with null as key and value.
    val records = Array.fill(count)(Array[Byte](12, 0, 0, 0, 1, 1, 0)).flatten
    assert(reason(batch(0, count, records)) === None)
    assert(reason(batch(0, count, records), maxSize(1 << 20)) === Some("too-large"))
  }

  test("headers count, once, whatever is asked for of records that are compressed") {
    val headers = Array.fill(1000)(new RecordHeader("", Array.empty[Byte]): Header)
    val bytes = written(2, codecs.toMap.apply("gzip"),
      new SimpleRecord(0, Array.empty[Byte], Array.empty[Byte], headers))
    for ((options, isRefused) <- Seq(maxSize(52000) -> false, maxSize(49000) -> true);
      keep <- Seq[String => Boolean](_ => true, _ == "base_offset", _ => false))
      assert(walk(ManyBatches, bytes, options, keep).isLeft === isRefused)
  }

  // Gzip.

  // Two records, values "a" and "b".
  private val first = Array[Byte](14, 0, 0, 0, 1, 2, 'a', 0)
  private val second = Array[Byte](14, 0, 0, 2, 1, 2, 'b', 0)
  private def values(read: Either[Reason, Tree]): Seq[Tree] =
    read.toOption.get.asInstanceOf[Items].items.map(_.at("record").at("value"))

  test("gzip of several members is one after the other") {
    val bytes = batch(1, 2, gzip(first) ++ gzip(Array.empty) ++ gzip(second))
    assert(values(walk(ManyBatches, bytes)) === Seq(Hex("61"), Hex("62")))
    assert(walk(ManyBatches, bytes) === Right(rows(bytes)))
  }

  test("a hundred thousand empty members overflow no stack") {
    val bytes = batch(1, 1, Array.fill(100000)(gzip(Array.empty)).flatten ++ gzip(first))
    assert(values(walk(ManyBatches, bytes)) === Seq(Hex("61")))
  }

  test("a gzip header may have an extra field, a name, a comment and a checksum of its own") {
    val plain = gzip(first)
    val parts = Array[Byte](3, 0, 1, 2, 3) ++ "name".getBytes ++ Array[Byte](0) ++
      "comment".getBytes ++ Array[Byte](0)
    val header = plain.take(3) ++ Array[Byte](0x1e) ++ plain.slice(4, 10) ++ parts
    val crc = new java.util.zip.CRC32
    crc.update(header)
    val checksum = Array(crc.getValue.toByte, (crc.getValue >>> 8).toByte)
    val whole = batch(1, 1, header ++ checksum ++ plain.drop(10))
    assert(values(walk(ManyBatches, whole)) === Seq(Hex("61")))
    assert(walk(ManyBatches, whole) === Right(rows(whole)))
    val wrong = batch(1, 1, header ++ checksum.map(b => (b + 1).toByte) ++ plain.drop(10))
    assert(reason(wrong) === Some("bad-compression"))
    for (length <- 0 until header.length + 2)
      assert(
        reason(batch(1, 1, (header ++ checksum).take(length))) === Some("bad-compression"), length)
  }

  test("what is behind the last member of gzip is not looked at, as Kafka does not") {
    for (rest <- Seq("00", "1f", "1f8b0800", "61" * 40)) {
      val bytes = batch(1, 1, gzip(first) ++ Vectors.bytes(rest))
      assert(walk(ManyBatches, bytes) === Right(rows(bytes)))
    }
  }

  test("the checksum and the size at the end of gzip are checked") {
    val plain = gzip(first)
    for (at <- 1 to 8) {
      val wrong = plain.clone()
      wrong(wrong.length - at) = (wrong(wrong.length - at) + 1).toByte
      assert(reason(batch(1, 1, wrong)) === Some("bad-compression"), at)
    }
  }

  for ((codec, number) <- Seq("gzip" -> 1, "snappy" -> 2, "lz4" -> 3, "zstd" -> 4))
    test(s"$codec that is cut, empty or something else is refused") {
      val whole = written(2, codecs.toMap.apply(codec), simple("aaaaaaaaaaaaaaaaaaaaaaaaa"))
      val packed = whole.drop(61)
      assert(reason(batch(number, 1, packed)) === None)
      for (length <- packed.indices)
        assert(
          reason(batch(number, 1, packed.take(length))).exists(
            Set("bad-compression", "bad-record-count")),
          length)
      assert(reason(batch(number, 1, first)) === Some("bad-compression"))
      assert(reason(batch(number, 1, "not packed at all, and quite long at that".getBytes)) ===
        Some("bad-compression"))
    }

  /** Returns an LZ4 frame of one block that is not compressed.
    *
    * @param size
    *   the code of the block size: 4 for 64 KiB, 5 for 256 KiB
    */
  private def frame(content: Array[Byte], size: Int, hasChecksum: Boolean = false): Array[Byte] = {
    val bytes = ByteBuffer.allocate(content.length + 19).order(ByteOrder.LITTLE_ENDIAN)
    val head = Array((if (hasChecksum) 0x70 else 0x60).toByte, (size << 4).toByte)
    bytes.putInt(0x184d2204).put(head).put((xxHash(head) >>> 8).toByte)
    bytes.putInt(content.length | 0x80000000).put(content)
    if (hasChecksum) bytes.putInt(xxHash(content))
    bytes.putInt(0).array.take(bytes.position)
  }

  private def xxHash(bytes: Array[Byte]): Int =
    XXHashFactory.fastestInstance.hash32.hash(bytes, 0, bytes.length, 0)

  test(
    "an lz4 frame has right checksums, blocks of the size it claims, and nothing after its end") {
    def of(packed: Array[Byte]): Option[String] = reason(batch(3, 1, packed))
    val content = written(2, codecs.toMap.apply("none"), simple("a" * 70000)).drop(61)
    assert(of(frame(content, size = 5)) === None)
    assert(of(frame(content, size = 4)) === Some("bad-compression"))
    assert(of(frame(content, size = 5) :+ 0.toByte) === Some("bad-compression"))
    val checked = frame(content, size = 5, hasChecksum = true)
    assert(of(checked) === None)
    // The checksum of the head follows the magic number and two bytes, the block's checksum is
    // before the end mark.
    for (at <- Seq(6, checked.length - 5))
      assert(of(checked.updated(at, (checked(at) + 1).toByte)) === Some("bad-compression"))
    // Another version, dependent blocks, a bit that must be zero, a dictionary; a size that is too
    // small, and bits beside the size.
    for ((flags, size) <- Seq(0xa0 -> 0x50, 0x40 -> 0x50, 0x62 -> 0x50, 0x61 -> 0x50,
        0x60 -> 0x30, 0x60 -> 0xd0, 0x60 -> 0x51)) {
      val head = Array(flags.toByte, size.toByte)
      val wrong = frame(content, size = 5).patch(4, head :+ (xxHash(head) >>> 8).toByte, 3)
      assert(of(wrong) === Some("bad-compression"), (flags, size))
    }
  }

  test("a codec that is none is refused") {
    for (codec <- 5 to 7) assert(reason(batch(codec, 1, first)) === Some("bad-compression"))
  }

  test("raw snappy, and blocks that say more than they can be") {
    val raw = org.xerial.snappy.Snappy.compress(first)
    assert(values(walk(ManyBatches, batch(2, 1, raw))) === Seq(Hex("61")))
    // Claims of 2^31 - 1 and 2^32 - 1 bytes from one byte, and of 1 MiB.
    for ((claim, word) <- Seq("ffffffff0761" -> "too-large", "ffffffff0f61" -> "bad-compression",
        "8080400061" -> "bad-compression"))
      assert(reason(batch(2, 1, Vectors.bytes(claim))) === Some(word))
    // No memory is allocated for a claim of 15 MiB, which maxSize would allow.
    val claim = batch(2, 1, Vectors.bytes("8080c00761"))
    assert(reason(claim) === Some("bad-compression"))
    val before = allocated
    assert(reason(claim) === Some("bad-compression"))
    assert(allocated - before < (1 << 20))
  }

  // Truncated last batches.

  private val two = written(2, codecs.head._2, simple("a"), simple("b"))
  private val packed = written(2, codecs.toMap.apply("lz4"), simple("c"))
  private val old = written(1, codecs.toMap.apply("gzip"), simple("d"), simple("e"))

  test("tail = drop leaves out a last batch that is not whole, tail = fail refuses it") {
    for ((one, rowsOfOne) <- Seq(two -> 2, packed -> 1, old -> 2); last <- Seq(two, packed, old);
      length <- 1 until last.length) {
      val bytes = one ++ last.take(length)
      assert(values(walk(ManyBatches, bytes, dropping)).length === rowsOfOne)
      val fault = faultOf(ManyBatches, bytes).get
      assert((fault.reason.word, fault.offset, fault.path) ===
        (("truncated", one.length, s"[$rowsOfOne]")))
    }
    assert(walk(ManyBatches, two.take(3), dropping) === Right(Items(Vector.empty)))
    assert(walk(ManyBatches, Array.empty[Byte], dropping) === Right(Items(Vector.empty)))
    assert(walk(ManyBatches, Array.empty[Byte]) === Right(Items(Vector.empty)))
  }

  test("tail = drop drops nothing that is whole, and forgives nothing before") {
    assert(walk(ManyBatches, two ++ old, dropping) === walk(ManyBatches, two ++ old))
    val broken = two.clone()
    broken(70) = (broken(70) + 1).toByte
    assert(reason(broken ++ two.take(20), dropping) === Some("bad-crc"))
    tiles(ManyBatches, dropping)(two ++ old.take(30))
  }

  test("checksums are computed, unless verify = none") {
    for (whole <- Seq(two, packed, old)) {
      val checksumAt = if (whole eq old) 12 else 17
      val wrong = whole.clone()
      wrong(checksumAt) = (wrong(checksumAt) + 1).toByte
      val fault = faultOf(ManyBatches, wrong).get
      assert((fault.reason.word, fault.offset, fault.path) === (("bad-crc", checksumAt, "[0]")))
      assert(walk(ManyBatches, wrong, unverified) === walk(ManyBatches, whole))
    }
  }

  test("a message or batch that is shorter than its head is refused, whatever stands behind it") {
    for (magic <- 0 to 2; length <- 0 to 60; behind <- Seq(0, 1, 100)) {
      val bytes = ByteBuffer.allocate(math.max(17, 12 + length + behind))
      bytes.putInt(8, length).put(16, magic.toByte)
      val least = Seq(14, 22, 49)(magic)
      if (length < least)
        assert(reason(bytes.array.take(12 + length), unverified) === Some("bad-batch-length"))
      tiles(ManyBatches, unverified)(bytes.array)
      tiles(ManyBatches, unverified)(bytes.array.map(b => if (b == magic) b else (b ^ 3).toByte))
    }
  }
}
