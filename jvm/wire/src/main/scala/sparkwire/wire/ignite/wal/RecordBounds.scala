package sparkwire.wire.ignite.wal

import sparkwire.wire.core.{Cursor, Options, Reason, Sink}
import sparkwire.wire.series.ValueBounds

/** Where the records of a segment begin and end. A record is distinguished from other bytes by the
  * number of its segment, its length and its checksum. It belongs to one file.
  */
final class RecordBounds(options: Options) extends ValueBounds {
  private[this] val reader = new WalRecordReader(options.verifies)

  def begin(cursor: Cursor): Unit = cursor.setBigEndian(false)
  def pass(cursor: Cursor, sink: Sink): Unit = reader.readNext(cursor, sink)
  def isCut(reason: Reason): Boolean = (reason eq Wal.Truncated) || (reason eq Wal.LengthPastEnd)
  override def isEnd(reason: Reason): Boolean = reason eq Wal.NotRecord
  def areFound: Boolean = true

  def begins(cursor: Cursor): Boolean = {
    val found = reader.isWhole(cursor)
    spend(RecordBounds.Look + reader.bytesSummed)
    found
  }

  override def lookedAt(cursor: Cursor, from: Int): Long =
    math.max(super.lookedAt(cursor, from), reader.bytesSummed)
}

private object RecordBounds {
  // The charge for a look at one position.
  private final val Look = 1L
}
