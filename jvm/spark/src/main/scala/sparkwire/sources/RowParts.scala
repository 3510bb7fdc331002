package sparkwire.sources

import java.math.BigDecimal

import org.apache.spark.sql.catalyst.expressions.SpecializedGetters

import sparkwire.sources.code.CurrentRow
import sparkwire.wire.core.{Shape, Sink}
import sparkwire.wire.writing.Source

/** The numbered parts of a row or an array that a writer asks for. */
private[sparkwire] abstract class RowParts extends Source with CurrentRow {
  private[this] var row: SpecializedGetters = _
  // The part asked for last, and the struct or list that it is, if it was asked for more.
  private[this] var asked = -1
  private[this] var inside: Source = _
  // Located the text or binary that was asked for last.
  private[this] var found: RowPart = _

  private[sources] def part(field: Int): RowPart

  /** Returns where the part is in the row, or -1. */
  private[sources] def ordinal(field: Int): Int
  private[sources] def nameOf(field: Int): String

  /** Returns the row or array that a part is in. */
  private[sources] def rowOf(field: Int): SpecializedGetters
  final def current: SpecializedGetters = row

  private[sources] final def begin(row: SpecializedGetters): Unit = {
    // See Located: a reference is stored only if it is another one.
    if (this.row ne row) this.row = row
    asked = -1
    inside = null
  }

  override def path: String =
    if (asked < 0) ""
    else {
      val name = nameOf(asked)
      val rest = if (inside == null) insideOf(asked) else inside.path
      if (name.isEmpty || rest.isEmpty || rest.startsWith("[")) name + rest else s"$name.$rest"
    }

  private def insideOf(field: Int): String =
    if (ordinal(field) < 0) "" else part(field).pathInside

  override def has(field: Int): Boolean = {
    asked = field
    inside = null
    val at = ordinal(field)
    at >= 0 && part(field).has(rowOf(field), at)
  }

  override def names(field: Int): Boolean = ordinal(field) >= 0
  override def bool(field: Int): Boolean = part(field).bool(rowOf(field), ordinal(field))
  override def int(field: Int): Long = part(field).int(rowOf(field), ordinal(field))
  override def unsigned(field: Int): Long = part(field).unsigned(rowOf(field), ordinal(field))
  override def double(field: Int): Double = part(field).double(rowOf(field), ordinal(field))

  override def family(field: Int): Int = part(field).family(rowOf(field), ordinal(field))
  override def decimal(field: Int): BigDecimal =
    part(field).decimal(rowOf(field), ordinal(field))

  override def bytes: Array[Byte] = found.bytes
  override def from: Int = found.from
  override def until: Int = found.until
  override def text(field: Int): Unit = {
    setFound(part(field))
    found.text(rowOf(field), ordinal(field))
  }
  override def binary(field: Int): Unit = {
    setFound(part(field))
    found.binary(rowOf(field), ordinal(field))
  }

  private def setFound(part: RowPart): Unit = if (found ne part) found = part

  override def struct(field: Int): Source =
    within(part(field).struct(rowOf(field), ordinal(field)))
  override def struct(field: Int, shape: Shape): Source =
    within(part(field).struct(rowOf(field), ordinal(field), shape))
  override def list(field: Int): Source = within(part(field).list(rowOf(field), ordinal(field)))
  override def entries(field: Int): Source =
    within(part(field).entries(rowOf(field), ordinal(field)))
  override def matches(field: Int, shape: Shape): Boolean =
    part(field).matches(rowOf(field), ordinal(field), shape)

  private def within(source: Source): Source = {
    inside = source
    source
  }

  override def dynamic(field: Int, sink: Sink): Unit =
    part(field).dynamic(rowOf(field), ordinal(field), sink)
}
