package sparkwire.wire.databus.json

import java.nio.charset.StandardCharsets.{US_ASCII, UTF_8}
import java.util.Arrays

import sparkwire.wire.core.Reason

/** JSON text under construction, as Jackson 1.8.5 writes it: no spaces; `"`, `\` and everything
  * below U+0020 escaped (`\b \t \n \f \r`, else `\u00XX` in upper case), nothing else.
  *
  * @param escapesPairs
  *   whether characters above U+FFFF become two escapes. Jackson does so when it writes bytes, but
  *   not when it writes characters, as for Avro's schemas
  */
private[databus] final class JsonText(maxSize: Int, escapesPairs: Boolean) {
  private[this] var buffer = new Array[Byte](math.min(512, maxSize))
  private[this] var size = 0

  def begin(): Unit = size = 0
  def bytes: Array[Byte] = buffer
  def length: Int = size

  def put(byte: Int): Unit = {
    if (size == buffer.length) ensureRoom(1)
    buffer(size) = byte.toByte
    size += 1
  }

  /** Writes a comma between two fields or elements; nothing before the first. */
  def comma(): Unit = {
    val last = if (size == 0) '{'.toByte else buffer(size - 1)
    if (last != '{' && last != '[') put(',')
  }

  /** Writes the name of a field, before its value. */
  def name(value: String): Unit = {
    comma()
    text(value)
    put(':')
  }

  def raw(from: Array[Byte]): Unit = raw(from, 0, from.length)

  def number(value: Long): Unit =
    if (value == Long.MinValue) raw(JsonText.LongMin)
    else {
      if (value < 0) put('-')
      val magnitude = math.abs(value)
      var digits = 1
      var power = 10L
      while (digits < 19 && magnitude >= power) {
        digits += 1
        power *= 10
      }
      ensureRoom(digits.toLong)
      var at = size + digits
      var left = magnitude
      while (at > size) {
        at -= 1
        buffer(at) = ('0' + left % 10).toByte
        left /= 10
      }
      size += digits
    }

  def bool(value: Boolean): Unit = raw(if (value) JsonText.True else JsonText.False)

  /** Writes a string of base64. */
  def base64(from: Array[Byte], start: Int, until: Int): Unit = {
    put('"')
    val encoded = MimeBase64.encodedLength(until - start)
    ensureRoom(encoded)
    MimeBase64.encode(from, start, until, buffer, size)
    size += encoded.toInt
    put('"')
  }

  /** Writes bytes as lower-case hex digits, without quotes. */
  def hex(from: Array[Byte], start: Int, until: Int): Unit = {
    var at = start
    while (at < until) {
      put(JsonText.LowerDigits.charAt(from(at) >> 4 & 0xf))
      put(JsonText.LowerDigits.charAt(from(at) & 0xf))
      at += 1
    }
  }

  /** Writes bytes as the string that Java decodes from them: malformed UTF-8 becomes U+FFFD. */
  def utf8(from: Array[Byte], start: Int, until: Int): Unit = {
    put('"')
    var at = start
    while (at < until && from(at) >= 0) {
      val plainFrom = at
      while (at < until && from(at) >= 0 && !JsonText.isEscaped(from(at))) at += 1
      raw(from, plainFrom, at)
      if (at < until && from(at) >= 0) {
        escaped(from(at).toChar)
        at += 1
      }
    }
    if (at < until) characters(new String(from, at, until - at, UTF_8))
    put('"')
  }

  /** Writes a string. */
  def text(value: String): Unit = {
    put('"')
    characters(value)
    put('"')
  }

  private def characters(value: String): Unit = {
    var at = 0
    while (at < value.length) {
      val c = value.charAt(at)
      if (c < 0x80) if (JsonText.isEscaped(c.toByte)) escaped(c) else put(c)
      else if (!Character.isSurrogate(c)) multiByte(c)
      else if (Character.isBmpCodePoint(value.codePointAt(at)))
        put('?') // the result of String.getBytes
      else {
        at += 1
        pair(c, value.charAt(at))
      }
      at += 1
    }
  }

  private def pair(high: Char, low: Char): Unit =
    if (escapesPairs) {
      unicode(high)
      unicode(low)
    } else multiByte(Character.toCodePoint(high, low))

  private def multiByte(point: Int): Unit = {
    ensureRoom(if (point < 0x800) 2 else if (point < 0x10000) 3 else 4)
    size = CodePoint.write(point, buffer, size)
  }

  private def escaped(c: Char): Unit = {
    val short = JsonText.ShortEscapes.indexOf(c.toInt)
    if (short >= 0) {
      put('\\')
      put(JsonText.ShortLetters.charAt(short))
    } else unicode(c)
  }

  private def unicode(c: Char): Unit = {
    put('\\')
    put('u')
    var shift = 12
    while (shift >= 0) {
      put(JsonText.UpperDigits.charAt(c >> shift & 0xf))
      shift -= 4
    }
  }

  private def raw(from: Array[Byte], start: Int, until: Int): Unit = {
    ensureRoom(until.toLong - start)
    System.arraycopy(from, start, buffer, size, until - start)
    size += until - start
  }

  // The buffer never exceeds maxSize: the result is too large if it would have to grow beyond that.
  private def ensureRoom(extra: Long): Unit = {
    val needed = size + extra
    if (needed > maxSize) throw Reason.TooLarge.signal
    if (needed > buffer.length)
      buffer =
        Arrays.copyOf(buffer, math.min(math.max(needed, buffer.length * 2L), maxSize.toLong).toInt)
  }
}

private object JsonText {
  private val True = "true".getBytes(US_ASCII)
  private val False = "false".getBytes(US_ASCII)
  private val LongMin = Long.MinValue.toString.getBytes(US_ASCII)
  private final val LowerDigits = "0123456789abcdef"
  private final val UpperDigits = "0123456789ABCDEF"
  private final val ShortEscapes = "\"\\\b\t\n\f\r"
  private final val ShortLetters = "\"\\btnfr"

  private def isEscaped(ascii: Byte): Boolean = ascii < ' ' || ascii == '"' || ascii == '\\'
}
