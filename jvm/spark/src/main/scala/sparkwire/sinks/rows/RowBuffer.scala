package sparkwire.sinks
package rows

import java.util.Arrays

import org.apache.spark.unsafe.Platform

import sparkwire.wire.core.{Reason, Utf8}

/** Bytes that grow at their end: a row and all that is in it. Whoever asks for bytes zeroes those that it
  * does not fill, for rows are compared by their bytes.
  */
private[sinks] final class RowBuffer {
  private[this] var array = new Array[Byte](RowBuffer.InitialSize)
  private[this] var used = 0

  /** Another one after each [[reserve]]. */
  def bytes: Array[Byte] = array
  def size: Int = used

  // About how many bytes come, if they are many; 0 where nothing is known.
  private[this] var expected = 0L

  /** Of values this large, for the buffer to grow to their size at once when it needs many bytes. */
  def expect(size: Int): Unit =
    expected = if (size < RowBuffer.MostDoubled) 0L else size + size / 4L

  /** Begins again. The memory that one large value took is not kept once values are small again. */
  def clear(): Unit = {
    if (array.length > RowBuffer.MostKept && used < array.length / 4)
      array = new Array[Byte](RowBuffer.InitialSize)
    used = 0
  }

  /** Where the next `size` bytes begin, a multiple of 8. */
  def reserve(size: Int): Int = {
    val from = used
    if (size > array.length - from) grow(from.toLong + size)
    used = from + size
    from
  }

  /** The same, rounded up to words; what is behind `size` in the last of them is zero. */
  def reserveWords(size: Int): Int = {
    val rounded = (size + 7) & ~7
    val from = reserve(rounded)
    if (rounded > size) Platform.putLong(array, RowBuffer.address(from + rounded - 8), 0L)
    from
  }

  /** Writes bytes and zeros up to the next word, and says where. */
  def append(bytes: Array[Byte], from: Int, length: Int): Int = {
    val at = reserveWords(length)
    // A call to copy what is short costs as much as all else that is done to it.
    if (length > RowBuffer.ShortCopy) System.arraycopy(bytes, from, array, at, length)
    else {
      val _ = Ascii.copy(bytes, from, length, array, at)
    }
    at
  }

  /** Writes text in the same way, with what is no UTF-8 replaced as Java does.
    *
    * @return
    *   where (high half), and its size then
    */
  def appendText(bytes: Array[Byte], from: Int, length: Int): Long = {
    val at = appendIfText(bytes, from, length)
    if (at >= 0) RowBuffer.extent(at, length)
    else {
      val text = Utf8.replaced(bytes, from, from + length)
      RowBuffer.extent(append(text, 0, text.length), text.length)
    }
  }

  /** Writes text in the same way if it is UTF-8, and says where; else -1, and nothing is written. */
  def appendIfText(bytes: Array[Byte], from: Int, length: Int): Int = {
    val at = reserve((length + 7) & ~7)
    if (Ascii.copy(bytes, from, length, array, at) || Utf8.isValid(bytes, from, from + length)) at
    else {
      giveBack(at)
      -1
    }
  }

  /** What was reserved from `from` on is free again. */
  def giveBack(from: Int): Unit = used = from

  /** Inserts `size` bytes, a multiple of 8, in front of what is there from `from` on. */
  def insert(from: Int, size: Int): Unit = {
    val until = reserve(size)
    System.arraycopy(array, from, array, from + size, until - from)
  }

  // Made where it is needed.
  private[this] var aside = new Array[Byte](0)

  /** What is there from `from` on, to be written again in another order; good until it is asked for again. */
  def copyAside(from: Int): Array[Byte] = {
    val size = used - from
    val bytes =
      if (size > RowBuffer.MostKept) new Array[Byte](size)
      else {
        if (aside.length < size) aside = new Array[Byte](size)
        aside
      }
    System.arraycopy(array, from, bytes, 0, size)
    bytes
  }

  private def grow(needed: Long): Unit = {
    if (needed > RowBuffer.MostBytes) throw Reason.TooLarge.signal
    // The old array and the new one are there at the same time: large ones grow by less, and rarely.
    val enough =
      if (needed < RowBuffer.MostDoubled) needed * 2 else math.max(needed + needed / 4, expected)
    array = Arrays.copyOf(array, math.min(enough, RowBuffer.MostBytes.toLong).toInt)
  }
}

private[sinks] object RowBuffer {
  private final val InitialSize = 256
  private final val ShortCopy = 32
  private final val MostDoubled = 16 << 20
  private final val MostKept = 4 << 20

  /** A little less than the longest array that every JVM allows. */
  final val MostBytes = Int.MaxValue - 15

  /** What Spark's rows and arrays keep of a value behind them, where `from` is a place in them. */
  def extent(from: Int, size: Int): Long = (from.toLong << 32) | size

  def address(position: Int): Long = Platform.BYTE_ARRAY_OFFSET.toLong + position
}
