package sparkwire.rows.buffers

import java.util.Arrays

import org.apache.spark.unsafe.Platform

import sparkwire.wire.core.{Reason, Utf8}
import sparkwire.wire.sinks.Ascii

/** A buffer that grows at its end: it holds a row and all values in it. Callers must zero the
  * reserved bytes that they do not write, because rows are compared by their bytes.
  */
private[sparkwire] final class RowBuffer {
  private[this] var array = new Array[Byte](RowBuffer.InitialSize)
  private[this] var used = 0

  /** The array of the buffer. Each [[reserve]] may replace it. */
  def bytes: Array[Byte] = array
  def size: Int = used

  // About how many bytes a large value will need; 0 if unknown.
  private[this] var expected = 0L

  /** Announces a value of `size` bytes. If it is large and the buffer must grow, the buffer grows
    * to that size in one step.
    */
  def expect(size: Int): Unit =
    expected = if (size < RowBuffer.MaxDoubled) 0L else size + size / 4L

  /** Empties the buffer. The memory of one large value is released once values are small again. */
  def clear(): Unit = {
    if (array.length > RowBuffer.MaxKept && used < array.length / 4)
      array = new Array[Byte](RowBuffer.InitialSize)
    used = 0
  }

  /** Reserves `size` bytes, a multiple of 8, and returns where they begin. */
  def reserve(size: Int): Int = {
    val from = used
    if (size > array.length - from) grow(from.toLong + size)
    used = from + size
    from
  }

  /** Like [[reserve]], rounded up to whole words. The bytes after `size` in the last word are zero.
    */
  def reserveWords(size: Int): Int = {
    val rounded = (size + 7) & ~7
    val from = reserve(rounded)
    if (rounded > size) Platform.putLong(array, RowBuffer.address(from + rounded - 8), 0L)
    from
  }

  /** Appends bytes, padded with zeros to a whole word, and returns where they begin. */
  def append(bytes: Array[Byte], from: Int, length: Int): Int = {
    val at = reserveWords(length)
    System.arraycopy(bytes, from, array, at, length)
    at
  }

  /** Like [[append]], for text. Replaces malformed UTF-8 as Java does.
    *
    * @return
    *   the position (upper half) and the final size in bytes
    */
  def appendText(bytes: Array[Byte], from: Int, length: Int): Long = {
    val at = appendIfText(bytes, from, length)
    if (at >= 0) RowBuffer.extent(at, length)
    else {
      val text = Utf8.replaced(bytes, from, from + length)
      RowBuffer.extent(append(text, 0, text.length), text.length)
    }
  }

  /** Like [[append]], for text that may be malformed. Returns -1, and appends nothing, if it is. */
  def appendIfText(bytes: Array[Byte], from: Int, length: Int): Int = {
    val at = reserve((length + 7) & ~7)
    if (Ascii.copy(bytes, from, length, array, at) || Utf8.isValid(bytes, from, from + length)) at
    else {
      giveBack(at)
      -1
    }
  }

  /** Appends a number as Spark keeps a wide decimal: 16 bytes, which begin with the bytes of
    * `BigInteger.toByteArray`, big-endian, the fewest that hold the number.
    *
    * @param bitLength
    *   how many bits the number has besides its sign; one of 64 is unsigned
    */
  def appendWide(value: Long, bitLength: Int): Int = {
    val size = bitLength / 8 + 1
    val from = reserve(Frame.WideSize)
    val address = RowBuffer.address(from)
    if (size > 8) {
      Platform.putLong(array, address, java.lang.Long.reverseBytes(value >>> 8))
      Platform.putLong(array, address + 8, value & 0xff)
    } else {
      Platform.putLong(array, address, java.lang.Long.reverseBytes(value << (64 - 8 * size)))
      Platform.putLong(array, address + 8, 0L)
    }
    from
  }

  /** Releases everything from position `from` on. */
  def giveBack(from: Int): Unit = used = from

  /** Inserts `size` bytes, a multiple of 8, before the content that begins at `from`. */
  def insert(from: Int, size: Int): Unit = {
    val until = reserve(size)
    System.arraycopy(array, from, array, from + size, until - from)
  }

  // Grows when needed.
  private[this] var aside = new Array[Byte](0)

  /** Returns a copy of the content from `from` on, to be written again in another order. It is
    * valid until the next call.
    */
  def copyAside(from: Int): Array[Byte] = {
    val size = used - from
    val bytes =
      if (size > RowBuffer.MaxKept) new Array[Byte](size)
      else {
        if (aside.length < size) aside = new Array[Byte](size)
        aside
      }
    System.arraycopy(array, from, bytes, 0, size)
    bytes
  }

  private def grow(needed: Long): Unit = {
    if (needed > RowBuffer.MaxBytes) throw Reason.TooLarge.signal
    // The old and the new array exist at the same time: large buffers grow by a smaller factor, and
    // rarely.
    val enough =
      if (needed < RowBuffer.MaxDoubled) needed * 2 else math.max(needed + needed / 4, expected)
    array = Arrays.copyOf(array, math.min(enough, RowBuffer.MaxBytes.toLong).toInt)
  }
}

/** A place in a row. */
private[sparkwire] trait AppendedTo {

  /** Makes the bytes of the row's buffer from `position` to its end the value of this place. */
  def writtenFrom(position: Int): Unit
}

private[sparkwire] object RowBuffer {
  private final val InitialSize = 256
  private final val MaxDoubled = 16 << 20
  private final val MaxKept = 4 << 20

  /** The size limit in bytes, a little less than the longest array that every JVM allows. */
  final val MaxBytes = Int.MaxValue - 15

  /** Returns the word that refers to a value after the fields of Spark's rows and arrays: its
    * offset (upper half) and its size.
    */
  def extent(from: Int, size: Int): Long = (from.toLong << 32) | size

  def address(position: Int): Long = Platform.BYTE_ARRAY_OFFSET.toLong + position
}
