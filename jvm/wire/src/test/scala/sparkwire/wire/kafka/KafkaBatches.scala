package sparkwire.wire.kafka

import java.io.ByteArrayOutputStream
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import java.util.zip.{CRC32C, GZIPOutputStream}

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.kafka.common.compress.Compression
import org.apache.kafka.common.header.internals.RecordHeader
import org.apache.kafka.common.record.TimestampType
import org.apache.kafka.common.record.internal.{
  ControlRecordType, EndTransactionMarker, MemoryRecords, Record, RecordBatch, SimpleRecord
}

import sparkwire.wire.Tree
import sparkwire.wire.Tree._

import org.scalacheck.Gen

/** Writes and reads record batches with Kafka's own classes. */
object KafkaBatches {

  def gzip(bytes: Array[Byte]): Array[Byte] = {
    val out = new ByteArrayOutputStream
    Using.resource(new GZIPOutputStream(out))(_.write(bytes))
    out.toByteArray
  }

  val codecs: Seq[(String, Compression)] = Seq(
    "none" -> Compression.NONE, "gzip" -> Compression.gzip().build(),
    "snappy" -> Compression.snappy().build(), "lz4" -> Compression.lz4().build(),
    "zstd" -> Compression.zstd().build())

  /** The other fields of a batch. */
  final case class About(baseOffset: Long = 0, hasLogAppendTime: Boolean = false,
      producerId: Long = -1, producerEpoch: Short = -1, baseSequence: Int = -1,
      isTransactional: Boolean = false, leaderEpoch: Int = -1)

  /** Writes records whose offsets are these steps apart. */
  def written(magic: Int, codec: Compression, records: Seq[SimpleRecord], steps: Seq[Int],
      about: About = About()): Array[Byte] = {
    val kind =
      if (about.hasLogAppendTime) TimestampType.LOG_APPEND_TIME else TimestampType.CREATE_TIME
    val builder = MemoryRecords.builder(ByteBuffer.allocate(512), magic.toByte, codec, kind,
      about.baseOffset, if (about.hasLogAppendTime) 1234567890123L else -1L, about.producerId,
      about.producerEpoch, about.baseSequence, about.isTransactional, false, about.leaderEpoch)
    records.zip(steps.scanLeft(about.baseOffset)(_ + _)).foreach { case (record, offset) =>
      builder.appendWithOffset(offset, record)
    }
    bytesOf(builder.build().buffer)
  }

  def written(magic: Int, codec: Compression, records: SimpleRecord*): Array[Byte] =
    written(magic, codec, records, Seq.fill(records.length)(1))

  /** Returns the control batch that ends a transaction. */
  def marker(isCommit: Boolean): Array[Byte] =
    bytesOf(MemoryRecords.withEndTransactionMarker(9L, 1, end(isCommit)).buffer)

  /** Returns the control batch that ends the transaction of a producer, at this offset of a log. */
  def marker(offset: Long, producer: Long, isCommit: Boolean): Array[Byte] =
    bytesOf(
      MemoryRecords.withEndTransactionMarker(offset, 1700000000000L, 5, producer, 1,
        end(isCommit)).buffer)

  private def end(isCommit: Boolean): EndTransactionMarker = new EndTransactionMarker(
    if (isCommit) ControlRecordType.COMMIT else ControlRecordType.ABORT, 7)

  /** Reads bytes with Kafka's reader and returns the rows that our reader should give. */
  def rows(bytes: Array[Byte]): Tree = Items(
    MemoryRecords.readableRecords(ByteBuffer.wrap(bytes)).batches.asScala.flatMap { batch =>
      batch.asScala.map(row(batch, _))
    }.toVector)

  private def row(batch: RecordBatch, record: Record): Tree = {
    def ofBatch(value: => Tree): Tree = if (batch.magic < 2) NoValue else value
    val millis = record.timestamp
    struct(
      "base_offset" -> Whole(batch.baseOffset),
      "magic" -> Whole(batch.magic.toLong),
      "codec" -> Text(batch.compressionType.name),
      "partition_leader_epoch" -> ofBatch(Whole(batch.partitionLeaderEpoch.toLong)),
      "producer_id" -> ofBatch(Whole(batch.producerId)),
      "producer_epoch" -> ofBatch(Whole(batch.producerEpoch.toLong)),
      "transactional" -> Flag(batch.isTransactional),
      "control" -> Flag(batch.isControlBatch),
      "record" -> struct(
        "offset" -> Whole(record.offset),
        "timestamp" -> (if (millis == -1) NoValue else Micros(millis * 1000)),
        "timestamp_ms" -> Whole(millis),
        "sequence" -> Whole(record.sequence.toLong),
        "key" -> binary(record.key),
        "value" -> binary(record.value),
        "headers" -> Items(
          record.headers.toVector.map { header =>
            struct("key" -> Text(header.key),
              "value" -> binary(
                Option(header.value).map(ByteBuffer.wrap).orNull))
          })
      )
    )
  }

