package sparkwire.wire.databus

import java.nio.charset.StandardCharsets.US_ASCII

import sparkwire.wire._
import sparkwire.wire.databus.Databus._

/** Events end to end, as a stream or an event log file holds them. Never malformed: what is behind
  * the last whole event is told in the tail.
  *
  * The byte order is that of the first event; versions may change from event to event. Each event
  * is walked once to see that it is whole and once more to give it: a sink takes nothing back.
  */
final class BatchReader(options: Options) extends Reader {
  private[this] val checker = new EventReader(options)
  // What was checked needs no second checksum.
  private[this] val giver =
    new EventReader(Options(options.values.updated(Options.Verify.name, "none")))
  private[this] val askedOrder = options.word(ByteOrder)
  private[this] val maxSize = options.maxSize

  def read(cursor: Cursor, sink: Sink): Unit = {
    sink.beginStruct(Batch)
    var spent = 0L
    val wantEvents = sink.wanted(Events)
    if (wantEvents) sink.beginArray(-1)
    var order = askedOrder
    var broken: Reason = null
    while (broken == null && cursor.left > 0) {
      val from = cursor.position
      val end = cursor.end
      broken = whyBroken(cursor, order)
      if (broken == null) {
        order = if (cursor.isBigEndian) "big" else "little"
        spent += math.max(0L, BatchReader.RowBytes - 2L * (cursor.position - from))
        if (wantEvents) {
          cursor.moveTo(from)
          sink.element()
        }
        if (spent > maxSize) cursor.refuse(Reason.TooLarge)
        if (wantEvents) give(cursor, sink, order)
      } else {
        cursor.setEnd(end)
        cursor.moveTo(from)
      }
    }
    if (wantEvents) sink.endArray() else sink.skipped()
    if (broken != null) {
      if (sink.wanted(TheTail)) giveTail(cursor, sink, broken) else sink.skipped()
    }
    sink.endStruct()
  }

  private def giveTail(cursor: Cursor, sink: Sink, broken: Reason): Unit = {
    sink.beginStruct(Tail)
    if (sink.derives(TailReason)) sink.word(broken.word.getBytes(US_ASCII))
    if (sink.derives(TailOffset)) sink.int(cursor.position)
    sink.endStruct()
  }

  private def whyBroken(cursor: Cursor, order: String): Reason =
    try {
      checker.readNext(cursor, Nowhere, order)
      null
    } catch { case malformed: Malformed => malformed.reason }

  private def give(cursor: Cursor, sink: Sink, order: String): Unit = {
    sink.beginStruct(Located)
    if (sink.derives(Offset)) sink.int(cursor.position)
    if (sink.wanted(TheEvent)) giver.readNext(cursor, sink, order)
    else {
      giver.readNext(cursor, Nowhere, order)
      sink.skipped()
    }
    sink.endStruct()
  }
}

private object BatchReader {

  /** About what an event takes in a row beside its key and payload. What is more than twice its own bytes is
    * counted against `maxSize`.
    */
  private final val RowBytes = 352L
}
