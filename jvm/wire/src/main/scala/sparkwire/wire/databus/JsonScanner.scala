package sparkwire.wire.databus

import java.nio.charset.StandardCharsets.UTF_8
import java.util.Arrays

import scala.annotation.switch

import sparkwire.wire.{Cursor, Reason}

/** Strict JSON (RFC 8259) over the bytes of a text. Positions are bytes; nothing recurses.
  *
  * @param malformed
  *   the word that faults have
  * @param oneLine
  *   no line ends between tokens; else line ends and comments, as Avro 1.4.0 takes them
  */
private[databus] final class JsonScanner(malformed: Reason, oneLine: Boolean) {
  private[this] val broken = malformed.because("the text is not well-formed JSON")
  private[this] val manyLines = malformed.because("the text is more than one line")
  private[this] val badText = malformed.because("the string holds what is not UTF-8, not escaped or not an escape")
  private[this] val otherType = malformed.because("the value is of another type")
  private[this] val notWhole = malformed.because("the number is not a whole one")
  private[this] val outOfRange = malformed.because("the number does not fit the field")

  // Which of the open containers are objects, from the outermost one of the value gone over.
  private[this] var objects = new Array[Boolean](16)
  private[this] var opened = 0

  private[this] var scratch = new Array[Byte](256)
  private[this] var size = 0
  private[this] var unpaired = false

  /** The string decoded last; its bytes may be worked on. */
  def bytes: Array[Byte] = scratch
  def length: Int = size

  /** The string decoded last has half a surrogate pair, which no bytes stand for ('?' is in its place). */
  def hasUnpaired: Boolean = unpaired

  /** The next byte, -1 at the end. */
  def peek(cursor: Cursor): Int = if (cursor.left == 0) -1 else cursor.bytes(cursor.position) & 0xff

  /** Goes over one byte that must stand here. */
  def expect(cursor: Cursor, byte: Int): Unit = {
    if (peek(cursor) != byte) unexpected(cursor)
    cursor.moveTo(cursor.position + 1)
  }

  def unexpected(cursor: Cursor): Nothing = {
    val byte = peek(cursor)
    cursor.refuse(if (oneLine && (byte == '\n' || byte == '\r')) manyLines else broken)
  }

  /** Goes over white space, and comments where there may be any. */
  def space(cursor: Cursor): Unit =
    while (isSpace(peek(cursor))) {
      if (peek(cursor) == '/') comment(cursor) else cursor.moveTo(cursor.position + 1)
    }

  private def isSpace(byte: Int): Boolean =
    byte == ' ' || byte == '\t' || (!oneLine && (byte == '\n' || byte == '\r' || byte == '/'))

  private def comment(cursor: Cursor): Unit = {
    expect(cursor, '/')
    val isLine = peek(cursor) == '/'
    if (!isLine && peek(cursor) != '*') unexpected(cursor)
    cursor.moveTo(cursor.position + 1)
    var before = 0
    var open = true
    while (open) {
      val byte = peek(cursor)
      if (byte >= 0) cursor.moveTo(cursor.position + 1) else if (!isLine) unexpected(cursor)
      open = if (isLine) byte >= 0 && byte != '\n' && byte != '\r' else before != '*' || byte != '/'
      before = byte
    }
  }

  /** Goes over a value of any kind. */
  def skipValue(cursor: Cursor): Unit = {
    opened = 0
    var more = true
    while (more) {
      val first = peek(cursor)
      if (first == '{' || first == '[') {
        open(cursor, first == '{')
        if (peek(cursor) == closing) close(cursor) else nameIfObject(cursor)
      } else {
        skipScalar(cursor)
        close(cursor)
      }
      more = opened > 0
    }
  }

  private def open(cursor: Cursor, isObject: Boolean): Unit = {
    cursor.enter()
    if (opened == objects.length) objects = Arrays.copyOf(objects, opened * 2)
    objects(opened) = isObject
    opened += 1
    cursor.moveTo(cursor.position + 1)
    space(cursor)
  }

  private def closing: Int = if (objects(opened - 1)) '}' else ']'

  /** Goes over all that ends here, then to the next value. */
  private def close(cursor: Cursor): Unit = {
    var ends = true
    while (ends && opened > 0) {
      space(cursor)
      ends = peek(cursor) == closing
      if (ends) {
        cursor.leave()
        opened -= 1
      } else if (peek(cursor) != ',') unexpected(cursor)
      cursor.moveTo(cursor.position + 1)
    }
    if (opened > 0) {
      space(cursor)
      nameIfObject(cursor)
    }
  }

  private def nameIfObject(cursor: Cursor): Unit =
    if (objects(opened - 1)) {
      skipString(cursor)
      colon(cursor)
    }

  def colon(cursor: Cursor): Unit = {
    space(cursor)
    expect(cursor, ':')
    space(cursor)
  }

  def skipScalar(cursor: Cursor): Unit = (peek(cursor): @switch) match {
    case '"' => skipString(cursor)
    case 't' => literal(cursor, "true")
    case 'f' => literal(cursor, "false")
    case 'n' => literal(cursor, "null")
    case '-' | '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' => skipNumber(cursor)
    case _ => unexpected(cursor)
  }

  private def literal(cursor: Cursor, word: String): Unit = {
    val from = cursor.position
    var at = 0
    while (at < word.length && at < cursor.left && cursor.bytes(from + at) == word.charAt(at)) at += 1
    if (at < word.length) unexpected(cursor)
    cursor.moveTo(from + at)
  }

  private def skipNumber(cursor: Cursor): Unit = {
    if (peek(cursor) == '-') cursor.moveTo(cursor.position + 1)
    if (peek(cursor) == '0') cursor.moveTo(cursor.position + 1) else digits(cursor)
    if (peek(cursor) == '.') {
      cursor.moveTo(cursor.position + 1)
      digits(cursor)
    }
    if (peek(cursor) == 'e' || peek(cursor) == 'E') {
      cursor.moveTo(cursor.position + 1)
      if (peek(cursor) == '+' || peek(cursor) == '-') cursor.moveTo(cursor.position + 1)
      digits(cursor)
    }
  }

  private def digits(cursor: Cursor): Unit = {
    if (!isDigit(peek(cursor))) unexpected(cursor)
    while (isDigit(peek(cursor))) cursor.moveTo(cursor.position + 1)
  }

  private def isDigit(byte: Int): Boolean = byte >= '0' && byte <= '9'

  def skipString(cursor: Cursor): Unit = {
    expect(cursor, '"')
    val bytes = cursor.bytes
    var at = cursor.position
    while (at < cursor.end && bytes(at) != '"') {
      val length =
        if (bytes(at) < 0) JsonScanner.multiByteLength(bytes, at, cursor.end)
        else if (bytes(at) == '\\') JsonScanner.escapeLength(bytes, at, cursor.end)
        else if (bytes(at) >= ' ') 1
        else 0
      if (length == 0) {
        cursor.moveTo(at)
        cursor.refuse(if (bytes(at) == '\n' || bytes(at) == '\r') manyLines else badText)
      }
      at += length
    }
    cursor.moveTo(at)
    expect(cursor, '"')
  }

  /** Decodes the string here, which was gone over before. */
  def decodeString(cursor: Cursor): Unit = {
    if (peek(cursor) != '"') cursor.refuse(otherType)
    val bytes = cursor.bytes
    val from = cursor.position + 1
    skipString(cursor)
    val until = cursor.position - 1
    if (scratch.length < until - from) scratch = new Array[Byte](until - from)
    unpaired = false
    size = 0
    var at = from
    while (at < until)
      if (bytes(at) == '\\') at = decodeEscape(bytes, at, until)
      else {
        scratch(size) = bytes(at)
        size += 1
        at += 1
      }
  }

  private def decodeEscape(bytes: Array[Byte], at: Int, until: Int): Int = {
    val letter = bytes(at + 1).toInt
    if (letter == 'u') {
      val unit = JsonScanner.unitAt(bytes, at + 2)
      val next =
        if (Character.isHighSurrogate(unit) && at + 12 <= until && bytes(at + 6) == '\\' && bytes(at + 7) == 'u')
          JsonScanner.unitAt(bytes, at + 8)
        else ' '
      if (Character.isLowSurrogate(next)) {
        append(Character.toString(Character.toCodePoint(unit, next)))
        at + 12
      } else {
        if (Character.isSurrogate(unit)) unpaired = true
        append(unit.toString)
        at + 6
      }
    } else {
      val short = JsonScanner.EscapeLetters.indexOf(letter)
      scratch(size) = JsonScanner.Escaped.charAt(short).toByte
      size += 1
      at + 2
    }
  }

  // An escape of a unit is longer than its bytes: there is room.
  private def append(text: String): Unit = {
    val encoded = text.getBytes(UTF_8)
    System.arraycopy(encoded, 0, scratch, size, encoded.length)
    size += encoded.length
  }

  /** The whole number here, which was gone over before, from `low` to `high`. */
  def decodeInteger(cursor: Cursor, low: Long, high: Long): Long = {
    val from = cursor.position
    val first = peek(cursor)
    if (first != '-' && !isDigit(first)) cursor.refuse(otherType)
    skipNumber(cursor)
    val until = cursor.position
    val bytes = cursor.bytes
    var at = if (first == '-') from + 1 else from
    // Negative, as there is one more number below 0 than above.
    var value = 0L
    while (at < until) {
      if (!isDigit(bytes(at).toInt)) cursor.refuse(notWhole)
      val digit = bytes(at) - '0'
      if (value < (Long.MinValue + digit) / 10) cursor.refuse(outOfRange)
      value = value * 10 - digit
      at += 1
    }
    if (first != '-' && value == Long.MinValue) cursor.refuse(outOfRange)
    if (first != '-') value = -value
    if (value < low || value > high) cursor.refuse(outOfRange)
    value
  }

  /** True or false, as it stands here. */
  def decodeBool(cursor: Cursor): Boolean = {
    val first = peek(cursor)
    if (first != 't' && first != 'f') cursor.refuse(otherType)
    skipScalar(cursor)
    first == 't'
  }
}

