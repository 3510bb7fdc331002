package sparkwire.sinks
package rows

import java.util.Arrays

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{BaseGenericInternalRow, GenericInternalRow}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.Platform
import org.apache.spark.unsafe.types.UTF8String

/** A row of at most 64 fields without structs, arrays or maps, for callers that read it at once,
  * before it is filled again. Most queries use a struct of scalars like this. Numbers are where
  * Spark's binary rows have them, one bit tells whether a field is NULL, and text stays in the
  * input. Binary is copied only when it is read.
  */
private[sinks] final class FlatRow(fields: Array[DataType], buffer: RowBuffer)
    extends BaseGenericInternalRow {
  // Text, VARIANTs and decimals that no long holds. For binary, the array that contains it: its
  // offset there and its size are in the 8 bytes of the field.
  private[this] val objects = new Array[Any](fields.length)

  /** A bit for each field that has a value; the frame shares it. */
  val filled: Array[Long] = new Array[Long](1)

  def keep(slot: Int, value: Any): Unit = objects(slot) = value

  // The fields begin behind the word of NULL bits.
  private def address(slot: Int): Long = RowBuffer.address(8 + 8 * slot)

  override def numFields: Int = fields.length
  override def isNullAt(slot: Int): Boolean = (filled(0) & (1L << slot)) == 0
  override def setNullAt(slot: Int): Unit = filled(0) &= ~(1L << slot)

  override def getBoolean(slot: Int): Boolean = Platform.getBoolean(buffer.bytes, address(slot))
  override def getByte(slot: Int): Byte = Platform.getByte(buffer.bytes, address(slot))
  override def getShort(slot: Int): Short = Platform.getShort(buffer.bytes, address(slot))
  override def getInt(slot: Int): Int = Platform.getInt(buffer.bytes, address(slot))
  override def getLong(slot: Int): Long = Platform.getLong(buffer.bytes, address(slot))
  override def getFloat(slot: Int): Float = Platform.getFloat(buffer.bytes, address(slot))
  override def getDouble(slot: Int): Double = Platform.getDouble(buffer.bytes, address(slot))

  override def getUTF8String(slot: Int): UTF8String =
    if (isNullAt(slot)) null else objects(slot).asInstanceOf[UTF8String]

  override def getBinary(slot: Int): Array[Byte] =
    if (isNullAt(slot)) null
    else {
      val place = getLong(slot)
      val from = (place >>> 32).toInt
      Arrays.copyOfRange(objects(slot).asInstanceOf[Array[Byte]], from, from + place.toInt)
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
      case decimal: DecimalType if decimal.precision <= Decimal.MAX_LONG_DIGITS =>
        Decimal(getLong(slot), decimal.precision, decimal.scale)
      case _ => objects(slot)
    }

  /** Returns a copy that does not change when the next value arrives. */
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
    fields.length <= MaxFields && fields.forall(field => isSingle(field.dataType))

  /** Whether a type is neither a struct nor an array nor a map. */
  def isSingle(dataType: DataType): Boolean = dataType match {
    case _: StructType | _: ArrayType | _: MapType => false
    case _ => true
  }
}
