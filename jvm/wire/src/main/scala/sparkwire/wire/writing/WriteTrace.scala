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
    refused(give(trace), options, trace.refusedValue).map { case (reason, detail) =>
      Refusal(reason, trace.lastPath, detail)
    }
  }

  /** Finds the refusal of a value that a writer asks a source for.
    *
    * @param write
    *   writes the value from its beginning
    */
  def refusal(source: TracedSource, options: Options)(write: Source => Unit): Option[Refusal] =
    refused(write(source), options, source.refusedValue).map { case (reason, detail) =>
      val path = source.path
      val others = if (reason eq Unencodable.MissingField) alsoMissing(source, path, write) else Nil
      val more = if (others.isEmpty) "" else s", and in ${others.mkString(", ")}"
      Refusal(reason, path, detail + more)
    }

  /** Returns the paths of the other fields that are missing, so that they need not be found out one by
    * one. Each turn finds one of the fields of the value, and writes it anew.
    */
  private def alsoMissing(source: TracedSource, first: String,
      write: Source => Unit): Seq[String] = {
    val paths = Seq.newBuilder[String]
    var path = first
    while (path != null && source.pretendLast()) {
      path =
        try {
          write(source)
          null
        } catch {
          case missing: Unencodable if missing.reason eq Unencodable.MissingField => source.path
          case _: Unencodable | _: Malformed => null
        }
      if (path != null) paths += path
    }
    paths.result()
  }

  /** @param value
    *   the value that was refused, in words; null if it is not known
    */
  private def refused(write: => Unit, options: Options,
      value: => String): Option[(Reason, String)] = {
    def detail(reason: Reason, comparison: String): (Reason, String) = {
      val said = Option(comparison).orElse(Option(value).map("given: " + _))
      reason -> (options.explain(reason) + said.fold("")(words => s" ($words)"))
    }
    try {
      write
      None
    } catch {
      case unencodable: Unencodable =>
        Some(detail(unencodable.reason, unencodable.comparison))
      case malformed: Malformed => Some(detail(malformed.reason, null))
    }
  }
}
