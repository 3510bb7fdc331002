package sparkwire.wire.kafka.batches

import sparkwire.wire.core.{Cursor, InstantForm, Nowhere}
import sparkwire.wire.kafka.Kafka._
import sparkwire.wire.kafka.batches.BatchRows._
import sparkwire.wire.places.{ListSlots, PlainCode, PlainPart, PlainStruct, WholeFields}

/** Gives the records of a batch as rows, each row at once; [[BatchReader]] asks the sink for each
  * value instead. A second walk, value by value, finds the reason and the path of the refusal.
  */
private[kafka] final class RecordRows(header: BatchHeader, reader: RecordReader) {
  private[this] var list: ListSlots = _
  private[this] var row: WholeFields = _
  // Null if they are not needed.
  private[this] var record: WholeFields = _
  private[this] var headers: ListSlots = _
  private[this] var headerCode: PlainCode = _

  /** Takes the array of rows, which has begun. */
  def begin(list: ListSlots): Unit = {
    this.list = list
    if (list.structFields ne row) {
      row = list.structFields
      record = row.struct(OneRecord)
      headers = if (record == null) null else record.list(Headers)
      headerCode = if (headers == null) null else new PlainCode(RecordRows.PlainHeader, headers)
    }
  }

  /** Gives the rest of the cursor's bytes: the records of the batch and nothing else. */
  def give(cursor: Cursor): Unit = {
    var number = 0
    while (number < header.count) {
      if (cursor.left == 0) cursor.refuse(BadRecordCount)
      list.next()
      if (number == 0 || !row.beginLike()) {
        giveHead(row.begin(RecordRows.OfRow))
        row.keep()
      }
      giveRecord(cursor)
      row.end()
      number += 1
    }
    if (cursor.left > 0) cursor.refuse(BadRecordCount)
  }

  private def has(asked: Long, field: Int): Boolean = (asked & (1L << field)) != 0

  private def giveHead(asked: Long): Unit = {
    if (has(asked, BaseOffset)) row.int(BaseOffset, header.baseOffset)
    if (has(asked, Magic)) row.int(Magic, 2L)
    if (has(asked, CodecName)) row.word(CodecName, codecs(header.codec))
    if (has(asked, LeaderEpoch)) row.int(LeaderEpoch, header.leaderEpoch.toLong)
    if (has(asked, ProducerId)) row.int(ProducerId, header.producerId)
    if (has(asked, ProducerEpoch)) row.int(ProducerEpoch, header.producerEpoch.toLong)
    if (has(asked, Transactional)) row.bool(Transactional, header.isTransactional)
    if (has(asked, Control)) row.bool(Control, header.isControl)
  }

  private def giveRecord(cursor: Cursor): Unit = {
    reader.begin(cursor, Nowhere, hasBytes = false)
    if (record != null) giveParts(record.begin(present), cursor.bytes)
    giveHeaders(cursor)
    if (record != null) record.end()
    reader.end(cursor, Nowhere)
  }

  private def present: Long = {
    var present = RecordRows.OfRecord
    if (isTimestamp(reader.millis)) present |= 1L << Timestamp
    if (reader.keyLength >= 0) present |= 1L << Key
    if (reader.valueLength >= 0) present |= 1L << Value
    present
  }

  private def giveParts(asked: Long, bytes: Array[Byte]): Unit = {
    if (has(asked, Offset)) record.int(Offset, header.baseOffset + reader.offsetDelta)
    if (has(asked, Timestamp))
      record.int(Timestamp, InstantForm.Date.micros(reader.millis, 0))
    if (has(asked, TimestampMs)) record.int(TimestampMs, reader.millis)
    if (has(asked, Sequence)) record.int(Sequence, header.sequence(reader.offsetDelta).toLong)
    if (has(asked, Key)) record.binary(Key, bytes, reader.keyAt, reader.keyLength)
    if (has(asked, Value)) record.binary(Value, bytes, reader.valueAt, reader.valueLength)
  }

  private def giveHeaders(cursor: Cursor): Unit = {
    val count = reader.headerCount(cursor)
    if (headers == null) passOverHeaders(cursor, count)
    else if (!headerCode.tryFill(cursor, count)) giveEachHeader(cursor, count)
  }

  private def passOverHeaders(cursor: Cursor, count: Int): Unit = {
    var left = count
    while (left > 0) {
      reader.readHeader(cursor, Nowhere, hasBytes = false)
      left -= 1
    }
  }

  private def giveEachHeader(cursor: Cursor, count: Int): Unit = {
    headers.begin(count)
    val header = headers.structFields
    var left = count
    while (left > 0) {
      reader.readHeader(cursor, Nowhere, hasBytes = false)
      headers.next()
      giveHeader(header, cursor.bytes)
      left -= 1
    }
    val _ = headers.end()
  }

  private def giveHeader(header: WholeFields, bytes: Array[Byte]): Unit = {
    val asked =
      header.begin(if (reader.valueLength < 0) RecordRows.OfNullHeader else RecordRows.OfHeader)
    if (has(asked, HeaderKey)) header.text(HeaderKey, bytes, reader.keyAt, reader.keyLength)
    if (has(asked, HeaderValue))
      header.binary(HeaderValue, bytes, reader.valueAt, reader.valueLength)
    header.end()
  }
}

private object RecordRows {
  private def bits(fields: Int*): Long = fields.map(1L << _).sum

  private val OfRow = (BaseOffset to OneRecord).map(1L << _).sum

  /** The fields of every record. */
  private val OfRecord = bits(Offset, TimestampMs, Sequence, Headers)
  private val OfNullHeader = bits(HeaderKey)
  private val OfHeader = bits(HeaderKey, HeaderValue)

  // A record pays for its headers when it has read their number.
  private val PlainHeader = new PlainStruct(
    Header,
    Array(PlainPart.Text(HeaderKey, lead(isNullable = false)),
      PlainPart.Binary(HeaderValue, lead(isNullable = true))),
    tags = null, made = Array.empty,
    rowBytes = 0)

  private def lead(isNullable: Boolean) =
    PlainPart.Lead(PlainPart.Lead.Zigzag, isNullable, isEmptyNull = false, most = Int.MaxValue)
}
