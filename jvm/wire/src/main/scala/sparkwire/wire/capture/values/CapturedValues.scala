package sparkwire.wire.capture.values

import sparkwire.wire.capture.Budget
import sparkwire.wire.capture.streams.ConnectionSink
import sparkwire.wire.core.Options
import sparkwire.wire.series.ValueBounds

/** Finds the values end to end in the streams of a capture. */
abstract class CapturedValues(bounds: ValueBounds, options: Options, budget: Budget)
    extends ConnectionSink[CapturedValue](budget) {
  protected val reading = new DirectionReading(bounds, options, value => add(value))

  protected def costOf(value: CapturedValue): Long = value.cost
}
