package sparkwire.sources

import java.math.BigDecimal
import java.util.IdentityHashMap

import scala.annotation.switch

import org.apache.spark.sql.catalyst.expressions.{SpecializedGetters, UnsafeArrayData, UnsafeRow}
import org.apache.spark.sql.types._

import sparkwire.rows.buffers.Tag
import sparkwire.wire.core.{Kind, Shape, Sink}
import sparkwire.wire.writing.{Exact, Source, Unencodable}

/** The values of one field of a row, or of the elements of one array, as a writer asks for them: see
  * [[Source]]. Made once for all rows.
  */
private[sources] abstract class RowPart {
  def has(row: SpecializedGetters, at: Int): Boolean
  def family(row: SpecializedGetters, at: Int): Int
  def bool(row: SpecializedGetters, at: Int): Boolean
  def int(row: SpecializedGetters, at: Int): Long
  def unsigned(row: SpecializedGetters, at: Int): Long
  def decimal(row: SpecializedGetters, at: Int): BigDecimal
  def double(row: SpecializedGetters, at: Int): Double

  def text(row: SpecializedGetters, at: Int): Unit
  def binary(row: SpecializedGetters, at: Int): Unit
  def bytes: Array[Byte]
  def from: Int
  def until: Int

  def struct(row: SpecializedGetters, at: Int): Source
  def struct(row: SpecializedGetters, at: Int, shape: Shape): Source
  def matches(row: SpecializedGetters, at: Int, shape: Shape): Boolean
  def list(row: SpecializedGetters, at: Int): Source
  def entries(row: SpecializedGetters, at: Int): Source
  def dynamic(row: SpecializedGetters, at: Int, sink: Sink): Unit

  /** Returns where in a struct that was refused the reason is, or an empty text. */
  def pathInside: String = ""
}

private[sources] object RowPart {
  def apply(dataType: DataType, kind: Kind, writing: Writing): RowPart =
    if (dataType == VariantType) new VariantPart(kind, writing)
    else new TypedPart(dataType, kind, writing)
}

/** Values of any type but VARIANT. */
private final class TypedPart(dataType: DataType, kind: Kind, writing: Writing) extends RowPart {
  private[this] val isVoid = dataType == NullType
  private[this] val ownFamily = Tag.familyOf(Tag.find(dataType))
  // The size of a whole number in bytes, another number for a decimal; and which numbers the kind has.
  private[this] val size = dataType match {
    case _: DecimalType => 0
    case _ => dataType.defaultSize
  }
  private[this] val (least, most) = kind match {
    case Kind.Int8 => (Byte.MinValue.toLong, Byte.MaxValue.toLong)
    case Kind.Int16 => (Short.MinValue.toLong, Short.MaxValue.toLong)
    case Kind.Int32 => (Int.MinValue.toLong, Int.MaxValue.toLong)
    case _ => (Long.MinValue, Long.MaxValue)
  }
  private[this] val value = kind match {
    case _: Kind.SelfDescribing | Kind.Text | Kind.Binary =>
      new RowValue(dataType, writing)
    case _ => null
  }
  // The structs for the shapes that writers have asked for, null for a shape that the type does not
  // have, and the struct for the last of them. A kind has one shape.
  private[this] val structs = new IdentityHashMap[Shape, RowSource]
  private[this] var ownStruct = (kind, dataType) match {
    case (Kind.Struct(shape), found: StructType) => new RowSource(found, shape, writing)
    case _ => null
  }
  private[this] var ownShape: Shape = _
  private[this] val ownList = dataType match {
    case ArrayType(element, _) =>
      new RowList(RowPart(element, TypedPart.elementOf(kind), writing))
    case _ => null
  }
  private[this] val ownEntries = dataType match {
    case MapType(ofKey, ofValue, _) =>
      new RowEntries(RowPart(ofKey, Kind.Text, writing),
        RowPart(ofValue, TypedPart.valueOf(kind), writing))
    case _ => null
  }
  // Structs and lists in Spark's binary form are read in place.
  private[this] val structRow = dataType match {
    case StructType(fields) => new UnsafeRow(fields.length)
    case _ => null
  }
  private[this] val listData = new UnsafeArrayData

