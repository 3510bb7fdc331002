package sparkwire.expressions

import org.apache.spark.sql.types._

import sparkwire.wire.{Kind, Shape}

/** What the kinds of the formats are in Spark. All fields are nullable. `asked` is the type that the
  * user named for values that say themselves what they are.
  */
object Types {
  def of(kind: Kind, asked: DataType = VariantType): DataType = kind match {
    case Kind.Bool => BooleanType
    case Kind.Int8 => ByteType
    case Kind.Int16 => ShortType
    case Kind.Int32 => IntegerType
    case Kind.Int64 => LongType
    case Kind.Float32 => FloatType
    case Kind.Float64 => DoubleType
    case Kind.Decimal(precision, scale) => DecimalType(precision, scale)
    case Kind.Text => StringType
    case Kind.Binary => BinaryType
    case Kind.Date => DateType
    case Kind.Timestamp => TimestampType
    case Kind.LocalTimestamp => TimestampNTZType
    case Kind.Struct(shape) => struct(shape, asked)
    case Kind.Sequence(element) => ArrayType(of(element, asked), containsNull = true)
    case Kind.Mapping(key, value) =>
      MapType(of(key, asked), of(value, asked), valueContainsNull = true)
    case Kind.Dynamic => VariantType
    case Kind.Asked => asked
  }

  private def struct(shape: Shape, asked: DataType): StructType =
    StructType(
      shape.results.map(field => StructField(field.name, of(field.kind, asked), nullable = true)))

  val Fault: StructType =
    StructType.fromDDL("reason STRING, offset INT, path STRING, message STRING")
  val Dissection: ArrayType = ArrayType(
    StructType.fromDDL("offset INT, length INT, path STRING, type STRING, value STRING"),
    containsNull = true)
}
