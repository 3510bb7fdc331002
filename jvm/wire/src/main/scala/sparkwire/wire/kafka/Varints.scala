package sparkwire.wire.kafka

import sparkwire.wire.core.Cursor
import sparkwire.wire.kafka.Kafka.{TruncatedVarint, VarintOverflow, VarintTooLong}

/** Numbers in groups of 7 bits, the least significant first; bit 7 of a byte says that more follow.
  *
  * Traps: a number may be longer than it needs (`80 00` is 0). Bits of the last byte that do not fit
  * are refused, where Kafka's own reader drops them.
  */
private[kafka] object Varints {

  /** 32 bits in 1 to 5 bytes: 0 to 4294967295. */
  def unsignedInt(cursor: Cursor): Long = {
    val at = cursor.position
    if (at < cursor.end && cursor.bytes(at) >= 0) {
      cursor.moveTo(at + 1)
      cursor.bytes(at).toLong
    } else if (isOfTwo(cursor)) two(cursor)
    else longer(cursor, 5, 4)
  }

  /** 64 bits in 1 to 10 bytes, as the bits of a long. */
  def unsignedLong(cursor: Cursor): Long = {
    val at = cursor.position
    if (at < cursor.end && cursor.bytes(at) >= 0) {
      cursor.moveTo(at + 1)
      cursor.bytes(at).toLong
    } else if (isOfTwo(cursor)) two(cursor)
    else longer(cursor, 10, 1)
  }

  // Two bytes, as the lengths and deltas of most records have: without the loop.

  private def isOfTwo(cursor: Cursor): Boolean =
    cursor.left > 1 && cursor.bytes(cursor.position + 1) >= 0

  private def two(cursor: Cursor): Long = {
    val at = cursor.position
    cursor.moveTo(at + 2)
    cursor.bytes(at) & 0x7fL | cursor.bytes(at + 1).toLong << 7
  }

  /** A signed number, zigzag: 0, -1, 1, -2 .. */
  def int(cursor: Cursor): Int = {
    val zigzag = unsignedInt(cursor).toInt
    (zigzag >>> 1) ^ -(zigzag & 1)
  }

  def long(cursor: Cursor): Long = {
    val zigzag = unsignedLong(cursor)
    (zigzag >>> 1) ^ -(zigzag & 1)
  }

  /** @param lastBits
    *   how many bits the last of `most` bytes may have
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
