package sparkwire.rows

import java.util.Arrays

import org.apache.spark.sql.types._
import org.apache.spark.unsafe.Platform

import sparkwire.rows.buffers.{ArrayFrame, Elements, Frame, KeyForm, RowBuffer, RowFrame}
import sparkwire.rows.buffers.Tag
import sparkwire.wire.core.{Allowance, Kind}

/** Values of one type whose number is not known yet. Each is written as a row of one field, one
  * after another. After the last one they are copied to an array.
  * | offset in a cell | size | what                                          |
  * | 0                | 8    | bit 0: the value is NULL                      |
  * | 8                | 8    | the value, or its offset (upper half) and size |
  *
  * @param side
  *   the buffer for the cells: `target` itself, at its end, so that a long list is not copied
  *   twice, or a separate buffer if something else is written to `target` at the same time
  */
private[sparkwire] final class Cells(kind: Kind, dataType: DataType, container: Container,
    allowance: Allowance, side: RowBuffer, target: RowBuffer)
    extends Elements {
  private[this] val isShared = side eq target
  private[this] val cell =
    new RowFrame(side, Array(dataType), allowance, isCounted = Frame.isCounted(kind), 1)
  private[this] val array = new ArrayFrame(target, dataType, allowance, isCounted = false)
  private[this] val element = new Place(Tag.Nowhere, dataType, array, 0)
  private[this] val elementSize = ArrayFrame.sizeOf(dataType)
  override val isFixed: Boolean = ArrayFrame.isFixed(dataType)
  protected override val keyForm: KeyForm = KeyForm.of(dataType)
  private[this] var starts = new Array[Int](16)
  private[this] var count = 0

  /** The place of the value in each cell. */
  val place: Place = Places.of(kind, dataType, cell, 0, container, allowance)

  // Where the cells begin, if they are in `target`, and by how many bytes they were moved.
  private[this] var start = 0
  private[this] var moved = 0

  /** Begins in the separate buffer, or at the end of `target`. */
  def begin(): Unit = {
    if (!isShared) side.clear()
    beginAt(side.size)
  }

  /** Begins at the end of `target`. [[toArray]] overwrites the content from `from` on. */
  def beginAt(from: Int): Unit = {
    // The memory of very many elements is released once there are few again.
    if (starts.length > Cells.MaxKept && count < starts.length / 4) starts = new Array[Int](16)
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

  /** Ends the last cell. */
  def end(): Unit = if (count > 0) cell.end()

  /** Copies the values of an array that has ended. */
  def adopt(array: ArrayFrame): Unit = {
    var index = 0
    while (index < array.length) {
      next()
      if (!array.isNull(index)) copy(array, index, place)
      index += 1
    }
  }

  /** Copies the values to an array at the end of `target` and returns where it begins. The last
    * cell must have ended.
    */
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

  /** Moves the cells after the space for the fixed part of the array. Then no element of the array
    * begins after its cell, so each can be moved to its place in order.
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

  /** Drops all cells except those with the given indexes. */
  def keepOnly(kept: Array[Int]): Unit = {
    var index = 0
    while (index < kept.length) {
      starts(index) = starts(kept(index))
      index += 1
    }
    count = kept.length
  }
}

private object Cells {
  private final val MaxKept = 1 << 18
}
