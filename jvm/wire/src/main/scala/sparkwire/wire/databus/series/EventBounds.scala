package sparkwire.wire.databus.series

import sparkwire.wire.core._
import sparkwire.wire.databus.Databus._
import sparkwire.wire.databus.EventReader
import sparkwire.wire.series.ValueBounds

/** Where events begin and end, as a stream or an event log file holds them. The version may differ
  * from event to event.
  *
  * @param mixesOrders
  *   whether each event may have its own byte order; if not, all have the byte order of the first
  */
private[series] final class EventBounds(options: Options, mixesOrders: Boolean)
    extends ValueBounds {
  private[this] val reader = new EventReader(options)
  private[this] val askedOrder = options.word(ByteOrder)
  private[this] val starts = new EventStarts(askedOrder)
  private[this] var found = askedOrder

  /** The byte order of the event that [[pass]] has accepted. */
  def order: String = found

  def begin(cursor: Cursor): Unit = found = askedOrder

  def pass(cursor: Cursor, sink: Sink): Unit = {
    reader.readNext(cursor, sink, if (mixesOrders) askedOrder else found)
    found = if (cursor.isBigEndian) "big" else "little"
  }

  def isCut(reason: Reason): Boolean = (reason eq TruncatedHeader) || (reason eq TruncatedBody)

  def areFound: Boolean = true

  def begins(cursor: Cursor): Boolean = {
    val length = starts.headerLength(cursor)
    spend(EventStarts.Orders * math.abs(length).toLong)
    length > 0
  }

  // Few bytes may be such a length. Checksums are computed only for these.
  override def reaches(cursor: Cursor, at: Int, position: Int, maxSize: Int): Boolean =
    starts.mayReach(cursor, at, position, maxSize) && {
      cursor.moveTo(at)
      begins(cursor) && starts.reaches(cursor, at, position, maxSize)
    }

  override def lookedAt(cursor: Cursor, from: Int): Long =
    math.max(super.lookedAt(cursor, from), starts.announced(cursor, from))
}
