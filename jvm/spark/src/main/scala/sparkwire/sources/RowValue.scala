package sparkwire.sources

import scala.annotation.switch

import org.apache.spark.sql.catalyst.expressions.{SpecializedGetters, UnsafeRow}
import org.apache.spark.sql.types._

import sparkwire.rows.buffers.Tag
import sparkwire.sources.code.Located
import sparkwire.wire.core.{Field, Kind, Shape, Sink}
import sparkwire.wire.writing.{Unencodable, Written}

/** Gives the values of one type in rows and arrays to a sink: the counterpart of a reader of bytes.
  * Made once per task for each part of a type.
  *
  * A STRUCT is given as a struct of its fields, NULL ones included. An ARRAY of STRUCTs of `key` and
  * `value` is given as a map, because this is the type into which any map can be decoded.
  */
private[sparkwire] final class RowValue(dataType: DataType, writing: Writing) {
  private[this] val format = writing.format
  private[this] val tag = RowValue.tagOf(dataType, format)
  private[this] val parts = RowValue.partsOf(dataType, writing)
  private[this] val shape = RowValue.shapeOf(dataType, format)
  // The positions of the fields in the order of the shape.
  private[this] val order = RowValue.orderOf(dataType, format)
  private[this] val decimal = dataType match {
    case found: DecimalType => found
    case _ => null
  }
  private[this] val variants =
    if (tag == Tag.Variant) new VariantValue(writing) else null

  private[sources] val located = new Located

  def give(row: SpecializedGetters, at: Int, sink: Sink): Unit =
    if (RowCells.isNull(row, at)) sink.nothing()
    else (tag: @switch) match {
      case Tag.Bool => sink.bool(RowCells.bool(row, at))
      case Tag.Int8 => sink.int8(RowCells.int8(row, at))
      case Tag.Int16 => sink.int16(RowCells.int16(row, at))
      case Tag.Int32 => sink.int32(RowCells.int32(row, at))
      case Tag.Int64 => sink.int64(RowCells.int64(row, at))
      case Tag.Float32 => sink.float(RowCells.float(row, at))
      case Tag.Float64 => sink.double(RowCells.double(row, at))
      case Tag.DecimalNumber => giveDecimal(row, at, sink)
      case Tag.Text =>
        located.text(row, at)
        if (!located.isUtf8) throw new Unencodable(Unencodable.NotText)
        sink.text(located.bytes, located.from, located.until)
      case Tag.Binary =>
        located.binary(row, at)
        sink.binary(located.bytes, located.from, located.until)
      case Tag.Date => sink.date(RowCells.int32(row, at))
      case Tag.Timestamp => sink.timestamp(RowCells.int64(row, at))
      case Tag.TimestampNtz => sink.localTimestamp(RowCells.int64(row, at))
      case Tag.Time =>
        val nanos = RowCells.int64(row, at)
        sink.time(nanos, nanos)
      case Tag.Struct => giveStruct(row.getStruct(at, parts.length), sink)
      case Tag.List => giveList(row, at, sink)
      case RowValue.Entries =>
        if (!giveEntries(row, at, sink)) giveList(row, at, sink)
      case Tag.Mapping => giveMap(row, at, sink)
      case Tag.Variant => variants.give(row, at, sink)
      case _ => sink.nothing()
    }

  private def giveDecimal(row: SpecializedGetters, at: Int, sink: Sink): Unit = row match {
    case unsafe: UnsafeRow if decimal.precision <= Decimal.MAX_LONG_DIGITS =>
      sink.smallDecimal(unsafe.getLong(at), decimal.scale)
    case _ =>
      val number = row.getDecimal(at, decimal.precision, decimal.scale)
      if (number.precision <= Decimal.MAX_LONG_DIGITS)
        sink.smallDecimal(number.toUnscaledLong, number.scale)
      else {
        val exact = number.toJavaBigDecimal
        sink.decimal(exact.unscaledValue, exact.scale)
      }
  }

  private def giveStruct(row: SpecializedGetters, sink: Sink): Unit = if (sink.beginStruct(shape)) {
    var field = 0
    while (field < order.length) {
      if (sink.wanted(field)) parts(order(field)).give(row, order(field), sink) else sink.skipped()
      field += 1
    }
    sink.endStruct()
  }

  private def giveList(row: SpecializedGetters, at: Int, sink: Sink): Unit = {
    val list = row.getArray(at)
    val count = list.numElements()
    if (sink.beginArray(count)) {
      val part = parts(0)
      var i = 0
      while (i < count) {
        sink.element()
        part.give(list, i, sink)
        i += 1
      }
      sink.endArray()
    }
  }

  private def giveMap(row: SpecializedGetters, at: Int, sink: Sink): Unit = {
    val map = row.getMap(at)
    val keys = map.keyArray()
    val values = map.valueArray()
    val count = map.numElements()
    if (sink.beginMap(count)) {
      var i = 0
      while (i < count) {
        sink.key()
        parts(0).give(keys, i, sink)
        if (sink.value()) parts(1).give(values, i, sink) else sink.skipped()
        i += 1
      }
      sink.endMap()
    }
  }

  /** Gives pairs as a map. Returns false, without giving anything, if one of them is NULL. */
  private def giveEntries(row: SpecializedGetters, at: Int, sink: Sink): Boolean = {
    val list = row.getArray(at)
    val count = list.numElements()
    var known = 0
    while (known < count && !list.isNullAt(known)) known += 1
    val fits = known == count
    if (fits && sink.beginMap(count)) {
      val pair = parts(0)
      var i = 0
      while (i < count) {
        pair.giveEntry(list.getStruct(i, 2), sink)
        i += 1
      }
      sink.endMap()
    }
    fits
  }

  private def giveEntry(pair: SpecializedGetters, sink: Sink): Unit = {
    sink.key()
    parts(0).give(pair, 0, sink)
    if (sink.value()) parts(1).give(pair, 1, sink) else sink.skipped()
  }
}

