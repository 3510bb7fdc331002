package sparkwire.wire.capture.values

import sparkwire.wire.capture.streams.{Budget, ConnectionSink}
import sparkwire.wire.core.Options
import sparkwire.wire.series.ValueBounds

/** Finds the values in the streams of a capture that stand there end to end. */
abstract class ValueSink(bounds: ValueBounds, options: Options, budget: Budget)
    extends ConnectionSink[CapturedValue] {
  protected val reading = new ValueReading(bounds, options, budget, value => add(value))
}
