package sparkwire.wire.kafka.batches

import sparkwire.wire.core.{Cursor, Nowhere, Reader, Sink}
import sparkwire.wire.kafka.Kafka._
import sparkwire.wire.kafka.Varints
import sparkwire.wire.kafka.batches.BatchRows._

/** Reads the records of a batch: see [[BatchReader]]. The record that it has read last stays
  * available for [[RecordRows]], which reads with [[Nowhere]] and gives all fields of a record at
  * once.
  */
private[kafka] final class RecordReader(header: BatchHeader, keepsToHead: Boolean) {
  private[this] var endAround = 0

  /** The timestamp and offset delta of the last record. */
  var millis = 0L
  var offsetDelta = 0

  // Where key and value are. A length of -1 is null.
  var keyAt = 0
  var keyLength = 0
  var valueAt = 0
  var valueLength = 0

  /** Reads a record that has begun in the sink. */
  def read(cursor: Cursor, sink: Sink, hasBytes: Boolean): Unit = {
    begin(cursor, sink, hasBytes)
    val isWanted = ask(sink, Headers, hasBytes)
    val count = headerCount(cursor)
    if (isWanted && sink.beginArray(count)) {
      headers(cursor, sink, count, hasBytes)
      sink.endArray()
    } else {
      headers(cursor, Nowhere, count, hasBytes)
      if (hasBytes || isWanted) sink.skipped()
    }
    end(cursor, sink)
  }

  /** Reads a record up to its headers. [[end]] follows after the headers. */
  def begin(cursor: Cursor, sink: Sink, hasBytes: Boolean): Unit = {
    val wantLength = hasBytes && sink.wanted(RecordLength)
    val length = Varints.int(cursor)
    if (length < 0) cursor.refuse(NegativeLength)
    if (length > cursor.left) cursor.refuse(LengthPastEnd)
    BatchCost.spendRecord(cursor, length)
    give(sink, wantLength, length.toLong, hasBytes)
    endAround = cursor.end
    cursor.setEnd(cursor.position + length)

    val wantAttributes = hasBytes && sink.wanted(RecordAttributes)
    give(sink, wantAttributes, cursor.u8(Truncated).toLong, hasBytes)
    time(cursor, sink, hasBytes)
    offset(cursor, sink, hasBytes)
    keyLength = part(cursor, sink, Key, hasBytes)
    keyAt = cursor.position - keyLength
    valueLength = part(cursor, sink, Value, hasBytes)
    valueAt = cursor.position - valueLength
  }

  def end(cursor: Cursor, sink: Sink): Unit = {
    Reader.requireEnd(cursor, sink, TrailingBytes)
    cursor.setEnd(endAround)
  }

  private def time(cursor: Cursor, sink: Sink, hasBytes: Boolean): Unit = {
    val isWanted = ask(sink, TimestampMs, hasBytes)
    millis = header.millis(Varints.long(cursor))
    give(sink, isWanted, millis, hasBytes)
    giveTimestamp(sink, millis)
  }

  private def offset(cursor: Cursor, sink: Sink, hasBytes: Boolean): Unit = {
    val isWanted = ask(sink, Offset, hasBytes)
    offsetDelta = Varints.int(cursor)
    if (keepsToHead && !header.allows(offsetDelta, millis)) cursor.refuse(BatchHeader.BeyondHead)
    give(sink, isWanted, header.baseOffset + offsetDelta, hasBytes)
    derive(sink, Sequence, header.sequence(offsetDelta).toLong)
  }

  /** Reads a key or value and returns its length. */
  private def part(cursor: Cursor, sink: Sink, field: Int, hasBytes: Boolean): Int = {
    val isWanted = ask(sink, field, hasBytes)
    val length = Varints.int(cursor)
    RecordParts.rest(cursor, sink, length, isWanted, hasBytes)
    length
  }

  /** Reads the number of headers. */
  def headerCount(cursor: Cursor): Int = {
    val count = Varints.int(cursor)
    if (count < 0) cursor.refuse(NegativeLength)
    // A header takes at least two bytes.
    if (count > cursor.left / 2) cursor.refuse(LengthPastEnd)
    BatchCost.spendHeaders(cursor, count)
    count
  }

  private def headers(cursor: Cursor, sink: Sink, count: Int, hasBytes: Boolean): Unit = {
    var at = 0
    while (at < count) {
      sink.element()
      sink.beginStruct(Header)
      readHeader(cursor, sink, hasBytes)
      sink.endStruct()
      at += 1
    }
  }

  /** Reads a header. Its key and value are then in the fields for the key and value of a record. */
  def readHeader(cursor: Cursor, sink: Sink, hasBytes: Boolean): Unit = {
    val isWanted = ask(sink, HeaderKey, hasBytes)
    keyLength = Varints.int(cursor)
    if (keyLength < 0) cursor.refuse(NegativeLength)
    keyAt = cursor.take(keyLength.toLong, LengthPastEnd)
    if (isWanted) sink.repairedText(cursor.bytes, keyAt, cursor.position)
    else if (hasBytes) sink.skipped()
    valueLength = part(cursor, sink, HeaderValue, hasBytes)
    valueAt = cursor.position - valueLength
  }
}

private[kafka] object RecordParts {

  /** Reads a key or value after its length. The form of the length depends on the magic. */
  def rest(cursor: Cursor, sink: Sink, length: Int, isWanted: Boolean,
      hasBytes: Boolean): Unit = {
    if (length < -1) cursor.refuse(NegativeLength)
    if (length < 0) {
      if (isWanted) sink.nothing() else if (hasBytes) sink.skipped()
    } else {
      val from = cursor.take(length.toLong, LengthPastEnd)
      if (isWanted) sink.binary(cursor.bytes, from, cursor.position)
      else if (hasBytes) sink.skipped()
    }
  }
}
