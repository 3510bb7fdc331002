package sparkwire.wire.databus

import sparkwire.wire.core._
import sparkwire.wire.databus.Databus._

/** Reads events end to end, as a stream or an event log file holds them.
  *
  * All events have the byte order of the first. The version may differ from event to event. A reader
  * that resyncs finds the byte order of each event by itself.
  */
private[databus] final class EventSeriesReader(series: Series, options: Options)
    extends SeriesReader(series) {
  private[this] val checker = new EventReader(options)
  // An event that has been checked needs no second checksum.
  private[this] val giver =
    new EventReader(Options(options.values.updated(Options.Verify.name, "none")))
  private[this] val askedOrder = options.word(ByteOrder)
  private[this] val starts = new EventStarts(askedOrder)
  private[this] var order = askedOrder

  protected def begin(cursor: Cursor): Unit = order = askedOrder

  protected def check(cursor: Cursor): Unit = {
    checker.readNext(cursor, Nowhere, if (series.resyncs) askedOrder else order)
    order = if (cursor.isBigEndian) "big" else "little"
  }

  protected def give(cursor: Cursor, sink: Sink): Unit = giver.readNext(cursor, sink, order)

  override protected def begins(cursor: Cursor): Boolean = {
    val length = starts.headerLength(cursor)
    spendEffort(EventStarts.Orders * math.abs(length).toLong)
    length > 0
  }

  override protected def lookedAt(cursor: Cursor, from: Int): Long =
    math.max(super.lookedAt(cursor, from), starts.announced(cursor, from))
}
