package sparkwire.sinks

import java.util.Arrays

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{BaseGenericInternalRow, GenericInternalRow}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** A row of at most 64 fields without structs, arrays or maps, to be taken apart at once and filled
  * again: what most queries do with a struct of single values. Numbers are bits in one array, and
  * whether a field is NULL is one bit of a word, where Spark's `SpecificInternalRow` keeps an object
  * for each field. Binary is copied when it is asked for, not before.
  */
private[sinks] final class FlatRow(fields: Array[DataType]) extends BaseGenericInternalRow {
  // A bit is 1 where a field has a value.
  private[this] var filled = 0L
  private[this] val bits = new Array[Long](fields.length)
  // Text, decimals and VARIANTs; of binary the array it is in, its place there in `bits`.
  private[this] val objects = new Array[Any](fields.length)

  def clear(): Unit = filled = 0L

  def fill(slot: Int, value: Long): Unit = {
    bits(slot) = value
    filled |= 1L << slot
  }

  def fill(slot: Int, value: Any): Unit = {
    objects(slot) = value
    filled |= 1L << slot
  }

  def fillBinary(slot: Int, bytes: Array[Byte], from: Int, length: Int): Unit = {
    objects(slot) = bytes
    fill(slot, (from.toLong << 32) | length)
  }

  override def numFields: Int = fields.length
  override def isNullAt(slot: Int): Boolean = (filled & (1L << slot)) == 0
  override def setNullAt(slot: Int): Unit = filled &= ~(1L << slot)

  override def getBoolean(slot: Int): Boolean = bits(slot) != 0
  override def getByte(slot: Int): Byte = bits(slot).toByte
  override def getShort(slot: Int): Short = bits(slot).toShort
  override def getInt(slot: Int): Int = bits(slot).toInt
  override def getLong(slot: Int): Long = bits(slot)
  override def getFloat(slot: Int): Float = java.lang.Float.intBitsToFloat(bits(slot).toInt)
  override def getDouble(slot: Int): Double = java.lang.Double.longBitsToDouble(bits(slot))

  override def getUTF8String(slot: Int): UTF8String =
    if (isNullAt(slot)) null else objects(slot).asInstanceOf[UTF8String]

  override def getBinary(slot: Int): Array[Byte] =
    if (isNullAt(slot)) null
    else {
      val from = (bits(slot) >>> 32).toInt
      Arrays.copyOfRange(
        objects(slot).asInstanceOf[Array[Byte]], from, from + bits(slot).toInt)
    }

  override protected def genericGet(slot: Int): Any =
    if (isNullAt(slot)) null
    else fields(slot) match {
      case BooleanType => getBoolean(slot)
      case ByteType => getByte(slot)
      case ShortType => getShort(slot)
      case IntegerType | DateType => getInt(slot)
      case LongType | TimestampType | TimestampNTZType => getLong(slot)
      case FloatType => getFloat(slot)
      case DoubleType => getDouble(slot)
      case BinaryType => getBinary(slot)
      case _ => objects(slot)
    }

  /** Nothing of a copy changes when the next value comes. */
  override def copy(): GenericInternalRow =
    new GenericInternalRow(
      Array.tabulate[Any](fields.length)(slot =>
        InternalRow.copyValue(genericGet(slot))))

  override def update(slot: Int, value: Any): Unit =
    throw new UnsupportedOperationException("a decoded row is not written to")
}

private[sinks] object FlatRow {
  final val MaxFields = 64

  def holds(fields: Array[StructField]): Boolean =
    fields.length <= MaxFields && fields.forall(
      _.dataType match {
        case _: StructType | _: ArrayType | _: MapType => false
        case _ => true
      })
}
