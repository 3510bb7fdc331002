package sparkwire.wire.kafka

import sparkwire.wire.core.{Bytes, Cursor, Utf8}
import sparkwire.wire.kafka.Kafka.{TruncatedVarint, VarintOverflow, VarintTooLong}

/** Reads numbers in groups of 7 bits, the least significant group first. Bit 7 of a byte says that
  * more bytes follow.
  *
  * Traps: a number may be longer than necessary (`80 00` is 0). Bits of the last byte that do not
  * fit are refused; Kafka's own reader drops them.
  */
private[kafka] object Varints {

  /** Reads 32 bits in 1 to 5 bytes: 0 to 4294967295. */
  def unsignedInt(cursor: Cursor): Long = {
    val at = cursor.position
    if (at < cursor.end && cursor.bytes(at) >= 0) {
      cursor.moveTo(at + 1)
      cursor.bytes(at).toLong
    } else if (isOfTwo(cursor)) two(cursor)
    else few(cursor, 5, 4)
  }

  /** Reads 64 bits in 1 to 10 bytes. The result is unsigned. */
  def unsignedLong(cursor: Cursor): Long = {
    val at = cursor.position
    if (at < cursor.end && cursor.bytes(at) >= 0) {
      cursor.moveTo(at + 1)
      cursor.bytes(at).toLong
    } else if (isOfTwo(cursor)) two(cursor)
    else few(cursor, 10, 1)
  }

  // Two bytes, the size of lengths and deltas in most records, are read without the loop.

  private def isOfTwo(cursor: Cursor): Boolean =
    cursor.left > 1 && cursor.bytes(cursor.position + 1) >= 0

  private def two(cursor: Cursor): Long = {
    val at = cursor.position
    cursor.moveTo(at + 2)
    cursor.bytes(at) & 0x7fL | cursor.bytes(at + 1).toLong << 7
  }

  /** Reads a signed number in zigzag encoding: 0, -1, 1, -2 .. */
  def int(cursor: Cursor): Int = {
    val zigzag = unsignedInt(cursor).toInt
    (zigzag >>> 1) ^ -(zigzag & 1)
  }

  def long(cursor: Cursor): Long = {
    val zigzag = unsignedLong(cursor)
    (zigzag >>> 1) ^ -(zigzag & 1)
  }

  /** Reads three or four bytes at once: how many they are is hard for the processor to predict. */
  private def few(cursor: Cursor, most: Int, lastBits: Int): Long = {
    val at = cursor.position
    val word = if (at > cursor.bytes.length - 8) -1L else Bytes.i64le(cursor.bytes, at)
    val size = (java.lang.Long.numberOfTrailingZeros(~word & Utf8.HighBits) >>> 3) + 1
    if (size > 4 || size > cursor.left) longer(cursor, most, lastBits)
    else {
      val groups = word & (-1L >>> (64 - 8 * size))
      cursor.moveTo(at + size)
      groups & 0x7f | groups >>> 1 & 0x3f80 | groups >>> 2 & 0x1fc000 | groups >>> 3 & 0xfe00000
    }
  }

  /** @param lastBits
    *   the number of bits that the last of `most` bytes may have
    */
  private def longer(cursor: Cursor, most: Int, lastBits: Int): Long = {
    val bytes = cursor.bytes
    val start = cursor.position
    val end = if (cursor.left > most) start + most else cursor.end
    var value = 0L
    var at = start
    var byte = 0x80
    while (byte >= 0x80 && at < end) {
      byte = bytes(at) & 0xff
      value |= (byte & 0x7fL) << (7 * (at - start))
      at += 1
    }
    if (byte >= 0x80) cursor.refuse(if (at - start == most) VarintTooLong else TruncatedVarint)
    if (at - start == most && (byte >>> lastBits) != 0) cursor.refuse(VarintOverflow)
    cursor.moveTo(at)
    value
  }
}
