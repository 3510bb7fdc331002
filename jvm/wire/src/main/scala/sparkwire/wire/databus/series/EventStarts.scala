package sparkwire.wire.databus.series

import sparkwire.wire.core.Cursor
import sparkwire.wire.databus.{EventHeader, EventHeaders}

/** Tells where events begin among other bytes: by their version, their lengths and the checksum of
  * their header. The body may still be broken.
  */
private[series] final class EventStarts(askedOrder: String) {
  private[this] val headers = new EventHeaders

  /** Returns the length of the header if an event begins at the cursor. Otherwise it is 0, or the
    * negative number of bytes that were summed in vain.
    */
  def headerLength(cursor: Cursor): Int = {
    val start = cursor.position
    val header = headers.of(cursor.bytes(start).toInt)
    if (header == null || !mayBegin(header, cursor) || !header.decide(cursor, start, askedOrder)) 0
    else if (header.headerEnd < 0) 0
    else {
      val length = header.headerEnd - start
      val hasSize = header.size(cursor, start) >= length
      if (hasSize && (header.isHeaderSummed || header.headerCrcFits(cursor))) length else -length
    }
  }

  private def mayBegin(header: EventHeader, cursor: Cursor): Boolean =
    cursor.left >= header.minLength &&
      ((header eq headers.version2) || hasSize1(header, cursor, cursor.position))

  // Among zeros, a checksum for each byte would take long, and fit.
  private def hasSize1(header: EventHeader, cursor: Cursor, start: Int): Boolean = {
    val size = header.size(cursor, start)
    math.max(size, Integer.reverseBytes(size)) >= header.minLength
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
    val header = headers.of(cursor.bytes(start).toInt)
    val least =
      if (header == null) Int.MaxValue
      else if (header eq headers.version1) header.lengthIsIn
      else header.minLength
    if (cursor.end - start >= least) header.size(cursor, start) else 0
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
