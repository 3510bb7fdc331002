package sparkwire.wire.msgpack

import scala.annotation.switch

/** Names for the first byte of a value; [[MsgpackReader]] has the table. First bytes are passed as
  * numbers from 0 to 255 unless stated otherwise.
  */
object FirstByte {

  // The first byte of each range whose lower bits are a number, length or count.
  final val FixMap = 0x80
  final val FixArray = 0x90
  final val FixStr = 0xa0
  final val NegativeFixInt = 0xe0

  final val Nil = 0xc0
  final val False = 0xc2
  final val True = 0xc3
  final val Bin8 = 0xc4
  final val Bin16 = 0xc5
  final val Bin32 = 0xc6
  final val Ext8 = 0xc7
  final val Ext16 = 0xc8
  final val Ext32 = 0xc9
  final val Float32 = 0xca
  final val Float64 = 0xcb
  final val UInt8 = 0xcc
  final val UInt16 = 0xcd
  final val UInt32 = 0xce
  final val UInt64 = 0xcf
  final val Int8 = 0xd0
  final val Int16 = 0xd1
  final val Int32 = 0xd2
  final val Int64 = 0xd3
  final val FixExt1 = 0xd4
  final val Str8 = 0xd9
  final val Str16 = 0xda
  final val Str32 = 0xdb
  final val Array16 = 0xdc
  final val Array32 = 0xdd
  final val Map16 = 0xde
  final val Map32 = 0xdf

  /** The least integer that is its own first byte, as a signed byte: the range is -32 to 127. */
  final val MinFixInt = -32

  def isFixInt(first: Int): Boolean = first < FixMap || first >= NegativeFixInt

  /** Whether it begins a text shorter than 32 bytes. Also accepts a signed byte. */
  def isFixStr(first: Int): Boolean = (first & 0xe0) == FixStr
  def fixStrLength(first: Int): Int = first & 0x1f

  /** Whether it begins an array of fewer than 16 elements. Also accepts a signed byte. */
  def isFixArray(first: Int): Boolean = (first & 0xf0) == FixArray

  /** Returns the number of elements or entries of an array or map of fewer than 16. */
  def fixCount(first: Int): Int = first & 0xf

  def isLongStr(first: Int): Boolean = first >= Str8 && first <= Str32
  def isBin(first: Int): Boolean = first >= Bin8 && first <= Bin32

  /** Returns the size in bytes of the length or count that follows the first byte of a longer text,
    * array or map, or of binary.
    */
  def lengthSize(first: Int): Int = (first: @switch) match {
    case Bin8 | Str8 => 1
    case Bin16 | Str16 | Array16 | Map16 => 2
    case _ => 4
  }

  /** Whether it begins an integer whose bytes follow the first byte. */
  def isWideInt(first: Int): Boolean = first >= UInt8 && first <= Int64
  def wideIntSize(first: Int): Int = 1 << (first & 3)
}
