package sparkwire.wire.kafka
package batches

import sparkwire.wire.core.{Cursor, InstantForm, Nowhere}
import sparkwire.wire.kafka.Kafka._
import sparkwire.wire.kafka.batches.BatchRows._
import sparkwire.wire.places.{ListSlots, StructSlots, WholeFields}

/** Gives the records of a batch as rows, each row at once; [[BatchReader]] asks the sink for each
  * value instead. Both refuse the same bytes. A second walk, value by value, finds the
  * reason and the path.
  */
private[kafka] final class RecordRows(header: BatchHeader, keepsToHead: Boolean) {
  private[this] var list: ListSlots = _
  private[this] var slots: StructSlots = _
  private[this] var row: WholeFields = _
  // Null if they are not needed.
  private[this] var record: WholeFields = _
  private[this] var headers: ListSlots = _
  // The slots of the headers of the previous record. Longer arrays have other slots.
  private[this] var headerSlots: StructSlots = _
  private[this] var headerFields: WholeFields = _

  /** Takes the array of rows, which has begun. */
  def begin(list: ListSlots): Unit = {
    val slots = list.structSlots
    this.list = list
    if (slots ne this.slots) {
      this.slots = slots
      row = slots.wholeFields
      record = row.struct(OneRecord)
      headers = if (record == null) null else record.list(Headers)
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
    val length = Varints.int(cursor)
    if (length < 0) cursor.refuse(NegativeLength)
    if (length > cursor.left) cursor.refuse(LengthPastEnd)
    BatchCost.spendRecord(cursor, length)
    val end = cursor.end
    cursor.setEnd(cursor.position + length)
    // Attributes.
    cursor.skip(1, Truncated)
    val millis = header.millis(Varints.long(cursor))
    val delta = Varints.int(cursor)
    if (keepsToHead && !header.allows(delta, millis)) cursor.refuse(BatchHeader.BeyondHead)
    val keyLength = partLength(cursor)
    val key = cursor.position - keyLength
    val valueLength = partLength(cursor)
    val value = cursor.position - valueLength
    val count = RecordParts.headerCount(cursor)
    if (record == null) RecordParts.headers(cursor, Nowhere, count, hasBytes = false)
    else {
      var present = RecordRows.OfRecord
      if (isTimestamp(millis)) present |= 1L << Timestamp
      if (keyLength >= 0) present |= 1L << Key
      if (valueLength >= 0) present |= 1L << Value
      val asked = record.begin(present)
      if (has(asked, Offset)) record.int(Offset, header.baseOffset + delta)
      if (has(asked, Timestamp)) record.int(Timestamp, InstantForm.Date.micros(millis, 0))
      if (has(asked, TimestampMs)) record.int(TimestampMs, millis)
      if (has(asked, Sequence)) record.int(Sequence, header.sequence(delta).toLong)
      if (has(asked, Key)) record.binary(Key, cursor.bytes, key, keyLength)
      if (has(asked, Value)) record.binary(Value, cursor.bytes, value, valueLength)
      if (headers == null) RecordParts.headers(cursor, Nowhere, count, hasBytes = false)
      else giveHeaders(cursor, count)
      record.end()
    }
    if (cursor.left > 0) cursor.refuse(TrailingBytes)
    cursor.setEnd(end)
  }

  private def giveHeaders(cursor: Cursor, count: Int): Unit = {
    headers.begin(count)
    if (headers.structSlots ne headerSlots) {
      headerSlots = headers.structSlots
      headerFields = headerSlots.wholeFields
    }
    val header = headerFields
    var left = count
    while (left > 0) {
      val keyLength = Varints.int(cursor)
      if (keyLength < 0) cursor.refuse(NegativeLength)
      val key = cursor.take(keyLength.toLong, LengthPastEnd)
      val valueLength = partLength(cursor)
      headers.next()
      val asked =
        header.begin(if (valueLength < 0) RecordRows.OfNullHeader else RecordRows.OfHeader)
      if (has(asked, HeaderKey)) header.text(HeaderKey, cursor.bytes, key, keyLength)
      if (has(asked, HeaderValue))
        header.binary(HeaderValue, cursor.bytes, cursor.position - valueLength, valueLength)
      header.end()
      left -= 1
    }
    val _ = headers.end()
  }

  /** Skips a key or value and returns its length, -1 for null. */
  private def partLength(cursor: Cursor): Int = {
    val length = Varints.int(cursor)
    if (length < -1) cursor.refuse(NegativeLength)
    if (length > 0) cursor.skip(length.toLong, LengthPastEnd)
    length
  }
}

private object RecordRows {
  private def bits(fields: Int*): Long = fields.map(1L << _).sum

  private val OfRow = (BaseOffset to OneRecord).map(1L << _).sum

  /** The fields of every record. */
  private val OfRecord = bits(Offset, TimestampMs, Sequence, Headers)
  private val OfNullHeader = bits(HeaderKey)
  private val OfHeader = bits(HeaderKey, HeaderValue)
}
