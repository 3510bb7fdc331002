package sparkwire.sources

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters
import org.apache.spark.sql.types._

import sparkwire.wire.core.{Kind, Options, Shape, Sink, Utf8}
import sparkwire.wire.writing.{Source, Unencodable, Written}

/** The fields of a row to be written, found by their names once for all rows. */
private[sparkwire] final class RowSource(
    rowType: StructType, shape: Shape, format: Written, options: Options)
    extends Source {
  // For each field of the shape: where it is in the row, or -1.
  private[this] val ordinals =
    shape.fields.map(field =>
      if (field.isFrame) -1 else StructMatch.find(rowType.fieldNames, field.name)).toArray
  private[this] val types: Array[DataType] =
    ordinals.map(ordinal => if (ordinal < 0) NullType else rowType(ordinal).dataType)
  private[this] val structs = shape.fields.indices.map { field =>
    (shape.fields(field).kind, types(field)) match {
      case (Kind.Struct(inner), found: StructType) => new RowSource(found, inner, format, options)
      case _ => null
    }
  }.toArray
  private[this] val values = shape.fields.indices.map { field =>
    shape.fields(field).kind match {
      case Kind.Dynamic | Kind.Asked | Kind.Text | Kind.Binary if ordinals(field) >= 0 =>
        new RowValue(types(field), format, options)
      case _ => null
    }
  }.toArray

  private[this] var row: SpecializedGetters = _
  // The field asked for last, and the struct in it that was asked for more.
  private[this] var asked = -1
  private[this] var inside: RowSource = _

  def of(row: InternalRow): RowSource = {
    this.row = row
    asked = -1
    inside = null
    this
  }

  override def path: String =
    if (asked < 0) ""
    else {
      val name = shape.fields(asked).name
      val rest = if (inside == null) "" else inside.path
      if (rest.isEmpty) name else s"$name.$rest"
    }

  override def has(field: Int): Boolean = {
    asked = field
    inside = null
    ordinals(field) >= 0 && types(field) != NullType && !row.isNullAt(ordinals(field))
  }

  override def bool(field: Int): Boolean = row.getBoolean(ordinals(field))

  override def int(field: Int): Long = {
    val at = ordinals(field)
    val value = types(field) match {
      case ByteType => row.getByte(at).toLong
      case ShortType => row.getShort(at).toLong
      case IntegerType => row.getInt(at).toLong
      case _ => row.getLong(at)
    }
    val fits = shape.fields(field).kind match {
      case Kind.Int8 => value == value.toByte
      case Kind.Int16 => value == value.toShort
      case Kind.Int32 => value == value.toInt
      case _ => true
    }
    if (!fits) throw new Unencodable(Unencodable.OutOfRange)
    value
  }

  // Located the text or binary that was asked for last.
  private[this] var found: RowValue = _
  override def bytes: Array[Byte] = found.locatedBytes
  override def from: Int = found.locatedFrom
  override def until: Int = found.locatedUntil

  override def text(field: Int): Unit = {
    found = values(field)
    found.locateText(row, ordinals(field))
    if (!Utf8.isValid(bytes, from, until)) throw new Unencodable(Unencodable.NotText)
  }

  override def binary(field: Int): Unit = {
    found = values(field)
    found.locateBinary(row, ordinals(field))
  }

  override def struct(field: Int): Source = {
    inside = structs(field)
    inside.of(row.getStruct(ordinals(field), types(field).asInstanceOf[StructType].length))
  }

  override def dynamic(field: Int, sink: Sink): Unit =
    values(field).give(row, ordinals(field), sink)
}
