package sparkwire.wire.avro

import sparkwire.wire.core.{Cursor, Reason}

/** Zig-zag numbers of variable length: seven bits per byte, the lowest first; the high bit means
  * that another byte follows. 0, -1, 1, -2 are 00, 01, 02, 03.
  *
  * Traps: a number may take more bytes than necessary, but an int at most 5 and a long at most 10.
  * Bits beyond 32 or 64 must be zero; other implementations drop them silently.
  */
private[wire] object Varint {

  def long(cursor: Cursor, pastEnd: Reason, bad: Reason): Long = {
    val at = cursor.position
    if (at >= cursor.end) cursor.refuse(pastEnd)
    val first = cursor.bytes(at)
    cursor.moveTo(at + 1)
    if (first >= 0) ((first >>> 1) ^ -(first & 1)).toLong
    else {
      val raw = rest(cursor, first & 0x7fL, 10, pastEnd, bad)
      (raw >>> 1) ^ -(raw & 1)
    }
  }

  def int(cursor: Cursor, pastEnd: Reason, bad: Reason): Int = {
    val at = cursor.position
    if (at >= cursor.end) cursor.refuse(pastEnd)
    val first = cursor.bytes(at)
    cursor.moveTo(at + 1)
    if (first >= 0) (first >>> 1) ^ -(first & 1)
    else {
      val raw = rest(cursor, first & 0x7fL, 5, pastEnd, bad)
      if ((raw >>> 32) != 0) cursor.refuse(bad)
      (raw.toInt >>> 1) ^ -(raw.toInt & 1)
    }
  }

  private def rest(cursor: Cursor, low: Long, most: Int, pastEnd: Reason, bad: Reason): Long = {
    val bytes = cursor.bytes
    val end = cursor.end
    var at = cursor.position
    var raw = low
    var shift = 7
    var more = true
    while (more) {
      if (shift == most * 7) cursor.refuse(bad)
      if (at >= end) cursor.refuse(pastEnd)
      val byte = bytes(at)
      at += 1
      if (shift == 63 && (byte & 0xfe) != 0) cursor.refuse(bad)
      raw |= (byte & 0x7fL) << shift
      shift += 7
      more = byte < 0
    }
    cursor.moveTo(at)
    raw
  }
}