  private def binary(buffer: ByteBuffer): Tree =
    if (buffer == null) NoValue else hex(bytesOf(buffer))

  private def bytesOf(buffer: ByteBuffer): Array[Byte] = {
    val bytes = new Array[Byte](buffer.remaining)
    buffer.duplicate.get(bytes)
    bytes
  }

  /** Generates records; only records of magic 2 have headers. */
  def record(magic: Int): Gen[SimpleRecord] = {
    val bytes = Gen.frequency(
      1 -> Gen.const(null: Array[Byte]),
      4 -> Gen.choose(0, 90).flatMap(Gen.listOfN(_, Gen.choose(0, 255)))
        .map(_.map(_.toByte).toArray))
    val header = for (name <- Gen.oneOf("", "a", "é€"); value <- bytes)
      yield new RecordHeader(name, value)
    for {
      millis <- Gen.oneOf(0L, 1L, 1700000000000L, 1699999999000L)
      key <- bytes
      value <- bytes
      headers <- if (magic < 2) Gen.const(Nil) else Gen.choose(0, 2).flatMap(Gen.listOfN(_, header))
    } yield new SimpleRecord(millis, key, value, headers.toArray)
  }

  private def about(magic: Int, offsets: Gen[Long]): Gen[About] = for {
    baseOffset <- offsets
    hasLogAppendTime <- if (magic == 0) Gen.const(false) else Gen.oneOf(true, false)
    hasProducer <- if (magic == 2) Gen.oneOf(true, false) else Gen.const(false)
    sequence <- Gen.oneOf(0, 12, Int.MaxValue - 1)
    isTransactional <- if (hasProducer) Gen.oneOf(true, false) else Gen.const(false)
    epoch <- if (magic == 2) Gen.choose(0, 100) else Gen.const(-1)
  } yield About(baseOffset, hasLogAppendTime, if (hasProducer) 4711 else -1,
    if (hasProducer) 3 else -1, if (hasProducer) sequence else -1, isTransactional,
    leaderEpoch = epoch)

  /** Generates the bytes of some records, as a batch (magic 2) or as messages (magic 0 and 1). Their
    * offsets are fewer than 1,000 apart.
    */
  def random(magic: Int, codec: Compression,
      offsets: Gen[Long] = Gen.oneOf(0L, 7L, 1L << 40)): Gen[Array[Byte]] = for {
    said <- about(magic, offsets)
    records <- Gen.choose(1, 20).flatMap(Gen.listOfN(_, record(magic)))
    steps <- Gen.listOfN(records.length, Gen.oneOf(1, 1, 2, 50))
  } yield written(magic, codec, records, steps, said)

  /** Returns a batch with these bytes as its records and with a valid checksum. */
  def batch(attributes: Int, count: Int, records: Array[Byte]): Array[Byte] = {
    val bytes = ByteBuffer.allocate(61 + records.length)
    bytes.putLong(0).putInt(49 + records.length).putInt(-1).put(2.toByte).putInt(0)
      .putShort(attributes.toShort).putInt(math.max(0, count - 1)).putLong(0).putLong(0)
      .putLong(-1).putShort(-1).putInt(-1).putInt(count).put(records)
    withCrc(bytes.array)
  }

  def withCrc(batch: Array[Byte]): Array[Byte] = {
    val crc = new CRC32C
    crc.update(batch, 21, batch.length - 21)
    val fixed = batch.clone()
    ByteBuffer.wrap(fixed).putInt(17, crc.getValue.toInt)
    fixed
  }

  def simple(value: String, millis: Long = 1700000000000L): SimpleRecord =
    new SimpleRecord(millis, null, value.getBytes(UTF_8))
}
