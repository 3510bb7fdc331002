package sparkwire.sources

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters
import org.apache.spark.sql.types._

import sparkwire.sources.code.{FieldMatch, LayoutWriters, RowWriter, WriterCode}
import sparkwire.wire.core.{Field, Kind, Shape}
import sparkwire.wire.places.PlainStruct
import sparkwire.wire.writing.{CodedWriter, PlainRows, PlainWriter}

/** The fields of a row to be written, found by their names once for all rows. */
private[sparkwire] final class RowSource(
    rowType: StructType, shape: Shape, writing: Writing)
    extends RowParts with PlainRows {
  // For each field of the shape: where it is in the row, or -1.
  private[this] val ordinals =
    shape.fields.map(field =>
      if (field.isFrame) -1 else FieldMatch.find(rowType.fieldNames, field.name)).toArray
  private[this] val parts = shape.fields.indices.map { field =>
    val at = ordinals(field)
    if (at < 0) null
    else RowPart(rowType(at).dataType, shape.fields(field).kind, writing)
  }.toArray

  def of(row: InternalRow): RowSource = {
    begin(row)
    this
  }

  override def plain: PlainRows = this
  override def writer(struct: PlainStruct): PlainWriter =
    attached(new WriterCode().of(struct, rowType))
  override def writer(coded: CodedWriter): PlainWriter =
    attached(LayoutWriters.of(coded, rowType))
  private def attached(code: RowWriter): PlainWriter =
    if (code == null) null else code.attach(this)

  override def count: Int = 0
  override private[sources] def rowOf(field: Int): SpecializedGetters = current
  override private[sources] def part(field: Int): RowPart = parts(field)
  override private[sources] def ordinal(field: Int): Int = ordinals(field)
  override private[sources] def nameOf(field: Int): String = shape.fields(field).name
}

private[sparkwire] object RowSource {

  /** Returns a source for rows of one field, a value that is not a struct. */
  def ofOne(dataType: DataType, kind: Kind, writing: Writing): RowSource =
    new RowSource(StructType(Seq(StructField("", dataType))),
      Shape("", Vector(Field("", kind, ""))), writing)
}
