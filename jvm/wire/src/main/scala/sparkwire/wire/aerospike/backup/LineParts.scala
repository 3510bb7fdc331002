package sparkwire.wire.aerospike.backup

import java.nio.charset.StandardCharsets.US_ASCII

import sparkwire.wire.aerospike.backup.Backup._
import sparkwire.wire.core.{Cursor, Options, Reason, Sink, Utf8}
import sparkwire.wire.msgpack.Msgpack

/** Reads the parts of a line: names, numbers, and blocks after their length.
  *
  * Traps: a name may contain a newline after a backslash, and a block any bytes. A version 3.0 file has
  * no backslashes that mean something.
  */
private[backup] final class LineParts(options: Options) {
  import LineParts._

  private[this] val replaces = options.word(Options.InvalidUtf8) == "replace"

  /** Whether a backslash in a name takes away the meaning of the next byte. */
  var hasEscapes = true

  // The part that was read last.
  private[this] var from = 0
  private[this] var until = 0
  private[this] var escapes = 0

  def partFrom: Int = from
  def partUntil: Int = until

  /** Takes one byte that must be there. */
  def expect(cursor: Cursor, byte: Int): Unit =
    if (cursor.u8(Truncated) != byte) {
      cursor.moveTo(cursor.position - 1)
      cursor.refuse(BadLine)
    }

  // Where the entry begins, and the line in which the reading is.
  private[this] var entryStart = 0
  private[this] var lineStart = 0

  def beginEntry(cursor: Cursor): Unit = {
    entryStart = cursor.position
    lineStart = entryStart
  }

  /** How many bytes the complete lines have that were read last of an entry. */
  def completeLines: Int = lineStart - entryStart

  /** Takes the end of a line. */
  def end(cursor: Cursor): Unit = {
    expect(cursor, '\n')
    lineStart = cursor.position
  }

  /** Takes the beginning of a line. */
  def begin(cursor: Cursor, mark: Int, letter: Int): Unit = {
    expect(cursor, mark)
    expect(cursor, ' ')
    expect(cursor, letter)
    expect(cursor, ' ')
  }

  /** Reads a name, which ends before this byte. */
  def name(cursor: Cursor, end: Int): Unit = name(cursor, end, end)

  /** Reads a name, which ends before one of two bytes. */
  def name(cursor: Cursor, end: Int, otherEnd: Int): Unit = {
    val bytes = cursor.bytes
    val most = math.min(cursor.end.toLong, cursor.position.toLong + MaxName + 1).toInt
    from = cursor.position
    escapes = 0
    var at = from
    while (at < most && bytes(at) != end && bytes(at) != otherEnd)
      if (hasEscapes && bytes(at) == '\\') {
        escapes += 1
        at += 2
      } else at += 1
    finish(cursor, at, most, MaxName, NameTooLong)
  }

  private def finish(cursor: Cursor, at: Int, most: Int, mostBytes: Int,
      tooLong: Reason): Unit = {
    cursor.moveTo(math.min(at, most))
    if (at >= most) cursor.refuse(if (most - from > mostBytes) tooLong else Truncated)
    until = at
  }

  /** Gives the name that was read last. */
  def giveName(cursor: Cursor, sink: Sink): Unit =
    if (escapes == 0) giveText(cursor, cursor.bytes, from, until, sink)
    else {
      val plain = unescaped(cursor.bytes)
      giveText(cursor, plain, 0, plain.length, sink)
    }

  private def unescaped(bytes: Array[Byte]): Array[Byte] = {
    val plain = new Array[Byte](until - from - escapes)
    var at = from
    var i = 0
    while (at < until) {
      if (bytes(at) == '\\') at += 1
      plain(i) = bytes(at)
      i += 1
      at += 1
    }
    plain
  }

  /** Gives text, or refuses what is not well-formed UTF-8, as the options say. */
  def giveText(cursor: Cursor, bytes: Array[Byte], from: Int, until: Int, sink: Sink): Unit =
    if (Utf8.isValid(bytes, from, until)) sink.text(bytes, from, until)
    else {
      if (!replaces) cursor.refuse(Msgpack.InvalidUtf8)
      sink.repairedText(bytes, from, until)
    }

  /** Reads a part that goes up to the end of the line.
    *
    * @param most
    *   how many bytes it may have
    */
  def rest(cursor: Cursor, mostBytes: Int, tooLong: Reason): Unit = {
    val bytes = cursor.bytes
    val most = math.min(cursor.end.toLong, cursor.position.toLong + mostBytes + 1).toInt
    from = cursor.position
    escapes = 0
    var at = from
    while (at < most && bytes(at) != '\n') at += 1
    finish(cursor, at, most, mostBytes, tooLong)
  }

  /** Reads the digits of a number, up to the end of the line. */
  def number(cursor: Cursor): Unit = rest(cursor, MaxName, BadNumber)

  /** Returns the integer that was read last, or refuses it. */
  def int(cursor: Cursor): Long = {
    val bytes = cursor.bytes
    val isNegative = from < until && bytes(from) == '-'
    var at = if (isNegative) from + 1 else from
    if (at == until) cursor.refuse(BadNumber)
    // Counted downwards, because there is one negative number more.
    var value = 0L
    while (at < until) {
      val digit = bytes(at) - '0'
      if (digit < 0 || digit > 9 || value < LeastTenth) cursor.refuse(BadNumber)
      value = value * 10 - digit
      if (value > 0) cursor.refuse(BadNumber)
      at += 1
    }
    if (!isNegative && value == Long.MinValue) cursor.refuse(BadNumber)
    if (isNegative) value else -value
  }

  /** Returns the integer that was read last, or refuses one that is not from 0 to `most`. */
  def intUpTo(cursor: Cursor, most: Long): Long = {
    val value = int(cursor)
    if (value < 0 || value > most || cursor.bytes(from) == '-') cursor.refuse(BadNumber)
    value
  }

  /** Returns the floating-point number that was read last, or refuses it. */
  def double(cursor: Cursor): Double = {
    val text = new String(cursor.bytes, from, until - from, US_ASCII)
    val digits = if (text.startsWith("-") || text.startsWith("+")) text.substring(1) else text
    if (isWord(digits, "nan")) Double.NaN
    else if (isWord(digits, "inf") || isWord(digits, "infinity"))
      if (text.startsWith("-")) Double.NegativeInfinity else Double.PositiveInfinity
    else {
      if (!isDecimal(digits)) cursor.refuse(BadNumber)
      java.lang.Double.parseDouble(text)
    }
  }

  private def isWord(text: String, word: String): Boolean = text.equalsIgnoreCase(word)

  /** Whether these are digits, maybe with a point, and maybe an exponent: Java's parser takes more. */
  private def isDecimal(text: String): Boolean = {
    val whole = digitsFrom(text, 0)
    val isPointed = whole < text.length && text.charAt(whole) == '.'
    val end = if (isPointed) digitsFrom(text, whole + 1) else whole
    val count = if (isPointed) end - 1 else end
    val isExponent = end < text.length && (text.charAt(end) | 0x20) == 'e'
    count > 0 && (if (isExponent) isExponentAt(text, end + 1) else end == text.length)
  }

  private def isExponentAt(text: String, at: Int): Boolean = {
    val isSigned = at < text.length && (text.charAt(at) == '+' || text.charAt(at) == '-')
    val first = if (isSigned) at + 1 else at
    first < text.length && digitsFrom(text, first) == text.length
  }

  private def digitsFrom(text: String, from: Int): Int = {
    var at = from
    while (at < text.length && text.charAt(at) >= '0' && text.charAt(at) <= '9') at += 1
    at
  }

  /** Reads a count and the end of its line. */
  def count(cursor: Cursor): Long = {
    val value = size(cursor, '\n')
    lineStart = cursor.position
    value
  }

  /** Reads a count or length and the byte after it. */
  def size(cursor: Cursor, end: Int): Long = {
    val start = cursor.position
    val bytes = cursor.bytes
    var value = 0L
    var at = start
    while (at < cursor.end && bytes(at) >= '0' && bytes(at) <= '9' && value <= MaxSize) {
      value = value * 10 + (bytes(at) - '0')
      at += 1
    }
    cursor.moveTo(at)
    if (value > MaxSize || at == start && at < cursor.end) cursor.refuse(BadNumber)
    if (cursor.u8(Truncated) != end) {
      cursor.moveTo(at)
      cursor.refuse(BadNumber)
    }
    value
  }

  /** Reads a length and the block of this length: [[partFrom]] and [[partUntil]] are where it is. */
  def block(cursor: Cursor): Unit = {
    val length = size(cursor, ' ')
    // The line ends after the block.
    cursor.need(length + 1, LengthPastEnd)
    from = cursor.take(length, LengthPastEnd)
    until = cursor.position
  }
}

private object LineParts {
  // Of a name or a number, as the tools of Aerospike have it.
  final val MaxName = 1000
  // The tools' limit of a length.
  private final val MaxSize = 1L << 50
  private final val LeastTenth = Long.MinValue / 10
}
