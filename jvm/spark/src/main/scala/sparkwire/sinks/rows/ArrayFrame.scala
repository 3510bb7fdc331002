package sparkwire.sinks
package rows

import org.apache.spark.sql.types._
import org.apache.spark.unsafe.Platform
import org.apache.spark.unsafe.bitset.BitSetMethods

import sparkwire.sinks.containers.{Elements, KeyForm}

/** An array of known length under construction: elements are written where they stay.
  * | offset | size           | what                                                            |
  * | 0      | 8              | how many elements there are                                      |
  * | 8      | 8 for each 64  | a bit for each element that is NULL                              |
  * |        | of one element | each element, in all rounded up to words                         |
  * |        |                | what does not fit there                                          |
  */
private[sinks] final class ArrayFrame(buffer: RowBuffer, dataType: DataType, budget: Budget,
    isCounted: Boolean)
    extends Frame(buffer, 1, isPacked = true, budget, isCounted, null) with Elements {

  /** Bytes of an element. */
  val elementSize: Int = ArrayFrame.sizeOf(dataType)
  override val isFixed: Boolean = ArrayFrame.isFixed(dataType)
  protected override val keyForm: KeyForm = KeyForm.of(dataType)
  private[this] var elements = 0
  private[this] var index = -1
  // Of the first element.
  private[this] var first = 0L

  override def offsetOf(slot: Int): Int = 0

  /** Of an array of so many elements: all but what does not fit into its element. */
  def fixedSize(count: Int): Int =
    (ArrayFrame.headSize(count) + count * elementSize + 7) & ~7

  /** Begins behind what the buffer holds. */
  def begin(count: Int): Unit = {
    this.count(count.toLong * Cells.Bytes)
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

  /** Of an array that has just begun: takes note that the caller fills all elements, from the address
    * returned on.
    */
  def fillAll(): Long = {
    index = elements - 1
    base + elementSize
  }

  /** Of an array in which so many elements were written by the caller, from the address of the first one on: the
    * next one is behind them.
    */
  def goBehind(written: Int): Unit = {
    index = written - 1
    setBase(first + index.toLong * elementSize)
    filled(0) = 1L
  }
  def addressOfFirst: Long = first

  /** What was not written is NULL. */
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

private[sinks] object ArrayFrame {

  /** Longer arrays grow as their elements come: a count is only a promise. */
  final val MaxCount = 1 << 16

  /** Bytes of an element in the fixed part of Spark's arrays. */
  def sizeOf(dataType: DataType): Int = dataType match {
    case BooleanType | ByteType => 1
    case ShortType => 2
    case IntegerType | FloatType | DateType => 4
    case _ => 8
  }

  /** Whether elements have no bytes but those. */
  def isFixed(dataType: DataType): Boolean = dataType match {
    case BooleanType | ByteType | ShortType | IntegerType | LongType | FloatType | DoubleType | DateType |
        TimestampType | TimestampNTZType =>
      true
    case decimal: DecimalType => decimal.precision <= Decimal.MAX_LONG_DIGITS
    case _ => false
  }

  /** Bytes in front of the elements. */
  def headSize(count: Int): Int = 8 + ((count + 63) >> 6) * 8

  /** Writes the head of an array without NULLs behind what the buffer holds, reserves room for the elements, and
    * says where it begins.
    */
  def begin(buffer: RowBuffer, count: Int, elementSize: Int): Int = {
    val head = headSize(count)
    val from = buffer.reserveWords(head + count * elementSize)
    Platform.putLong(buffer.bytes, RowBuffer.address(from), count.toLong)
    var word = 8
    while (word < head) {
      Platform.putLong(buffer.bytes, RowBuffer.address(from + word), 0L)
      word += 8
    }
    from
  }

  private def putZero(bytes: Array[Byte], address: Long, size: Int): Unit = size match {
    case 1 => Platform.putByte(bytes, address, 0)
    case 2 => Platform.putShort(bytes, address, 0)
    case 4 => Platform.putInt(bytes, address, 0)
    case _ => Platform.putLong(bytes, address, 0L)
  }
}
