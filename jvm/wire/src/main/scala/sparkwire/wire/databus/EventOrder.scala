package sparkwire.wire.databus

import sparkwire.wire.core.{Bytes, Cursor}
import sparkwire.wire.databus.Checksums

/** The byte order of an event, found or as asked for, and what its checksums say. The offsets are in
  * [[EventReader]].
  *
  * @param asked
  *   `auto`, `big` or `little`
  */
private[databus] final class EventOrder {
  private[this] val checksums = new Checksums

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
      val big = headerCrcFits1(cursor, start)
      // One checksum in 65536 reads the same both ways: then the length tells.
      if (big && lengthFits1(cursor, start)) true
      else {
        cursor.setBigEndian(false)
        val little = headerCrcFits1(cursor, start) && (!big || lengthFits1(cursor, start))
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

  def headerLength1(cursor: Cursor, start: Int): Int =
    if ((cursor.i16At(start + 9) & 8) != 0) 57 else 61

  def headerCrcFits1(cursor: Cursor, start: Int): Boolean = {
    val there = cursor.end - start
    there >= 11 && {
      val length = headerLength1(cursor, start)
      there >= length && crcFits(cursor, start + 5, start + length, start + 1)
    }
  }

  private def lengthFits1(cursor: Cursor, start: Int): Boolean = {
    val length = cursor.i32At(start + 5)
    length >= headerLength1(cursor, start) && length <= cursor.end - start
  }

  /** Whether the checksum at `crcAt` is that of the bytes. */
  def crcFits(cursor: Cursor, from: Int, until: Int, crcAt: Int): Boolean =
    checksums.databusCrc(cursor.bytes, from, until) == cursor.i32At(crcAt)
}
