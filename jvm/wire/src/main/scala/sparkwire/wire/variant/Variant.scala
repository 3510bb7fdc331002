package sparkwire.wire.variant

import sparkwire.wire.core.Bytes

/** The VARIANT of Spark: a value and a dictionary of the names in it. Little endian. Sizes, counts
  * and ids are unsigned. The first byte of a value:
  * | low 2 bits | value        | its upper 6 bits                                        |
  * | 0          | primitive    | the type, one of the codes below                        |
  * | 1          | short string | the length, at most 63                                  |
  * | 2          | object       | bits 0-1 size of offsets - 1, 2-3 size of ids - 1, 4: a count of 4 bytes |
  * | 3          | array        | bits 0-1 size of offsets - 1, 2: a count of 4 bytes     |
  *
  * The bytes after the first byte:
  * | value        | content                                                               |
  * | primitive    | fixed-size number (decimal: after a scale byte); binary, long string: u32 length, bytes |
  * | short string | UTF-8                                                                 |
  * | object       | count n, 1 or 4 bytes; n ids of names, in the order of the names; n + 1 offsets; the values |
  * | array        | count n, 1 or 4 bytes; n + 1 offsets; the values                      |
  *
  * Offsets count from the first value; the last one is the size of all values. The dictionary:
  * | offset | size | what                                                                |
  * | 0      | 1    | bits 0-3 version 1; 4: the names are sorted; 6-7 size of numbers - 1 |
  * | 1      | s    | number n of names                                                   |
  * |        |      | n + 1 offsets of s bytes, which count from the first name; the names |
  *
  * Traps: names are ordered like Java's strings, by UTF-16 units, and readers search the
  * fields of an object by it. The values of an object may be in any order.
  */
private[sparkwire] object Variant {
  // The kind of a value: the low 2 bits of its first byte.
  final val PrimitiveKind = 0
  final val ShortStringKind = 1
  final val ObjectKind = 2
  final val ArrayKind = 3

  // In the upper 6 bits of the first byte: the count takes four bytes.
  final val LargeObject = 1 << 4
  final val LargeArray = 1 << 2

  // In the first byte of the dictionary.
  final val Version = 1
  final val VersionMask = 0xf

  final val Null = 0
  final val True = 1
  final val False = 2
  final val Int1 = 3
  final val Int2 = 4
  final val Int4 = 5
  final val Int8 = 6
  final val Double = 7
  final val Decimal4 = 8
  final val Decimal8 = 9
  final val Decimal16 = 10
  final val Date = 11
  final val Timestamp = 12
  final val TimestampNtz = 13
  final val Float = 14
  final val Binary = 15
  final val LongString = 16

  // Written by others; we write text instead.
  final val Uuid = 20

  final val MaxShortString = 63

  /** Returns the first byte of an array or object. The count of a large one takes four bytes, else
    * one.
    */
  def arrayHead(offsetSize: Int, isLarge: Boolean): Int =
    ArrayKind | ((offsetSize - 1) << 2) | (if (isLarge) LargeArray << 2 else 0)
  def objectHead(offsetSize: Int, idSize: Int, isLarge: Boolean): Int =
    ObjectKind | ((offsetSize - 1) << 2) | ((idSize - 1) << 4) |
      (if (isLarge) LargeObject << 2 else 0)

  def isLarge(count: Int): Boolean = count > 0xff

  /** Returns the size in bytes of a number of at most `value`. */
  def sizeOf(value: Long): Int =
    if (value <= 0xff) 1 else if (value <= 0xffff) 2 else if (value <= 0xffffff) 3 else 4

  /** Returns the code of the smallest integer type that holds a value. */
  def intCode(value: Long): Int =
    if (value == value.toByte) Int1
    else if (value == value.toShort) Int2
    else if (value == value.toInt) Int4
    else Int8

  /** Returns the size in bytes of an integer with this code, without its first byte. */
  def intSize(code: Int): Int = 1 << (code - Int1)

  /** Writes an integer and returns where it ends. Needs room for nine bytes; the next value
    * overwrites the surplus. There is a branch for each size, so that the processor knows where the
    * next value begins before it has read this one.
    */
  def putInt(out: Array[Byte], to: Int, value: Long): Int = {
    Bytes.putI64le(out, to + 1, value)
    if (value == value.toInt) {
      if (value != value.toShort) {
        out(to) = (Int4 << 2).toByte
        to + 5
      } else if (value != value.toByte) {
        out(to) = (Int2 << 2).toByte
        to + 3
      } else {
        out(to) = (Int1 << 2).toByte
        to + 2
      }
    } else {
      out(to) = (Int8 << 2).toByte
      to + 9
    }
  }

  /** Like [[putInt]], for a number of one byte. Needs room for two bytes. */
  def putByte(out: Array[Byte], to: Int, value: Byte): Int = {
    out(to) = (Int1 << 2).toByte
    out(to + 1) = value
    to + 2
  }

  /** Writes exactly `size` bytes, because content may follow them. */
  def put(out: Array[Byte], at: Int, value: Int, size: Int): Unit = {
    out(at) = value.toByte
    if (size > 1) {
      out(at + 1) = (value >>> 8).toByte
      if (size > 2) {
        out(at + 2) = (value >>> 16).toByte
        if (size > 3) out(at + 3) = (value >>> 24).toByte
      }
    }
  }
}
