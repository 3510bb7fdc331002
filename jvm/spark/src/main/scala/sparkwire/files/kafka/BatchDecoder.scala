package sparkwire.files.kafka

import java.util.Arrays

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.util.ArrayData
import org.apache.spark.sql.types.{ArrayType, StructType}

import sparkwire.expressions.Types
import sparkwire.rows.RowSink
import sparkwire.wire.core.{Cursor, Malformed}
import sparkwire.wire.kafka.batches.LogBatches
import sparkwire.wire.kafka.log.BatchHeaderView
import sparkwire.wire.trace.{Fault, Trace}

/** Decodes one batch after another with the reader of `kafka_records_decode`. The rows are valid
  * until the next batch.
  */
private[sparkwire] final class BatchDecoder(reading: LogReading) {
  private[this] val ofRecord = LogColumns.ofRecordIn(reading.required)
  private[this] val rowType = BatchDecoder.rowType(ofRecord)
  private[this] val cursor = new Cursor
  private[this] val reader = LogBatches.newReader(reading.options)
  private[this] val sink = new RowSink(LogBatches.kind, ArrayType(rowType), reading.options)
  private[this] var rows: ArrayData = _

  /** Whether the head of a batch is enough: no part of its records is needed or verified, and the
    * head has their number.
    */
  def needsHeadOnly(head: BatchHeaderView): Boolean =
    reading.needsHeadsOnly && !head.isMessage

  /** Decodes a batch. Returns its fault, or null if it has none.
    *
    * @param maxSize the limit for the size of its result, up to the limit in the options
    */
  def decode(bytes: Array[Byte], from: Int, size: Int, maxSize: Int): Fault =
    try {
      cursor.setMaxSize(maxSize)
      sink.begin(size)
      reader.read(cursor.wrap(bytes, from, size), sink)
      rows = sink.result.asInstanceOf[ArrayData]
      null
    } catch { case _: Malformed => explain(Arrays.copyOfRange(bytes, from, from + size)) }

  private def explain(bytes: Array[Byte]): Fault = {
    sink.begin(bytes.length)
    Trace.fault(LogBatches.newChecker(reading.options), cursor, bytes, sink, reading.options)
      .getOrElse(throw new IllegalStateException("a fault of a batch was not found again"))
  }

  /** Whether the current rows are records. */
  def hasRecords: Boolean = rows != null
  def count: Int = rows.numElements()
  def forget(): Unit = rows = null

  private[this] val fields = rowType.length
  private[this] val recordFields = ofRecord.length

  def row(number: Int): InternalRow = rows.getStruct(number, fields)

  /** Returns the columns of [[LogColumns.ofRecordIn]], or null if the query needs none of them. */
  def record(row: InternalRow): InternalRow =
    if (recordFields == 0) null else row.getStruct(BatchDecoder.Record, recordFields)
}

private[sparkwire] object BatchDecoder {
  // Positions of fields in the rows.
  final val BaseOffset = 0
  final val Record = 1

  private def rowType(ofRecord: Seq[String]): StructType = {
    val all =
      Types.of(LogBatches.kind).asInstanceOf[ArrayType].elementType.asInstanceOf[StructType]
    val record = all("record").dataType.asInstanceOf[StructType]
    val kept = StructType(Seq(all("base_offset")))
    if (ofRecord.isEmpty) kept
    else kept.add("record", recordType(record, ofRecord))
  }

  private def recordType(all: StructType, kept: Seq[String]): StructType =
    StructType(all.filter(field => kept.contains(field.name)))
}
