package sparkwire.wire.ignite

import sparkwire.wire.core.Bytes

/** The canonical text of a UUID, written eight digits at a time.
  *
  * Trap: its halves are little-endian longs, so its bytes are in another order than its digits.
  */
private[ignite] object IgniteUuids {

  final val TextSize = 36

  def text(bytes: Array[Byte], at: Int): Array[Byte] = {
    val high = Bytes.i64le(bytes, at)
    val low = Bytes.i64le(bytes, at + 8)
    // Not reused, because rows keep a reference to it.
    val text = new Array[Byte](TextSize)
    put(text, 0, digits(high >>> 32))
    putHalves(text, 9, 14, digits(high))
    putHalves(text, 19, 24, digits(low >>> 32))
    put(text, 28, digits(low))
    text(8) = '-'
    text(13) = '-'
    text(18) = '-'
    text(23) = '-'
    text
  }

  private def put(text: Array[Byte], at: Int, digits: Long): Unit =
    Bytes.putI64le(text, at, java.lang.Long.reverseBytes(digits))

  /** Writes four digits and another four. The excess bytes after each are overwritten by the next
    * write.
    */
  private def putHalves(text: Array[Byte], at: Int, behind: Int, digits: Long): Unit = {
    put(text, at, digits)
    put(text, behind, digits << 32)
  }

  /** Returns the low 32 bits as eight hexadecimal digits, the first one in the highest byte. */
  private def digits(bits: Long): Long = {
    var spread = bits & 0xffffffffL
    spread = (spread | (spread << 16)) & 0x0000ffff0000ffffL
    spread = (spread | (spread << 8)) & 0x00ff00ff00ff00ffL
    spread = (spread | (spread << 4)) & 0x0f0f0f0f0f0f0f0fL
    // 1 in each byte above 9. Those get 39 more, the distance from the character after '9' to 'a'.
    val letters = ((spread + 0x0606060606060606L) >>> 4) & 0x0101010101010101L
    spread + 0x3030303030303030L + letters * ('a' - '0' - 10)
  }
}
