package sparkwire.wire.kafka.log

import java.util.Arrays

/** The bytes of a file by position. The file may grow while it is read, but not its length here. */
abstract class LogInput extends AutoCloseable {
  def length: Long

  /** Reads `size` bytes, all of them before [[length]]. */
  def read(position: Long, into: Array[Byte], from: Int, size: Int): Unit
}

/** The part of a file that is in memory, in a buffer that is reused.
  *
  * @param ahead
  *   the number of bytes that are read at once if fewer are requested
  */
final class LogWindow(input: LogInput, ahead: Int) {
  private[this] var buffer = new Array[Byte](ahead)
  private[this] var start = 0L
  private[this] var filled = 0

  def length: Long = input.length

  /** Another part of the same file. To look at it does not move this one. */
  def apart(ahead: Int): LogWindow = new LogWindow(input, ahead)

  /** The array in which [[at]] returns positions. The next call of [[at]] may change or replace it.
    */
  def bytes: Array[Byte] = buffer

  /** Returns the position in [[bytes]] of the `size` bytes from `position` of the file. The caller
    * knows that the file has these bytes.
    */
  def load(position: Long, size: Int): Int = {
    if (position < start || position + size > start + filled) fill(position, size)
    (position - start).toInt
  }

  private def fill(position: Long, size: Int): Unit = {
    val kept = if (position < start) 0L else math.max(0L, start + filled - position)
    val from = (position - start).toInt
    // With less in advance, many long ranges that begin close together would be moved each time.
    val most = if (size <= ahead) ahead.toLong else size + math.min(size / 2L, LogWindow.MostAhead)
    val needed = math.max(size.toLong, math.min(most, length - position)).toInt
    if (needed > buffer.length) {
      val larger = new Array[Byte](
        math.max(needed.toLong, math.min(2L * buffer.length, LogWindow.MaxDoubled)).toInt)
      if (kept > 0) System.arraycopy(buffer, from, larger, 0, kept.toInt)
      buffer = larger
    } else if (kept > 0) System.arraycopy(buffer, from, buffer, 0, kept.toInt)
    start = position
    filled = 0
    input.read(position + kept, buffer, kept.toInt, needed - kept.toInt)
    filled = needed
  }

  /** Whether all bytes from `position` to the end of the file are 0. */
  def isZeroFrom(position: Long): Boolean = {
    var next = position
    var isZero = true
    while (isZero && next < length) {
      val size = math.min(LogWindow.Zeros.length.toLong, length - next).toInt
      val from = load(next, size)
      isZero = Arrays.mismatch(buffer, from, from + size, LogWindow.Zeros, 0, size) < 0
      next += size
    }
    isZero
  }
}

private object LogWindow {
  private final val MostAhead = 4L << 20
  private final val MaxDoubled = 16L << 20
  private val Zeros = new Array[Byte](4096)
}
