package sparkwire.wire.databus.series

import sparkwire.wire.core._
import sparkwire.wire.databus.Databus.Event
import sparkwire.wire.series.{Series, ValueBounds}

/** Events end to end. */
final case class ManyEvents(resyncs: Boolean = false) extends Root {
  private def series: Series = if (resyncs) ManyEvents.resynced else ManyEvents.plain
  def kind: Kind = Kind.Struct(series.shape)
  def newReader(options: Options): Reader =
    new EventSeriesReader(series, new EventBounds(options, mixesOrders = resyncs), options)
}

object ManyEvents {
  private def newSeries(resyncs: Boolean): Series =
    new Series("events", "event", Kind.Struct(Event), "event", rowBytes = 352, resyncs)
  private val plain = newSeries(resyncs = false)
  private val resynced = newSeries(resyncs = true)

  /** Where events begin and end in a file. */
  def newBounds(options: Options): ValueBounds = new EventBounds(options, mixesOrders = true)
}
