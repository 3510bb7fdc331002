package sparkwire.sinks

import java.nio.ByteBuffer
import java.util.{Arrays, HashMap => JavaMap, HashSet => JavaSet}

import org.apache.spark.sql.catalyst.expressions.codegen.{
  UnsafeArrayWriter, UnsafeRowWriter, UnsafeWriter
}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.Platform
import org.apache.spark.unsafe.bitset.BitSetMethods

import sparkwire.wire.Kind

/** Values of one type, one after another: each a row of one field, in a buffer of their own. When
  * their number is known they are copied as an array.
  * | offset in a cell | size | what                                          |
  * | 0                | 8    | bit 0: the value is NULL                      |
  * | 8                | 8    | the value, or offset (high half) and size of it |
  */
private[sinks] final class Cells(kind: Kind, dataType: DataType, container: Container,
    budget: Budget) {
  private[this] val side = RowFrame.root(budget)
  private[this] val cell =
    new RowFrame(
      new UnsafeRowWriter(side.writer, 1), 1, budget, isCounted = kind == Kind.Dynamic)
  private[this] val elementSize = ArrayFrame.sizeOf(dataType)
  private[this] val isFixed = dataType match {
    case BooleanType | ByteType | ShortType | IntegerType | LongType | FloatType | DoubleType | DateType |
        TimestampType | TimestampNTZType =>
      true
    case decimal: DecimalType => decimal.precision <= Decimal.MAX_LONG_DIGITS
    case _ => false
  }
  private[this] var starts = new Array[Int](16)
  private[this] var count = 0
  private[this] val cellPlace = Place.of(kind, dataType, cell, 0, container, budget)

  def begin(): Unit = {
    side.beginRoot()
    count = 0
  }

  def next(): Place = {
    if (count == starts.length) starts = Arrays.copyOf(starts, count * 2)
    starts(count) = cell.begin()
    count += 1
    cellPlace
  }

  def copyTo(writer: UnsafeWriter): Unit = {
    val array = new UnsafeArrayWriter(writer, elementSize)
    array.initialize(count)
    val buffer = side.writer.getBuffer
    var index = 0
    while (index < count) {
      val start = starts(index)
      val word = Platform.getLong(buffer, start + 8L)
      if (isNull(index)) ArrayFrame.putNull(array, index, elementSize)
      else if (isFixed) putFixed(array, index, word)
      else array.write(index, buffer, positionOf(start, word), word.toInt)
      index += 1
    }
  }

  private def isNull(
      index: Int): Boolean = BitSetMethods.isSet(side.writer.getBuffer, starts(index).toLong, 0)

  private def positionOf(start: Int, word: Long): Int =
    start + (word >>> 32).toInt - Platform.BYTE_ARRAY_OFFSET

  private def putFixed(array: UnsafeArrayWriter, index: Int, word: Long): Unit = elementSize match {
    case 1 => array.write(index, word.toByte)
    case 2 => array.write(index, word.toShort)
    case 4 => array.write(index, word.toInt)
    case _ => array.write(index, word)
  }

  /** Whether none is NULL and none comes twice. */
  def areKeys: Boolean = {
    val seen = new JavaSet[ByteBuffer](count * 2)
    var index = 0
    while (index < count && !isNull(index) && seen.add(bytesOf(index))) index += 1
    index == count
  }

  /** Which of the keys that are the same comes last, in order. */
  def lastOfEach: Array[Int] = {
    val last = new JavaMap[ByteBuffer, Integer](count * 2)
    var index = 0
    while (index < count) {
      last.put(bytesOf(index), index)
      index += 1
    }
    val kept = new Array[Int](last.size)
    index = 0
    last.values.forEach { at =>
      kept(index) = at
      index += 1
    }
    Arrays.sort(kept)
    kept
  }

  /** Leaves the others out. */
  def keepOnly(kept: Array[Int]): Unit = {
    var index = 0
    while (index < kept.length) {
      starts(index) = starts(kept(index))
      index += 1
    }
    count = kept.length
  }

  private def bytesOf(index: Int): ByteBuffer = {
    val buffer = side.writer.getBuffer
    val start = starts(index)
    val word = Platform.getLong(buffer, start + 8L)
    if (isFixed) ByteBuffer.wrap(buffer, start + 8 - Platform.BYTE_ARRAY_OFFSET, 8)
    else ByteBuffer.wrap(buffer, positionOf(start, word), word.toInt)
  }
}

private[sinks] object Cells {

  /** What an element costs beside its own bytes. */
  final val Bytes = 16
}
