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
  def give(cursor: Cursor, sink: Sink, code: Int): Boolean = {
    (code: @switch) match {
      case IntCode => sink.int(cursor.i32(Truncated).toLong)
      case LongCode => sink.int(cursor.i64(Truncated))
      case StringCode => text(cursor, sink)
      case NullCode => sink.nothing()
      case ByteCode | ShortCode | FloatCode | DoubleCode | CharCode | BoolCode =>
        payload(cursor, sink, code)
      case UuidCode => uuid(cursor, sink)
      case DateCode => sink.instant(InstantForm.Date, cursor.i64(Truncated), 0)
      case TimeCode => sink.int(cursor.i64(Truncated))
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
    isLeaf(code)
  }

  def isLeaf(code: Int): Boolean = (code: @switch) match {
    case ObjectArray | CollectionCode | MapCode | 26 | WrappedCode | EnumCode | EnumArray | ClassCode |
        ProxyCode | BinaryEnumCode =>
      false
    case _ => code >= ByteCode && code < BinaryEnumCode || code == NullCode
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

  /** A length or count. */
  def count(cursor: Cursor): Int = {
    val count = cursor.i32(Truncated)
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
    case IntCode => sink.int(cursor.i32(Truncated).toLong)
    case LongCode => sink.int(cursor.i64(Truncated))
    case FloatCode => sink.float(java.lang.Float.intBitsToFloat(cursor.i32(Truncated)))
    case DoubleCode => sink.double(java.lang.Double.longBitsToDouble(cursor.i64(Truncated)))
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
      skip(cursor, elementCode(cursor, element))
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
    val from = cursor.take(count(cursor, 1).toLong, LengthPastEnd)
    Utf8.giveRepaired(cursor.bytes, from, cursor.position, sink)
  }

  private def uuid(cursor: Cursor, sink: Sink): Unit = {
    val at = cursor.take(16, Truncated)
    val high = cursor.i64At(at)
    val low = cursor.i64At(at + 8)
    // Rows keep a reference to it.
    val text = new Array[Byte](36)
    hex(text, 0, high >>> 32, 8)
    hex(text, 9, high >>> 16, 4)
    hex(text, 14, high, 4)
    hex(text, 19, low >>> 48, 4)
    hex(text, 24, low, 12)
    text(8) = '-'
    text(13) = '-'
    text(18) = '-'
    text(23) = '-'
    sink.textForm(text, 0, 36)
  }

  private def hex(text: Array[Byte], from: Int, bits: Long, digits: Int): Unit = {
    var at = from + digits - 1
    var left = bits
    while (at >= from) {
      text(at) = HexDigits((left & 0xf).toInt)
      left >>>= 4
      at -= 1
    }
  }

  private val HexDigits = "0123456789abcdef".map(_.toByte).toArray

  private def timestamp(cursor: Cursor, sink: Sink): Unit = {
    val millis = cursor.i64(Truncated)
    val nanos = cursor.i32(Truncated)
    if (nanos < 0 || nanos > 999999) cursor.refuse(BadNanos)
    sink.instant(InstantForm.Timestamp, millis, nanos)
  }

  private def decimal(cursor: Cursor, sink: Sink): Unit = {
    val scale = if (cursor.left >= 4) cursor.i32At(cursor.position) else 0
    val from = magnitude(cursor)
    sink.decimal(unscaled(cursor, from, cursor.position), scale)
  }

  /** Goes over scale and magnitude and returns where that begins; it ends at the cursor. */
  private def magnitude(cursor: Cursor): Int = {
    cursor.skip(4, Truncated)
    val length = count(cursor, 1)
    if (length == 0) cursor.refuse(BadDecimal)
    cursor.take(length.toLong, LengthPastEnd)
  }

  private def unscaled(cursor: Cursor, from: Int, until: Int): BigInteger = {
    val bytes = cursor.bytes
    val first = bytes(from)
    if (until - from <= 8) {
      var value = (first & 0x7f).toLong
      var at = from + 1
      while (at < until) {
        value = (value << 8) | (bytes(at) & 0xff)
        at += 1
      }
      BigInteger.valueOf(if (first < 0) -value else value)
    } else {
      val magnitude = Arrays.copyOfRange(bytes, from, until)
      magnitude(0) = (first & 0x7f).toByte
      new BigInteger(if (first < 0) -1 else 1, magnitude)
    }
  }
}
