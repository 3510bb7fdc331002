package sparkwire.rows.buffers

import org.apache.spark.sql.types._
import org.apache.spark.unsafe.Platform
import org.apache.spark.unsafe.bitset.BitSetMethods

import sparkwire.wire.core.Allowance
import sparkwire.wire.places.NumberColumn

/** An array of known length under construction. Elements are written to their final position.
  * | offset | size           | what                                                            |
  * | 0      | 8              | the number of elements                                           |
  * | 8      | 8 for each 64  | a bit for each element that is NULL                              |
  * |        | of one element | each element; padding up to a whole word                         |
  * |        |                | the values that do not fit there                                 |
  */
private[sparkwire] final class ArrayFrame(buffer: RowBuffer, dataType: DataType,
    allowance: Allowance,
    isCounted: Boolean)
    extends Frame(buffer, 1, isPacked = true, allowance, isCounted, null)
    with Elements
    with NumberColumn {

  /** The size of an element in bytes. */
  val elementSize: Int = ArrayFrame.sizeOf(dataType)
  override val isFixed: Boolean = ArrayFrame.isFixed(dataType)
  protected override val keyForm: KeyForm = KeyForm.of(dataType)
  private[this] var elements = 0
  private[this] var index = -1
  // The address of the first element.
  private[this] var first = 0L

  override def offsetOf(ordinal: Int): Int = 0

  /** Returns the size in bytes of an array of `count` elements, without the values after them. */
  def fixedSize(count: Int): Int =
    (ArrayFrame.headSize(count) + count * elementSize + 7) & ~7

  /** Begins an array at the end of the buffer. */
  def begin(count: Int): Unit = {
    this.count(count.toLong * ArrayFrame.ElementCost)
    val from = ArrayFrame.begin(buffer, count, elementSize)
    setStart(from)
    elements = count
    index = -1
    first = RowBuffer.address(from + ArrayFrame.headSize(count))
    setBase(first - elementSize)
    filled(0) = 1L
  }

  def next(): Unit = {
    if (filled(0) == 0) putNull()
    index += 1
    if (index >= elements) throw new IllegalStateException("more elements than were promised")
    setBase(base + elementSize)
    filled(0) = 0L
  }

  /** Marks all elements of an array that has just begun as filled, and returns the address of the
    * first. The caller writes all of them.
    */
  def fillAll(): Long = {
    index = elements - 1
    base + elementSize
  }

  override def put(nth: Int, number: Long): Boolean = {
    val address = first + nth.toLong * elementSize
    if (elementSize == 8) Platform.putLong(buffer.bytes, address, number)
    else Platform.putInt(buffer.bytes, address, number.toInt)
    elementSize == 8 || number == number.toInt
  }

  override def goBehind(written: Int): Unit = {
    index = written - 1
    setBase(first + index.toLong * elementSize)
    filled(0) = 1L
  }

  /** Ends the array. Elements that were not written are NULL. */
  def end(): Unit = {
    while (index + 1 < elements) next()
    if (filled(0) == 0) putNull()
    filled(0) = 1L
  }

  override def length: Int = elements
  override def bytes: Array[Byte] = buffer.bytes
  override def isNull(index: Int): Boolean =
    BitSetMethods.isSet(buffer.bytes, RowBuffer.address(start) + 8, index)
  override def positionOf(index: Int, word: Long): Int = start + (word >>> 32).toInt
  override def wordOf(index: Int): Long = {
    val at = first + index.toLong * elementSize
    elementSize match {
      case 1 => Platform.getByte(buffer.bytes, at).toLong
      case 2 => Platform.getShort(buffer.bytes, at).toLong
      case 4 => Platform.getInt(buffer.bytes, at).toLong
      case _ => Platform.getLong(buffer.bytes, at)
    }
  }

  private def putNull(): Unit = {
    BitSetMethods.set(buffer.bytes, RowBuffer.address(start) + 8, index)
    ArrayFrame.putZero(buffer.bytes, base, elementSize)
  }
}

private[sparkwire] object ArrayFrame {

  /** The bytes that the allowance counts for an element in addition to its own. */
  final val ElementCost = 16

  /** The most elements that are reserved in advance. Longer arrays grow as their elements arrive,
    * because a count in the data may promise too much.
    */
  final val MaxCount = 1 << 16

  /** Returns the size of an element in bytes in the fixed part of Spark's arrays. */
  def sizeOf(dataType: DataType): Int = Tag.sizeOf(Tag.find(dataType))

  /** Whether elements have no bytes outside the fixed part. */
  def isFixed(dataType: DataType): Boolean = dataType match {
    case decimal: DecimalType => decimal.precision <= Decimal.MAX_LONG_DIGITS
    case other => Tag.isFixed(Tag.find(other))
  }

  /** Returns the size in bytes of the header before the elements. */
  def headSize(count: Int): Int = 8 + ((count + 63) >> 6) * 8

  /** Writes the header of an array without NULLs at the end of the buffer, reserves its elements,
    * and returns where the array begins.
    */
  def begin(buffer: RowBuffer, count: Int, elementSize: Int): Int = {
    val from = buffer.reserveWords(headSize(count) + count * elementSize)
    putHead(buffer, from, count)
    from
  }

  /** Inserts the header of an array without NULLs, and a word for each element, before the values of
    * the elements. Returns how far these have moved.
    */
  def insertHead(buffer: RowBuffer, from: Int, count: Int): Int = {
    val size = Math.addExact(headSize(count), Math.multiplyExact(count, 8))
    buffer.insert(from, size)
    putHead(buffer, from, count)
    size
  }

  private def putHead(buffer: RowBuffer, from: Int, count: Int): Unit = {
    val head = headSize(count)
    Platform.putLong(buffer.bytes, RowBuffer.address(from), count.toLong)
    var word = 8
    while (word < head) {
      Platform.putLong(buffer.bytes, RowBuffer.address(from + word), 0L)
      word += 8
    }
  }

  private def putZero(bytes: Array[Byte], address: Long, size: Int): Unit = size match {
    case 1 => Platform.putByte(bytes, address, 0)
    case 2 => Platform.putShort(bytes, address, 0)
    case 4 => Platform.putInt(bytes, address, 0)
    case _ => Platform.putLong(bytes, address, 0L)
  }
}
