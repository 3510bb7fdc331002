package sparkwire.expressions

import org.apache.spark.sql.catalyst.expressions.GenericInternalRow
import org.apache.spark.sql.types.DataType
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.wire.trace.Tile

/** A row of a dissection. There may be more than a million of them, so each value is created when
  * it is read, and the row takes hardly more memory than the tile. It cannot be changed, so it is
  * its own copy.
  */
private[expressions] final class TileRow(tile: Tile) extends GenericInternalRow(null: Array[Any]) {
  override def numFields: Int = 5

  protected override def genericGet(ordinal: Int): Any = ordinal match {
    case 0 => tile.offset
    case 1 => tile.length
    case 2 => UTF8String.fromString(tile.path)
    case 3 => UTF8String.fromString(tile.kind)
    case 4 => UTF8String.fromString(tile.value)
  }

  override def toSeq(fieldTypes: Seq[DataType]): Seq[Any] = (0 until numFields).map(genericGet)
  override def copy(): GenericInternalRow = this
  override def setNullAt(ordinal: Int): Unit = update(ordinal, null)
  override def update(ordinal: Int, value: Any): Unit =
    throw new UnsupportedOperationException("the row of a dissection cannot be changed")
}
