package sparkwire.rows.buffers

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
private[sparkwire] final class FlatRow(fields: Array[DataType], buffer: RowBuffer)
    extends BaseGenericInternalRow {
  // Text, VARIANTs and decimals that no long holds. For binary, the array that contains it: its
  // offset there and its size are in the 8 bytes of the field.
  private[this] val objects = new Array[Any](fields.length)
  private[this] val tags = fields.map(Tag.find)

  /** A bit for each field that has a value; the frame shares it. */
  val filled: Array[Long] = new Array[Long](1)

  def keep(ordinal: Int, value: Any): Unit = objects(ordinal) = value

  // The fields begin after the word of NULL bits.
  private def address(ordinal: Int): Long = RowBuffer.address(8 + 8 * ordinal)

  override def numFields: Int = fields.length
  override def isNullAt(ordinal: Int): Boolean = (filled(0) & (1L << ordinal)) == 0
  override def setNullAt(ordinal: Int): Unit = filled(0) &= ~(1L << ordinal)

  override def getBoolean(
      ordinal: Int): Boolean = Platform.getBoolean(buffer.bytes, address(ordinal))
  override def getByte(ordinal: Int): Byte = Platform.getByte(buffer.bytes, address(ordinal))
  override def getShort(ordinal: Int): Short = Platform.getShort(buffer.bytes, address(ordinal))
  override def getInt(ordinal: Int): Int = Platform.getInt(buffer.bytes, address(ordinal))
  override def getLong(ordinal: Int): Long = Platform.getLong(buffer.bytes, address(ordinal))
  override def getFloat(ordinal: Int): Float = Platform.getFloat(buffer.bytes, address(ordinal))
  override def getDouble(ordinal: Int): Double = Platform.getDouble(buffer.bytes, address(ordinal))

  override def getUTF8String(ordinal: Int): UTF8String =
    if (isNullAt(ordinal)) null else objects(ordinal).asInstanceOf[UTF8String]

  override def getBinary(ordinal: Int): Array[Byte] =
    if (isNullAt(ordinal)) null
    else {
      val place = getLong(ordinal)
      val from = (place >>> 32).toInt
      Arrays.copyOfRange(objects(ordinal).asInstanceOf[Array[Byte]], from, from + place.toInt)
    }

  override protected def genericGet(ordinal: Int): Any =
    if (isNullAt(ordinal)) null
    else tags(ordinal) match {
      case Tag.Bool => getBoolean(ordinal)
      case Tag.Float32 => getFloat(ordinal)
      case Tag.Float64 => getDouble(ordinal)
      case Tag.Binary => getBinary(ordinal)
      case Tag.DecimalNumber => getNumber(ordinal)
      case tag if Tag.isFixed(tag) => getWhole(ordinal, Tag.sizeOf(tag))
      case _ => objects(ordinal)
    }

  private def getWhole(ordinal: Int, size: Int): Any = size match {
    case 1 => getByte(ordinal)
    case 2 => getShort(ordinal)
    case 4 => getInt(ordinal)
    case _ => getLong(ordinal)
  }

  private def getNumber(ordinal: Int): Any = fields(ordinal) match {
    case decimal: DecimalType if decimal.precision <= Decimal.MAX_LONG_DIGITS =>
      Decimal(getLong(ordinal), decimal.precision, decimal.scale)
    case _ => objects(ordinal)
  }

  /** Returns a copy that does not change when the next value arrives. */
  override def copy(): GenericInternalRow =
    new GenericInternalRow(
      Array.tabulate[Any](fields.length)(ordinal =>
        InternalRow.copyValue(genericGet(ordinal))))

  override def update(ordinal: Int, value: Any): Unit =
    throw new UnsupportedOperationException("a decoded row is not written to")
}

private[sparkwire] object FlatRow {
  final val MaxFields = 64

  def holds(fields: Array[StructField]): Boolean =
    fields.length <= MaxFields && fields.forall(field => isSingle(field.dataType))

  /** Whether a type is neither a struct nor an array nor a map. */
  def isSingle(dataType: DataType): Boolean = dataType match {
    case _: StructType | _: ArrayType | _: MapType => false
    case _ => true
  }
}
