package sparkwire.rows.buffers

import java.util.Arrays

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.Platform

import sparkwire.wire.core.Allowance

/** A row under construction: the NULL bits, 8 bytes for each field, and after them the values that
  * do not fit there.
  *
  * @param countedFields
  *   the number of fields that are charged for a row: all fields of the value, whichever of them a
  *   query needs, so that a query for a part refuses the same values as a query for the whole
  * @param isColumn
  *   whether this root row is the single field of another row, whose head precedes it
  */
private[sparkwire] final class RowFrame(buffer: RowBuffer, types: Array[DataType],
    allowance: Allowance,
    isCounted: Boolean, countedFields: Int, flat: FlatRow = null, isColumn: Boolean = false)
    extends Frame(buffer, types.length, isPacked = false, allowance, isCounted, flat) {
  private[this] val fields = types.length
  private[this] val bits = UnsafeRow.calculateBitSetWidthInBytes(fields)

  // A bit for each field of the first word.
  private[this] val allInFirst = RowFrame.all(fields)

  /** The size in bytes of a row without the values after its fields. */
  val fixedSize: Int = bits + 8 * fields

  // The size in bytes of the head before a row that is the whole value.
  private[this] val headSize = if (isColumn) RowFrame.ColumnHead else 0

  /** The size in bytes of the fixed part of a whole value, with the head before it. */
  val wholeSize: Int = headSize + fixedSize
  private[this] val countedSize =
    UnsafeRow.calculateBitSetWidthInBytes(countedFields) + 8L * countedFields

  // Created when the row is first asked for.
  private[this] var whole: UnsafeRow = _

  override def offsetOf(ordinal: Int): Int = bits + 8 * ordinal

  def beginRoot(): Unit = {
    buffer.clear()
    if (isColumn) {
      val _ = buffer.reserve(headSize)
    }
    val _ = begin()
  }

  /** Begins the row of a whole value, all of whose fields other code writes. The caller has emptied
    * the buffer and reserved [[wholeSize]] bytes.
    */
  def beginWhole(): Unit = setStart(headSize)

  /** Begins a row at the end of the shared buffer and returns its position. */
  def begin(): Int = begin(fixedSize)

  /** Begins a row whose first `size` bytes the caller writes: its fields, and some of the values
    * after them.
    */
  def begin(size: Int): Int = {
    count(countedSize)
    val at = buffer.reserve(size)
    setStart(at)
    setBase(RowBuffer.address(at))
    forget()
    at
  }

  // The ordinals of the fields whose values are after the fixed part.
  private[this] val behind = types.indices.filterNot(at => ArrayFrame.isFixed(types(at))).toArray
  private[this] val isWide = types.map(Frame.isWide)

  /** Marks the given fields of a row that has just begun as filled; their values follow. The other
    * fields are NULL. The row has at most 64 fields.
    */
  def fillOnly(ordinals: Long): Unit = {
    filled(0) = ordinals
    if (flat == null) putNulls(0, ~ordinals & allInFirst)
  }

  /** Makes the fields NULL that were not filled. */
  def end(): Unit = if (flat == null) putNulls(filled)

  /** Brings the values after the fields into the order of the fields, without gaps, in a row that
    * has ended and is kept. Spark compares rows by their bytes, but values arrive in the order of
    * the data.
    */
  def order(): Unit = if (flat == null && !isInOrder) reorder()

  private def isFilled(ordinal: Int): Boolean = (filled(ordinal >> 6) & (1L << ordinal)) != 0
  private def wordOf(ordinal: Int): Long = Platform.getLong(buffer.bytes, base + offsetOf(ordinal))

  /** Returns how many bytes a value takes after the fields. Spark always keeps the maximum for
    * long decimals.
    */
  private def room(ordinal: Int, size: Int): Int =
    if (isWide(ordinal)) Frame.WideSize else (size + 7) & ~7

  private def isInOrder: Boolean = {
    var next = fixedSize
    var at = 0
    while (at < behind.length && next > 0) {
      val ordinal = behind(at)
      if (isFilled(ordinal)) {
        val word = wordOf(ordinal)
        next = if ((word >>> 32).toInt == next) next + room(ordinal, word.toInt) else -1
      } else if (isWide(ordinal)) next = -1
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
      val ordinal = behind(at)
      if (isFilled(ordinal)) {
        val word = wordOf(ordinal)
        val size = room(ordinal, word.toInt)
        val to = buffer.reserve(size)
        System.arraycopy(values, (word >>> 32).toInt - fixedSize, buffer.bytes, to, size)
        putWord(ordinal, to, word.toInt)
      } else if (isWide(ordinal)) {
        val to = buffer.reserve(Frame.WideSize)
        Arrays.fill(buffer.bytes, to, to + Frame.WideSize, 0.toByte)
        putWord(ordinal, to, 0)
      }
      at += 1
    }
  }

  private def putWord(ordinal: Int, position: Int, size: Int): Unit = Platform.putLong(
    buffer.bytes, base + offsetOf(ordinal), RowBuffer.extent(position - start, size))

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

  /** Reserves a row for each element of an array that has just begun. The rows have no values after
    * their fields, and the same fields are NULL in each. The caller writes the other fields.
    *
    * @return
    *   the position of the first row
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

  /** Whether nothing has been written since the row began. */
  def isUntouched: Boolean = {
    var word = 0
    while (word < filled.length && filled(word) == 0) word += 1
    word == filled.length
  }

  /** Marks the fields as filled that are not NULL in the row, which other code has written. */
  def adopt(): Unit = {
    var word = 0
    while (word < filled.length) {
      filled(word) = ~Platform.getLong(buffer.bytes, base + 8 * word)
      word += 1
    }
  }

  // A field that is NULL must be zero as well.
  private def zero(word: Int, missing: Long): Unit = {
    var left = missing
    while (left != 0) {
      val ordinal = word * 64 + java.lang.Long.numberOfTrailingZeros(left)
      Platform.putLong(buffer.bytes, base + offsetOf(ordinal), 0L)
      left &= left - 1
    }
  }

  /** Returns the row that was begun as the root and has ended. */
  def row: InternalRow =
    if (flat != null) flat
    else {
      if (whole == null) whole = new UnsafeRow(if (isColumn) 1 else fields)
      if (isColumn) putColumn()
      // The buffer is mostly the same as for the last value, and a comparison costs less than
      // storing a reference.
      if (whole.getBaseObject eq buffer.bytes) whole.setTotalSize(buffer.size)
      else whole.pointTo(buffer.bytes, Platform.BYTE_ARRAY_OFFSET.toLong, buffer.size)
      whole
    }

  // Writes the head of the outer row: NULL bits, none of them set, and the extent of this row.
  private def putColumn(): Unit = {
    Platform.putLong(buffer.bytes, RowBuffer.address(0), 0L)
    Platform.putLong(
      buffer.bytes, RowBuffer.address(8), RowBuffer.extent(start, buffer.size - start))
  }
}

private[sparkwire] object RowFrame {
  // The size in bytes of the head of a row with one field.
  private final val ColumnHead = 16

  /** Returns a frame for a row in a buffer of its own. */
  def root(types: Array[DataType], allowance: Allowance, isColumn: Boolean = false): RowFrame =
    new RowFrame(
      new RowBuffer, types, allowance, isCounted = false, types.length, isColumn = isColumn)

  /** Returns a frame for a row in a buffer of its own whose fields are read at once. */
  def flat(types: Array[DataType], allowance: Allowance): RowFrame = {
    val buffer = new RowBuffer
    new RowFrame(
      buffer, types, allowance, isCounted = false, types.length, new FlatRow(types, buffer))
  }

  /** Returns a bit for each of the first `fields` fields of a word. */
  private def all(fields: Int): Long = if (fields >= 64) -1L else (1L << fields) - 1
}
