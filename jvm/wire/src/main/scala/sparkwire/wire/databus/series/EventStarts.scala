package sparkwire.wire.databus
package series

import sparkwire.wire.core.Cursor

/** Tells where events begin among other bytes: by their version, their lengths and the checksum of
  * their header. The body may still be broken.
  */
private[series] final class EventStarts(askedOrder: String) {
  private[this] val header1 = new EventHeader.Version1
  private[this] val header2 = new EventHeader.Version2
  private[this] val orders = new EventOrder(header1)

  /** Returns the length of the header if an event begins at the cursor. Otherwise it is 0, or the
    * negative number of bytes that were summed in vain.
    */
  def headerLength(cursor: Cursor): Int = {
    val start = cursor.position
    val version = cursor.bytes(start) & 0xff
    if (version == header1.version) headerLength1(cursor, start)
    else if (version == header2.version) headerLength2(cursor, start)
    else 0
  }

  // Among zeros, a checksum for each byte would take long, and fit.
  private def headerLength1(cursor: Cursor, start: Int): Int =
    if (cursor.end - start < EventHeader.Version1.MinLength || !hasSize1(cursor, start)) 0
    else {
      val fits = orders.decide1(cursor, start, askedOrder) || orders.crcFits1(cursor, start)
      val length = header1.headerLength(cursor, start)
      if (fits && header1.size(cursor, start) >= length) length else -length
    }

  private def hasSize1(cursor: Cursor, start: Int): Boolean = {
    val size = header1.size(cursor, start)
    math.max(size, Integer.reverseBytes(size)) >= EventHeader.Version1.MinLength
  }

  private def headerLength2(cursor: Cursor, start: Int): Int =
    if (cursor.end - start < EventHeader.Version2.MinLength ||
      !orders.decide2(cursor, start + EventHeader.Version2.MagicAt, askedOrder)) 0
    else {
      val length = header2.headerLength(cursor, start)
      if (length < EventHeader.Version2.MinLength || length > cursor.end - start) 0
      else if (header2.size(cursor, start) >= length && header2.headerCrcFits(
          cursor, start, length)) length
      else -length
    }

  /** Returns the size of the event at `start` that has been read without success, 0 if it is not
    * all present. Its checksum has been computed.
    */
  def announced(cursor: Cursor, start: Int): Int = {
    val size = sizeAt(cursor, start)
    if (size > 0 && size <= cursor.end - start) size else 0
  }

  /** Returns the size that a head at `start` has in the byte order of the cursor, 0 if it is none. */
  private def sizeAt(cursor: Cursor, start: Int): Int = {
    val left = cursor.end - start
    val version = cursor.bytes(start) & 0xff
    if (version == header1.version && left >= EventHeader.Version1.UntilAttributes)
      header1.size(cursor, start)
    else if (version == header2.version && left >= EventHeader.Version2.MinLength)
      header2.size(cursor, start)
    else 0
  }

  /** Whether the size of the event at `start` reaches over a position. */
  def reaches(cursor: Cursor, start: Int, position: Int, maxSize: Int): Boolean =
    isBeyond(sizeAt(cursor, start), position - start, maxSize)

  /** Whether it does in any byte order. */
  def mayReach(cursor: Cursor, start: Int, position: Int, maxSize: Int): Boolean = {
    val size = sizeAt(cursor, start)
    isBeyond(size, position - start, maxSize) ||
    isBeyond(Integer.reverseBytes(size), position - start, maxSize)
  }

  private def isBeyond(size: Int, least: Int, most: Int): Boolean = size > least && size <= most
}

private[series] object EventStarts {

  /** The number of byte orders in which a checksum is computed. */
  final val Orders = 2
}