  def has(row: SpecializedGetters, at: Int): Boolean = !isVoid && !RowCells.isNull(row, at)
  def family(row: SpecializedGetters, at: Int): Int = ownFamily
  def bool(row: SpecializedGetters, at: Int): Boolean = RowCells.bool(row, at)

  def int(row: SpecializedGetters, at: Int): Long = {
    val value = whole(row, at)
    if (value < least || value > most) throw Unencodable.outOfRange(value, least, most)
    value
  }

  private def whole(row: SpecializedGetters, at: Int): Long = (size: @switch) match {
    case 1 => RowCells.int8(row, at).toLong
    case 2 => RowCells.int16(row, at).toLong
    case 4 => RowCells.int32(row, at).toLong
    case 8 => RowCells.int64(row, at)
    case _ => Exact.long(decimal(row, at))
  }

  def decimal(row: SpecializedGetters, at: Int): BigDecimal = dataType match {
    case decimal: DecimalType =>
      row.getDecimal(at, decimal.precision, decimal.scale).toJavaBigDecimal
    case _ => BigDecimal.valueOf(whole(row, at))
  }

  def unsigned(row: SpecializedGetters, at: Int): Long = dataType match {
    case _: DecimalType => Exact.unsigned(decimal(row, at))
    case _ =>
      val number = whole(row, at)
      if (number < 0) Exact.unsigned(BigDecimal.valueOf(number)) else number
  }

  def double(row: SpecializedGetters, at: Int): Double = dataType match {
    case FloatType => RowCells.float(row, at).toDouble
    case DoubleType => RowCells.double(row, at)
    case _ => decimal(row, at).doubleValue
  }

  def bytes: Array[Byte] = value.located.bytes
  def from: Int = value.located.from
  def until: Int = value.located.until

  def text(row: SpecializedGetters, at: Int): Unit = {
    value.located.text(row, at)
    if (!value.located.isUtf8) throw new Unencodable(Unencodable.NotText)
  }

  def binary(row: SpecializedGetters, at: Int): Unit = value.located.binary(row, at)

  def dynamic(row: SpecializedGetters, at: Int, sink: Sink): Unit =
    value.give(row, at, sink)

  def matches(row: SpecializedGetters, at: Int, shape: Shape): Boolean = structOf(shape) != null

  def struct(row: SpecializedGetters, at: Int, shape: Shape): Source = {
    if (shape ne ownShape) {
      ownStruct = structOf(shape)
      ownShape = shape
    }
    if (ownStruct == null) throw new Unencodable(Unencodable.UnknownField)
    struct(row, at)
  }

  private def structOf(shape: Shape): RowSource = {
    val known = structs.get(shape)
    if (known != null || structs.containsKey(shape)) known
    else {
      // Shapes come without end if each value has a schema of its own.
      if (structs.size == TypedPart.MostShapes) structs.clear()
      structs.put(shape, newStruct(shape))
      structs.get(shape)
    }
  }

  private def newStruct(shape: Shape): RowSource = dataType match {
    case found: StructType if StructMatch.whyNot(found, shape, "", writing.format).isEmpty =>
      new RowSource(found, shape, writing)
    case _ => null
  }

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

  def entries(row: SpecializedGetters, at: Int): Source = ownEntries.of(row.getMap(at))
}

private object TypedPart {
  private final val MostShapes = 64

  private def elementOf(kind: Kind): Kind = kind match {
    case Kind.Sequence(element) => element
    case _ => Kind.Dynamic
  }

  private def valueOf(kind: Kind): Kind = kind match {
    case Kind.Mapping(_, value) => value
    case _ => Kind.Dynamic
  }
}
