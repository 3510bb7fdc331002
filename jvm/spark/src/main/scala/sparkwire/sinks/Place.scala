package sparkwire.sinks

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.catalyst.expressions.codegen.{UnsafeRowWriter, UnsafeWriter}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.Platform
import org.apache.spark.unsafe.bitset.BitSetMethods
import org.apache.spark.unsafe.types.{UTF8String, VariantVal}

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

/** What places are parts of: a row or an array under construction in a buffer that all share. */
private[sinks] abstract class Frame(val writer: UnsafeWriter, val flat: FlatRow) {

  /** Takes note that the slot has a value, and returns where Spark's writer has it. */
  def filled(slot: Int): Int

  /** Makes it NULL again. */
  def setNull(slot: Int): Unit

  /** Counts what a value takes, where how many there are is up to the data alone. */
  def count(bytes: Int): Unit = ()

  /** What Spark's offsets count from. */
  def offsetOf(position: Int): Int
}

/** A row under construction. All fields are NULL until they are written.
  *
  * @param isCounted
  *   whether how many there are is up to the data alone, and their size to the user's type
  */
private[sinks] final class RowFrame(rowWriter: UnsafeRowWriter, fields: Int, budget: Budget,
    isCounted: Boolean, flat: FlatRow = null)
    extends Frame(rowWriter, flat) {
  private[this] val empty = RowFrame.allNull(fields)
  private[this] var start = Platform.BYTE_ARRAY_OFFSET

  def beginRoot(): Unit = if (flat != null) flat.clear()
  else {
    rowWriter.reset()
    start = Platform.BYTE_ARRAY_OFFSET
    clear()
  }

  /** Begins a row at the end of what the shared buffer holds. */
  def begin(): Int = {
    if (isCounted) budget.spend(empty.length)
    start = rowWriter.cursor()
    rowWriter.resetRowWriter()
    clear()
    start
  }

  // Fields that stay NULL must be zero as well: rows are compared by their bytes.
  private def clear(): Unit =
    System.arraycopy(
      empty, 0, rowWriter.getBuffer, start - Platform.BYTE_ARRAY_OFFSET, empty.length)

  override def count(bytes: Int): Unit = if (isCounted) budget.spend(bytes)

  override def offsetOf(position: Int): Int = position - start
  override def filled(slot: Int): Int = {
    BitSetMethods.unset(rowWriter.getBuffer, start.toLong, slot)
    slot
  }

  override def setNull(slot: Int): Unit =
    if (flat != null) flat.setNullAt(slot) else rowWriter.setNullAt(slot)

  def row: InternalRow = if (flat != null) flat else rowWriter.getRow
}

private[sinks] object RowFrame {
  def root(budget: Budget): RowFrame =
    new RowFrame(new UnsafeRowWriter(1), 1, budget, isCounted = false)

  /** A row of which every field is NULL: the bits of the fields, then a zero word for each. */
  private def allNull(fields: Int): Array[Byte] = {
    val words = UnsafeRow.calculateBitSetWidthInBytes(fields)
    val bytes = new Array[Byte](words + 8 * fields)
    (0 until fields).foreach(field =>
      BitSetMethods.set(bytes, Platform.BYTE_ARRAY_OFFSET.toLong, field))
    bytes
  }
}

