package sparkwire.expressions

import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.linkage.SparkTime
import sparkwire.wire.avro.schemas.AvroSchemas
import sparkwire.wire.core.Kind

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.{JsonNodeFactory, ObjectNode}

/** Names the column type that values of an Avro schema become, as SQL writes it. */
case object AvroTypeName extends AvroSchemas.TypeName {
  def nameOf(kind: Kind): String = Types.of(kind).sql
}

/** Converts a Spark type to an Avro schema by which values of other schemas are read into such a
  * column. Every part may be null, so that a field that was not written is NULL. Decimals are
  * bytes, as most writers have them.
  */
object AvroTypes {

  /** Returns the schema, or the type within this one that Avro does not have. */
  def schemaOf(dataType: DataType): Either[DataType, String] =
    try Right(new AvroSchemaMaker().of(dataType).toString)
    catch { case unknown: NoAvroType => Left(unknown.dataType) }

  /** Returns the schema for a DDL string that is known to be valid. */
  def schemaOf(ddl: UTF8String): UTF8String =
    schemaOf(DataType.fromDDL(ddl.toString)).fold(_ => null, UTF8String.fromString)
}

private final class NoAvroType(val dataType: DataType)
    extends RuntimeException(dataType.sql, null, false, false)

private final class AvroSchemaMaker {
  private[this] val json = JsonNodeFactory.instance
  // Each record needs a name of its own.
  private[this] var records = 0

  def of(dataType: DataType): JsonNode = dataType match {
    case BooleanType => json.textNode("boolean")
    case ByteType | ShortType | IntegerType => json.textNode("int")
    case LongType => json.textNode("long")
    case FloatType => json.textNode("float")
    case DoubleType => json.textNode("double")
    case StringType => json.textNode("string")
    case BinaryType => json.textNode("bytes")
    case DateType => logical("int", "date")
    case TimestampType => logical("long", "timestamp-micros")
    case TimestampNTZType => logical("long", "local-timestamp-micros")
    case SparkTime(precision) if precision <= 3 => logical("int", "time-millis")
    case SparkTime(precision) if precision <= 6 => logical("long", "time-micros")
    case decimal: DecimalType =>
      logical("bytes", "decimal").put("precision", decimal.precision).put("scale", decimal.scale)
    case ArrayType(element, _) => typed("array").set[JsonNode]("items", orNull(element))
    case MapType(StringType, value, _) => typed("map").set[JsonNode]("values", orNull(value))
    case StructType(fields) => record(fields)
    case other => throw new NoAvroType(other)
  }

  private def record(fields: Array[StructField]): JsonNode = {
    val schema = typed("record").put("name", if (records == 0) "Record" else s"Record$records")
    records += 1
    val list = schema.putArray("fields")
    fields.foreach { field =>
      val made = list.addObject().put("name", field.name)
      made.set[JsonNode]("type", orNull(field.dataType))
      made.putNull("default")
    }
    schema
  }

  private def orNull(dataType: DataType): JsonNode =
    json.arrayNode().add("null").add(of(dataType))

  private def typed(name: String): ObjectNode = json.objectNode().put("type", name)
  private def logical(name: String, meaning: String): ObjectNode =
    typed(name).put("logicalType", meaning)
}
