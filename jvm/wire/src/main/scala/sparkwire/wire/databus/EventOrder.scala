package sparkwire.wire.databus

import sparkwire.wire.core.{Bytes, Cursor}

/** The byte order of an event, found or as asked for.
  *
  * @param asked
  *   `auto`, `big` or `little`
  */
private[databus] final class EventOrder(header: EventHeader.Version1) {

  /** Finds that of version 1. True if it was found by the header's checksum, which then need not be made again. */
  def find1(cursor: Cursor, start: Int, asked: String): Boolean =
    if (asked == "big") {
      cursor.setBigEndian(true)
      false
    } else if (asked == "little") {
      cursor.setBigEndian(false)
      false
    } else {
      cursor.setBigEndian(true)
      val big = crcFits1(cursor, start)
      // One checksum in 65536 reads the same both ways: then the length tells.
      if (big && lengthFits1(cursor, start)) true
      else {
        cursor.setBigEndian(false)
        val little = crcFits1(cursor, start) && (!big || lengthFits1(cursor, start))
        cursor.setBigEndian(!little)
        big || little
      }
    }

  /** Finds that of version 2; false if there is no magic of an order that may be. */
  def find2(cursor: Cursor, magicAt: Int, asked: String): Boolean = {
    val magic = Bytes.i32be(cursor.bytes, magicAt)
    val isBig = magic == EventReader.MagicBig && asked != "little"
    val isLittle = magic == EventReader.MagicLittle && asked != "big"
    if (isBig || isLittle) cursor.setBigEndian(isBig)
    isBig || isLittle
  }

  /** Whether the header of version 1 is there, and its checksum fits. */
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
