package sparkwire.sinks
package rows

import java.util.Arrays

import org.apache.spark.sql.types._
import org.apache.spark.unsafe.Platform

import sparkwire.sinks.containers.{Container, Elements, KeyForm}
import sparkwire.wire.core.Kind

/** Values of one type whose number is not known yet, one after another, each as a row of one field. When
  * the last one has been written, an array is made of them.
  * | offset in a cell | size | what                                          |
  * | 0                | 8    | bit 0: the value is NULL                      |
  * | 8                | 8    | the value, or offset (high half) and size of it |
  *
  * @param side
  *   where the cells are written: the end of `target` itself, so that no second copy of a long list is made,
  *   or a buffer of their own where something else is written to `target` at the same time
  */
private[sinks] final class Cells(kind: Kind, dataType: DataType, container: Container,
    budget: Budget, side: RowBuffer, target: RowBuffer)
    extends Elements {
  private[this] val isShared = side eq target
  private[this] val cell =
    new RowFrame(side, Array(dataType), budget, isCounted = Frame.isCounted(kind), 1)
  private[this] val array = new ArrayFrame(target, dataType, budget, isCounted = false)
  private[this] val element = new Place(Place.Nowhere, dataType, array, 0)
  private[this] val elementSize = ArrayFrame.sizeOf(dataType)
  override val isFixed: Boolean = ArrayFrame.isFixed(dataType)
  protected override val keyForm: KeyForm = KeyForm.of(dataType)
  private[this] var starts = new Array[Int](16)
  private[this] var count = 0

  /** Where the value of each goes. */
  val place: Place = Places.of(kind, dataType, cell, 0, container, budget)

  // Where the cells begin in `target`, if they are there, and how far they were moved from there.
  private[this] var start = 0
  private[this] var moved = 0

  /** Begins in a buffer of their own, or behind what `target` holds. */
  def begin(): Unit = {
    if (!isShared) side.clear()
    beginAt(side.size)
  }

  /** Begins in `target` behind what it holds; what is there from `from` on is dropped in the end. */
  def beginAt(from: Int): Unit = {
    start = from
    moved = 0
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

  /** Makes an array of them at the end of `target`, when they have ended, and says where it begins. */
  def toArray(): Int = {
    if (isShared) makeRoom()
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

  /** Moves the cells out of the way of the fixed part of the array. An element of the array never begins
    * behind its cell then, so that each can be moved to its place in order.
    */
  private def makeRoom(): Unit = {
    moved = array.fixedSize(count)
    side.insert(start, moved)
    side.giveBack(start)
  }

  private def copy(from: Elements, index: Int, to: Place): Unit = {
    val word = from.wordOf(index)
    if (!isFixed) to.moveBytes(from.bytes, from.positionOf(index, word), word.toInt)
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
    Platform.getLong(side.bytes, RowBuffer.address(at(index))) != 0
  override def wordOf(index: Int): Long =
    Platform.getLong(side.bytes, RowBuffer.address(at(index) + 8))
  override def positionOf(index: Int, word: Long): Int = at(index) + (word >>> 32).toInt
  private def at(index: Int): Int = starts(index) + moved

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
