package sparkwire.wire.databus.series

import sparkwire.wire.core._
import sparkwire.wire.databus.EventReader
import sparkwire.wire.series.{Series, SeriesReader}

/** Reads events end to end. A reader that resyncs finds the byte order of each event by itself. */
private[series] final class EventSeriesReader(series: Series, bounds: EventBounds,
    options: Options)
    extends SeriesReader(series, bounds) {
  // An event that has been checked needs no second checksum.
  private[this] val giver =
    new EventReader(Options(options.values.updated(Options.Verify.name, "none")))

  protected def give(cursor: Cursor, sink: Sink): Unit = giver.readNext(cursor, sink, bounds.order)
}
