package sparkwire.cost

import java.io.ByteArrayOutputStream
import java.nio.ByteBuffer
import java.util.zip.CRC32

import org.apache.kafka.common.record.internal.SimpleRecord

import sparkwire.wire.kafka.KafkaBatches
import sparkwire.wire.kafka.KafkaBatches.About

/** Kafka's messages, tags and record batches. [[KafkaLogFamilies]] has the log files. */
object KafkaFamilies {
  private val none = KafkaBatches.codecs.head._2

  // Above the limit, a value is walked once more to explain it.
  private val large = Map("maxSize" -> "134217728")

  private def varint(number: Long): Array[Byte] = {
    val out = new ByteArrayOutputStream
    var left = number
    while (left >>> 7 != 0) {
      out.write((left & 0x7f | 0x80).toInt)
      left >>>= 7
    }
    out.write(left.toInt)

    out.toByteArray
  }

  private def int32(number: Int): Array[Byte] = ByteBuffer.allocate(4).putInt(number).array

  private def many(count: Int)(part: Int => Array[Byte]): Array[Byte] = {
    val out = new ByteArrayOutputStream
    (0 until count).foreach(number => out.write(part(number)))
    out.toByteArray
  }

  /** Returns an ARRAY, whose count is an INT32. */
  private def list(count: Int)(part: Int => Array[Byte]): Array[Byte] =
    int32(count) ++ many(count)(part)

  // Each has a tag of two to four bytes, and no data.
  private def tags(count: Int): Array[Byte] =
    varint(count) ++ many(count)(tag => varint(tag) :+ 0.toByte)

  private def decode(name: String, attacks: String, layout: String)(
      bytes: Int => Array[Byte]): CostFamily =
    CostFamily(name, attacks, "kafka_decode")(size => Seq(bytes(size), layout, large))

  private val zero = Array[Byte](0)
  private val wideFields = (0 until 100).map(number =>
    s"""{"name":"f$number","type":"int32","versions":"0+","taggedVersions":"0+","tag":$number}""")
  // Structs of one byte each, with a hundred fields.
  private val wide = s"""{"type":"data","name":"Wide","validVersions":"0","flexibleVersions":"0+",
    "fields":[{"name":"rows","type":"[]Row","versions":"0+","fields":[${wideFields.mkString(",")}]}]}"""
  private val nested =
    s"""{"type":"data","name":"Nested","validVersions":"0","flexibleVersions":"0+",
    "fields":[${(0 until 20).foldLeft("")((inside, level) =>
        s"""{"name":"alevelwithalongname$level","type":"[]L$level","versions":"0+","fields":[$inside]}""")}]}"""

