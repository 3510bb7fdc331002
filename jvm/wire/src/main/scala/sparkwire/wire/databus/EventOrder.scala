package sparkwire.wire.databus

import sparkwire.wire.core.{Bytes, Cursor}

/** Determines the byte order of an event, as the option `byteOrder` asks for it: `auto`, `big` or
  * `little`.
  */
private[databus] final class EventOrder(header: EventHeader.Version1) {

  /** Sets the byte order of a version 1 event. Returns true if the header's checksum has confirmed
    * it, so that it need not be computed again.
    */
  def decide1(cursor: Cursor, start: Int, asked: String): Boolean =
    if (asked == "big") {
      cursor.setBigEndian(true)
      false
    } else if (asked == "little") {
      cursor.setBigEndian(false)
      false
    } else {
      cursor.setBigEndian(true)
      val big = crcFits1(cursor, start)
      // One checksum in 65536 is the same in both orders: then the length decides.
      if (big && lengthFits1(cursor, start)) true
      else {
        cursor.setBigEndian(false)
        val little = crcFits1(cursor, start) && (!big || lengthFits1(cursor, start))
        cursor.setBigEndian(!little)
        big || little
      }
    }

  /** Sets the byte order of a version 2 event; returns false if the magic is not valid in a
    * permitted order.
    */
  def decide2(cursor: Cursor, magicAt: Int, asked: String): Boolean = {
    val magic = Bytes.i32be(cursor.bytes, magicAt)
    val isBig = magic == EventHeader.Version2.Magic && asked != "little"
    val isLittle = magic == Integer.reverseBytes(EventHeader.Version2.Magic) && asked != "big"
    if (isBig || isLittle) cursor.setBigEndian(isBig)
    isBig || isLittle
  }

  /** Whether the header of version 1 is complete and its checksum is correct. */
  def crcFits1(cursor: Cursor, start: Int): Boolean = {
    val there = cursor.end - start
    there >= EventHeader.Version1.UntilAttributes && {
      val length = header.headerLength(cursor, start)
      there >= length && header.headerCrcFits(cursor, start, length)
    }
  }

  private def lengthFits1(cursor: Cursor, start: Int): Boolean = {
    val size = header.size(cursor, start)
    size >= header.headerLength(cursor, start) && size <= cursor.end - start
  }
}
