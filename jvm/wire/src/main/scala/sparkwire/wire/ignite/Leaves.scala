package sparkwire.wire.ignite

import java.math.BigInteger
import java.util.Arrays

import scala.annotation.switch

import sparkwire.wire._
import sparkwire.wire.ignite.Ignite._

/** Values that hold no others but of one simple type. Behind the code:
  * | code        | value                        | payload                                         |
  * | 1 2 3 4     | byte short int long          | 1 2 4 8                                         |
  * | 5 6         | float, double                | 4 8, IEEE 754                                   |
  * | 7           | char                         | 2, a UTF-16 unit                                |
  * | 8           | bool                         | 1, 0 is false                                   |
  * | 9           | string                       | n, n bytes of UTF-8                             |
  * | 10          | uuid                         | 8 its first half, 8 its last                    |
  * | 11 36       | date, time                   | 8, milliseconds                                 |
  * | 12-19       | arrays of 1-8                | n, n payloads                                   |
  * | 20 21 22    | arrays of string, uuid, date | n, n values with their codes, or null           |
  * | 31 34 37    | of decimal, timestamp, time  | the same                                        |
  * | 30          | decimal                      | 4 scale, n, n bytes: sign bit, magnitude        |
  * | 33          | timestamp                    | 8 milliseconds, 4 nanoseconds within it         |
  *
  * n is an int32. Traps: the magnitude of a decimal is big endian and no two's complement: its first
  * bit is the sign. The halves of a uuid are little endian longs. Malformed UTF-8 is read as Java does.
  */
