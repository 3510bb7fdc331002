package sparkwire.wire.trace

import sparkwire.wire.core.Sink

/** What was given to a sink last, while it has not taken it: if it refuses, that is what did not fit. */
private[trace] final class LastGiven(sink: Sink) {
  private[this] var kind: String = _
  private[this] var value: () => String = _

  /** What does not fit the type that was asked for, in words; null if that is no single value. */
  def unfit: String =
    if (kind == null || sink.asked == null) null
    else s"${sink.asked} asked for, $kind${value()} found"

  def give(kind: String, value: () => String = () => "")(give: => Unit): Unit = {
    this.kind = kind
    this.value = value
    give
    this.kind = null
  }

  /** The same of a container; returns whether the sink began it. */
  def begins(kind: String)(begin: => Boolean): Boolean = {
    var hasBegun = false
    give(kind) { hasBegun = begin }
    hasBegun
  }
}
