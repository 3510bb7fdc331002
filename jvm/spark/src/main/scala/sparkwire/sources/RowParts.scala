package sparkwire.sources

import org.apache.spark.sql.catalyst.expressions.SpecializedGetters

import sparkwire.wire.core.Sink
import sparkwire.wire.writing.Source

/** The numbered parts of a row or an array that a writer asks for. */
private[sparkwire] abstract class RowParts extends Source {
  private[this] var row: SpecializedGetters = _
  // The part asked for last, and the struct or list that it is, if it was asked for more.
  private[this] var asked = -1
  private[this] var inside: RowParts = _
  // Located the text or binary that was asked for last.
  private[this] var found: RowValue = _

  private[sources] def part(field: Int): RowPart

  /** Returns where the part is in the row, or -1. */
  private[sources] def ordinal(field: Int): Int
  private[sources] def nameOf(field: Int): String

  private[sources] final def begin(row: SpecializedGetters): Unit = {
    this.row = row
    asked = -1
    inside = null
  }

  override def path: String =
    if (asked < 0) ""
    else {
      val name = nameOf(asked)
      val rest = if (inside == null) "" else inside.path
      if (name.isEmpty || rest.isEmpty || rest.startsWith("[")) name + rest else s"$name.$rest"
    }

  override def has(field: Int): Boolean = {
    asked = field
    inside = null
    val at = ordinal(field)
    at >= 0 && !part(field).isVoid && !row.isNullAt(at)
  }

  override def names(field: Int): Boolean = ordinal(field) >= 0
  override def bool(field: Int): Boolean = row.getBoolean(ordinal(field))
  override def int(field: Int): Long = part(field).int(row, ordinal(field))
  override def unsigned(field: Int): Long = part(field).unsigned(row, ordinal(field))
  override def double(field: Int): Double = part(field).double(row, ordinal(field))

  override def bytes: Array[Byte] = found.locatedBytes
  override def from: Int = found.locatedFrom
  override def until: Int = found.locatedUntil
  override def text(field: Int): Unit = found = part(field).text(row, ordinal(field))
  override def binary(field: Int): Unit = found = part(field).binary(row, ordinal(field))

  override def struct(field: Int): Source = {
    val struct = part(field).struct(row, ordinal(field))
    inside = struct
    struct
  }

  override def list(field: Int): Source = {
    val list = part(field).list(row, ordinal(field))
    inside = list
    list
  }

  override def dynamic(field: Int, sink: Sink): Unit =
    part(field).dynamic(row, ordinal(field), sink)
}
