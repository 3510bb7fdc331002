package sparkwire.wire.capture.values

import java.util.ArrayDeque

import sparkwire.wire.capture.streams.StreamSink

/** Makes values of the streams of a capture. */
abstract class ValueSink extends StreamSink {
  private[this] val waiting = new ArrayDeque[CapturedValue]

  protected final def add(value: CapturedValue): Unit = { val _ = waiting.add(value) }

  /** Returns the next value, null if there is none yet. */
  final def poll(): CapturedValue = waiting.poll()
}
