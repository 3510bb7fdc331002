package sparkwire.wire.sinks

import sparkwire.wire.core.{Bytes, Utf8}

/** Checks and copies bytes that are mostly ASCII in one pass, eight bytes at a time. */
private[sparkwire] object Ascii {

  /** The most bytes of a text that is copied without a loop: four words. */
  private final val Short = 32

  /** Copies bytes to whole words and fills the last word with zeros.
    *
    * @return
    *   false if not all bytes are ASCII; the copy may then be malformed text
    */
  def copy(bytes: Array[Byte], from: Int, length: Int, to: Array[Byte], at: Int): Boolean =
    if (length < 8) copyRest(bytes, from, length, to, at)
    else if (length > Short) copyLong(bytes, from, length, to, at)
    else {
      // The first and the last words, which overlap. A loop would go through a number of turns that
      // the processor cannot predict.
      Bytes.putI64le(to, at + (length - 1 & -8), 0L)
      val first = Bytes.i64le(bytes, from)
      val last = Bytes.i64le(bytes, from + length - 8)
      var seen = first | last
      if (length > 16) {
        val second = Bytes.i64le(bytes, from + 8)
        val third = Bytes.i64le(bytes, from + length - 16)
        Bytes.putI64le(to, at + 8, second)
        Bytes.putI64le(to, at + length - 16, third)
        seen |= second | third
      }
      Bytes.putI64le(to, at, first)
      Bytes.putI64le(to, at + length - 8, last)
      isAscii(seen)
    }

  private def copyRest(bytes: Array[Byte], from: Int, length: Int, to: Array[Byte],
      at: Int): Boolean =
    length == 0 || {
      val word = rest(bytes, from, length)
      Bytes.putI64le(to, at, word)
      isAscii(word)
    }

  private def copyLong(bytes: Array[Byte], from: Int, length: Int, to: Array[Byte],
      at: Int): Boolean = {
    var seen = 0L
    var done = 0
    while (done <= length - 8) {
      val word = Bytes.i64le(bytes, from + done)
      Bytes.putI64le(to, at + done, word)
      seen |= word
      done += 8
    }
    copyRest(bytes, from + done, length - done, to, at + done) && isAscii(seen)
  }

  private def isAscii(words: Long): Boolean = (words & Utf8.HighBits) == 0

  /** Whether a text is ASCII and short enough to check with a single read of 8 bytes. */
  def isShort(bytes: Array[Byte], from: Int, length: Int): Boolean =
    length <= 8 && from <= bytes.length - 8 &&
      (Bytes.i64le(bytes, from) & (Utf8.HighBits >>> (64 - 8 * length))) == 0L

  /** Returns the last 1 to 7 bytes as a word, padded with zeros. */
  def rest(bytes: Array[Byte], from: Int, length: Int): Long =
    if (from <= bytes.length - 8) Bytes.i64le(bytes, from) & (-1L >>> (64 - 8 * length))
    else if (from + length >= 8) Bytes.i64le(bytes, from + length - 8) >>> (64 - 8 * length)
    else {
      var word = 0L
      var at = length - 1
      while (at >= 0) {
        word = word << 8 | bytes(from + at) & 0xff
        at -= 1
      }
      word
    }
}
