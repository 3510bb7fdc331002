package sparkwire.sinks

import java.util.Arrays

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
    budget: Budget, target: RowBuffer)
    extends Elements {
  private[this] val side = new RowBuffer
  private[this] val cell =
    new RowFrame(side, Array(dataType), budget, isCounted = kind == Kind.Dynamic)
  private[this] val array = new ArrayFrame(target, dataType, budget, isCounted = false)
  private[this] val element = new Place(Place.Nowhere, dataType, array, 0)
  private[this] val elementSize = ArrayFrame.sizeOf(dataType)
  override val isFixed: Boolean = ArrayFrame.isFixed(dataType)
  protected override val keyForm: KeyForm = KeyForm.of(dataType)
  private[this] var starts = new Array[Int](16)
  private[this] var count = 0

  /** Where the value of each goes. */
  val place: Place = Places.of(kind, dataType, cell, 0, container, budget)

  def begin(): Unit = {
    side.clear()
    count = 0
  }

  def next(): Place = {
    end()
    if (count == starts.length) starts = Arrays.copyOf(starts, count * 2)
    starts(count) = cell.begin()
    count += 1
    place
  }

  /** Ends the last of them. */
  def end(): Unit = if (count > 0) cell.end()

  /** Takes over the values of an array that has ended. */
  def adopt(array: ArrayFrame): Unit = {
    var index = 0
    while (index < array.length) {
      next()
      if (!array.isNull(index)) copy(array, index, place)
      index += 1
    }
  }

  /** Writes them to the target as an array, when they have ended, and says where it begins. */
  def copied(): Int = {
    array.begin(count)
    var index = 0
    while (index < count) {
      array.next()
      if (!isNull(index)) copy(this, index, element)
      index += 1
    }
    array.end()
    array.start
  }

  private def copy(from: Elements, index: Int, to: Place): Unit = {
    val word = from.wordOf(index)
    if (!isFixed) to.writeBinary(from.bytes, from.positionOf(index, word), word.toInt)
    else
      elementSize match {
        case 1 => to.write(word.toByte)
        case 2 => to.write(word.toShort)
        case 4 => to.write(word.toInt)
        case _ => to.write(word)
      }
  }

  override def length: Int = count
  override def bytes: Array[Byte] = side.bytes
  override def isNull(index: Int): Boolean =
    Platform.getLong(side.bytes, RowBuffer.address(starts(index))) != 0
  override def wordOf(index: Int): Long =
    Platform.getLong(side.bytes, RowBuffer.address(starts(index) + 8))
  override def positionOf(index: Int, word: Long): Int = starts(index) + (word >>> 32).toInt

  /** Leaves the others out. */
  def keepOnly(kept: Array[Int]): Unit = {
    var index = 0
    while (index < kept.length) {
      starts(index) = starts(kept(index))
      index += 1
    }
    count = kept.length
  }
}

private[sinks] object Cells {

  /** What an element costs beside its own bytes. */
  final val Bytes = 16
}
