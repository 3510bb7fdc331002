package sparkwire.execution

import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.Platform

/** Takes the last fields out of a row, which were decoded for a condition only.
  *
  * A row has a bit for each field that is NULL, in words of 8 bytes, then a word for each field, then the
  * values that do not fit into a word. The word of such a field has the offset of its value from the
  * start of the row, and its size.
  *
  * @param shown
  *   the fields that stay
  * @param hidden
  *   the fields after them, see [[HiddenFields.areRemovable]]
  */
private[execution] final class HiddenFields(shown: StructType, hidden: Seq[StructField]) {
  import HiddenFields._

  private[this] val shownRow = new UnsafeRow(shown.length)
  private[this] var bytes = new Array[Byte](256)
  private[this] val bits = UnsafeRow.calculateBitSetWidthInBytes(shown.length)
  private[this] val bitsBefore =
    UnsafeRow.calculateBitSetWidthInBytes(shown.length + hidden.length)
  // The sizes of a row up to its first value that does not fit into a word.
  private[this] val words = bits + 8 * shown.length
  private[this] val wordsBefore = bitsBefore + 8 * (shown.length + hidden.length)
  private[this] val lastBits =
    if (shown.length % 64 == 0) -1L else (1L << shown.length % 64) - 1
  private[this] val pointing = shown.indices.filter(at => isPointer(shown(at))).toArray
  // The hidden field whose value does not fit into a word, -1 if there is none.
  private[this] val cut = {
    val found = hidden.indexWhere(isPointer)
    if (found < 0) -1 else shown.length + found
  }

  /** Returns the row, which must be in an array, without the hidden fields. It is valid until the
    * next call.
    */
  def removed(row: UnsafeRow): UnsafeRow = {
    val from = row.getBaseObject.asInstanceOf[Array[Byte]]
    val start = (row.getBaseOffset - Platform.BYTE_ARRAY_OFFSET).toInt
    val size = row.getSizeInBytes
    val extent = if (cut < 0) 0L else row.getLong(cut)
    val cutSize = (extent.toInt + 7) & ~7
    val cutAt = if (cutSize == 0) size else (extent >>> 32).toInt
    val left = words + size - wordsBefore - cutSize
    if (bytes.length < left) bytes = new Array[Byte](math.max(left, 2 * bytes.length))
    System.arraycopy(from, start, bytes, 0, bits)
    System.arraycopy(from, start + bitsBefore, bytes, bits, words - bits)
    System.arraycopy(from, start + wordsBefore, bytes, words, cutAt - wordsBefore)
    val after = cutAt + cutSize
    if (after < size)
      System.arraycopy(from, start + after, bytes, words + cutAt - wordsBefore, size - after)
    shownRow.pointTo(bytes, left)
    clearBits()
    movePointers(cutAt, cutSize)
    shownRow
  }

  /** Clears the bits of hidden fields that are NULL. */
  private def clearBits(): Unit =
    if (bits > 0) {
      val at = Platform.BYTE_ARRAY_OFFSET + bits - 8L
      Platform.putLong(bytes, at, Platform.getLong(bytes, at) & lastBits)
    }

  private def movePointers(cutAt: Int, cutSize: Int): Unit = {
    var next = 0
    while (next < pointing.length) {
      val at = Platform.BYTE_ARRAY_OFFSET + bits + 8L * pointing(next)
      val pointer = Platform.getLong(bytes, at)
      if (pointer != 0) {
        val moved = wordsBefore - words + (if ((pointer >>> 32) > cutAt) cutSize else 0)
        Platform.putLong(bytes, at, pointer - (moved.toLong << 32))
      }
      next += 1
    }
  }
}

private[execution] object HiddenFields {

  /** Whether fields can be taken out of a row: at most one has a value that does not fit into a word. */
  def areRemovable(hidden: Seq[StructField]): Boolean =
    hidden.count(isPointer) <= 1 && hidden.forall(field =>
      field.dataType match {
        case _: StringType | BinaryType => true
        case other => UnsafeRow.isFixedLength(other)
      })

  private def isPointer(field: StructField): Boolean = !UnsafeRow.isFixedLength(field.dataType)
}
