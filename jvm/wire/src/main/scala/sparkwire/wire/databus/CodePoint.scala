package sparkwire.wire.databus

/** One character in UTF-8. */
private[databus] object CodePoint {

  /** Writes a character where there is room for four bytes, and returns where it ends. */
  def write(point: Int, to: Array[Byte], at: Int): Int =
    if (point < 0x80) {
      to(at) = point.toByte
      at + 1
    } else {
      var shift = if (point < 0x800) 6 else if (point < 0x10000) 12 else 18
      val first = if (shift == 6) 0xc0 else if (shift == 12) 0xe0 else 0xf0
      to(at) = (first | point >> shift).toByte
      var end = at + 1
      while (shift > 0) {
        shift -= 6
        to(end) = (0x80 | point >> shift & 0x3f).toByte
        end += 1
      }
      end
    }

  /** The length of the character of more than one byte at `at`, 0 if it is malformed: cut short,
    * longer than need be, half a surrogate pair, or beyond U+10FFFF.
    */
  def length(bytes: Array[Byte], at: Int, until: Int): Int = {
    val first = bytes(at) & 0xff
    val length = if (first >= 0xf0) 4 else if (first >= 0xe0) 3 else 2
    if (first < 0xc2 || first > 0xf4 || at + length > until) 0
    else {
      var point = first & (0x7f >> length)
      var next = at + 1
      while (next < at + length && (bytes(next) & 0xc0) == 0x80) {
        point = point << 6 | bytes(next) & 0x3f
        next += 1
      }
      val least = if (length == 4) 0x10000 else if (length == 3) 0x800 else 0x80
      val isHalf = point >= 0xd800 && point <= 0xdfff
      if (next == at + length && point >= least && point <= 0x10ffff && !isHalf) length else 0
    }
  }
}
