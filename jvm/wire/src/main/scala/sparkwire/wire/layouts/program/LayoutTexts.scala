package sparkwire.wire.layouts.program

import java.nio.ByteBuffer
import java.nio.charset.{CharacterCodingException, Charset, CharsetDecoder, CodingErrorAction}
import java.nio.charset.StandardCharsets.{US_ASCII, UTF_8}

import sparkwire.wire.core.Utf8
import sparkwire.wire.layouts.Layouts

/** Converts text of any encoding to UTF-8, or refuses it.
  *
  * @param replaces whether malformed bytes become U+FFFD
  */
private[layouts] final class LayoutTexts(replaces: Boolean) {

  /** Replaces the bytes in the registers by the same text in UTF-8, in place where that is possible. */
  def toUtf8(charset: Charset, walk: Walk): Unit =
    if ((charset eq UTF_8) && Utf8.isValid(walk.bytes, walk.from, walk.until)) ()
    else if ((charset eq US_ASCII) && CodeMath.isAscii(walk.bytes, walk.from, walk.until)) ()
    else {
      val text = decode(charset, walk.bytes, walk.from, walk.until)
      walk.spend(text.length.toLong)
      val utf8 = text.getBytes(UTF_8)
      walk.setBytes(utf8, 0, utf8.length)
    }

  /** Returns the text of bytes. */
  def decode(charset: Charset, bytes: Array[Byte], from: Int, until: Int): String =
    if (charset eq UTF_8) {
      if (Utf8.isValid(bytes, from, until)) new String(bytes, from, until - from, UTF_8)
      else if (replaces) replaced(bytes, from, until)
      else throw Layouts.NotText.signal
    } else {
      choose(charset)
      if (table != null) decodeByTable(bytes, from, until)
      else
        try decoder.decode(ByteBuffer.wrap(bytes, from, until - from)).toString
        catch { case _: CharacterCodingException => throw Layouts.NotText.signal }
    }

  private def decodeByTable(bytes: Array[Byte], from: Int, until: Int): String = {
    val out = new Array[Char](until - from)
    var at = 0
    while (at < out.length) {
      val char = table(bytes(from + at) & 0xff)
      if (char == LayoutTexts.NoChar && !replaces) throw Layouts.NotText.signal
      out(at) = char
      at += 1
    }
    new String(out)
  }

  // Replaces each longest beginning of a character by one U+FFFD, as Python does. Java's decoder
  // takes the two bytes of half a surrogate for one such beginning.
  private def replaced(bytes: Array[Byte], from: Int, until: Int): String = {
    val out = new java.lang.StringBuilder
    var at = from
    while (at < until) {
      var end = at + 1
      while (end < until && end < at + 4 && (bytes(end) & 0xc0) == 0x80) end += 1
      var size = end - at
      while (size > 0 && !Utf8.isValid(bytes, at, at + size)) size -= 1
      if (size > 0) {
        out.append(new String(bytes, at, size, UTF_8))
        at += size
      } else {
        out.append(LayoutTexts.NoChar)
        at += beginning(bytes, at, end)
      }
    }
    out.toString
  }

  /** Returns how many bytes could begin a character, at least one. */
  private def beginning(bytes: Array[Byte], at: Int, end: Int): Int = {
    val first = bytes(at) & 0xff
    val second = if (end > at + 1) bytes(at + 1) & 0xff else -1
    val (length, low, high) =
      if (first >= 0xc2 && first <= 0xdf) (2, 0x80, 0xbf)
      else if (first == 0xe0) (3, 0xa0, 0xbf)
      else if (first == 0xed) (3, 0x80, 0x9f)
      else if (first >= 0xe1 && first <= 0xef) (3, 0x80, 0xbf)
      else if (first == 0xf0) (4, 0x90, 0xbf)
      else if (first >= 0xf1 && first <= 0xf3) (4, 0x80, 0xbf)
      else if (first == 0xf4) (4, 0x80, 0x8f)
      else (1, 0, 0)
    if (length == 1 || second < low || second > high) 1 else math.min(length - 1, end - at)
  }

  // A layout has few encodings, mostly one.
  private[this] var chosen: Charset = _
  private[this] var decoder: CharsetDecoder = _

  /** The characters of an encoding of one byte each, null for others. */
  private[this] var table: Array[Char] = _

  private def choose(charset: Charset): Unit = if (charset ne chosen) {
    val action = if (replaces) CodingErrorAction.REPLACE else CodingErrorAction.REPORT
    decoder = charset.newDecoder().onMalformedInput(action).onUnmappableCharacter(action)
    table = LayoutTexts.tableOf(charset)
    chosen = charset
  }
}

private[layouts] object LayoutTexts {
  private final val NoChar = '\ufffd'

  /** Returns the characters of an encoding in which each takes one byte, null for others. */
  def tableOf(charset: Charset): Array[Char] = {
    val decoder = charset.newDecoder()
    val isSingle = decoder.maxCharsPerByte == 1 && decoder.averageCharsPerByte == 1 &&
      (!charset.canEncode || charset.newEncoder().maxBytesPerChar == 1)
    if (!isSingle) null
    else {
      val table = Array.tabulate(256) { byte =>
        try decoder.decode(ByteBuffer.wrap(Array(byte.toByte))).charAt(0)
        catch { case _: CharacterCodingException => NoChar }
      }
      // Java reads both line ends of EBCDIC as one character. IBM's tables tell them apart.
      if (table(0x15) == '\n' && table(0x25) == '\n') table(0x15) = '\u0085'
      table
    }
  }
}
