package sparkwire.sinks

import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.Platform
import org.apache.spark.unsafe.bitset.BitSetMethods
import org.apache.spark.unsafe.types.VariantVal

import sparkwire.wire.{Kind, Reason}

/** What rows and arrays may take in all beside the bytes of the values in them, which come from the
  * input: a byte of input can be an empty element, and that a row of a hundred fields.
  */
private[sinks] final class Budget(limit: Int) {
  private[this] var spent = 0L
  def begin(): Unit = spent = 0
  def spend(bytes: Int): Unit = {
    spent += bytes
    if (spent > limit) throw Reason.TooLarge.signal
  }
}

/** A row under construction. All fields are NULL until they are written.
  *
  * @param isCounted
  *   whether how many there are is up to the data alone, and their size to the user's type
  */
private[sinks] final class RowFrame(val writer: UnsafeRowWriter, fields: Int, val budget: Budget,
    isCounted: Boolean) {
  private[this] val nullWords = (fields + 63) / 64
  private[this] var start = Platform.BYTE_ARRAY_OFFSET

  def beginRoot(): Unit = {
    writer.reset()
    start = Platform.BYTE_ARRAY_OFFSET
    clear()
  }

  /** Begins a row at the end of what the shared buffer holds. */
  def begin(): Int = {
    if (isCounted) budget.spend((nullWords + fields) * 8)
    start = writer.cursor()
    writer.resetRowWriter()
    clear()
    start
  }

  // Fields that stay NULL must be zero as well: rows are compared by their bytes.
  private def clear(): Unit = {
    val buffer = writer.getBuffer
    val words = nullWords + fields
    var word = 0
    while (word < words) {
      val bits =
        if (word >= nullWords) 0L
        else if (word == nullWords - 1 && (fields & 63) != 0) (1L << (fields & 63)) - 1
        else -1L
      Platform.putLong(buffer, start.toLong + word * 8L, bits)
      word += 1
    }
  }

  def filled(at: Int): Unit = BitSetMethods.unset(writer.getBuffer, start.toLong, at)

  /** Makes a field NULL again. */
  def empty(at: Int): Unit = writer.setNullAt(at)

  /** The one field of the outermost frame. */
  def result(required: DataType): Any = {
    val row = writer.getRow
    if (row.isNullAt(0)) null else row.get(0, required)
  }
}

private[sinks] object RowFrame {
  def root(budget: Budget): RowFrame =
    new RowFrame(new UnsafeRowWriter(1), 1, budget, isCounted = false)
}

/** Where one value goes: a field of a frame, with what is known of its type. */
private[sinks] final class Place(val tag: Int, dataType: DataType, frame: RowFrame, at: Int) {
  private[this] var container: Container = _

  def struct: StructWriter = container.asInstanceOf[StructWriter]
  def list: ListWriter = container.asInstanceOf[ListWriter]

  /** What a map is written to, null if it fits no type of this place. */
  def asEntries: Entries = if (container == null) null else container.asEntries

  def decimalType: DecimalType = dataType.asInstanceOf[DecimalType]
  def frameOf: RowFrame = frame
  def holds(inner: Container): Place = {
    container = inner
    this
  }

  private def filled(): Int = {
    frame.filled(at)
    at
  }

  def write(value: Boolean): Unit = frame.writer.write(filled(), value)
  def write(value: Byte): Unit = frame.writer.write(filled(), value)
  def write(value: Short): Unit = frame.writer.write(filled(), value)
  def write(value: Int): Unit = frame.writer.write(filled(), value)
  def write(value: Long): Unit = frame.writer.write(filled(), value)
  def write(value: Float): Unit = frame.writer.write(filled(), value)
  def write(value: Double): Unit = frame.writer.write(filled(), value)
  def write(value: Decimal, precision: Int, scale: Int): Unit =
    frame.writer.write(filled(), value, precision, scale)
  def write(bytes: Array[Byte], from: Int, length: Int): Unit =
    frame.writer.write(filled(), bytes, from, length)
  def write(value: VariantVal): Unit = frame.writer.write(filled(), value)

  /** What was written to the frame's buffer from `start` on is this place's value. */
  def writtenFrom(
      start: Int): Unit = frame.writer.setOffsetAndSizeFromPreviousCursor(filled(), start)
}

private[sinks] object Place {
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

  /** The key of a map that is read into a struct: it names the field of the value behind it. */
  final val FieldName = 17

  /** Takes anything and keeps nothing. */
  final val Nowhere = 18

  /** Puts together what the bytes have and what the query needs of it. */
  def of(kind: Kind, required: DataType, frame: RowFrame, at: Int, outer: Container): Place = {
    val place = new Place(tagOf(required), required, frame, at)
    (kind, required) match {
      case (Kind.Struct(shape), struct: StructType) =>
        place.holds(new StructWriter(shape, struct, place, outer))
      case (Kind.Dynamic | Kind.Asked, struct: StructType) =>
        place.holds(new StructWriter(null, struct, place, outer))
      case (Kind.Sequence(element), ArrayType(elementType, _)) =>
        place.holds(new ListWriter(element, elementType, place, outer))
      case (Kind.Dynamic | Kind.Asked, ArrayType(elementType, _)) =>
        place.holds(new ListWriter(Kind.Dynamic, elementType, place, outer))
      case (Kind.Mapping(key, value), map: MapType) =>
        place.holds(new MapWriter(key, value, map, place, outer))
      case (Kind.Dynamic | Kind.Asked, map: MapType) =>
        place.holds(new MapWriter(Kind.Dynamic, Kind.Dynamic, map, place, outer))
      case _ => place
    }
  }

  private def tagOf(required: DataType): Int = required match {
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
    case other => throw new IllegalArgumentException(s"no value becomes a ${other.sql}")
  }
}
