package sparkwire.sinks

import org.apache.spark.sql.catalyst.expressions.codegen.{UnsafeArrayWriter, UnsafeRowWriter}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.Platform
import org.apache.spark.unsafe.bitset.BitSetMethods

import sparkwire.wire.{Kind, Shape}

/** A row under construction. All fields are NULL until they are written. */
private[sinks] final class RowFrame(val writer: UnsafeRowWriter, fields: Int) {
  private[this] val nullWords = (fields + 63) / 64
  private[this] var start = Platform.BYTE_ARRAY_OFFSET

  def beginRoot(): Unit = {
    writer.reset()
    start = Platform.BYTE_ARRAY_OFFSET
    clear()
  }

  /** Begins a row at the end of what the shared buffer holds. */
  def begin(): Int = {
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

  /** The one field of the outermost frame. */
  def result(required: DataType): Any = writer.getRow.get(0, required)
}

private[sinks] object RowFrame {
  def root(): RowFrame = new RowFrame(new UnsafeRowWriter(1), 1)
}

/** Where one value goes: a field of a frame, with what is known of its type. */
private[sinks] final class Place(val tag: Int, val frame: RowFrame, at: Int, val struct: StructWriter, val list: ListWriter) {

  /** The field's position, marked as not NULL. */
  def filled(): Int = {
    frame.filled(at)
    at
  }
}

private[sinks] object Place {
  final val Bool = 0
  final val Int8 = 1
  final val Int16 = 2
  final val Int32 = 3
  final val Int64 = 4
  final val Text = 5
  final val Binary = 6
  final val Timestamp = 7
  final val Struct = 8
  final val List = 9

  /** Puts together what the bytes have and what the query needs of it. */
  def of(kind: Kind, required: DataType, frame: RowFrame, at: Int, outerStruct: StructWriter, outerList: ListWriter): Place =
    (kind, required) match {
      case (Kind.Struct(shape), struct: StructType) =>
        new Place(Struct, frame, at, new StructWriter(shape, struct, frame, at, outerStruct, outerList), null)
      case (Kind.Sequence(element), ArrayType(elementType, _)) =>
        new Place(List, frame, at, null, new ListWriter(element, elementType, frame, at, outerStruct, outerList))
      case _ => new Place(tagOf(required), frame, at, null, null)
    }

  private def tagOf(required: DataType): Int = required match {
    case BooleanType => Bool
    case ByteType => Int8
    case ShortType => Int16
    case IntegerType => Int32
    case LongType => Int64
    case StringType => Text
    case BinaryType => Binary
    case TimestampType => Timestamp
    case other => throw new IllegalArgumentException(s"no value becomes a ${other.sql}")
  }
}

/** A struct in its place. `slots` leads from a field of the shape to its place, -1 if not needed. */
private[sinks] final class StructWriter(shape: Shape, required: StructType, outer: RowFrame, at: Int,
    val outerStruct: StructWriter, val outerList: ListWriter) {
  private[this] val frame = new RowFrame(new UnsafeRowWriter(outer.writer, required.length), required.length)
  private[this] var start = 0

  val slots: Array[Int] = shape.fields.map { field =>
    if (field.isFrame) -1 else required.fieldNames.indexOf(field.name)
  }.toArray

  val places: Array[Place] = required.fields.zipWithIndex.map { case (field, slot) =>
    Place.of(shape.fields(slots.indexOf(slot)).kind, field.dataType, frame, slot, this, null)
  }

  def begin(): Unit = start = frame.begin()

  def end(): Unit = {
    outer.filled(at)
    outer.writer.setOffsetAndSizeFromPreviousCursor(at, start)
  }
}

/** An array whose length is known only at its end. Each element is written as a row of one field
  * into a buffer of its own; at the end they are put together in the outer buffer.
  */
private[sinks] final class ListWriter(element: Kind, required: DataType, outer: RowFrame, at: Int,
    val outerStruct: StructWriter, val outerList: ListWriter) {
  private[this] val side = RowFrame.root()
  private[this] val cell = new RowFrame(new UnsafeRowWriter(side.writer, 1), 1)
  private[this] val elementSize = required match {
    case BooleanType | ByteType => 1
    case ShortType => 2
    case IntegerType | FloatType | DateType => 4
    case _ => 8
  }
  private[this] val isFixed = required match {
    case BooleanType | ByteType | ShortType | IntegerType | LongType | FloatType | DoubleType | DateType | TimestampType | TimestampNTZType => true
    case _ => false
  }
  private[this] val array = new UnsafeArrayWriter(outer.writer, elementSize)
  private[this] var starts = new Array[Int](16)
  private[this] var count = 0

  val elementPlace: Place = Place.of(element, required, cell, 0, null, this)

  def begin(): Unit = {
    side.beginRoot()
    count = 0
  }

  def element(): Unit = {
    if (count == starts.length) starts = java.util.Arrays.copyOf(starts, count * 2)
    starts(count) = cell.begin()
    count += 1
  }

  def end(): Unit = {
    val from = outer.writer.cursor()
    array.initialize(count)
    val buffer = side.writer.getBuffer
    var index = 0
    while (index < count) {
      put(index, buffer, starts(index))
      index += 1
    }
    outer.filled(at)
    outer.writer.setOffsetAndSizeFromPreviousCursor(at, from)
  }

  private def put(index: Int, buffer: Array[Byte], start: Int): Unit = {
    // A cell: one word of null bits, one word of the field.
    val isNull = BitSetMethods.isSet(buffer, start.toLong, 0)
    val word = Platform.getLong(buffer, start + 8L)
    if (isNull) putNull(index)
    else if (isFixed) putFixed(index, word)
    else array.write(index, buffer, start + (word >>> 32).toInt - Platform.BYTE_ARRAY_OFFSET, word.toInt)
  }

  private def putNull(index: Int): Unit = elementSize match {
    case 1 => array.setNull1Bytes(index)
    case 2 => array.setNull2Bytes(index)
    case 4 => array.setNull4Bytes(index)
    case _ => array.setNull8Bytes(index)
  }

  private def putFixed(index: Int, word: Long): Unit = elementSize match {
    case 1 => array.write(index, word.toByte)
    case 2 => array.write(index, word.toShort)
    case 4 => array.write(index, word.toInt)
    case _ => array.write(index, word)
  }
}
