package sparkwire.rows

import java.util.HexFormat

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.util.{ArrayData, MapData}
import org.apache.spark.sql.types._
import org.apache.spark.types.variant.{Variant, VariantUtil}
import org.apache.spark.unsafe.types.{UTF8String, VariantVal}

import sparkwire.wire.Tree
import sparkwire.wire.Tree._

/** Converts a result, as Spark reads it, to a tree. */
object Results {

  def of(value: Any, dataType: DataType): Tree = (value, dataType) match {
    case (null, _) => NoValue
    case (number: Boolean, _) => Flag(number)
    case (number: Byte, _) => Whole(number.toLong)
    case (number: Short, _) => Whole(number.toLong)
    case (number: Int, _) => Whole(number.toLong)
    case (micros: Long, TimestampType) => Micros(micros)
    case (number: Long, _) => Whole(number)
    case (number: Float, _) => Real(number.toDouble)
    case (number: Double, _) => Real(number)
    case (number: Decimal, _) => decimal(number.toJavaBigDecimal)
    case (text: UTF8String, _) => Text(text.toString)
    case (bytes: Array[Byte], _) => hex(bytes)
    case (variant: VariantVal, _) => ofVariant(variant)
    case (row: InternalRow, StructType(fields)) =>
      struct(
        fields.toSeq.zipWithIndex.map { case (field, i) =>
          field.name -> (if (row.isNullAt(i)) NoValue
                         else of(row.get(i, field.dataType), field.dataType))
        }: _*)
    case (array: ArrayData, ArrayType(element, _)) => Items(items(array, element))
    case (map: MapData, MapType(key, value, _)) =>
      Entries(items(map.keyArray(), key).zip(items(map.valueArray(), value)))
    case (other, _) => throw new IllegalArgumentException(s"$other is no ${dataType.sql}")
  }

  private def items(array: ArrayData, element: DataType): Vector[Tree] =
    Vector.tabulate(array.numElements())(i =>
      if (array.isNullAt(i)) NoValue else of(array.get(i, element), element))

  def ofVariant(value: VariantVal): Tree = ofVariant(new Variant(value.getValue, value.getMetadata))

  /** Reads a VARIANT with Spark's own reader, and the fields of objects by position and by key. */
  def ofVariant(variant: Variant): Tree = variant.getType match {
    case VariantUtil.Type.NULL => NoValue
    case VariantUtil.Type.BOOLEAN => Flag(variant.getBoolean)
    case VariantUtil.Type.LONG => Whole(variant.getLong)
    case VariantUtil.Type.DOUBLE => Real(variant.getDouble)
    case VariantUtil.Type.DECIMAL => decimal(variant.getDecimal)
    case VariantUtil.Type.STRING => Text(variant.getString)
    case VariantUtil.Type.BINARY => hex(variant.getBinary)
    case VariantUtil.Type.TIMESTAMP => Micros(variant.getLong)
    case VariantUtil.Type.ARRAY =>
      Items(Vector.tabulate(variant.arraySize)(i => ofVariant(variant.getElementAtIndex(i))))
    case VariantUtil.Type.OBJECT =>
      val fields = Vector.tabulate(variant.objectSize)(variant.getFieldAtIndex(_))
      val keys = fields.map(_.key)
      assert(keys == keys.sorted && keys.distinct == keys, s"$keys are not in Spark's order")
      fields.foreach(field =>
        assert(ofVariant(variant.getFieldByKey(field.key)) == ofVariant(field.value), field.key))
      Entries(fields.map(field => Text(field.key) -> ofVariant(field.value)))
    case other => throw new IllegalArgumentException(s"a VARIANT of type $other")
  }

  /** Strips trailing zeros from every decimal, as Spark's reader of VARIANTs does. */
  private def decimal(value: java.math.BigDecimal): Tree = {
    val short = value.stripTrailingZeros
    val plain = if (short.scale < 0) short.setScale(0) else short
    Scaled(plain.unscaledValue, plain.scale)
  }

  def decimal(text: String): Tree = decimal(new java.math.BigDecimal(text))

  /** Returns the VARIANT of a MessagePack value as a tree, by the rules in the documentation. */
  def asVariant(tree: Tree): Tree = tree match {
    case BigWhole(value) => decimal(value.toString)
    case Items(items) => Items(items.map(asVariant))
    case Instant(form, units, nanos) =>
      if (form.isInYears(units, nanos)) Micros(form.micros(units, nanos))
      else record(
        "@type" -> Text("timestamp"), "seconds" -> Whole(units), "nanos" -> Whole(nanos.toLong))
    case Struct(fields) => record(fields.toSeq: _*)
    case Entries(entries) =>
      val keys = entries.map(_._1)
      if (keys.forall(_.isInstanceOf[Text]) && keys.distinct == keys)
        record(
          entries.map { case (key, value) => key.asInstanceOf[Text].value -> asVariant(value) }: _*)
      else Items(
        entries.map { case (key, value) =>
          record("key" -> asVariant(key), "value" -> asVariant(value))
        })
    case other => other
  }

  def record(fields: (String, Tree)*): Tree =
    Entries(fields.sortBy(_._1).map { case (name, value) => Text(name) -> value }.toVector)

  def bytes(hex: String): Array[Byte] = HexFormat.of.parseHex(hex.filterNot(_.isWhitespace))
}
