package sparkwire.kafkalog

import java.util.Arrays

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.util.ArrayData
import org.apache.spark.sql.types.{ArrayType, StructType}

import sparkwire.expressions.Types
import sparkwire.sinks.RowSink
import sparkwire.wire.core.{Cursor, Malformed}
import sparkwire.wire.kafka.ManyBatches
import sparkwire.wire.kafka.log.BatchHead
import sparkwire.wire.trace.{Fault, Trace}

/** Decodes batch after batch by the reader of `kafka_records_decode`. Its rows are good until the next batch. */
private[kafkalog] final class BatchDecoder(reading: LogReading) {
  private[this] val ofRecord = LogColumns.ofRecordIn(reading.required)
  private[this] val rowType = BatchDecoder.rowType(ofRecord)
  private[this] val cursor = new Cursor
  private[this] val reader = ManyBatches.newReader(reading.options)
  private[this] val sink = new RowSink(ManyBatches.kind, ArrayType(rowType), reading.options)
  private[this] var rows: ArrayData = _

  /** Nothing of its records is needed, and nothing is to be verified: the head says how many there are. */
  def needsHeadOnly(head: BatchHead): Boolean =
    !reading.options.verifies && ofRecord.isEmpty && !head.isMessage

  /** Returns what is wrong with the batch, null if nothing is. */
  def decode(bytes: Array[Byte], from: Int, size: Int): Fault =
    try {
      sink.begin(size)
      reader.read(cursor.wrap(bytes, from, size), sink)
      rows = sink.result.asInstanceOf[ArrayData]
      null
    } catch { case _: Malformed => explain(Arrays.copyOfRange(bytes, from, from + size)) }

  private def explain(bytes: Array[Byte]): Fault = {
    sink.begin(bytes.length)
    Trace.fault(ManyBatches.newChecker(reading.options), cursor, bytes, sink, reading.options)
      .getOrElse(throw new IllegalStateException("a fault of a batch was not found again"))
  }

  /** Whether there are rows of records at hand. */
  def hasRecords: Boolean = rows != null
  def count: Int = rows.numElements()
  def forget(): Unit = rows = null

  private[this] val fields = rowType.length
  private[this] val recordFields = ofRecord.length

  def row(number: Int): InternalRow = rows.getStruct(number, fields)

  /** Its columns of [[LogColumns.ofRecordIn]]; null if there are none. */
  def record(row: InternalRow): InternalRow =
    if (recordFields == 0) null else row.getStruct(BatchDecoder.Record, recordFields)
}

private[kafkalog] object BatchDecoder {
  // Positions in the rows.
  final val BaseOffset = 0
  final val Record = 1

  private def rowType(ofRecord: Seq[String]): StructType = {
    val all =
      Types.of(ManyBatches.kind).asInstanceOf[ArrayType].elementType.asInstanceOf[StructType]
    val record = all("record").dataType.asInstanceOf[StructType]
    val kept = StructType(Seq(all("base_offset")))
    if (ofRecord.isEmpty) kept
    else kept.add("record", recordType(record, ofRecord))
  }

  private def recordType(all: StructType, kept: Seq[String]): StructType =
    StructType(all.filter(field => kept.contains(field.name)))
}
