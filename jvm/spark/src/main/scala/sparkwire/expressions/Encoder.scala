package sparkwire.expressions

import java.util.Arrays

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow
import org.apache.spark.sql.types.{DataType, StructType}
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.errors.SparkwireErrors
import sparkwire.sources.{RowSource, RowValue, Writing}
import sparkwire.wire.core.{Kind, Malformed, Sink}
import sparkwire.wire.writing._

/** Encodes one value after another. Each task and call site has its own. The bytes that it returns
  * belong to the caller.
  */
final class Encoder(plan: EncodePlan, valueType: DataType) {
  private[this] val output = new Output
  output.setMaxSize(plan.options.maxSize)
  private[this] val writing = new Writing(plan.root, plan.options)
  private[this] val writer = plan.root.newWriter(plan.options, output)
  // A value is given to a writer that is a sink; another writer asks for the fields that it needs.
  private[this] val (pushed, pulled) = writer match {
    case sink: SinkWriter => (sink, null)
    case asking: SourceWriter => (null, asking)
  }
  private[this] val values = if (pushed == null) null else new RowValue(valueType, writing)
  // The fields of a value, or the value as field 0 of a source.
  private[this] val source =
    if (pulled == null) null
    else (valueType, plan.root.kind) match {
      case (struct: StructType, Kind.Struct(shape)) if !plan.root.isField =>
        new RowSource(struct, shape, writing)
      case (one, kind) => RowSource.ofOne(one, kind, writing)
    }
  private[this] val isRow = source != null && !plan.root.isField &&
    plan.root.kind.isInstanceOf[Kind.Struct]
  private[this] val isStruct = isRow && valueType.isInstanceOf[StructType]
  // The value as a row of one field.
  private[this] val row = new GenericInternalRow(1)

  // The bits of the inputs after the value that are NULL.
  private[this] var missing = 0

  /** Sets an input after the value, for the value that is encoded next.
    *
    * @param number
    *   the number of the input, counted from 1
    */
  def setInput(number: Int, value: Any): Unit =
    if (value == null) missing |= 1 << number
    else {
      missing &= ~(1 << number)
      writer.setOtherInput(number,
        value match {
          case text: UTF8String => text.getBytes
          case other => other.asInstanceOf[AnyRef]
        })
    }

  /** Returns null if one of the other inputs is NULL.
    *
    * @param value
    *   as Spark passes it, not null
    */
  def encode(value: Any): Any = if (missing == 0) ended(value) else null

  private def ended(value: Any): Any = plan.ending match {
    case Ending.Strict =>
      val refused = tryWrite(value)
      if (refused) throw SparkwireErrors.unencodable(
        plan.format.name, explain(value), plan.function, plan.twins)
      result
    case Ending.Attempt => if (tryWrite(value)) null else result
    case _ => if (tryWrite(value)) refusalRow(explain(value)) else null
  }

  private def result: Any =
    if (pulled == null || pulled.partEnds == null) output.result else parts(pulled.partEnds)

  private def parts(ends: Array[Int]): InternalRow = {
    var from = 0
    new GenericInternalRow(
      ends.map { end =>
        val part: Any = if (end < 0) null else Arrays.copyOfRange(output.bytes, from, end)
        if (end >= 0) from = end
        part
      })
  }

  private def tryWrite(value: Any): Boolean =
    try {
      write(value)
      false
    } catch { case _: Unencodable | _: Malformed => true }

  private def begin(): Unit = {
    output.begin()
    writing.costs.begin()
  }

  private def write(value: Any): Unit = {
    begin()
    if (pulled != null) write(sourceOf(value))
    else {
      pushed.begin()
      giveTo(pushed.sink, value)
    }
  }

  private def sourceOf(value: Any): Source =
    if (isStruct) source.of(value.asInstanceOf[InternalRow])
    else {
      row.update(0, value)
      source.of(row)
    }

  /** Writes the source that [[sourceOf]] has returned. A VARIANT may be in place of a struct. */
  private def write(source: Source): Unit =
    if (isStruct || !isRow) pulled.write(source)
    else {
      if (!source.has(0)) throw new Unencodable(Unencodable.TypeMismatch)
      pulled.write(source.struct(0))
    }

  private def giveTo(sink: Sink, value: Any): Unit = {
    row.update(0, value)
    values.give(row, 0, sink)
  }

  /** Writes the same value again, slowly, and finds where it is refused. A second walk that is not
    * refused would be a bug in Sparkwire.
    */
  private def explain(value: Any): Refusal = {
    begin()
    val found =
      if (pulled != null) {
        val traced = new TracedSource(sourceOf(value))
        WriteTrace.refusal(traced, plan.options) { source =>
          begin()
          write(source)
        }
      } else {
        pushed.begin()
        WriteTrace.refusal(pushed.sink, plan.options)(giveTo(_, value))
      }
    found.getOrElse(throw new IllegalStateException(s"${plan.function}: it was not refused again"))
  }

  private def refusalRow(refusal: Refusal): InternalRow = InternalRow(
    UTF8String.fromString(refusal.reason.word), UTF8String.fromString(refusal.path),
    UTF8String.fromString(refusal.detail))
}
