package sparkwire.sources.code

import org.apache.spark.sql.catalyst.expressions.SpecializedGetters
import org.apache.spark.sql.catalyst.util.ArrayData
import org.apache.spark.sql.types._

import sparkwire.fast.{GeneratedCode, GeneratedCodes}
import sparkwire.wire.places.CodedReader
import sparkwire.wire.writing.{CodedWriter, GivenPlace, GivenRow}

/** Compiles writers of layouts, and writes the Java by which they get the values of rows. */
private[sources] object LayoutWriters {

  /** Returns the code of a writer for rows of a type, null if there can be none. */
  def of(coded: CodedWriter, rowType: StructType): RowWriter =
    if (!GeneratedCodes.isAvailable) null
    else
      GeneratedCode.ofMembers[RowWriter](classOf[LayoutRowWriter])(
        coded.members(new RowFields(rowType, "row"), _))
}

private final class RowFields(rowType: StructType, variable: String) extends GivenRow {
  def typeName: String = classOf[SpecializedGetters].getName

  def place(name: String): GivenPlace = {
    val ordinal = FieldMatch.find(rowType.fieldNames, name)
    if (ordinal < 0) null
    else new RowPlace(rowType(ordinal).dataType, variable, ordinal.toString)
  }
}

/** A value of a row or an array. */
private final class RowPlace(dataType: DataType, row: String, at: String) extends GivenPlace {
  if (dataType == NullType || dataType == VariantType) CodedReader.refuse()

  def isNull: String = s"$row.isNullAt($at)"

  def number: String = dataType match {
    case BooleanType => s"($row.getBoolean($at) ? 1L : 0L)"
    case ByteType => s"(long) $row.getByte($at)"
    case ShortType => s"(long) $row.getShort($at)"
    case IntegerType | DateType => s"(long) $row.getInt($at)"
    case LongType | TimestampType => s"$row.getLong($at)"
    case _ => CodedReader.refuse()
  }

  def unsigned: String = dataType match {
    case decimal: DecimalType if decimal.scale == 0 => s"unsigned($row, $at, ${decimal.precision})"
    case _ => CodedReader.refuse()
  }

  def real: String = dataType match {
    case FloatType => s"(double) $row.getFloat($at)"
    case DoubleType => s"$row.getDouble($at)"
    case _ => CodedReader.refuse()
  }

  def digits(precision: Int, scale: Int): String = dataType match {
    case decimal: DecimalType
        if decimal.scale == scale && decimal.precision <= math.min(
          precision, Decimal.MAX_LONG_DIGITS) =>
      s"digits($row, $at, ${decimal.precision}, $scale)"
    case _ => CodedReader.refuse()
  }

  def text: String =
    if (dataType.isInstanceOf[StringType]) s"text($row, $at)" else CodedReader.refuse()
  def binary: String =
    if (dataType == BinaryType) s"binary($row, $at)" else CodedReader.refuse()

  def struct: String = dataType match {
    case struct: StructType => s"$row.getStruct($at, ${struct.length})"
    case _ => CodedReader.refuse()
  }
  def fields(variable: String): GivenRow = dataType match {
    case struct: StructType => new RowFields(struct, variable)
    case _ => CodedReader.refuse()
  }

  def array: String = s"$row.getArray($at)"
  def arrayType: String = classOf[ArrayData].getName
  def element(array: String, index: String): GivenPlace = dataType match {
    case ArrayType(element, _) => new RowPlace(element, array, index)
    case _ => CodedReader.refuse()
  }
}