private[ignite] object Leaves {

  /** Gives the value behind `code`. False if it is none of these. */
  def give(cursor: Cursor, sink: Sink, code: Int): Boolean = (code: @switch) match {
    case IntCode =>
      sink.int(i32(cursor).toLong)
      true
    case LongCode =>
      sink.int(i64(cursor))
      true
    case StringCode =>
      text(cursor, sink)
      true
    case NullCode =>
      sink.nothing()
      true
    case ObjectCode | HandleCode => false
    case _ =>
      giveOther(cursor, sink, code)
      isLeaf(code)
  }

  private def giveOther(cursor: Cursor, sink: Sink, code: Int): Unit = (code: @switch) match {
    case ByteCode | ShortCode | FloatCode | DoubleCode | CharCode | BoolCode =>
      payload(cursor, sink, code)
    case UuidCode => Uuids.give(cursor, sink)
    case DateCode => sink.instant(InstantForm.Date, i64(cursor), 0)
    case TimeCode => sink.int(i64(cursor))
    case TimestampCode => timestamp(cursor, sink)
    case DecimalCode => decimal(cursor, sink)
    case ByteArray =>
      val from = cursor.take(count(cursor, 1).toLong, LengthPastEnd)
      sink.binary(cursor.bytes, from, cursor.position)
    case ShortArray | IntArray | LongArray | FloatArray | DoubleArray | CharArray | BoolArray =>
      payloads(cursor, sink, code - ByteArray + ByteCode)
    case StringArray | UuidArray | DateArray | DecimalArray | TimestampArray | TimeArray =>
      values(cursor, sink, elementOf(code))
    case _ =>
  }

  def isLeaf(code: Int): Boolean = code >= 0 && forms(code) != NoLeaf

  /** Where the value ends that begins at `at`. Negative for containers, and where the bytes end before it
    * or it is malformed: the short way over good values; [[skip]] tells what is wrong with others.
    */
  def past(bytes: Array[Byte], at: Int, end: Int): Int = {
    val code = if (at < end) bytes(at) else -1
    val form = if (code < 0) NoLeaf else forms(code)
    if (form >= 0) within(at + 1L + form, end)
    else if (form >= LongestElement) {
      if (end - at < 5) -1
      else {
        val count = Bytes.i32le(bytes, at + 1)
        if (count < 0) -1 else within(at + 5L + count.toLong * -form, end)
      }
    } else if (form == CheckedLeaf) pastChecked(bytes, at, end, code)
    else -1
  }

  private def within(past: Long, end: Int): Int = if (past <= end) past.toInt else -1

  private def pastChecked(bytes: Array[Byte], at: Int, end: Int, code: Int): Int =
    if (code == DecimalCode && end - at >= 9) {
      val length = Bytes.i32le(bytes, at + 5)
      if (length <= 0) -1 else within(at + 9L + length, end)
    } else if (code == TimestampCode && end - at >= 13) {
      val nanos = Bytes.i32le(bytes, at + 9)
      if (nanos < 0 || nanos > MaxNanos) -1 else at + 13
    } else -1

  // What it takes to go over a value, by its code: the size of its payload, or, negative, that of each
  // of the elements whose number stands in front of them.
  private final val LongestElement = -8
  private final val CheckedLeaf = -100
  private final val NoLeaf = -101

  private val forms: Array[Byte] = Array.tabulate(128) {
    case code @ (ByteCode | ShortCode | IntCode | LongCode | FloatCode | DoubleCode | CharCode |
        BoolCode) => sizeOf(code).toByte
    case DateCode | TimeCode => 8
    case UuidCode => 16
    case NullCode => 0
    case StringCode => -1
    case code if code >= ByteArray && code <= BoolArray =>
      (-sizeOf(code - ByteArray + ByteCode)).toByte
    case TimestampCode | DecimalCode | StringArray | UuidArray | DateArray | DecimalArray |
        TimestampArray | TimeArray => CheckedLeaf
    case _ => NoLeaf
  }

  /** Goes over the same value and checks it. */
  def skip(cursor: Cursor, code: Int): Boolean = {
    (code: @switch) match {
      case ByteCode | ShortCode | IntCode | LongCode | FloatCode | DoubleCode | CharCode |
          BoolCode =>
        cursor.skip(sizeOf(code).toLong, Truncated)
      case StringCode => cursor.skip(count(cursor, 1).toLong, LengthPastEnd)
      case UuidCode => cursor.skip(16, Truncated)
      case DateCode | TimeCode => cursor.skip(8, Truncated)
      case TimestampCode => timestamp(cursor, Nowhere)
      case DecimalCode => magnitude(cursor)
      case ByteArray | ShortArray | IntArray | LongArray | FloatArray | DoubleArray | CharArray |
          BoolArray =>
        val size = sizeOf(code - ByteArray + ByteCode)
        cursor.skip(count(cursor, size).toLong * size, LengthPastEnd)
      case StringArray | UuidArray | DateArray | DecimalArray | TimestampArray | TimeArray =>
        skipValues(cursor, elementOf(code))
      case _ =>
    }
    isLeaf(code)
  }

  private def elementOf(array: Int): Int = (array: @switch) match {
    case StringArray => StringCode
    case UuidArray => UuidCode
    case DateArray => DateCode
    case DecimalArray => DecimalCode
    case TimestampArray => TimestampCode
    case _ => TimeCode
  }

  private def sizeOf(code: Int): Int = (code: @switch) match {
    case ByteCode | BoolCode => 1
    case ShortCode | CharCode => 2
    case IntCode | FloatCode => 4
    case _ => 8
  }

  private final val MaxNanos = 999999

  private def i32(cursor: Cursor): Int = Bytes.i32le(cursor.bytes, behind(cursor, 4))
  private def i64(cursor: Cursor): Long = Bytes.i64le(cursor.bytes, behind(cursor, 8))

  /** Goes over a few bytes and returns where they begin. */
  private def behind(cursor: Cursor, size: Int): Int = {
    val from = cursor.position
    if (cursor.end - from < size) cursor.refuse(Truncated)
    cursor.moveTo(from + size)
    from
  }

  /** A length or count. */
  def count(cursor: Cursor): Int = {
    val count = i32(cursor)
    if (count < 0) cursor.refuse(NegativeLength)
    count
  }

  /** The same, held against what is left by the least size of an element. */
  def count(cursor: Cursor, size: Int): Int = {
    val elements = count(cursor)
    if (elements.toLong * size > cursor.left) cursor.refuse(LengthPastEnd)
    elements
  }

  private def payload(cursor: Cursor, sink: Sink, code: Int): Unit = (code: @switch) match {
    case ByteCode => sink.int(cursor.u8(Truncated).toByte.toLong)
    case ShortCode => sink.int(cursor.i16(Truncated).toLong)
    case IntCode => sink.int(i32(cursor).toLong)
    case LongCode => sink.int(i64(cursor))
    case FloatCode => sink.float(java.lang.Float.intBitsToFloat(i32(cursor)))
    case DoubleCode => sink.double(java.lang.Double.longBitsToDouble(i64(cursor)))
    case CharCode => char(sink, cursor.i16(Truncated).toChar)
    case _ => sink.bool(cursor.u8(Truncated) != 0)
  }

  private def payloads(cursor: Cursor, sink: Sink, code: Int): Unit = {
    val size = sizeOf(code)
    var left = count(cursor, size)
    if (sink.beginArray(left)) {
      while (left > 0) {
        sink.element()
        payload(cursor, sink, code)
        left -= 1
      }
      sink.endArray()
    } else cursor.skip(left.toLong * size, LengthPastEnd)
  }

  private def values(cursor: Cursor, sink: Sink, element: Int): Unit = {
    var left = count(cursor, 1)
    if (sink.beginArray(left)) {
      while (left > 0) {
        sink.element()
        if (sink.traces && cursor.left > 0) sink.wire(nameOf(cursor.bytes(cursor.position).toInt))
        give(cursor, sink, elementCode(cursor, element))
        left -= 1
      }
      sink.endArray()
    } else skipElements(cursor, element, left)
  }

  private def skipValues(cursor: Cursor, element: Int): Unit =
    skipElements(cursor, element, count(cursor, 1))

  private def skipElements(cursor: Cursor, element: Int, count: Int): Unit = {
    var left = count
    while (left > 0) {
      val at = cursor.position
      val code = elementCode(cursor, element)
      val end = past(cursor.bytes, at, cursor.end)
      if (end >= 0) cursor.moveTo(end) else skip(cursor, code)
      left -= 1
    }
  }

  private def elementCode(cursor: Cursor, element: Int): Int = {
    val code = cursor.u8(Truncated).toByte.toInt
    if (code != element && code != NullCode) cursor.refuse(BadElement)
    code
  }

  // A unit that is no character by itself is a number.
  private def char(sink: Sink, unit: Char): Unit =
    if (Character.isSurrogate(unit)) sink.int(unit.toLong)
    else if (unit < 0x80) sink.textForm(ascii(unit), 0, 1)
    else {
      val bytes = utf8(unit)
      sink.textForm(bytes, 0, bytes.length)
    }

  private val ascii: Array[Array[Byte]] = Array.tabulate(0x80)(unit => Array(unit.toByte))

  private def utf8(unit: Char): Array[Byte] =
    if (unit < 0x800) Array((0xc0 | (unit >> 6)).toByte, rest(unit.toInt))
    else Array((0xe0 | (unit >> 12)).toByte, rest(unit >> 6), rest(unit.toInt))

  private def rest(bits: Int): Byte = (0x80 | (bits & 0x3f)).toByte

  private def text(cursor: Cursor, sink: Sink): Unit = {
    val length = count(cursor, 1)
    val from = cursor.position
    cursor.moveTo(from + length)
    Utf8.giveRepaired(cursor.bytes, from, from + length, sink)
  }

  private def timestamp(cursor: Cursor, sink: Sink): Unit = {
    val millis = i64(cursor)
    val nanos = i32(cursor)
    if (nanos < 0 || nanos > MaxNanos) cursor.refuse(BadNanos)
    sink.instant(InstantForm.Timestamp, millis, nanos)
  }

  private def decimal(cursor: Cursor, sink: Sink): Unit = {
    val scale = if (cursor.left >= 4) Bytes.i32le(cursor.bytes, cursor.position) else 0
    val from = magnitude(cursor)
    if (cursor.position - from <= 8) sink.smallDecimal(small(cursor, from), scale)
    else sink.decimal(large(cursor, from), scale)
  }

  /** Goes over scale and magnitude and returns where that begins; it ends at the cursor. */
  private def magnitude(cursor: Cursor): Int = {
    cursor.skip(4, Truncated)
    val length = count(cursor, 1)
    if (length == 0) cursor.refuse(BadDecimal)
    cursor.take(length.toLong, LengthPastEnd)
  }

  /** A magnitude of at most 8 bytes, up to the cursor. */
  private def small(cursor: Cursor, from: Int): Long = {
    val bytes = cursor.bytes
    var value = (bytes(from) & 0x7f).toLong
    var at = from + 1
    while (at < cursor.position) {
      value = (value << 8) | (bytes(at) & 0xff)
      at += 1
    }
    if (bytes(from) < 0) -value else value
  }

  private def large(cursor: Cursor, from: Int): BigInteger = {
    val magnitude = Arrays.copyOfRange(cursor.bytes, from, cursor.position)
    val isNegative = magnitude(0) < 0
    magnitude(0) = (magnitude(0) & 0x7f).toByte
    new BigInteger(if (isNegative) -1 else 1, magnitude)
  }
}
