package sparkwire.wire.ignite

import java.math.BigInteger
import java.util.Arrays

import scala.annotation.switch

import sparkwire.wire.core._
import sparkwire.wire.ignite.Ignite._
import sparkwire.wire.places.Offers
import sparkwire.wire.sinks.Decimals

/** Gives the values of [[Leaves]] to a sink.
  *
  * Traps: the magnitude of a decimal is big endian and not in two's complement: its first bit is
  * the sign. The halves of a UUID are little-endian longs. Malformed UTF-8 is replaced as Java
  * replaces it.
  */
private[ignite] object LeafValues {

  /** Gives the value at `at` and returns its end. Returns a negative number, and gives nothing, for
    * arrays and where [[Leaves.past]] is negative.
    *
    * @param zone
    *   where the times of day are
    */
  def give(bytes: Array[Byte], at: Int, end: Int, sink: Sink, zone: DayZone): Int = {
    val code = if (at < end) bytes(at).toInt else -1
    // The most frequent codes.
    if (code == StringCode) text(bytes, at, end, sink)
    else if (code == IntCode && end - at >= 5) {
      sink.int(Bytes.i32le(bytes, at + 1).toLong)
      at + 5
    } else if (code == LongCode && end - at >= 9) {
      sink.int(Bytes.i64le(bytes, at + 1))
      at + 9
    } else if (code < 0 || Leaves.isArray(code)) -1
    else {
      val past = Leaves.past(bytes, at, end)
      if (past >= 0) other(bytes, at, past, sink, code, zone)
      past
    }
  }

  private def text(bytes: Array[Byte], at: Int, end: Int, sink: Sink): Int = {
    val past = Leaves.pastCounted(bytes, at, end, 1)
    if (past >= 0) sink.repairedText(bytes, at + 5, past)
    past
  }

  // `other` and the methods that it calls read only values that have been checked.

  private def other(bytes: Array[Byte], at: Int, until: Int, sink: Sink, code: Int,
      zone: DayZone): Unit =
    (code: @switch) match {
      case NullCode => sink.nothing()
      case UuidCode => sink.textForm(IgniteUuids.text(bytes, at + 1), 0, IgniteUuids.TextSize)
      case DateCode => sink.instant(InstantForm.Date, Bytes.i64le(bytes, at + 1), 0)
      case TimeCode =>
        val millis = Bytes.i64le(bytes, at + 1)
        sink.time(zone.nanosOfDay(millis), millis)
      case TimestampCode =>
        sink.instant(
          InstantForm.Timestamp, Bytes.i64le(bytes, at + 1), Bytes.i32le(bytes, at + 9))
      case DecimalCode => decimal(bytes, at, until, sink)
      case ByteArray => sink.binary(bytes, at + 5, until)
      case _ => payload(bytes, at + 1, sink, code)
    }

  /** Gives a number, char or bool from its payload. */
  def payload(bytes: Array[Byte], at: Int, sink: Sink, code: Int): Unit =
    (code: @switch) match {
      case ByteCode => sink.int(bytes(at).toLong)
      case ShortCode => sink.int(Bytes.i16le(bytes, at).toLong)
      case IntCode => sink.int(Bytes.i32le(bytes, at).toLong)
      case LongCode => sink.int(Bytes.i64le(bytes, at))
      case FloatCode => sink.float(java.lang.Float.intBitsToFloat(Bytes.i32le(bytes, at)))
      case DoubleCode => sink.double(java.lang.Double.longBitsToDouble(Bytes.i64le(bytes, at)))
      case CharCode => char(sink, Bytes.i16le(bytes, at).toChar)
      case _ => sink.bool(bytes(at) != 0)
    }

  /** Gives an array whose code has been read. */
  def giveArray(cursor: Cursor, sink: Sink, code: Int, zone: DayZone): Unit = {
    val element = Leaves.elementOf(code)
    if (Leaves.hasCodes(code)) values(cursor, sink, element, zone)
    else giveNumbers(cursor, sink, element)
  }

  /** Gives an array of numbers, chars or bools without codes. */
  def giveNumbers(cursor: Cursor, sink: Sink, element: Int): Unit = {
    val size = Leaves.sizeOf(element)
    val count = Leaves.count(cursor, size)
    if (tryAll(cursor, sink, element, count)) cursor.moveTo(cursor.position + count * size)
    else if (sink.beginArray(count)) payloads(cursor, sink, element, size, count)
    else cursor.moveTo(cursor.position + count * size)
  }

  private def tryAll(cursor: Cursor, sink: Sink, element: Int, count: Int): Boolean = {
    val list = Offers.of(sink).list
    list != null &&
    list.tryLittleEndian(Leaves.kindOf(element), count, cursor.bytes, cursor.position)
  }

  private def payloads(cursor: Cursor, sink: Sink, element: Int, size: Int, count: Int): Unit = {
    val bytes = cursor.bytes
    var at = cursor.position
    var left = count
    while (left > 0) {
      sink.element()
      cursor.moveTo(at + size)
      payload(bytes, at, sink, element)
      at += size
      left -= 1
    }
    sink.endArray()
  }

  private def values(cursor: Cursor, sink: Sink, element: Int, zone: DayZone): Unit = {
    var left = Leaves.count(cursor, 1)
    if (sink.beginArray(left)) {
      while (left > 0) {
        sink.element()
        val at = cursor.position
        if (sink.tracer.isOn && cursor.left > 0) sink.tracer.wire(nameOf(cursor.bytes(at).toInt))
        cursor.moveTo(Leaves.pastElement(cursor, element))
        val _ = give(cursor.bytes, at, cursor.position, sink, zone)
        left -= 1
      }
      sink.endArray()
    } else Leaves.skipElements(cursor, element, left)
  }

  // A surrogate is not a character by itself, so it becomes a number.
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

  private def decimal(bytes: Array[Byte], at: Int, until: Int, sink: Sink): Unit = {
    val scale = Bytes.i32le(bytes, at + 1)
    val from = at + 9
    if (until - at <= SmallDecimal) sink.smallDecimal(small(bytes, from, until), scale)
    else sink.decimal(large(bytes, from, until), scale)
  }

  /** The size in bytes of a decimal with a magnitude of 8 bytes, including its code. */
  final val SmallDecimal = 17

  /** Reads a magnitude of at most 8 bytes, with its sign. */
  def small(bytes: Array[Byte], from: Int, until: Int): Long = {
    var value = (bytes(from) & 0x7f).toLong
    var at = from + 1
    while (at < until) {
      value = (value << 8) | (bytes(at) & 0xff)
      at += 1
    }
    if (bytes(from) < 0) -value else value
  }

  private def large(bytes: Array[Byte], from: Int, until: Int): BigInteger = {
    val magnitude = Arrays.copyOfRange(bytes, from, until)
    val isNegative = magnitude(0) < 0
    magnitude(0) = (magnitude(0) & 0x7f).toByte
    Decimals.withSign(if (isNegative) -1 else 1, magnitude, 0, magnitude.length)
  }
}