private object JsonScanner {
  private final val EscapeLetters = "\"\\/bfnrt"
  private final val Escaped = "\"\\/\b\f\n\r\t"

  private def escapeLength(bytes: Array[Byte], at: Int, end: Int): Int =
    if (at + 1 >= end) 0
    else if (bytes(at + 1) != 'u') if (EscapeLetters.indexOf(bytes(at + 1).toInt) >= 0) 2 else 0
    else if (at + 6 > end) 0
    else {
      var digit = at + 2
      while (digit < at + 6 && Character.digit(bytes(digit).toInt, 16) >= 0) digit += 1
      if (digit == at + 6) 6 else 0
    }

  private def unitAt(bytes: Array[Byte], at: Int): Char = {
    var unit = 0
    var digit = at
    while (digit < at + 4) {
      unit = unit << 4 | Character.digit(bytes(digit).toInt, 16)
      digit += 1
    }
    unit.toChar
  }

  /** The length of the well-formed UTF-8 sequence of more than one byte at `at`, 0 if it is none. */
  private def multiByteLength(bytes: Array[Byte], at: Int, end: Int): Int = {
    val first = bytes(at) & 0xff
    val length = if (first >= 0xf0) 4 else if (first >= 0xe0) 3 else 2
    if (at + length > end) 0
    else {
      var point = first & (0xff >> length + 1)
      var next = at + 1
      while (next < at + length && (bytes(next) & 0xc0) == 0x80) {
        point = point << 6 | bytes(next) & 0x3f
        next += 1
      }
      val least = if (length == 4) 0x10000 else if (length == 3) 0x800 else 0x80
      val isLetter = point >= least && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
      if (next == at + length && first >= 0xc2 && first < 0xf5 && isLetter) length else 0
    }
  }
}
