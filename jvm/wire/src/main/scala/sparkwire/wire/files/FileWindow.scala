package sparkwire.wire.files

import java.util.Arrays

import sparkwire.wire.core.Reason

/** The bytes of a file by position. The file may grow while it is read, but not its length here. */
abstract class FileInput extends AutoCloseable {

  /** The length in bytes. It is `Long.MaxValue` until the end is reached, if the file is compressed:
    * then positions count unpacked bytes.
    */
  def length: Long

  /** Why the file cannot be read beyond [[length]], where it ends here; null if it ends there. */
  def damaged: Reason = null

  /** Reads `size` bytes, or fewer if the file ends. Returns how many. */
  def read(position: Long, into: Array[Byte], from: Int, size: Int): Int
}

/** The part of a file that is in memory, in a buffer that is reused.
  *
  * @param ahead
  *   the number of bytes that are read at once if fewer are requested
  */
final class FileWindow(input: FileInput, ahead: Int) {
  private[this] var buffer = new Array[Byte](ahead)
  private[this] var start = 0L
  private[this] var filled = 0

  def length: Long = input.length

  /** Another part of the same file. To look at it does not move this one. */
  def apart(ahead: Int): FileWindow = new FileWindow(input, ahead)

  /** The array in which [[load]] returns positions. The next call of [[load]] or [[ensure]] may
    * change or replace it.
    */
  def bytes: Array[Byte] = buffer

  /** Whether `size` bytes from `position` of the file are loaded, or all up to the end. */
  def isLoaded(position: Long, size: Int): Boolean = position >= start &&
    (position + size <= start + filled || start + filled >= length)

  /** Loads `size` bytes from `position` of the file, or fewer if the file ends. Returns how many
    * bytes from there on are loaded, which may be more.
    */
  def ensure(position: Long, size: Int): Int = {
    val _ = load(position, size)
    math.max(0L, start + filled - position).toInt
  }

  /** Returns the position in [[bytes]] of the `size` bytes from `position` of the file. The caller
    * knows that the file has these bytes.
    */
  def load(position: Long, size: Int): Int = {
    if (!isLoaded(position, size)) fill(position, size)
    (position - start).toInt
  }

  private def fill(position: Long, size: Int): Unit = {
    val kept = if (position < start) 0L else math.max(0L, start + filled - position)
    val from = (position - start).toInt
    // With less in advance, many long ranges that begin close together would be moved each time.
    val most = if (size <= ahead) ahead.toLong else size + math.min(size / 2L, FileWindow.MostAhead)
    val needed = math.max(0L, math.min(most, length - position)).toInt
    if (needed > buffer.length) {
      val larger = new Array[Byte](
        math.max(needed.toLong, math.min(2L * buffer.length, FileWindow.MaxDoubled)).toInt)
      if (kept > 0) System.arraycopy(buffer, from, larger, 0, kept.toInt)
      buffer = larger
    } else if (kept > 0) System.arraycopy(buffer, from, buffer, 0, kept.toInt)
    start = position
    filled = kept.toInt
    if (needed > kept)
      filled += input.read(position + kept, buffer, kept.toInt, needed - kept.toInt)
  }

  /** Whether all bytes from `position` to the end of the file are 0. */
  def isZeroFrom(position: Long): Boolean = {
    var next = position
    var isZero = true
    while (isZero && next < length) {
      val size = math.min(FileWindow.Zeros.length.toLong, length - next).toInt
      val from = load(next, size)
      isZero = Arrays.mismatch(buffer, from, from + size, FileWindow.Zeros, 0, size) < 0
      next += size
    }
    isZero
  }
}

private object FileWindow {
  private final val MostAhead = 4L << 20
  private final val MaxDoubled = 16L << 20
  private val Zeros = new Array[Byte](4096)
}
