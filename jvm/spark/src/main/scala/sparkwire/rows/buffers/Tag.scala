package sparkwire.rows.buffers

import org.apache.spark.sql.types._

import sparkwire.linkage.SparkTime
import sparkwire.wire.core.Kind
import sparkwire.wire.writing.Family

/** The types of places, as numbers to branch on: the one table of everything that builders and
  * sources know of a Spark type.
  */
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
  final val Time = 19
  final val Count = 20

  def of(required: DataType): Int = {
    val found = find(required)
    if (found < 0) throw new IllegalArgumentException(s"no value becomes a ${required.sql}")
    found
  }

  /** Returns -1 for a type that no value becomes. */
  def find(dataType: DataType): Int = dataType match {
    case BooleanType => Bool
    case ByteType => Int8
    case ShortType => Int16
    case IntegerType => Int32
    case LongType => Int64
    case FloatType => Float32
    case DoubleType => Float64
    case _: DecimalType => DecimalNumber
    case _: StringType => Text
    case BinaryType => Binary
    case DateType => Date
    case TimestampType => Timestamp
    case TimestampNTZType => TimestampNtz
    case _: StructType => Struct
    case _: ArrayType => List
    case _: MapType => Mapping
    case VariantType => Variant
    case NullType => Nowhere
    case SparkTime(_) => Time
    case _ => -1
  }

  /** Returns the size of a value in bytes in the fixed part of Spark's arrays. */
  def sizeOf(tag: Int): Int = tag match {
    case Bool | Int8 => 1
    case Int16 => 2
    case Int32 | Float32 | Date => 4
    case _ => 8
  }

  /** Whether values of the type have no bytes elsewhere. Not true of decimals, some of which have. */
  def isFixed(tag: Int): Boolean = tag match {
    case Bool | Int8 | Int16 | Int32 | Int64 | Float32 | Float64 => true
    case _ => clockOf(tag) != null
  }

  /** Returns the kind of a date or time, which not every format has; null for other types. */
  def clockOf(tag: Int): Kind = tag match {
    case Date => Kind.Date
    case Timestamp => Kind.Timestamp
    case TimestampNtz => Kind.LocalTimestamp
    case Time => AnyTime
    case _ => null
  }

  private val AnyTime = Kind.Time(precision = 9)

  /** Returns the kind of a value of the type for a writer, a constant of [[Family]]. */
  def familyOf(tag: Int): Int = tag match {
    case Bool => Family.Bool
    case Int8 | Int16 | Int32 | Int64 => Family.Whole
    case Float32 => Family.Float
    case Float64 => Family.Double
    case DecimalNumber => Family.Decimal
    case Text => Family.Text
    case Binary => Family.Binary
    case Date => Family.Date
    case Timestamp => Family.Timestamp
    case TimestampNtz => Family.LocalTimestamp
    case Time => Family.Time
    case Struct => Family.Struct
    case List => Family.List
    case Mapping => Family.Map
    case _ => Family.Other
  }
}
