package sparkwire.sinks

import java.nio.ByteBuffer
import java.util.{Arrays, HashMap => JavaMap, HashSet => JavaSet}

import org.apache.spark.sql.types._
import org.apache.spark.unsafe.Platform

import sparkwire.wire.Kind

/** Values of one type, one after another: each a row of one field, in a buffer of their own. When
  * their number is known they are copied to the target as an array.
  * | offset in a cell | size | what                                          |
  * | 0                | 8    | bit 0: the value is NULL                      |
  * | 8                | 8    | the value, or offset (high half) and size of it |
  */
private[sinks] final class Cells(kind: Kind, dataType: DataType, container: Container,
    budget: Budget, target: RowBuffer) {
  private[this] val side = new RowBuffer
  private[this] val cell = new RowFrame(side, 1, budget, isCounted = kind == Kind.Dynamic)
  private[this] val array = new ArrayFrame(target, dataType, budget, isCounted = false)
  private[this] val element = new Place(Place.Nowhere, dataType, array, 0)
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

  /** Where the value of each goes. */
  val place: Place = Place.of(kind, dataType, cell, 0, container, budget)

  def begin(): Unit = {
    side.clear()
    count = 0
  }

  def next(): Place = {
    endCell()
    if (count == starts.length) starts = Arrays.copyOf(starts, count * 2)
    starts(count) = cell.begin()
    count += 1
    place
  }

  private def endCell(): Unit = if (count > 0) cell.end()

  /** Writes them to the target as an array and says where it begins. */
  def copied(): Int = {
    endCell()
    array.begin(count)
    var index = 0
    while (index < count) {
      array.next()
      if (!isNull(index)) copy(index)
      index += 1
    }
    array.end()
    array.start
  }

  private def copy(index: Int): Unit = {
    val at = RowBuffer.address(starts(index) + 8)
    if (!isFixed) {
      val word = wordOf(index)
      element.writeBinary(side.bytes, positionOf(index, word), word.toInt)
    } else
      elementSize match {
        case 1 => element.write(Platform.getByte(side.bytes, at))
        case 2 => element.write(Platform.getShort(side.bytes, at))
        case 4 => element.write(Platform.getInt(side.bytes, at))
        case _ => element.write(Platform.getLong(side.bytes, at))
      }
  }

  private def isNull(index: Int): Boolean =
    Platform.getLong(side.bytes, RowBuffer.address(starts(index))) != 0

  private def positionOf(index: Int, word: Long): Int = starts(index) + (word >>> 32).toInt

  /** Whether none is NULL and none comes twice. Keys that ascend, as most do, need no set. */
  def areKeys: Boolean = {
    endCell()
    var index = 0
    while (index < count && !isNull(index) && (index == 0 || compare(index - 1, index) < 0))
      index += 1
    index == count || areDistinct
  }

  private def areDistinct: Boolean = {
    // For few of them a set takes more than looking at each pair.
    val seen = if (count > Cells.Few) new JavaSet[ByteBuffer](count * 2) else null
    var index = 0
    while (index < count && !isNull(index) &&
      (if (seen == null) isNew(index) else seen.add(bytesOf(index)))) index += 1
    index == count
  }

  /** Whether none of the values before it is the same. */
  private def isNew(index: Int): Boolean = {
    var other = 0
    while (other < index && compare(other, index) != 0) other += 1
    other == index
  }

  /** Some order of values that are not NULL, 0 only for the same. */
  private def compare(one: Int, other: Int): Int = {
    val word = wordOf(one)
    val otherWord = wordOf(other)
    if (isFixed) java.lang.Long.compare(word, otherWord)
    else {
      val from = positionOf(one, word)
      val otherFrom = positionOf(other, otherWord)
      Arrays.compare(side.bytes, from, from + word.toInt, side.bytes, otherFrom,
        otherFrom + otherWord.toInt)
    }
  }

  private def wordOf(index: Int): Long =
    Platform.getLong(side.bytes, RowBuffer.address(starts(index) + 8))

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
    val word = wordOf(index)
    if (isFixed) ByteBuffer.wrap(side.bytes, starts(index) + 8, 8)
    else ByteBuffer.wrap(side.bytes, positionOf(index, word), word.toInt)
  }
}

private[sinks] object Cells {

  /** What an element costs beside its own bytes. */
  final val Bytes = 16
  private final val Few = 8
}