  private val messages: Seq[CostFamily] = Seq(
    decode("kafka-strings", "A list of as many empty strings as fit.", "ARRAY<STRING>")(size =>
      list(size / 2)(_ => Array[Byte](0, 0))),
    decode("kafka-lists", "A list of as many empty lists of lists as fit.",
      "ARRAY<ARRAY<ARRAY<INT8>>>")(size => list(size / 4 + 1)(_ => int32(0))),
    decode("kafka-numbers", "A list of as many numbers as there are bytes.", "ARRAY<INT8>")(size =>
      list(size)(_ => zero)),
    decode("kafka-structs", "Structs of one byte, each with a hundred fields that are not there.",
      wide)(size => varint(size / 32 + 1) ++ new Array[Byte](size / 32 + 1)),
    decode("kafka-unknown-tags", "As many tags as fit that the definition does not have.",
      "a INT8, TAGGED_FIELDS ()")(size => 0.toByte +: tags(size / 4 + 1)),
    decode("kafka-tag-paths",
      "Tags that the definition does not have in structs that are 20 levels deep, each of which " +
        "has a long path.",
      nested)(size =>
      Array.fill(19)(2.toByte) ++ varint(size / 16 + 1) ++
        many(size / 16)(_ => Array[Byte](1, 99, 0)) ++ new Array[Byte](20)),
    decode("kafka-cut", "A list that ends before its last element.", "ARRAY<STRING>")(size =>
      list(size / 2)(_ => Array[Byte](0, 0)).dropRight(1)),
    CostFamily("kafka-tag-section", "A section of as many tags as fit.", "kafka_tags_decode")(
      size =>
        Seq(tags(size / 4 + 1), large)),
    CostFamily("kafka-tag-section-interleaved", "The same with tags and sizes in one number.",
      "kafka_tags_decode")(size =>
      Seq(varint(size / 4 + 1L) ++ many(size / 4 + 1)(tag => varint(spread(tag))),
        large + ("tagHeader" -> "interleaved"))),
    CostFamily("kafka-request-topics", "A Metadata request for as many topics as fit.",
      "kafka_request_decode")(size =>
      Seq(Array[Byte](0, 3, 0, 1, 0, 0, 0, 1, -1, -1) ++ list(size / 2)(_ => Array[Byte](0, 0)),
        large)),
    CostFamily("kafka-request-tags", "The header of a request with as many tags as fit.",
      "kafka_request_decode")(size =>
      Seq(Array[Byte](0, 18, 0, 3, 0, 0, 0, 1, -1, -1) ++ tags(size / 4) ++ Array[Byte](1, 1, 0))),
    CostFamily("kafka-response-versions",
      "A response of ApiVersions that fits neither of the versions that are tried.",
      "kafka_response_decode")(size =>
      Seq(Array[Byte](0, 0, 0, 1, 0, 0) ++ list(size / 24)(_ => new Array[Byte](6)) :+ 9.toByte,
        18, 2, large)),
    CostFamily("kafka-record-members", "A group with as many members as fit.",
      "kafka_record_decode")(size =>
      Seq(CostFamily.Text("__consumer_offsets"), Array[Byte](0, 2, 0, 1, 'g'),
        Array[Byte](0, 0, 0, 0, 0, 0, 0, 1, -1, -1, -1, -1) ++
          list(size / 22)(_ => new Array[Byte](22))))
  )

  /** Moves the bits of a tag to the odd positions, beside a size of 0. */
  private def spread(tag: Int): Long =
    (0 until 20).map(bit => (tag >>> bit & 1L) << (2 * bit + 1)).sum

  private def records(name: String, attacks: String)(bytes: Int => Array[Byte]): CostFamily =
    CostFamily(name, attacks, "kafka_records_decode")(size => Seq(bytes(size), large))

  private val smallest = Array[Byte](12, 0, 0, 0, 1, 1, 0)
  // So large that arrays are written in the same way at all sizes.
  private val small = Array[Byte](36, 0, 0, 0, 1, 24) ++ new Array[Byte](13)
  private val longer =
    varint(2 * 75) ++ Array[Byte](0, 0, 0, 1) ++ varint(2 * 68) ++ new Array[Byte](69)

  private def smallRecords(count: Int): Array[Byte] = many(count)(_ => smallest)

  private def compressed(codec: Int, bytes: Array[Byte], count: Int = 1): Array[Byte] =
    KafkaBatches.batch(codec, count, bytes)

  private def lz4(blocks: Array[Byte]): Array[Byte] = {
    val head = Array[Byte](0x60, 0x70)
    val hash = net.jpountz.xxhash.XXHashFactory.safeInstance.hash32.hash(head, 0, 2, 0)
    Array[Byte](0x04, 0x22, 0x4d, 0x18) ++ head ++ Array((hash >>> 8).toByte) ++ blocks ++
      new Array[Byte](4)
  }

  /** A block of zeros that takes this many bytes. */
  private def lz4Zeros(size: Int): Array[Byte] = {
    val block = net.jpountz.lz4.LZ4Factory.safeInstance.fastCompressor.compress(
      new Array[Byte](size))
    little(block.length) ++ block
  }
  private def little(number: Int): Array[Byte] = int32(number).reverse

