package sparkwire.sources

import org.apache.spark.sql.catalyst.expressions.SpecializedGetters
import org.apache.spark.sql.catalyst.util.MapData

/** The keys and values of a map to be written, in turn. */
private[sources] final class RowEntries(keys: RowPart, values: RowPart) extends RowParts {
  private[this] var map: MapData = _

  def of(map: MapData): RowEntries = {
    this.map = map
    begin(null)
    this
  }

  override def count: Int = 2 * map.numElements()
  override private[sources] def part(field: Int): RowPart = if (isKey(field)) keys else values
  override private[sources] def ordinal(field: Int): Int = field >> 1
  override private[sources] def rowOf(field: Int): SpecializedGetters =
    if (isKey(field)) map.keyArray() else map.valueArray()
  override private[sources] def nameOf(field: Int): String =
    map.keyArray().getUTF8String(field >> 1).toString

  private def isKey(field: Int): Boolean = (field & 1) == 0
}
