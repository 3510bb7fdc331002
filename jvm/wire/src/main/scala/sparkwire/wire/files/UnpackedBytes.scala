package sparkwire.wire.files

import java.util.Arrays

import sparkwire.wire.core.{Cursor, Reason}

/** A buffer for what is unpacked from a value. It grows as far as the value may cost, and is used for
  * value after value.
  */
private[wire] final class UnpackedBytes {
  import UnpackedBytes._

  private[this] var needed = 0

  var bytes: Array[Byte] = new Array[Byte](0)

  /** Begins the next use. The memory of a large value is released once values are small again. */
  def begin(): Unit = {
    if (bytes.length > MostKept && needed < bytes.length / 4) bytes = new Array[Byte](0)
    needed = 0
  }

  /** Makes room for `size` bytes in all. The most is one byte more than the value may cost, which
    * is enough to see that it costs more.
    */
  def grow(size: Long, cursor: Cursor): Unit = {
    val most = cursor.allowance.left + 1
    if (size > most) cursor.refuse(Reason.TooLarge)
    reserve(size.toInt, most)
  }

  /** Makes room for `size` bytes, and for about as many more so that small steps stay cheap.
    *
    * @param most
    *   the size beyond which it never grows; at least `size`
    */
  def reserve(size: Int, most: Long): Unit = {
    needed = math.max(needed, size)
    if (size > bytes.length) {
      val enough = math.min(most, math.max(MinBuffer.toLong, size * 2L))
      bytes = Arrays.copyOf(bytes, math.max(enough, size.toLong).toInt)
    }
  }
}

private object UnpackedBytes {
  private final val MinBuffer = 4096
  private final val MostKept = 4 << 20
}
