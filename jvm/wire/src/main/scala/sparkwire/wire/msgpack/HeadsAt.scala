package sparkwire.wire.msgpack

import scala.annotation.switch

import sparkwire.wire.core.Bytes
import sparkwire.wire.msgpack.FirstByte._

/** Reads the heads of values, and integers, by their position: for code that goes from bytes to
  * bytes and declines values that a reader would refuse.
  */
private[wire] object HeadsAt {

  /** In place of a position, length or count: the reader has to look at the value. */
  final val Declined = -1

  def has(at: Int, size: Int, until: Int): Boolean = size <= until - at

  /** Returns a count or length, negative if it exceeds 2^31-1. */
  def count(bytes: Array[Byte], at: Int, size: Int): Int =
    if (size == 1) bytes(at) & 0xff
    else if (size == 2) Bytes.i16be(bytes, at) & 0xffff
    else Bytes.i32be(bytes, at)

  def isText(first: Int): Boolean = isFixStr(first) || isLongStr(first)

  /** Returns where the bytes begin of the text whose head is at `at`. */
  def textFrom(bytes: Array[Byte], at: Int, until: Int): Int =
    if (at >= until) Declined
    else {
      val first = bytes(at) & 0xff
      if (isFixStr(first)) at + 1
      else if (isLongStr(first) && has(at + 1, lengthSize(first), until)) at + 1 + lengthSize(first)
      else Declined
    }

  /** Returns where the bytes of a text end that begin at `from`. */
  def textUntil(bytes: Array[Byte], at: Int, from: Int, until: Int): Int = {
    val first = bytes(at) & 0xff
    val length =
      if (isFixStr(first)) fixStrLength(first) else count(bytes, at + 1, from - at - 1)
    if (length < 0 || !has(from, length, until)) Declined else from + length
  }

  /** Returns where the integer at `at` ends. Declines one that is not complete or exceeds 2^63-1. */
  def intEnd(bytes: Array[Byte], at: Int, until: Int): Int =
    if (at >= until) Declined
    else if (bytes(at) >= MinFixInt) at + 1
    else {
      val first = bytes(at) & 0xff
      if (isWideInt(first) && has(at + 1, wideIntSize(first), until) &&
        (first != UInt64 || bytes(at + 1) >= 0)) at + 1 + wideIntSize(first)
      else Declined
    }

  /** Returns the integer at `at`, whose bytes must be present. A [[FirstByte.UInt64]] above 2^63-1 is
    * returned as its bits.
    */
  def int(bytes: Array[Byte], at: Int): Long = {
    val first = bytes(at)
    if (first >= MinFixInt) first.toLong
    else
      (first & 0xff: @switch) match {
        case UInt8 => bytes(at + 1) & 0xffL
        case UInt16 => Bytes.i16be(bytes, at + 1) & 0xffffL
        case UInt32 => Bytes.i32be(bytes, at + 1) & 0xffffffffL
        case Int8 => bytes(at + 1).toLong
        case Int16 => Bytes.i16be(bytes, at + 1).toLong
        case Int32 => Bytes.i32be(bytes, at + 1).toLong
        case _ => Bytes.i64be(bytes, at + 1)
      }
  }
}
