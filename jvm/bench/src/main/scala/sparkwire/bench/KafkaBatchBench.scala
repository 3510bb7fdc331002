package sparkwire.bench

import java.nio.ByteBuffer
import java.util.concurrent.TimeUnit

import org.apache.kafka.common.compress.Compression
import org.apache.kafka.common.header.internals.RecordHeader
import org.apache.kafka.common.record.{MemoryRecords, Record, SimpleRecord}
import org.apache.kafka.common.utils.BufferSupplier
import org.apache.spark.sql.catalyst.util.ArrayData

import sparkwire.errors.Twins
import sparkwire.expressions.{DecodePlan, Decoder, Ending}
import sparkwire.wire.Options
import sparkwire.wire.kafka.{Kafka, ManyBatches}

import org.openjdk.jmh.annotations._

/** How long a batch of 200 records takes to become rows, beside Kafka's own reader. That goes over the records as Kafka's
  * consumer does: it verifies the checksum, keeps its buffers for decompression from batch to batch, makes an object of
  * each record, and is asked for its offset, timestamp, sequence, a copy of its key and of its value, and name and value
  * of its header. What the head of the batch says, which is in each of our rows, it is not asked for.
  *
  * Run: `project/sbt "bench/Jmh/run KafkaBatchBench"`; or [[KafkaCpuTime]].
  */
@State(Scope.Thread)
@BenchmarkMode(Array(Mode.AverageTime))
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
class KafkaBatchBench {
  @Param(Array("none", "gzip", "snappy", "lz4", "zstd"))
  var codec: String = _

  private var sample: KafkaBatchSample = _

  @Setup
  def compare(): Unit = {
    KafkaSample.warmAndCompare()
    sample = KafkaBatchSample.all(codec)
    sample.compare()
  }

  @Benchmark def sparkwireRows(): Any = sample.decoder.decode(sample.bytes)
  @Benchmark def kafkaRecords(): Any = sample.read()
}

/** A batch as Kafka writes it. */
final class KafkaBatchSample(codec: Compression) {
  private val Count = 200

  val bytes: Array[Byte] = {
    val records = (0 until Count).map { n =>
      val value = s"""{"order":$n,"customer":"c-${n * 7919 % 1000}","total":${n * 31 % 977}.50}"""
      new SimpleRecord(1700000000000L + n, s"key-$n".getBytes, value.getBytes,
        Array(new RecordHeader("trace", s"t$n".getBytes)))
    }
    val buffer = MemoryRecords.withRecords(codec, records: _*).buffer
    val made = new Array[Byte](buffer.remaining)
    buffer.get(made)
    made
  }

  val decoder: Decoder = {
    val plan = DecodePlan("kafka_records_decode", Kafka.Batches, ManyBatches, Options.none,
      Ending.Strict, Twins("try_kafka_records_decode", "kafka_records_fault"))
    new Decoder(plan, plan.resultType)
  }

  /** Goes over all records; the sum keeps what was read alive. */
  def read(): Long = {
    var sum = 0L
    foreach(record => sum += use(record))
    sum
  }

  private def use(record: Record): Long = {
    val header = record.headers()(0)
    record.offset + record.timestamp + record.sequence + copy(record.key).length +
      copy(record.value).length + header.key.length + header.value.length
  }

  // Kept from batch to batch, as Kafka's consumer does.
  private val buffers = BufferSupplier.create()

  private def foreach(use: Record => Unit): Unit =
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

  /** What is timed gives the same. */
  def compare(): Unit = {
    val rows = decoder.decode(bytes).asInstanceOf[ArrayData]
    require(rows.numElements() == Count)
    var at = 0
    foreach { theirs =>
      val ours = rows.getStruct(at, 9).getStruct(8, 7)
      require(ours.getLong(0) == theirs.offset && ours.getLong(2) == theirs.timestamp)
      require(ours.getBinary(4).sameElements(copy(theirs.key)))
      require(ours.getBinary(5).sameElements(copy(theirs.value)))
      val header = ours.getArray(6).getStruct(0, 2)
      require(header.getUTF8String(0).toString == theirs.headers()(0).key)
      require(header.getBinary(1).sameElements(theirs.headers()(0).value))
      at += 1
    }
  }
}

object KafkaBatchSample {
  lazy val all: Map[String, KafkaBatchSample] = Map(
    "none" -> Compression.NONE, "gzip" -> Compression.gzip().build(),
    "snappy" -> Compression.snappy().build(), "lz4" -> Compression.lz4().build(),
    "zstd" -> Compression.zstd().build()).map { case (name, codec) =>
    name -> new KafkaBatchSample(codec)
  }
}
