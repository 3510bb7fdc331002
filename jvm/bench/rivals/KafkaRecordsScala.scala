package sparkwire.bench.rivals

import java.nio.ByteBuffer
import java.time.Instant

import scala.collection.mutable.ArrayBuffer

import org.apache.kafka.common.record.internal.{MemoryRecords, Record, RecordBatch}
import org.apache.kafka.common.utils.internals.BufferSupplier
import org.apache.spark.sql.Column
import org.apache.spark.sql.functions.udf
import org.apache.spark.sql.types.DataType

/** Batches of records by `kafka-clients`, as its consumer reads them, in a Scala UDF. */
final class KafkaRecordsScala extends Rival {
  def contest = "kafka-records"
  def name = "Scala UDF, kafka-clients"
  def decode(value: Column, whole: DataType): Column = KafkaRecordsScala.decoding(value)
}

object KafkaRecordsScala {
  final case class Header(key: String, value: Array[Byte])

  final case class OneRecord(offset: Long, timestamp: Instant, timestamp_ms: Long, sequence: Int,
      key: Array[Byte], value: Array[Byte], headers: Seq[Header])

  final case class Row(base_offset: Long, magic: Byte, codec: String, partition_leader_epoch: Int,
      producer_id: Long, producer_epoch: Short, transactional: Boolean, control: Boolean,
      record: OneRecord)

  // Kept from batch to batch, as in Kafka's consumer.
  private val buffers = ThreadLocal.withInitial[BufferSupplier](() => BufferSupplier.create())

  private def read(bytes: Array[Byte]): Seq[Row] = {
    val rows = ArrayBuffer.empty[Row]
    MemoryRecords.readableRecords(ByteBuffer.wrap(bytes)).batches.forEach { batch =>
      batch.ensureValid()
      val records = batch.streamingIterator(buffers.get)
      try while (records.hasNext) rows += row(batch, records.next())
      finally records.close()
    }
    rows.toSeq
  }

  private def row(batch: RecordBatch, it: Record): Row = {
    val record = OneRecord(it.offset, Instant.ofEpochMilli(it.timestamp), it.timestamp,
      it.sequence, copy(it.key), copy(it.value),
      it.headers.toSeq.map(header => Header(header.key, header.value)))
    Row(batch.baseOffset, batch.magic, batch.compressionType.name, batch.partitionLeaderEpoch,
      batch.producerId, batch.producerEpoch, batch.isTransactional, batch.isControlBatch, record)
  }

  private def copy(buffer: ByteBuffer): Array[Byte] =
    if (buffer == null) null
    else {
      val made = new Array[Byte](buffer.remaining)
      buffer.get(made)
      made
    }

  private val decoding = udf(read _)
}
