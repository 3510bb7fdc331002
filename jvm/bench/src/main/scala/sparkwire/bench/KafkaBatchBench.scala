package sparkwire.bench

import java.nio.ByteBuffer

import scala.util.Random

import org.apache.kafka.common.compress.Compression
import org.apache.kafka.common.header.Header
import org.apache.kafka.common.header.internals.RecordHeader
import org.apache.kafka.common.record.internal.{MemoryRecords, Record, SimpleRecord}
import org.apache.kafka.common.utils.internals.BufferSupplier
import org.apache.spark.sql.catalyst.util.ArrayData

import sparkwire.errors.Twins
import sparkwire.expressions.{DecodePlan, Decoder, Ending}
import sparkwire.wire.core.Options
import sparkwire.wire.kafka.Kafka
import sparkwire.wire.kafka.batches.ManyBatches

import org.openjdk.jmh.annotations._

/** The time to turn a batch of about 200 records into rows, beside Kafka's own reader. Both cycle
  * through 16 batches, with more than 3,000 records of which no two are alike. Kafka's reader goes
  * over the records as its consumer does: it verifies the checksum, keeps its buffers for
  * decompression from batch to batch, and creates an object for each record. It is asked for the
  * offset, timestamp and sequence of each record, a copy of its key and of its value, and the name
  * and value of each header. It is not asked for the content of the batch's head, which is in each
  * row of Sparkwire.
  *
  * Run: `project/sbt "bench/Jmh/run KafkaBatchBench"`; or [[KafkaCpuTime]].
  */
class KafkaBatchBench extends TimedBench {
  @Param(Array("none", "gzip", "snappy", "lz4", "zstd"))
  var codec: String = _

  private var batches: KafkaBatches = _

  @Setup
  def compare(): Unit = {
    KafkaSample.warmAndCompare()
    batches = KafkaBatches.all(codec)
    batches.compare()
  }

  @Benchmark def sparkwireRows(): Any = batches.decode()
  @Benchmark def kafkaRecords(): Any = batches.read()

  /** Only the checksum, and the records unpacked. */
  @Benchmark def unpacked(): Int = batches.unpacked()
  @Benchmark def byHand(): Any = batches.byHand()
}

/** Batches as Kafka writes them, read in turn. */
final class KafkaBatches(codec: Compression) {
  private val random = new Random(7)
  private[bench] val batches: Array[Array[Byte]] = Array.fill(16)(batch())
  private var next = 0

  private def bytes: Array[Byte] = {
    next = (next + 1) & (batches.length - 1)
    batches(next)
  }

  private def batch(): Array[Byte] = {
    val first = 1700000000000L + random.nextInt(1 << 30)
    val buffer = MemoryRecords.withRecords(
      codec, Seq.fill(150 + random.nextInt(101))(record(first)): _*).buffer
    val made = new Array[Byte](buffer.remaining)
    buffer.get(made)
    made
  }

  /** Returns a record with a key or, in some records, none; with a value of 40 to 120 bytes or, in
    * a few, none; and with up to three headers, mostly one.
    */
  private def record(first: Long): SimpleRecord = {
    val number = random.nextInt(1 << 20)
    val key = if (random.nextInt(8) == 0) null else s"key-$number".getBytes
    val note = "a note, " * random.nextInt(8)
    val value =
      if (random.nextInt(20) == 0) null
      else
        s"""{"order":$number,"customer":"c-${number % 1000}","total":${number % 977}.50,"note":"$note"}""".getBytes
    val headers = Array.tabulate[Header](headerCount())(at =>
      new RecordHeader(KafkaBatches.HeaderNames(at), s"t${random.nextInt(1 << 16)}".getBytes))
    new SimpleRecord(first + random.nextInt(60000), key, value, headers)
  }

  private def headerCount(): Int = Seq(0, 1, 1, 1, 2, 3)(random.nextInt(6))

  private val decoder: Decoder = {
    val plan = DecodePlan("kafka_records_decode", Kafka.Batches, ManyBatches, Options.none,
      Ending.Strict, Twins("try_kafka_records_decode", "kafka_records_fault"))
    new Decoder(plan, plan.resultType)
  }

  private val hand = new BatchByHand

  def decode(): Any = decoder.decode(bytes)
  def unpacked(): Int = hand.unpack(bytes)
  def byHand(): Any = hand.read(bytes)

  /** Reads all records of a batch; the sum keeps the JIT compiler from dropping the reads. */
  def read(): Long = {
    var sum = 0L
    foreach(bytes)(record => sum += use(record))
    sum
  }

  private def use(record: Record): Long = {
    var sum =
      record.offset + record.timestamp + record.sequence + sizeOfCopy(record.key) + sizeOfCopy(
        record.value)
    val headers = record.headers
    var at = 0
    while (at < headers.length) {
      sum += headers(at).key.length + headers(at).value.length
      at += 1
    }
    sum
  }

  private def sizeOfCopy(buffer: ByteBuffer): Int = if (buffer == null) 0 else copy(buffer).length

  // Kept from batch to batch, as in Kafka's consumer.
  private val buffers = BufferSupplier.create()

  private def foreach(bytes: Array[Byte])(use: Record => Unit): Unit =
    MemoryRecords.readableRecords(ByteBuffer.wrap(bytes)).batches.forEach { batch =>
      batch.ensureValid()
      val records = batch.streamingIterator(buffers)
      try records.forEachRemaining(record => use(record))
      finally records.close()
    }

  private def copy(buffer: ByteBuffer): Array[Byte] = {
    val made = new Array[Byte](buffer.remaining)
    buffer.get(made)
    made
  }

  /** Checks that both readers give the same. */
  def compare(): Unit = for (batch <- batches) {
    val rows = decoder.decode(batch).asInstanceOf[ArrayData]
    require(rows == hand.read(batch))
    var at = 0
    foreach(batch) { theirs =>
      val ours = rows.getStruct(at, 9).getStruct(8, 7)
      require(ours.getLong(0) == theirs.offset && ours.getLong(2) == theirs.timestamp)
      require(isSame(ours.getBinary(4), theirs.key) && isSame(ours.getBinary(5), theirs.value))
      val headers = ours.getArray(6)
      require(headers.numElements() == theirs.headers.length)
      for ((header, number) <- theirs.headers.zipWithIndex) {
        val made = headers.getStruct(number, 2)
        require(made.getUTF8String(0).toString == header.key)
        require(made.getBinary(1).sameElements(header.value))
      }
      at += 1
    }
    require(rows.numElements() == at)
  }

  private def isSame(ours: Array[Byte], theirs: ByteBuffer): Boolean =
    if (theirs == null) ours == null else ours.sameElements(copy(theirs))
}

object KafkaBatches {
  private val HeaderNames = Seq("trace", "content-type", "tenant")

  lazy val all: Map[String, KafkaBatches] = Map(
    "none" -> Compression.NONE, "gzip" -> Compression.gzip().build(),
    "snappy" -> Compression.snappy().build(), "lz4" -> Compression.lz4().build(),
    "zstd" -> Compression.zstd().build()).map { case (name, codec) =>
    name -> new KafkaBatches(codec)
  }
}
