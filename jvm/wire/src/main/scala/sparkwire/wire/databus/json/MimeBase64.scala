package sparkwire.wire.databus.json

import java.nio.charset.StandardCharsets.US_ASCII

/** Base64 as Databus writes it in JSON: standard alphabet, padding, a newline after every 76
  * characters (57 bytes), also at the very end.
  */
private[databus] object MimeBase64 {
  private final val LineBytes = 57
  private final val BadCharacter = -1
  private final val Space = -2
  private final val Padding = -3

  private val digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".getBytes(US_ASCII)
  private val values = {
    val table = Array.fill[Int](256)(BadCharacter)
    digits.indices.foreach(value => table(digits(value).toInt) = value)
    " \t\r\n".foreach(space => table(space.toInt) = Space)
    table('='.toInt) = Padding
    table
  }

  /** Returns the size in a JSON string of the base64 of `length` bytes; a newline is `\n` there. */
  def encodedLength(length: Int): Long = (length + 2L) / 3 * 4 + length / LineBytes * 2L

  def encode(bytes: Array[Byte], from: Int, until: Int, out: Array[Byte], start: Int): Unit = {
    var at = start
    var line = from
    while (line < until) {
      val lineEnd = math.min(line + LineBytes, until)
      while (line < lineEnd) {
        encodeGroup(bytes, line, lineEnd, out, at)
        line += 3
        at += 4
      }
      if ((line - from) % LineBytes == 0 && line <= until) {
        out(at) = '\\'
        out(at + 1) = 'n'
        at += 2
      }
    }
  }

  private def encodeGroup(bytes: Array[Byte], from: Int, until: Int, out: Array[Byte],
      at: Int): Unit = {
    val length = math.min(until - from, 3)
    val second = if (length > 1) bytes(from + 1) & 0xff else 0
    val third = if (length > 2) bytes(from + 2) & 0xff else 0
    val group = (bytes(from) & 0xff) << 16 | second << 8 | third
    out(at) = digits(group >> 18)
    out(at + 1) = digits(group >> 12 & 0x3f)
    out(at + 2) = if (length > 1) digits(group >> 6 & 0x3f) else '='
    out(at + 3) = if (length > 2) digits(group & 0x3f) else '='
  }

  /** Decodes the first `length` bytes of a buffer in place. White space is ignored; padding is
    * required, and unused bits must be 0.
    * @return
    *   the number of bytes, -1 if the text is not base64
    */
  def decode(buffer: Array[Byte], length: Int): Int = {
    var at = 0
    var out = 0
    var group = 0
    var digitCount = 0
    var padding = 0
    var good = true
    while (good && at < length) {
      val value = values(buffer(at) & 0xff)
      if (value >= 0 && padding == 0) {
        group = group << 6 | value
        digitCount += 1
        if ((digitCount & 3) == 0) {
          buffer(out) = (group >> 16).toByte
          buffer(out + 1) = (group >> 8).toByte
          buffer(out + 2) = group.toByte
          out += 3
          group = 0
        }
      } else if (value == Padding) padding += 1
      else good = value == Space
      at += 1
    }
    val rest = digitCount & 3
    if (!good || padding != (if (rest == 0) 0 else 4 - rest) || rest == 1) -1
    else if (rest == 0) out
    else decodeRest(buffer, out, group, rest)
  }

  private def decodeRest(buffer: Array[Byte], out: Int, group: Int, rest: Int): Int =
    if (rest == 2 && (group & 0xf) == 0) {
      buffer(out) = (group >> 4).toByte
      out + 1
    } else if (rest == 3 && (group & 0x3) == 0) {
      buffer(out) = (group >> 10).toByte
      buffer(out + 1) = (group >> 2).toByte
      out + 2
    } else -1
}
