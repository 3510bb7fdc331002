package sparkwire.files.kafka

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.StructType
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.files.FileRow
import sparkwire.wire.kafka.log.BatchHeaderView
import sparkwire.wire.trace.Fault

/** The row of a record. Values of a file or a batch are set only once. */
private[sparkwire] final class LogRow(required: StructType) extends FileRow(required) {
  private[this] val topic = at("topic")
  private[this] val partition = at("partition")
  private[this] val file = at("file")
  private[this] val timestampType = at("timestampType")
  private[this] val leaderEpoch = at("leader_epoch")
  private[this] val producerId = at("producer_id")
  private[this] val producerEpoch = at("producer_epoch")
  private[this] val isControl = at("is_control")
  private[this] val isTransactional = at("is_transactional")
  private[this] val batchOffset = at("batch_offset")
  private[this] val compression = at("compression")
  private[this] val ofFile = Set(topic, partition, file)
  private[this] val ofBatches = (0 until required.length).filterNot(ofFile.contains).toArray

  // The columns of records, and the position of each in the decoded record.
  private[this] val (offset, offsetFrom) = ofRecord("offset")
  private[this] val (timestamp, timestampFrom) = ofRecord("timestamp")
  private[this] val (sequence, sequenceFrom) = ofRecord("sequence")
  private[this] val (key, keyFrom) = ofRecord("key")
  private[this] val (value, valueFrom) = ofRecord("value")
  private[this] val (headers, headersFrom) = ofRecord("headers")

  private[this] def ofRecord(name: String): (Int, Int) =
    (at(name), LogColumns.ofRecordIn(required).indexOf(name))

  def setFile(of: LogFile): Unit = {
    if (topic >= 0) row.update(topic, UTF8String.fromString(of.topic))
    if (partition >= 0) row.setInt(partition, of.partition)
    if (file >= 0) row.update(file, UTF8String.fromString(of.path))
  }

  def setBatch(head: BatchHeaderView): Unit = {
    clear()
    if (timestampType >= 0) row.setInt(timestampType, head.timestampType)
    if (isControl >= 0) row.setBoolean(isControl, head.isControl)
    if (isTransactional >= 0) row.setBoolean(isTransactional, head.isTransactional)
    if (compression >= 0) row.update(compression, LogRow.codec(head.codec))
    if (!head.isMessage) {
      if (leaderEpoch >= 0) row.setInt(leaderEpoch, head.leaderEpoch)
      if (producerId >= 0) row.setLong(producerId, head.producerId)
      if (producerEpoch >= 0) row.setShort(producerEpoch, head.producerEpoch)
      if (batchOffset >= 0) row.setLong(batchOffset, head.baseOffset)
    }
  }

  private def clear(): Unit = ofBatches.foreach(row.setNullAt)

  def setRecord(rows: BatchDecoder, number: Int): Unit = {
    val decoded = rows.row(number)
    // The head does not have it for messages of magic 0 and 1 that are compressed together.
    if (batchOffset >= 0) row.setLong(batchOffset, decoded.getLong(BatchDecoder.BaseOffset))
    val record = rows.record(decoded)
    if (record != null) setRecord(record)
  }

  private def setRecord(record: InternalRow): Unit = {
    if (offset >= 0) row.setLong(offset, record.getLong(offsetFrom))
    if (sequence >= 0) row.setInt(sequence, record.getInt(sequenceFrom))
    if (timestamp >= 0) {
      if (record.isNullAt(timestampFrom)) row.setNullAt(timestamp)
      else row.setLong(timestamp, record.getLong(timestampFrom))
    }
    if (key >= 0) row.update(key, binary(record, keyFrom))
    if (value >= 0) row.update(value, binary(record, valueFrom))
    if (headers >= 0) {
      val all = record.getArray(headersFrom)
      // As in Spark's Kafka source.
      row.update(headers, if (all.numElements() == 0) null else all)
    }
  }

  private def binary(record: InternalRow, from: Int): Array[Byte] =
    if (record.isNullAt(from)) null else record.getBinary(from)

  def hasValue: Boolean = value >= 0
  def setPassed(bytes: Array[Byte]): Unit = row.update(value, bytes)

  /** @param base
    *   the base offset of the batch, -1 if it is unknown
    */
  def setFault(found: Fault, position: Long, base: Long): Unit = {
    clear()
    if (batchOffset >= 0 && base >= 0) row.setLong(batchOffset, base)
    putFault(found, position)
  }
}

private object LogRow {
  private val codecs = BatchHeaderView.codecs.map(UTF8String.fromBytes)

  /** Returns null for an unknown codec. */
  private def codec(number: Int): UTF8String =
    if (number < codecs.length) codecs(number) else null
}
