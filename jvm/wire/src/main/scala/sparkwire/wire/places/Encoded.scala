package sparkwire.wire.places

/** Text in an encoding that takes a byte for each character.
  *
  * @param table
  *   the character of each byte, not a surrogate; U+FFFD marks a byte that has none
  */
final class Encoded(table: Array[Char]) {
  private[this] val sizes = table.map { char =>
    if (char == Encoded.NoChar) Encoded.Malformed
    else if (char < 0x80) 1
    else if (char < 0x800) 2
    else 3
  }

  /** Returns how many bytes a text takes in UTF-8, a negative number if it is malformed. */
  def sizeInUtf8(bytes: Array[Byte], from: Int, until: Int): Int = {
    var size = 0
    var at = from
    while (at < until && size >= 0) {
      size += sizes(bytes(at) & 0xff)
      at += 1
    }
    size
  }

  /** Writes a text that is not malformed in UTF-8. */
  def write(bytes: Array[Byte], from: Int, until: Int, out: Array[Byte], to: Int): Unit = {
    var next = to
    var at = from
    while (at < until) {
      val char = table(bytes(at) & 0xff)
      if (char < 0x80) {
        out(next) = char.toByte
        next += 1
      } else if (char < 0x800) {
        out(next) = (0xc0 | char >> 6).toByte
        out(next + 1) = (0x80 | char & 0x3f).toByte
        next += 2
      } else {
        out(next) = (0xe0 | char >> 12).toByte
        out(next + 1) = (0x80 | char >> 6 & 0x3f).toByte
        out(next + 2) = (0x80 | char & 0x3f).toByte
        next += 3
      }
      at += 1
    }
  }
}

private object Encoded {
  private final val NoChar = '\ufffd'

  // Less than any value may have in bytes.
  private final val Malformed = Int.MinValue
}
