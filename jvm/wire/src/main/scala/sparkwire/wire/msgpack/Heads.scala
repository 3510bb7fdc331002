package sparkwire.wire.msgpack

import scala.annotation.switch

import sparkwire.wire.core.{Cursor, Reason}
import sparkwire.wire.msgpack.ByteFamily._
import sparkwire.wire.msgpack.Msgpack._

/** Reads the heads of values: lengths, counts, numbers. For formats on top of MessagePack, it also
  * reads values for which only one family is accepted: any other family is refused with the reason
  * `wrong`, before the cursor moves.
  */
private[wire] object Heads {

  def isNil(cursor: Cursor): Boolean = cursor.left > 0 && familyAt(cursor) == Nil

  /** Returns the family of the value that comes next. */
  def familyNext(cursor: Cursor): Int = {
    if (cursor.left == 0) cursor.refuse(Truncated)
    val family = familyAt(cursor)
    if (family == Reserved) cursor.refuse(ReservedByte)
    family
  }

  private def familyAt(cursor: Cursor): Int = ByteFamily.of(cursor.bytes(cursor.position) & 0xff)

  /** Reads an integer as a signed 64-bit number. */
  def int(cursor: Cursor, wrong: Reason, tooLarge: Reason): Long = {
    val family = familyNext(cursor)
    if (!isInt(family)) cursor.refuse(wrong)
    val value = number(cursor, family, cursor.u8(Truncated))
    if (family == UInt64 && value < 0) cursor.refuse(tooLarge)
    value
  }

  /** Returns the bits of an integer whose first byte has been read. */
  def number(cursor: Cursor, family: Int, first: Int): Long = {
    val at = cursor.position - 1
    if (family != FixInt) cursor.skip(FirstByte.wideIntSize(first).toLong, Truncated)
    HeadsAt.int(cursor.bytes, at)
  }

  /** Reads the head of an array and returns the number of elements. */
  def array(cursor: Cursor, wrong: Reason): Int = {
    val family = familyNext(cursor)
    if (!isArray(family)) cursor.refuse(wrong)
    elements(cursor, family, cursor.u8(Truncated))
  }

  /** Like [[array]], after the first byte. An element takes at least one byte. */
  def elements(cursor: Cursor, family: Int, first: Int): Int =
    if (family == FixArray) held(cursor, FirstByte.fixCount(first).toLong, 1, Truncated)
    else if (family == Array16) held(cursor, cursor.u16(Truncated).toLong, 1, LengthPastEnd)
    else held(cursor, cursor.u32(Truncated), 1, LengthPastEnd)

  /** Returns the number of entries of a map, after its first byte. An entry takes at least two
    * bytes.
    */
  def entries(cursor: Cursor, family: Int, first: Int): Int =
    if (family == FixMap) held(cursor, FirstByte.fixCount(first).toLong, 2, Truncated)
    else if (family == Map16) held(cursor, cursor.u16(Truncated).toLong, 2, LengthPastEnd)
    else held(cursor, cursor.u32(Truncated), 2, LengthPastEnd)

  private def held(cursor: Cursor, count: Long, size: Int, reason: Reason): Int = {
    cursor.need(count * size, reason)
    math.min(count, Int.MaxValue.toLong).toInt
  }

  /** Skips a str, bin or ext after its first byte and returns where its bytes begin; they end at
    * the cursor. The bytes of an ext begin with its type.
    */
  def body(cursor: Cursor, family: Int, first: Int): Int = (family: @switch) match {
    case FixStr => cursor.take(FirstByte.fixStrLength(first).toLong, Truncated)
    case Str8 | Bin8 => cursor.take(cursor.u8(Truncated).toLong, Truncated)
    case Str16 | Bin16 => cursor.take(cursor.u16(Truncated).toLong, LengthPastEnd)
    case _ => cursor.take(cursor.u32(Truncated), LengthPastEnd)
  }

  /** Reads the length of the data of an ext, after its first byte. The type and the data follow. */
  def extLength(cursor: Cursor, family: Int, first: Int): Int = {
    val length = (family: @switch) match {
      case FixExt => 1L << (first - FirstByte.FixExt1)
      case Ext8 => cursor.u8(Truncated).toLong
      case Ext16 => cursor.u16(Truncated).toLong
      case _ => cursor.u32(Truncated)
    }
    cursor.need(length + 1, if (family == FixExt || family == Ext8) Truncated else LengthPastEnd)
    math.min(length, Int.MaxValue.toLong).toInt
  }
}
