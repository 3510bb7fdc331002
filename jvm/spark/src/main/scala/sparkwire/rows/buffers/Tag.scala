package sparkwire.rows.buffers

import org.apache.spark.sql.types._

/** The types of places, as numbers to branch on. */
private[sparkwire] object Tag {
  final val Bool = 0
  final val Int8 = 1
  final val Int16 = 2
  final val Int32 = 3
  final val Int64 = 4
  final val Float32 = 5
  final val Float64 = 6
  final val DecimalNumber = 7
  final val Text = 8
  final val Binary = 9
  final val Date = 10
  final val Timestamp = 11
  final val TimestampNtz = 12
  final val Struct = 13
  final val List = 14
  final val Mapping = 15
  final val Variant = 16

  /** The key of a map that is read into a struct: it names the field of the value that follows. */
  final val FieldName = 17

  /** Takes every value and keeps none. */
  final val Nowhere = 18

  def of(required: DataType): Int = required match {
    case BooleanType => Bool
    case ByteType => Int8
    case ShortType => Int16
    case IntegerType => Int32
    case LongType => Int64
    case FloatType => Float32
    case DoubleType => Float64
    case _: DecimalType => DecimalNumber
    case StringType => Text
    case BinaryType => Binary
    case DateType => Date
    case TimestampType => Timestamp
    case TimestampNTZType => TimestampNtz
    case _: StructType => Struct
    case _: ArrayType => List
    case _: MapType => Mapping
    case VariantType => Variant
    case NullType => Nowhere
    case other => throw new IllegalArgumentException(s"no value becomes a ${other.sql}")
  }
}
