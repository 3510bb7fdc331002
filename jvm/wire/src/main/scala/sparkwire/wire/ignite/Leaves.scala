package sparkwire.wire.ignite

import scala.annotation.switch

import sparkwire.wire.core.{Bytes, Cursor, Kind}
import sparkwire.wire.ignite.Ignite._

/** Leaves: values that hold no others, or only values of one simple type. This object finds where
  * they end and checks them; [[LeafValues]] gives them to a sink. Payloads after the code:
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
  * n is an int32.
  */
private[ignite] object Leaves {

  def isLeaf(code: Int): Boolean = code >= 0 && forms(code) != NoLeaf

  /** Whether the code is an array of numbers of one size, without codes. Not true of byte arrays.
    */
  def isArray(code: Int): Boolean = code > ByteArray && code <= BoolArray

  /** Whether the code is an array of values that each have a code. */
  def hasCodes(code: Int): Boolean = forms(code) == WithCodes

  /** Returns the end of the value at `at`. Returns a negative number for containers and arrays of
    * values with codes, and where the value is truncated or malformed. This is the fast path for
    * good values; [[skip]] refuses the others.
    */
  def past(bytes: Array[Byte], at: Int, end: Int): Int = {
    val code = if (at < end) bytes(at) else -1
    val form = if (code < 0) NoLeaf else forms(code)
    if (form >= 0) within(at + 1L + form, end)
    else if (form >= LongestElement) pastCounted(bytes, at, end, -form)
    else if (form == CheckedLeaf) pastChecked(bytes, at, end, code)
    else -1
  }

  /** Like [[past]], for a string or an array of numbers, whose elements take `size` bytes each. */
  def pastCounted(bytes: Array[Byte], at: Int, end: Int, size: Int): Int = {
    val count = if (end - at < 5) -1 else Bytes.i32le(bytes, at + 1)
    if (count < 0) -1 else within(at + 5L + count.toLong * size, end)
  }

  /** Skips values up to the first for which [[past]] is negative. Returns how many are left. */
  def skipAll(cursor: Cursor, count: Long, rereads: Rereads): Long = {
    val bytes = cursor.bytes
    val end = cursor.end
    val from = cursor.position
    var left = count
    var at = from
    var behind = 0
    while (behind >= 0 && left > 0) {
      behind = past(bytes, at, end)
      if (behind >= 0) {
        at = behind
        left -= 1
      }
    }
    if (left < count) {
      rereads.leaves(from, at, (count - left).toInt)
      cursor.moveTo(at)
    }
    left
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

  // How to skip a value, by its code: the size of its payload in bytes or, if negative, the size of
  // each element, where the payload is a count and its elements.
  private final val LongestElement = -8
  private final val CheckedLeaf = -100
  private final val WithCodes = -101
  private final val NoLeaf = -102
  private final val MaxNanos = 999999

  private val forms: Array[Byte] = Array.tabulate(128) {
    case code @ (ByteCode | ShortCode | IntCode | LongCode | FloatCode | DoubleCode | CharCode |
        BoolCode) => sizeOf(code).toByte
    case DateCode | TimeCode => 8
    case UuidCode => 16
    case NullCode => 0
    case StringCode => -1
    case code if code >= ByteArray && code <= BoolArray =>
      (-sizeOf(elementOf(code))).toByte
    case TimestampCode | DecimalCode => CheckedLeaf
    case StringArray | UuidArray | DateArray | DecimalArray | TimestampArray | TimeArray =>
      WithCodes
    case _ => NoLeaf
  }

  /** Skips a leaf whose code has been read, and refuses it if it is malformed. */
  def skip(cursor: Cursor, code: Int): Unit =
    (code: @switch) match {
      case ByteCode | ShortCode | IntCode | LongCode | FloatCode | DoubleCode | CharCode |
          BoolCode =>
        cursor.skip(sizeOf(code).toLong, Truncated)
      case StringCode => cursor.skip(count(cursor, 1).toLong, LengthPastEnd)
      case UuidCode => cursor.skip(16, Truncated)
      case DateCode | TimeCode => cursor.skip(8, Truncated)
      case TimestampCode => skipTimestamp(cursor)
      case DecimalCode => skipDecimal(cursor)
      case ByteArray | ShortArray | IntArray | LongArray | FloatArray | DoubleArray | CharArray |
          BoolArray =>
        val size = sizeOf(elementOf(code))
        cursor.skip(count(cursor, size).toLong * size, LengthPastEnd)
      case StringArray | UuidArray | DateArray | DecimalArray | TimestampArray | TimeArray =>
        skipElements(cursor, elementOf(code), count(cursor, 1))
      case _ =>
    }

  private def skipTimestamp(cursor: Cursor): Unit = {
    cursor.skip(8, Truncated)
    val nanos = cursor.i32(Truncated)
    if (nanos < 0 || nanos > MaxNanos) cursor.refuse(BadNanos)
  }

  private def skipDecimal(cursor: Cursor): Unit = {
    cursor.skip(4, Truncated)
    val length = count(cursor, 1)
    if (length == 0) cursor.refuse(BadDecimal)
    cursor.skip(length.toLong, LengthPastEnd)
  }

  /** Returns the code of an element, for an array of numbers or of values with codes. */
  def elementOf(array: Int): Int = (array: @switch) match {
    case StringArray => StringCode
    case UuidArray => UuidCode
    case DateArray => DateCode
    case DecimalArray => DecimalCode
    case TimestampArray => TimestampCode
    case TimeArray => TimeCode
    case _ => array - ByteArray + ByteCode
  }

  /** Returns the size of a number, char or bool in bytes. */
  def sizeOf(code: Int): Int = (code: @switch) match {
    case ByteCode | BoolCode => 1
    case ShortCode | CharCode => 2
    case IntCode | FloatCode => 4
    case _ => 8
  }

  /** Returns the kind of a number as an element of an array; [[Kind.Void]] for other codes. */
  def kindOf(code: Int): Kind = (code: @switch) match {
    case ShortCode => Kind.Int16
    case IntCode => Kind.Int32
    case LongCode => Kind.Int64
    case FloatCode => Kind.Float32
    case DoubleCode => Kind.Float64
    case _ => Kind.Void
  }

  /** Reads a length or count. */
  def count(cursor: Cursor): Int = {
    val count = cursor.i32(Truncated)
    if (count < 0) cursor.refuse(NegativeLength)
    count
  }

  /** Reads a length or count, checked against the bytes left with the least size of an element. */
  def count(cursor: Cursor, size: Int): Int = {
    val elements = count(cursor)
    if (elements.toLong * size > cursor.left) cursor.refuse(LengthPastEnd)
    elements
  }

  /** Skips elements that have codes. */
  def skipElements(cursor: Cursor, element: Int, count: Int): Unit = {
    var left = count
    while (left > 0) {
      cursor.moveTo(pastElement(cursor, element))
      left -= 1
    }
  }

  /** Returns the end of the element at the cursor, whose code must be `element` or null. */
  def pastElement(cursor: Cursor, element: Int): Int = {
    val at = cursor.position
    val code = cursor.u8(Truncated).toByte.toInt
    if (code != element && code != NullCode) cursor.refuse(BadElement)
    val end = past(cursor.bytes, at, cursor.end)
    if (end >= 0) end
    else {
      // Refuses values that `past` does not take.
      skip(cursor, code)
      cursor.position
    }
  }
}
