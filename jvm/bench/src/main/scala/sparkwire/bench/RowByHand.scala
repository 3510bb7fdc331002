package sparkwire.bench

import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.unsafe.Platform

/** A row of Spark that is written by hand: the NULL bits, 8 bytes for each field, and after them
  * the values that do not fit there. It has at most 64 fields, and is valid until the next one
  * begins.
  */
private abstract class RowByHand(fields: Int) {
  private[this] val out = new Array[Byte](1 << 16)
  private[this] val row = new UnsafeRow(fields)

  /** Where the first value after the fields goes. */
  protected final val fixedSize: Int = 8 + 8 * fields

  protected final def begin(): Unit = putAt(0, 0)

  /** @param size
    *   the size of the row in bytes
    */
  protected final def end(size: Int): UnsafeRow = {
    row.pointTo(out, size)
    row
  }

  protected final def put(field: Int, value: Long): Unit = putAt(8 + 8 * field, value)

  protected final def setNull(field: Int): Unit = {
    put(field, 0)
    putAt(0, Platform.getLong(out, RowByHand.Start) | 1L << field)
  }

  /** Copies the bytes of a field to `position`. Returns where the next value goes. */
  protected final def copy(from: Array[Byte], at: Int, length: Int, field: Int,
      position: Int): Int = {
    val next = reserve(field, length, position)
    System.arraycopy(from, at, out, position, length)
    next
  }

  /** Like [[copy]], for bytes that the caller writes to [[bytes]]. */
  protected final def reserve(field: Int, length: Int, position: Int): Int = {
    val next = position + (length + 7 & -8)
    if (next > position) putAt(next - 8, 0)
    put(field, position.toLong << 32 | length)
    next
  }

  protected final def bytes: Array[Byte] = out

  /** Writes 8 bytes. */
  protected final def putAt(position: Int, value: Long): Unit =
    Platform.putLong(out, RowByHand.Start + position, value)

  protected final def refuse(): Nothing = throw new IllegalArgumentException("malformed")
}

private object RowByHand {
  private final val Start = Platform.BYTE_ARRAY_OFFSET.toLong
}
