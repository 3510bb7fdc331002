package sparkwire.sources

import org.apache.spark.sql.catalyst.expressions.{SpecializedGetters, UnsafeArrayData, UnsafeRow}
import org.apache.spark.sql.types._

import sparkwire.wire.core.{Kind, Options, Sink, Utf8}
import sparkwire.wire.writing.{Unencodable, Written}

/** The values of one field of a row, or of the elements of one array, as a writer asks for them. Made
  * once for all rows.
  */
private[sources] final class RowPart(dataType: DataType, kind: Kind, format: Written,
    options: Options) {
  val isVoid: Boolean = dataType == NullType

  private[this] val value = kind match {
    case Kind.Dynamic | Kind.Asked | Kind.Text | Kind.Binary =>
      new RowValue(dataType, format, options)
    case _ => null
  }
  private[this] val ownStruct = (kind, dataType) match {
    case (Kind.Struct(shape), found: StructType) => new RowSource(found, shape, format, options)
    case _ => null
  }
  private[this] val ownList = (kind, dataType) match {
    case (Kind.Sequence(element), ArrayType(found, _)) =>
      new RowList(new RowPart(found, element, format, options))
    case _ => null
  }
  // Structs and lists in Spark's binary form are read in place.
  private[this] val structRow = dataType match {
    case StructType(fields) => new UnsafeRow(fields.length)
    case _ => null
  }
  private[this] val listData = new UnsafeArrayData

  def int(row: SpecializedGetters, at: Int): Long = {
    val value = whole(row, at)
    val fits = kind match {
      case Kind.Int8 => value == value.toByte
      case Kind.Int16 => value == value.toShort
      case Kind.Int32 => value == value.toInt
      case _ => true
    }
    if (!fits) throw new Unencodable(Unencodable.OutOfRange)
    value
  }

  private def whole(row: SpecializedGetters, at: Int): Long = dataType match {
    case ByteType => row.getByte(at).toLong
    case ShortType => row.getShort(at).toLong
    case IntegerType => row.getInt(at).toLong
    case _ => row.getLong(at)
  }

  def unsigned(row: SpecializedGetters, at: Int): Long = dataType match {
    case decimal: DecimalType =>
      val number =
        row.getDecimal(at, decimal.precision, decimal.scale).toJavaBigDecimal.unscaledValue
      if (number.signum < 0 || number.bitLength > 64) throw new Unencodable(Unencodable.OutOfRange)
      number.longValue
    case _ =>
      val number = whole(row, at)
      if (number < 0) throw new Unencodable(Unencodable.OutOfRange)
      number
  }

  def double(row: SpecializedGetters, at: Int): Double =
    if (dataType == FloatType) row.getFloat(at).toDouble else row.getDouble(at)

  /** Finds a text, and returns where it is. */
  def text(row: SpecializedGetters, at: Int): RowValue = {
    value.locateText(row, at)
    if (!Utf8.isValid(value.locatedBytes, value.locatedFrom, value.locatedUntil))
      throw new Unencodable(Unencodable.NotText)
    value
  }

  def binary(row: SpecializedGetters, at: Int): RowValue = {
    value.locateBinary(row, at)
    value
  }

  def dynamic(row: SpecializedGetters, at: Int, sink: Sink): Unit =
    value.give(row, at, sink)

  def struct(row: SpecializedGetters, at: Int): RowSource = row match {
    case unsafe: UnsafeRow =>
      structIn(unsafe.getBaseObject, unsafe.getBaseOffset, unsafe.getLong(at))
    case unsafe: UnsafeArrayData =>
      structIn(unsafe.getBaseObject, unsafe.getBaseOffset, unsafe.getLong(at))
    case _ => ownStruct.of(row.getStruct(at, structRow.numFields))
  }

  private def structIn(base: AnyRef, offset: Long, extent: Long): RowSource = {
    structRow.pointTo(base, offset + (extent >>> 32), extent.toInt)
    ownStruct.of(structRow)
  }

  def list(row: SpecializedGetters, at: Int): RowList = row match {
    case unsafe: UnsafeRow =>
      listIn(unsafe.getBaseObject, unsafe.getBaseOffset, unsafe.getLong(at))
    case unsafe: UnsafeArrayData =>
      listIn(unsafe.getBaseObject, unsafe.getBaseOffset, unsafe.getLong(at))
    case _ => ownList.of(row.getArray(at))
  }

  private def listIn(base: AnyRef, offset: Long, extent: Long): RowList = {
    listData.pointTo(base, offset + (extent >>> 32), extent.toInt)
    ownList.of(listData)
  }
}
