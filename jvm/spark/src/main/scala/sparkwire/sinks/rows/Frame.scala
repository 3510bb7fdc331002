package sparkwire.sinks
package rows

import java.util.Arrays

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.Platform

import sparkwire.wire.core.{Kind, Reason}

/** What rows and arrays may take in all beside the bytes of the values in them, which come from the
  * input: a byte of input can be an empty element, and that a row of a hundred fields. What takes more time
  * than its size says is charged here too.
  */
private[sinks] final class Budget(limit: Int) {
  private[this] var spent = 0L
  def begin(): Unit = spent = 0

  /** What was spent, to go back to where it was for nothing. */
  def mark: Long = spent
  def goBack(mark: Long): Unit = spent = mark
  def spend(bytes: Long): Unit = {
    spent += bytes
    if (spent > limit) throw Reason.TooLarge.signal
  }
}

/** What places are parts of: a row or an array under construction, in Spark's binary form, in a buffer
  * that all share. Nothing is NULL or zero in advance: a frame notes what was filled, and makes the rest
  * NULL when it ends.
  *
  * @param slots
  *   how many may be filled before the frame moves on
  * @param isPacked
  *   whether a number takes its own size only, as in an array, and not 8 bytes
  * @param isCounted
  *   whether how many there are is up to the data alone, and their size to the user's type
  */
private[sinks] abstract class Frame(val buffer: RowBuffer, slots: Int, val isPacked: Boolean,
    budget: Budget, isCounted: Boolean, val flat: FlatRow) {

  /** A bit for each slot that has a value. */
  final val filled: Array[Long] =
    if (flat != null) flat.filled else new Array[Long]((slots + 63) / 64)

  // Where the slots are, as an address of Spark's; the places' offsets count from here.
  private[this] var slotsAt = 0L
  private[this] var from = 0

  final def base: Long = slotsAt
  protected final def setBase(address: Long): Unit = slotsAt = address

  /** Where it begins in the buffer: the offsets of Spark's rows count from here. */
  final def start: Int = from
  protected final def setStart(position: Int): Unit = from = position

  /** Of a slot, from [[base]] on. */
  def offsetOf(slot: Int): Int

  final def setNull(slot: Int): Unit = filled(slot >> 6) &= ~(1L << slot)

  protected final def forget(): Unit =
    if (filled.length == 1) filled(0) = 0L else Arrays.fill(filled, 0L)

  /** Counts what a value takes, where that is up to the data alone. */
  final def count(bytes: Long): Unit = if (isCounted) budget.spend(bytes)
}

private[sinks] object Frame {

  /** Whether values of this kind are counted against the budget: what says itself what it is may take
    * a byte of input and become a row of the user's type.
    */
  def isCounted(kind: Kind): Boolean = kind match {
    case Kind.Dynamic | Kind.Asked => true
    case Kind.Struct(shape) =>
      shape.results.exists(field => field.kind == Kind.Dynamic || field.kind == Kind.Asked)
    case _ => false
  }
}

/** A row under construction: the NULL bits, 8 bytes for each field, and behind them what does not fit
  * there.
  *
  * @param countedFields
  *   how many fields a row is counted with: all that the value has, whichever of them a query needs, for a query for a
  *   part refuses what one for the whole does
  * @param isColumn
  *   whether, as the root, it is the one field of another row, which stands in front of it
  */