private[sparkwire] object RowValue {

  /** An ARRAY of STRUCTs of `key` and `value`, beside the tags of types. */
  private final val Entries = Tag.Count

  /** Returns -1 for a type that a self-describing value of the format cannot have. */
  private[sources] def tagOf(dataType: DataType, format: Written): Int = dataType match {
    case ArrayType(StructType(Array(key, value)), _)
        if key.name == "key" && value.name == "value" =>
      Entries
    case _ =>
      val tag = Tag.find(dataType)
      val clock = Tag.clockOf(tag)
      if (clock != null && !format.holds(clock)) -1 else tag
  }

  private def partsOf(dataType: DataType, writing: Writing): Array[RowValue] = {
    val types = dataType match {
      case StructType(fields) => fields.map(_.dataType)
      case ArrayType(element, _) => Array(element)
      case MapType(key, value, _) => Array(key, value)
      case _ => Array.empty[DataType]
    }
    types.map(new RowValue(_, writing))
  }

  /** Returns the mark of the format that a struct is, or else the struct's own shape. */
  private def shapeOf(dataType: DataType, format: Written): Shape = dataType match {
    case struct: StructType => markOf(struct, format).getOrElse(
        Shape("",
          orderOf(struct, format).map(at =>
            Field(struct.fieldNames(at), Kind.Dynamic, "")).toVector))
    case _ => null
  }

  private def markOf(struct: StructType, format: Written): Option[Shape] =
    format.marks.find { mark =>
      struct.fieldNames.sorted.sameElements(mark.fields.map(_.name).sorted) &&
      mark.fields.forall(field =>
        struct(field.name).dataType match {
          case BinaryType => field.kind == Kind.Binary
          case ByteType | ShortType | IntegerType | LongType => field.kind != Kind.Binary
          case _ => false
        })
    }

  private def typeFirst(names: Array[String], typeMark: String): Array[Int] = {
    val (first, others) = names.indices.partition(names(_) == typeMark)
    (first ++ others).toArray
  }

  private def orderOf(dataType: DataType, format: Written): Array[Int] = dataType match {
    case struct: StructType =>
      markOf(struct, format).fold(typeFirst(struct.fieldNames, format.typeMark))(
        _.fields.map(field => struct.fieldIndex(field.name)).toArray)
    case _ => null
  }
}
