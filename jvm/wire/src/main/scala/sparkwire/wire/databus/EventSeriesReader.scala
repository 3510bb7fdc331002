package sparkwire.wire.databus

import sparkwire.wire.core._
import sparkwire.wire.databus.Databus._

/** Reads events end to end, as a stream or an event log file holds them.
  *
  * All events have the byte order of the first. The version may differ from event to event.
  */
private[databus] final class EventSeriesReader(options: Options) extends SeriesReader(Events) {
  private[this] val checker = new EventReader(options)
  // An event that has been checked needs no second checksum.
  private[this] val giver =
    new EventReader(Options(options.values.updated(Options.Verify.name, "none")))
  private[this] val askedOrder = options.word(ByteOrder)
  private[this] var order = askedOrder

  protected def begin(cursor: Cursor): Unit = order = askedOrder

  protected def check(cursor: Cursor): Unit = {
    checker.readNext(cursor, Nowhere, order)
    order = if (cursor.isBigEndian) "big" else "little"
  }

  protected def give(cursor: Cursor, sink: Sink): Unit = giver.readNext(cursor, sink, order)
}
