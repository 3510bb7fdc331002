package sparkwire.sources

import org.apache.spark.sql.catalyst.expressions.SpecializedGetters
import org.apache.spark.sql.catalyst.util.ArrayData

/** The elements of an array to be written. */
private[sparkwire] final class RowList private[sources] (element: RowPart) extends RowParts {
  private[this] var size = 0

  private[sources] def of(list: ArrayData): RowList = {
    begin(list)
    size = list.numElements()
    this
  }

  override def count: Int = size
  override private[sources] def rowOf(field: Int): SpecializedGetters = current
  override private[sources] def part(field: Int): RowPart = element
  override private[sources] def ordinal(field: Int): Int = field
  override private[sources] def nameOf(field: Int): String = s"[$field]"
}
