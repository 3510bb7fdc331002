package sparkwire.wire.writing

import java.math.BigDecimal
import java.util.BitSet

import sparkwire.wire.core.{Cursor, Shape, Sink}
import sparkwire.wire.trace.TraceSink

/** A source that also knows where in a self-describing value a refusal is. */
final class TracedSource(source: Source) extends Source {
  private[this] var trace: TraceSink = _
  private[this] var asked = -1
  private[this] val pretended = new BitSet

  override def has(field: Int): Boolean = {
    trace = null
    asked = field
    // Asked even if it is pretended, because the path is that of the field asked for last.
    source.has(field) || pretended.get(field)
  }

  /** Goes on as if the field that was asked for last were there, as a 0 or as no bytes. Returns false
    * if it is pretended already.
    */
  private[writing] def pretendLast(): Boolean = {
    val isNew = asked >= 0 && !pretended.get(asked)
    if (isNew) pretended.set(asked)
    isNew
  }

  override def names(field: Int): Boolean = source.names(field)
  override def bool(field: Int): Boolean = !pretended.get(field) && source.bool(field)
  override def int(field: Int): Long = if (pretended.get(field)) 0L else source.int(field)
  override def unsigned(field: Int): Long = if (pretended.get(field)) 0L else source.unsigned(field)
  override def double(field: Int): Double = if (pretended.get(field)) 0.0 else source.double(field)
  override def text(field: Int): Unit = present(field).text(field)
  override def binary(field: Int): Unit = present(field).binary(field)
  override def bytes: Array[Byte] = source.bytes
  override def from: Int = source.from
  override def until: Int = source.until
  override def struct(field: Int): Source = present(field).struct(field)
  override def list(field: Int): Source = present(field).list(field)
  override def count: Int = source.count
  override def family(field: Int): Int = source.family(field)
  override def decimal(field: Int): BigDecimal = present(field).decimal(field)
  override def matches(field: Int, shape: Shape): Boolean = source.matches(field, shape)
  override def struct(field: Int, shape: Shape): Source = present(field).struct(field, shape)
  override def entries(field: Int): Source = present(field).entries(field)

  /** Only numbers are pretended: a writer that asks for more has gone as far as it can. */
  private def present(field: Int): Source = {
    if (pretended.get(field)) throw new Unencodable(Unencodable.TypeMismatch)
    source
  }

  override def dynamic(field: Int, sink: Sink): Unit = {
    trace = new TraceSink(new Cursor, sink, true, null)
    present(field).dynamic(field, trace)
  }

  override def path: String =
    if (trace == null || trace.lastPath.isEmpty) source.path
    else if (trace.lastPath.startsWith("[")) s"${source.path}${trace.lastPath}"
    else s"${source.path}.${trace.lastPath}"

  /** Returns the value that was refused, in words; null if it is not known. */
  private[writing] def refusedValue: String = if (trace == null) null else trace.refusedValue
}
