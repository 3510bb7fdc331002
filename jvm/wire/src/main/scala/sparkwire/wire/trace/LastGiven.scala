package sparkwire.wire.trace

import sparkwire.wire.core.Sink

/** The value given to a sink last, until the sink has taken it: if the sink refuses, this value did
  * not fit.
  */
private[trace] final class LastGiven(sink: Sink) {
  import LastGiven._

  private[this] var kind: String = _
  private[this] var value: () => String = _

  /** Returns which value does not fit the requested type, in words; null if no single value is at
    * fault.
    */
  def unfit: String =
    if (kind == null || sink.asked == null) null
    else s"expected ${sink.asked}, found $kind${value()}$wayOut"

  /** Says what takes a moment in time, to those who have asked for a number. */
  private def wayOut: String =
    if (sink.asked == "BIGINT" && Instants(kind))
      "; a BIGINT does not say its unit, so ask for TIMESTAMP"
    else ""

  /** Returns the type name of a time of day: a number, unless the user asked for a TIME. */
  def wordForTime: String =
    if (sink.asked != null && sink.asked.startsWith("TIME(")) "time" else "int"

  /** Returns the value that the sink has refused, in words; null if it has refused no single value.
    */
  def refused: String = if (kind == null) null else s"$kind${value()}"

  def give(kind: String, value: () => String = () => "")(give: => Unit): Unit = {
    this.kind = kind
    this.value = value
    give
    this.kind = null
  }

  /** Like [[give]], for a container; returns whether the sink began it. */
  def begins(kind: String)(begin: => Boolean): Boolean = {
    var hasBegun = false
    give(kind) { hasBegun = begin }
    hasBegun
  }
}

private object LastGiven {

  /** What a trace calls the values that are moments in time. */
  private val Instants = Set("timestamp", "date")
}
