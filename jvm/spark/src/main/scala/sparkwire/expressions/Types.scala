package sparkwire.expressions

import org.apache.spark.sql.types._

import sparkwire.wire.{Kind, Shape}

/** What the kinds of the formats are in Spark. All fields are nullable. */
object Types {
  def of(kind: Kind): DataType = kind match {
    case Kind.Bool => BooleanType
    case Kind.Int8 => ByteType
    case Kind.Int16 => ShortType
    case Kind.Int32 => IntegerType
    case Kind.Int64 => LongType
    case Kind.Text => StringType
    case Kind.Binary => BinaryType
    case Kind.Timestamp => TimestampType
    case Kind.Struct(shape) => struct(shape)
    case Kind.Sequence(element) => ArrayType(of(element), containsNull = true)
  }

  private def struct(shape: Shape): StructType =
    StructType(shape.results.map(field => StructField(field.name, of(field.kind), nullable = true)))

  val Fault: StructType = StructType.fromDDL("reason STRING, offset INT, path STRING, message STRING")
  val Dissection: ArrayType = ArrayType(
    StructType.fromDDL("offset INT, length INT, path STRING, type STRING, value STRING"), containsNull = true)
}