/** Where one value goes: a field of a frame, with what is known of its type. */
private[sinks] final class Place(val tag: Int, dataType: DataType, frame: Frame, slot: Int) {
  private[this] var container: Container = _

  private[this] var variantSink: VariantSink = _

  def variant(maxSize: Int): VariantSink = {
    if (variantSink == null) variantSink = new VariantSink(maxSize)
    variantSink
  }

  def struct: StructWriter = container.asInstanceOf[StructWriter]
  def list: ListWriter = container.asInstanceOf[ListWriter]
  def mapping: MapWriter = container.asInstanceOf[MapWriter]

  /** What a map is written to, null if it fits no type of this place. */
  def asEntries: Entries = if (container == null) null else container.asEntries

  def decimalType: DecimalType = dataType.asInstanceOf[DecimalType]
  def frameOf: Frame = frame
  def holds(inner: Container): Place = {
    container = inner
    this
  }

  private[this] val flat = if (frame == null) null else frame.flat

  private def filled(): Int = frame.filled(slot)

  def write(value: Boolean): Unit =
    if (flat != null) flat.fill(slot, if (value) 1L else 0L)
    else frame.writer.write(filled(), value)
  def write(value: Byte): Unit =
    if (flat != null) flat.fill(slot, value.toLong) else frame.writer.write(filled(), value)
  def write(value: Short): Unit =
    if (flat != null) flat.fill(slot, value.toLong) else frame.writer.write(filled(), value)
  def write(value: Int): Unit =
    if (flat != null) flat.fill(slot, value.toLong) else frame.writer.write(filled(), value)
  def write(value: Long): Unit =
    if (flat != null) flat.fill(slot, value) else frame.writer.write(filled(), value)
  def write(value: Float): Unit =
    if (flat != null) flat.fill(slot, java.lang.Float.floatToRawIntBits(value).toLong)
    else frame.writer.write(filled(), value)
  def write(value: Double): Unit =
    if (flat != null) flat.fill(slot, java.lang.Double.doubleToRawLongBits(value))
    else frame.writer.write(filled(), value)
  def write(value: Decimal, precision: Int, scale: Int): Unit =
    if (flat != null) flat.fill(slot, value: Any)
    else frame.writer.write(filled(), value, precision, scale)
  def write(value: VariantVal): Unit = {
    frame.count(value.getValue.length + value.getMetadata.length)
    if (flat != null) flat.fill(slot, value: Any) else frame.writer.write(filled(), value)
  }

  def writeText(bytes: Array[Byte], from: Int, length: Int): Unit =
    if (flat != null) flat.fill(slot, UTF8String.fromBytes(bytes, from, length))
    else writeBytes(bytes, from, length)

  // Making a UTF8String costs more than all else a field costs (its fields are volatile), so those of
  // the format's own words are kept; a field has three of them at most.
  private[this] var words = new Array[Array[Byte]](0)
  private[this] var wordTexts = new Array[UTF8String](0)

  def writeWord(constant: Array[Byte]): Unit =
    if (flat == null) writeBytes(constant, 0, constant.length)
    else {
      var at = 0
      while (at < words.length && (words(at) ne constant)) at += 1
      if (at == words.length && at < Place.MaxWords) {
        words = words :+ constant
        wordTexts = wordTexts :+ UTF8String.fromBytes(constant)
      }
      flat.fill(slot, if (at < words.length) wordTexts(at) else UTF8String.fromBytes(constant))
    }

  def writeBinary(bytes: Array[Byte], from: Int, length: Int): Unit =
    if (flat != null) flat.fillBinary(slot, bytes, from, length)
    else writeBytes(bytes, from, length)

  /** What Spark's writer does, but with an array copy: its copy of raw memory costs more than these
    * few bytes.
    */
  private def writeBytes(bytes: Array[Byte], from: Int, length: Int): Unit = {
    val writer = frame.writer
    val rounded = (length + 7) & ~7
    writer.grow(rounded)
    val buffer = writer.getBuffer
    val cursor = writer.cursor()
    if (rounded > length) Platform.putLong(buffer, cursor.toLong + rounded - 8, 0L)
    System.arraycopy(bytes, from, buffer, cursor - Platform.BYTE_ARRAY_OFFSET, length)
    // Offsets count from the start of the row; the size is that without padding.
    writer.write(filled(), (frame.offsetOf(cursor).toLong << 32) | length)
    writer.increaseCursor(rounded)
  }

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
  private final val MaxWords = 8

  /** Takes anything and keeps nothing. */
  final val Nowhere = 18

  /** Puts together what the bytes have and what the query needs of it. */
  def of(kind: Kind, required: DataType, frame: Frame, at: Int, outer: Container,
      budget: Budget): Place = {
    val place = new Place(tagOf(required), required, frame, at)
    (kind, required) match {
      case (Kind.Struct(shape), struct: StructType) =>
        place.holds(StructWriter(shape, struct, place, outer, budget))
      case (Kind.Dynamic | Kind.Asked, struct: StructType) =>
        place.holds(StructWriter(null, struct, place, outer, budget))
      case (Kind.Sequence(element), ArrayType(elementType, _)) =>
        place.holds(new ListWriter(element, elementType, place, outer, budget))
      case (Kind.Dynamic | Kind.Asked, ArrayType(elementType, _)) =>
        place.holds(new ListWriter(Kind.Dynamic, elementType, place, outer, budget))
      case (Kind.Mapping(key, value), map: MapType) =>
        place.holds(new MapWriter(key, value, map, place, outer, budget, lastCounts = true))
      case (Kind.Dynamic | Kind.Asked, map: MapType) =>
        place.holds(
          new MapWriter(Kind.Dynamic, Kind.Dynamic, map, place, outer, budget, lastCounts = false))
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
    case NullType => Nowhere
    case other => throw new IllegalArgumentException(s"no value becomes a ${other.sql}")
  }
}