  private def message(value: Array[Byte], codec: Int): Array[Byte] = {
    val bytes = ByteBuffer.allocate(26 + value.length)
    bytes.putLong(0).putInt(bytes.capacity - 12).putInt(0).put(0.toByte).put(codec.toByte)
      .putInt(-1).putInt(value.length).put(value)
    val crc = new CRC32
    crc.update(bytes.array, 16, bytes.capacity - 16)
    bytes.putInt(12, crc.getValue.toInt).array
  }

  private val emptyMember = KafkaBatches.gzip(Array.emptyByteArray)
  private val emptyFrame = com.github.luben.zstd.Zstd.compress(Array.emptyByteArray)

  private val batches: Seq[CostFamily] = Seq(
    records("kafka-records", "A batch of as many records as fit.")(size =>
      compressed(0, many(size / 19)(_ => small), size / 19)),
    records("kafka-records-cut", "A batch whose last record is not there.")(size =>
      compressed(0, many(size / 77)(_ => longer), size / 77 + 1)),
    records("kafka-headers", "A record of as many headers as fit.") { size =>
      val headers = Array[Byte](0, 0, 0, 1, 1) ++ varint(size) ++ new Array[Byte](size)
      compressed(0, varint(2 * headers.length) ++ headers)
    },
    records("kafka-empty-batches", "As many batches without records as fit.")(size =>
      many(size / 61)(_ => KafkaBatches.batch(0, 0, Array.emptyByteArray))),
    records("kafka-batches", "As many batches of one record as fit.")(size =>
      many(size / 68)(_ => compressed(0, smallest))),
    records("kafka-batches-gzip", "As many compressed batches as fit.") { size =>
      val one = compressed(1, KafkaBatches.gzip(smallest))
      many(size / one.length)(_ => one)
    },
    records("kafka-batches-zstd", "The same with zstd.") { size =>
      val one = compressed(4, com.github.luben.zstd.Zstd.compress(smallest))
      many(size / one.length)(_ => one)
    },
    records("kafka-packed-records", "A compressed batch of as many records as are allowed.")(size =>
      compressed(1, KafkaBatches.gzip(smallRecords(size / 64)), size / 64)),
    records("kafka-gzip-members", "As many empty members of gzip as fit.")(size =>
      compressed(1, many(size / emptyMember.length)(_ => emptyMember))),
    records("kafka-zstd-frames", "As many empty frames of zstd as fit.")(size =>
      compressed(4, many(size / emptyFrame.length)(_ => emptyFrame))),
    records("kafka-snappy-blocks", "As many blocks of snappy as fit.")(size =>
      compressed(2,
        Array[Byte](0x82.toByte, 'S', 'N', 'A', 'P', 'P', 'Y', 0) ++
          new Array[Byte](8) ++ many(size / 7)(_ => Array[Byte](0, 0, 0, 3, 1, 0, 7)))),
    records("kafka-lz4-blocks",
      "As many blocks of lz4 as fit, behind so much that the buffer is nearly full.")(size =>
      compressed(3,
        lz4(many(3)(_ => lz4Zeros(4 << 20)) ++
          many(size / 5)(_ => little(1 | 1 << 31) :+ 7.toByte)))),
    records("kafka-bomb", "As many zeros as gzip can hold, and no record.")(size =>
      compressed(1, KafkaBatches.gzip(new Array[Byte](size * 60)))),
    records("kafka-messages", "As many messages of magic 0 as fit.")(size =>
      many(size / 26)(_ => message(Array.emptyByteArray, 0))),
    records("kafka-wrappers", "As many wrappers of one message as fit.") { size =>
      val one = message(KafkaBatches.gzip(message(Array.emptyByteArray, 0)), 1)
      many(size / one.length)(_ => one)
    },
    records("kafka-wrapped-messages", "A wrapper of as many messages as are allowed.")(size =>
      message(KafkaBatches.gzip(many(size / 64)(_ => message(Array.emptyByteArray, 0))), 1)),
    records("kafka-large", "One record with a value of this size.")(size =>
      KafkaBatches.written(
        2, none, Seq(new SimpleRecord(0, null, new Array[Byte](size))), Seq(1), About()))
  )

  val all: Seq[CostFamily] = messages ++ batches ++ KafkaLogFamilies.all
}
