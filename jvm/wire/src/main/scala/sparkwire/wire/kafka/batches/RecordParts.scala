package sparkwire.wire.kafka
package batches

import sparkwire.wire.core.{Cursor, Sink, Utf8}
import sparkwire.wire.kafka.Kafka._
import sparkwire.wire.kafka.batches.BatchRows._

/** Reads keys, values and headers of records. */
private[kafka] object RecordParts {
  def nullable(cursor: Cursor, sink: Sink, field: Int, hasBytes: Boolean): Unit = {
    val isWanted = ask(sink, field, hasBytes)
    rest(cursor, sink, Varints.int(cursor), isWanted, hasBytes)
  }

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

  /** Reads the number of headers. */
  def headerCount(cursor: Cursor): Int = {
    val count = Varints.int(cursor)
    if (count < 0) cursor.refuse(NegativeLength)
    // A header takes at least two bytes.
    if (count > cursor.left / 2) cursor.refuse(LengthPastEnd)
    BatchCost.spendHeaders(cursor, count)
    count
  }

  def headers(cursor: Cursor, sink: Sink, count: Int, hasBytes: Boolean): Unit = {
    var at = 0
    while (at < count) {
      sink.element()
      sink.beginStruct(Header)
      val isWanted = ask(sink, HeaderKey, hasBytes)
      val length = Varints.int(cursor)
      if (length < 0) cursor.refuse(NegativeLength)
      val from = cursor.take(length.toLong, LengthPastEnd)
      if (isWanted) Utf8.giveRepaired(cursor.bytes, from, cursor.position, sink)
      else if (hasBytes) sink.skipped()
      nullable(cursor, sink, HeaderValue, hasBytes)
      sink.endStruct()
      at += 1
    }
  }
}
