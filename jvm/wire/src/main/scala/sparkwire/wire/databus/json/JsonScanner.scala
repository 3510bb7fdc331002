package sparkwire.wire.databus.json

import java.util.Arrays

import scala.annotation.switch

import sparkwire.wire.core.{Cursor, Utf8}

/** A scanner for strict JSON (RFC 8259) over the bytes of a text. Positions are in bytes.
  *
  * Jackson's streaming parser (2.18) takes UTF-8 that is not well formed, a byte order mark and
  * UTF-16, and reports the end of a bad token: it has neither our refusals nor our offsets.
  *
  * @param oneLine
  *   whether line ends between tokens are refused; otherwise line ends and comments are accepted,
  *   as by Avro 1.4.0
  */
private[databus] final class JsonScanner(faults: JsonFaults, oneLine: Boolean) {
  import faults._

  // For each open container of the current value, outermost first, whether it is an object.
  private[this] var objects = new Array[Boolean](16)
  private[this] var opened = 0

  private[this] var scratch = new Array[Byte](256)
  private[this] var size = 0
  private[this] var unpaired = false

  /** The string decoded last. The caller may modify the bytes. */
  def bytes: Array[Byte] = scratch
  def length: Int = size

  /** Whether the string decoded last has an unpaired surrogate, which has no UTF-8; '?' replaces
    * it.
    */
  def hasUnpaired: Boolean = unpaired

  /** Returns the next byte, -1 at the end. */
  def peek(cursor: Cursor): Int = if (cursor.left == 0) -1 else cursor.bytes(cursor.position) & 0xff

  /** Skips one byte, which must have this value. */
  def expect(cursor: Cursor, byte: Int): Unit = {
    if (peek(cursor) != byte) unexpected(cursor)
    cursor.moveTo(cursor.position + 1)
  }

  def unexpected(cursor: Cursor): Nothing = {
    val byte = peek(cursor)
    cursor.refuse(if (oneLine && (byte == '\n' || byte == '\r')) manyLines else broken)
  }

  /** Skips white space, and comments if they are accepted. */
  def space(cursor: Cursor): Unit =
    while (isSpace(peek(cursor)))
      if (peek(cursor) == '/') comment(cursor) else cursor.moveTo(cursor.position + 1)

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

  /** Skips a value of any type. */
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

  /** Closes all containers that end here, then moves to the next value. */
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
    while (at < word.length && at < cursor.left && cursor.bytes(from + at) == word.charAt(at))
      at += 1
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
        if (bytes(at) < 0) Utf8.characterSize(bytes, at, cursor.end)
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

  /** Decodes the string at the cursor. */
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

  // An escape is longer than the UTF-8 of its character, so there is room.
  private def decodeEscape(bytes: Array[Byte], at: Int, until: Int): Int = {
    val short = JsonScanner.EscapeLetters.indexOf(bytes(at + 1).toInt)
    if (short >= 0) {
      append(JsonScanner.Escaped.charAt(short))
      at + 2
    } else {
      val unit = JsonScanner.unitAt(bytes, at + 2)
      val isHigh = Character.isHighSurrogate(unit)
      val low = if (isHigh) JsonScanner.lowAt(bytes, at + 6, until) else 0
      if (low != 0) {
        append(Character.toCodePoint(unit, low.toChar))
        at + 12
      } else {
        unpaired ||= Character.isSurrogate(unit)
        append(if (Character.isSurrogate(unit)) '?' else unit)
        at + 6
      }
    }
  }

  private def append(point: Int): Unit = size = CodePoint.write(point, scratch, size)

  /** Reads the integer at the cursor, which must be from `low` to `high`. */
  def decodeInteger(cursor: Cursor, low: Long, high: Long): Long = {
    val from = cursor.position
    val first = peek(cursor)
    if (first != '-' && !isDigit(first)) cursor.refuse(otherType)
    skipNumber(cursor)
    val until = cursor.position
    val bytes = cursor.bytes
    var at = if (first == '-') from + 1 else from
    // Computed as a negative number, because Long.MinValue has no positive counterpart.
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

  /** Reads the true or false at the cursor. */
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

  /** Returns the low surrogate whose escape is at `at`, 0 if there is none. */
  private def lowAt(bytes: Array[Byte], at: Int, until: Int): Int =
    if (at + 6 > until || bytes(at) != '\\' || bytes(at + 1) != 'u') 0
    else {
      val unit = unitAt(bytes, at + 2)
      if (Character.isLowSurrogate(unit)) unit else 0
    }
}