private[sinks] final class RowFrame(buffer: RowBuffer, types: Array[DataType], budget: Budget,
    isCounted: Boolean, countedFields: Int, flat: FlatRow = null, isColumn: Boolean = false)
    extends Frame(buffer, types.length, isPacked = false, budget, isCounted, flat) {
  private[this] val fields = types.length
  private[this] val bits = UnsafeRow.calculateBitSetWidthInBytes(fields)

  // A bit for each slot of the first word.
  private[this] val allInFirst = RowFrame.all(fields)

  /** Of a row without what does not fit its fields. */
  val fixedSize: Int = bits + 8 * fields
  private[this] val countedSize =
    UnsafeRow.calculateBitSetWidthInBytes(countedFields) + 8L * countedFields

  // Made where a row of its own is asked for.
  private[this] var whole: UnsafeRow = _

  override def offsetOf(slot: Int): Int = bits + 8 * slot

  def beginRoot(): Unit = {
    buffer.clear()
    if (isColumn) {
      val _ = buffer.reserve(RowFrame.ColumnHead)
    }
    val _ = begin()
  }

  /** Begins a row at the end of what the shared buffer holds. */
  def begin(): Int = begin(fixedSize)

  /** Begins a row of which so many bytes are known: its fields, and some of what is behind them. */
  def begin(size: Int): Int = {
    count(countedSize)
    val at = buffer.reserve(size)
    setStart(at)
    setBase(RowBuffer.address(at))
    forget()
    at
  }

  // Which fields have their values behind the fields.
  private[this] val behind = types.indices.filterNot(at => ArrayFrame.isFixed(types(at))).toArray
  private[this] val isWide = types.map(Place.isWide)

  /** Of a row of at most 64 fields that has just begun: these have values that come yet, the rest are NULL. */
  def fillOnly(slots: Long): Unit = {
    filled(0) = slots
    if (flat == null) putNulls(0, ~slots & allInFirst)
  }

  /** Makes NULL what was not filled. */
  def end(): Unit = if (flat == null) putNulls(filled)

  /** Of a row that has ended and is kept: brings the values behind the fields into the order of the fields,
    * without gaps. Spark takes rows for the same if their bytes are, and values come as the data has them.
    */
  def order(): Unit = if (flat == null && !isInOrder) reorder()

  private def isFilled(slot: Int): Boolean = (filled(slot >> 6) & (1L << slot)) != 0
  private def wordOf(slot: Int): Long = Platform.getLong(buffer.bytes, base + offsetOf(slot))

  /** How many bytes a value takes behind the fields: for long decimals Spark keeps the most in any case. */
  private def room(slot: Int, size: Int): Int =
    if (isWide(slot)) Place.WideDecimal else (size + 7) & ~7

  private def isInOrder: Boolean = {
    var next = fixedSize
    var at = 0
    while (at < behind.length && next > 0) {
      val slot = behind(at)
      if (isFilled(slot)) {
        val word = wordOf(slot)
        next = if ((word >>> 32).toInt == next) next + room(slot, word.toInt) else -1
      } else if (isWide(slot)) next = -1
      at += 1
    }
    next == buffer.size - start
  }

  private def reorder(): Unit = {
    val from = start + fixedSize
    val values = buffer.copyAside(from)
    buffer.giveBack(from)
    var at = 0
    while (at < behind.length) {
      val slot = behind(at)
      if (isFilled(slot)) {
        val word = wordOf(slot)
        val size = room(slot, word.toInt)
        val to = buffer.reserve(size)
        System.arraycopy(values, (word >>> 32).toInt - fixedSize, buffer.bytes, to, size)
        putWord(slot, to, word.toInt)
      } else if (isWide(slot)) {
        val to = buffer.reserve(Place.WideDecimal)
        Arrays.fill(buffer.bytes, to, to + Place.WideDecimal, 0.toByte)
        putWord(slot, to, 0)
      }
      at += 1
    }
  }

  private def putWord(slot: Int, position: Int, size: Int): Unit = Platform.putLong(
    buffer.bytes, base + offsetOf(slot), RowBuffer.extent(position - start, size))

  private def putNulls(filled: Array[Long]): Unit = {
    var word = 0
    while (word < filled.length) {
      putNulls(word, ~filled(word) & RowFrame.all(fields - word * 64))
      word += 1
    }
  }

  private def putNulls(word: Int, missing: Long): Unit = {
    Platform.putLong(buffer.bytes, base + 8 * word, missing)
    if (missing != 0) zero(word, missing)
  }

  /** Reserves such rows without anything behind their fields for all elements of an array that has just begun,
    * the same fields of each NULL; the caller writes the others.
    *
    * @return
    *   where they begin
    */
  def reserveRows(rows: Int, filled: Array[Long], array: ArrayFrame): Int = {
    count(rows * countedSize)
    val from = buffer.reserve(rows * fixedSize)
    var word = array.fillAll()
    var row = from
    var left = rows
    while (left > 0) {
      setBase(RowBuffer.address(row))
      Platform.putLong(buffer.bytes, word, RowBuffer.extent(row - array.start, fixedSize))
      putNulls(filled)
      row += fixedSize
      word += 8
      left -= 1
    }
    from
  }

  /** Whether nothing was given since it began. */
  def isUntouched: Boolean = {
    var word = 0
    while (word < filled.length && filled(word) == 0) word += 1
    word == filled.length
  }

  /** What is not NULL in the row, which was written by others, is filled. */
  def adopt(): Unit = {
    var word = 0
    while (word < filled.length) {
      filled(word) = ~Platform.getLong(buffer.bytes, base + 8 * word)
      word += 1
    }
  }

  // Fields that are NULL must be zero as well.
  private def zero(word: Int, missing: Long): Unit = {
    var left = missing
    while (left != 0) {
      val slot = word * 64 + java.lang.Long.numberOfTrailingZeros(left)
      Platform.putLong(buffer.bytes, base + offsetOf(slot), 0L)
      left &= left - 1
    }
  }

  /** The row that was begun as the root and has ended. */
  def row: InternalRow =
    if (flat != null) flat
    else {
      if (whole == null) whole = new UnsafeRow(if (isColumn) 1 else fields)
      if (isColumn) putColumn()
      // The buffer is mostly the one of the value before, and to store a reference costs more than to look at it.
      if (whole.getBaseObject eq buffer.bytes) whole.setTotalSize(buffer.size)
      else whole.pointTo(buffer.bytes, Platform.BYTE_ARRAY_OFFSET.toLong, buffer.size)
      whole
    }

  // NULL bits, none of them set, and where the row is.
  private def putColumn(): Unit = {
    Platform.putLong(buffer.bytes, RowBuffer.address(0), 0L)
    Platform.putLong(
      buffer.bytes, RowBuffer.address(8), RowBuffer.extent(start, buffer.size - start))
  }
}

private[sinks] object RowFrame {
  // Of a row of one field.
  private final val ColumnHead = 16

  /** A row of its own. */
  def root(types: Array[DataType], budget: Budget, isColumn: Boolean = false): RowFrame =
    new RowFrame(
      new RowBuffer, types, budget, isCounted = false, types.length, isColumn = isColumn)

  /** A row of its own that is taken apart at once. */
  def flat(types: Array[DataType], budget: Budget): RowFrame = {
    val buffer = new RowBuffer
    new RowFrame(
      buffer, types, budget, isCounted = false, types.length, new FlatRow(types, buffer))
  }

  /** A bit for each of the first `fields` slots of a word. */
  private def all(fields: Int): Long = if (fields >= 64) -1L else (1L << fields) - 1
}
