package sparkwire.wire.ignite

import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.core.{Sink, Utf8}

/** Text in the modified UTF-8 of Java's own streams: each UTF-16 unit is encoded by itself, so that
  * a character above U+FFFF takes twice three bytes, and NUL takes two bytes.
  */
private[ignite] object ModifiedUtf8 {

  /** Gives text. Malformed bytes become U+FFFD. */
  def give(bytes: Array[Byte], from: Int, until: Int, sink: Sink): Unit =
    if (Utf8.isValid(bytes, from, until)) sink.text(bytes, from, until)
    else {
      val text = decode(bytes, from, until).getBytes(UTF_8)
      sink.text(text, 0, text.length)
    }

  def decode(bytes: Array[Byte], from: Int, until: Int): String = {
    val units = new java.lang.StringBuilder(until - from)
    var at = from
    while (at < until) {
      val size = sizeOf(bytes, at, until)
      units.append(if (size == 0) Malformed else unit(bytes, at, size))
      at += math.max(size, 1)
    }
    repaired(units)
  }

  /** Returns the size in bytes of the unit at `at`, 0 if it is malformed. */
  private def sizeOf(bytes: Array[Byte], at: Int, until: Int): Int = {
    val first = bytes(at) & 0xff
    val size = if (first < 0x80) 1
    else if ((first & 0xe0) == 0xc0) 2 else if ((first & 0xf0) == 0xe0) 3 else 0
    val isWhole = at + size <= until &&
      (size < 2 || isRest(bytes(at + 1))) && (size < 3 || isRest(bytes(at + 2)))
    if (isWhole) size else 0
  }

  private def isRest(byte: Byte): Boolean = (byte & 0xc0) == 0x80

  private def unit(bytes: Array[Byte], at: Int, size: Int): Char =
    if (size == 1) bytes(at).toChar
    else if (size == 2) (((bytes(at) & 0x1f) << 6) | (bytes(at + 1) & 0x3f)).toChar
    else
      (((bytes(at) & 0xf) << 12) | ((bytes(at + 1) & 0x3f) << 6) | (bytes(at + 2) & 0x3f)).toChar

  /** Replaces surrogates that are not part of a pair with U+FFFD. */
  private def repaired(units: java.lang.StringBuilder): String = {
    var at = 0
    while (at < units.length) {
      val one = units.charAt(at)
      if (Character.isHighSurrogate(one) && at + 1 < units.length &&
        Character.isLowSurrogate(units.charAt(at + 1))) at += 2
      else {
        if (Character.isSurrogate(one)) units.setCharAt(at, Malformed)
        at += 1
      }
    }
    units.toString
  }

  private final val Malformed = '\ufffd'
}
