package sparkwire.bench

import java.util.{Collection => JavaCollection}

import scala.jdk.CollectionConverters._

import org.apache.avro.LogicalTypes
import org.apache.avro.generic.{GenericEnumSymbol, IndexedRecord}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.util.ArrayData
import org.apache.spark.sql.types._
import org.apache.spark.types.variant.{Variant, VariantUtil}
import org.apache.spark.unsafe.types.VariantVal

/** Checks, before anything is timed, that the decoded values equal the values that Avro's own
  * library reads.
  */
object SameAsAvro {

  /** Checks the values of a typed column. */
  def check(avro: Any, spark: Any, dataType: DataType): Unit = (avro, dataType) match {
    case (null, _) => require(spark == null)
    case (_, VariantType) =>
      val made = spark.asInstanceOf[VariantVal]
      checkVariant(avro, new Variant(made.getValue, made.getMetadata))
    case (record: IndexedRecord, struct: StructType) =>
      val row = spark.asInstanceOf[InternalRow]
      for ((field, at) <- struct.fields.zipWithIndex)
        check(record.get(at), row.get(at, field.dataType), field.dataType)
    case (items: JavaCollection[_], ArrayType(element, _)) =>
      val array = spark.asInstanceOf[ArrayData]
      require(array.numElements() == items.size)
      for ((item, at) <- items.asScala.zipWithIndex) check(item, array.get(at, element), element)
    case (millis: java.lang.Long, TimestampType) => require(spark == millis * 1000)
    case (text @ (_: CharSequence | _: GenericEnumSymbol[_]), StringType) =>
      require(text.toString == spark.toString)
    case _ => require(avro == spark)
  }

  private def checkVariant(avro: Any, found: Variant): Unit = avro match {
    case null => require(found.getType == VariantUtil.Type.NULL)
    case record: IndexedRecord =>
      require(found.objectSize == record.getSchema.getFields.size)
      for (field <- record.getSchema.getFields.asScala) {
        val isMillis = field.schema.getLogicalType == LogicalTypes.timestampMillis
        record.get(field.pos) match {
          case millis: java.lang.Long if isMillis =>
            require(found.getFieldByKey(field.name).getLong == millis * 1000)
          case value => checkVariant(value, found.getFieldByKey(field.name))
        }
      }
    case items: JavaCollection[_] =>
      require(found.arraySize == items.size)
      for ((item, at) <- items.asScala.zipWithIndex) checkVariant(item, found.getElementAtIndex(at))
    case number: java.lang.Integer => require(found.getLong == number.longValue)
    case number: java.lang.Long => require(found.getLong == number)
    case number: java.lang.Double => require(found.getDouble == number)
    case flag: java.lang.Boolean => require(found.getBoolean == flag)
    case text => require(found.getString == text.toString)
  }
}
