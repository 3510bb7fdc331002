package sparkwire.expressions

import org.apache.spark.sql.catalyst.util.MapData

import sparkwire.wire.core.MapInput

/** A map of Spark as an input of readers. */
private[sparkwire] final class MapColumn(val map: MapData) extends MapInput {
  private[this] val keys = map.keyArray()
  private[this] val values = map.valueArray()

  def size: Int = map.numElements()
  def intKey(entry: Int): Int = keys.getInt(entry)
  def longKey(entry: Int): Long = keys.getLong(entry)
  def textKey(entry: Int): Array[Byte] = keys.getUTF8String(entry).getBytes
  def binaryKey(entry: Int): Array[Byte] = keys.getBinary(entry)
  def textValue(entry: Int): Array[Byte] =
    if (values.isNullAt(entry)) null else values.getUTF8String(entry).getBytes
}
