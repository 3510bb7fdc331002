package sparkwire.wire.core

import java.nio.charset.StandardCharsets.UTF_8

/** Validates UTF-8 and replaces malformed sequences. */
object Utf8 {

  /** The bits of eight bytes that are zero in ASCII text. */
  final val HighBits = 0x8080808080808080L

  /** Whether the bytes are well-formed UTF-8: nothing overlong, no surrogates, nothing above
    * U+10FFFF.
    */
  def isValid(bytes: Array[Byte], from: Int, until: Int): Boolean = {
    var at = from
    // Most text is ASCII, so check eight bytes at a time.
    while (at <= until - 8 && (Bytes.i64le(bytes, at) & HighBits) == 0L) at += 8
    val left = until - at
    if (left == 0) true
    else if (left < 8 && at <= bytes.length - 8 &&
      (Bytes.i64le(bytes, at) & (HighBits >>> (64 - 8 * left))) == 0L) true
    else isValidBehind(bytes, at, until)
  }

  private def isValidBehind(bytes: Array[Byte], from: Int, until: Int): Boolean = {
    var at = from
    var size = 1
    while (at < until && size > 0) {
      size = characterSize(bytes, at, until)
      at += size
    }
    size > 0
  }

  /** Returns how many bytes the character at `at` takes, 0 if it is malformed.
    * | first byte | following bytes                       |
    * | 00-7f      |                                       |
    * | c2-df      | 80-bf                                 |
    * | e0         | a0-bf, 80-bf: less would be overlong  |
    * | e1-ec ee ef | 80-bf, 80-bf                         |
    * | ed         | 80-9f, 80-bf: more would be surrogates |
    * | f0         | 90-bf, 80-bf, 80-bf                   |
    * | f1-f3      | 80-bf, 80-bf, 80-bf                   |
    * | f4         | 80-8f, 80-bf, 80-bf                   |
    */
  private[wire] def characterSize(bytes: Array[Byte], at: Int, until: Int): Int = {
    val first = bytes(at) & 0xff
    if (first < 0x80) 1
    else if (first < 0xc2 || first > 0xf4) 0
    else if (first < 0xe0) { if (at + 1 < until && isRest(bytes(at + 1))) 2 else 0 }
    else if (at + 2 >= until || !isRest(bytes(at + 2))) 0
    else {
      val second = bytes(at + 1) & 0xff
      if (first < 0xf0) {
        val least = if (first == 0xe0) 0xa0 else 0x80
        val most = if (first == 0xed) 0x9f else 0xbf
        if (second >= least && second <= most) 3 else 0
      } else {
        val least = if (first == 0xf0) 0x90 else 0x80
        val most = if (first == 0xf4) 0x8f else 0xbf
        if (second >= least && second <= most && at + 3 < until && isRest(bytes(at + 3))) 4 else 0
      }
    }
  }

  private def isRest(byte: Byte): Boolean = (byte & 0xc0) == 0x80

  /** Replaces malformed sequences with U+FFFD, as many times as Java's decoder does. */
  def replaced(bytes: Array[Byte], from: Int, until: Int): Array[Byte] =
    new String(bytes, from, until - from, UTF_8).getBytes(UTF_8)

  /** Returns the array itself if all of it is well formed, else a copy with replacements. */
  def repaired(bytes: Array[Byte]): Array[Byte] =
    if (isValid(bytes, 0, bytes.length)) bytes else replaced(bytes, 0, bytes.length)
}
