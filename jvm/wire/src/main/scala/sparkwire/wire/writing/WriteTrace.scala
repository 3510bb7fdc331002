package sparkwire.wire.writing

import sparkwire.wire.core._
import sparkwire.wire.trace.TraceSink

/** A refusal of a value: the reason, the path, and the detail for the user. */
final case class Refusal(reason: Reason, path: String, detail: String)

/** Writes a value a second time, to find out where and why it is refused. The first time, nothing is
  * recorded.
  */
object WriteTrace {

  /** Finds the refusal of a value that `give` gives to a sink.
    *
    * @param sink
    *   the sink of a writer that has begun
    */
  def refusal(sink: Sink, options: Options)(give: Sink => Unit): Option[Refusal] = {
    val trace = new TraceSink(new Cursor, sink, true, null)
    reasonOf(give(trace)).map(reason =>
      Refusal(reason, trace.lastPath, detail(reason, trace.refusedValue, options)))
  }

  /** Finds the refusal of a value that a writer asks a source for. */
  def refusal(source: TracedSource, options: Options)(write: Source => Unit): Option[Refusal] =
    reasonOf(write(source)).map(reason =>
      Refusal(reason, source.path, detail(reason, source.refusedValue, options)))

  private def detail(reason: Reason, found: String, options: Options): String =
    options.explain(reason) + (if (found == null) "" else s" (given: $found)")

  private def reasonOf(write: => Unit): Option[Reason] =
    try {
      write
      None
    } catch {
      case unencodable: Unencodable => Some(unencodable.reason)
      case malformed: Malformed => Some(malformed.reason)
    }
}
