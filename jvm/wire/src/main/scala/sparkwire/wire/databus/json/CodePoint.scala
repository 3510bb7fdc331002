package sparkwire.wire.databus.json

/** Encodes one code point as UTF-8. */
private[databus] object CodePoint {

  /** Writes a code point to a buffer that has room for it, and returns the end position. */
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
}
