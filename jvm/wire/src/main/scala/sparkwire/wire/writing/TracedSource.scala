package sparkwire.wire.writing

import java.math.BigDecimal

import sparkwire.wire.core.{Cursor, Shape, Sink}
import sparkwire.wire.trace.TraceSink

/** A source that also knows where in a self-describing value a refusal is. */
final class TracedSource(source: Source) extends Source {
  private[this] var trace: TraceSink = _

  override def has(field: Int): Boolean = {
    trace = null
    source.has(field)
  }

  override def names(field: Int): Boolean = source.names(field)
  override def bool(field: Int): Boolean = source.bool(field)
  override def int(field: Int): Long = source.int(field)
  override def unsigned(field: Int): Long = source.unsigned(field)
  override def double(field: Int): Double = source.double(field)
  override def text(field: Int): Unit = source.text(field)
  override def binary(field: Int): Unit = source.binary(field)
  override def bytes: Array[Byte] = source.bytes
  override def from: Int = source.from
  override def until: Int = source.until
  override def struct(field: Int): Source = source.struct(field)
  override def list(field: Int): Source = source.list(field)
  override def count: Int = source.count
  override def family(field: Int): Int = source.family(field)
  override def decimal(field: Int): BigDecimal = source.decimal(field)
  override def matches(field: Int, shape: Shape): Boolean = source.matches(field, shape)
  override def struct(field: Int, shape: Shape): Source = source.struct(field, shape)
  override def entries(field: Int): Source = source.entries(field)

  override def dynamic(field: Int, sink: Sink): Unit = {
    trace = new TraceSink(new Cursor, sink, true, null)
    source.dynamic(field, trace)
  }

  override def path: String =
    if (trace == null || trace.lastPath.isEmpty) source.path
    else if (trace.lastPath.startsWith("[")) s"${source.path}${trace.lastPath}"
    else s"${source.path}.${trace.lastPath}"

  /** Returns the value that was refused, in words; null if it is not known. */
  private[writing] def refusedValue: String = if (trace == null) null else trace.refusedValue
}
