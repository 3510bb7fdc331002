package sparkwire.wire.msgpack.series

import sparkwire.wire.core._
import sparkwire.wire.msgpack.{Msgpack, MsgpackReader}
import sparkwire.wire.series.ValueBounds

/** Where values begin and end, as MessagePack streams and log shippers write them.
  *
  * Without `fields`, no value is found after malformed bytes. With them, it is the next record that
  * has them: see [[Records]]. Damaged bytes are often values by accident, and then so are the bytes
  * after them. So a value that is not a record counts as broken, unless a record seems to follow
  * it.
  */
private[series] final class MsgpackBounds(fields: Option[Seq[String]], options: Options)
    extends ValueBounds {
  // Checks everything, so that only the sink can refuse when the value is given.
  private[this] val values =
    new MsgpackReader(Options(options.values.updated(Options.Verify.name, "full")))
  private[this] val records = fields.map(new Records(_, values)).orNull

  def begin(cursor: Cursor): Unit = cursor.setBigEndian(true)

  def pass(cursor: Cursor, sink: Sink): Unit = {
    val room = cursor.room
    try
      if (records != null) passRecord(cursor)
      else if (sink eq Nowhere) values.skip(cursor, 1)
      else values.readValue(cursor, sink)
    catch {
      case malformed: Malformed =>
        cursor.leaveTo(room)
        throw malformed
    }
  }

  private def passRecord(cursor: Cursor): Unit =
    if (records.skip(cursor) == 0 && !records.mayFollow(cursor, cursor.position))
      cursor.refuse(Reason.TypeMismatch)

  def isCut(reason: Reason): Boolean =
    (reason eq Msgpack.Truncated) || (reason eq Msgpack.LengthPastEnd)

  def areFound: Boolean = records != null

  def begins(cursor: Cursor): Boolean = areFound && {
    val start = cursor.position
    val found = records.beginsAt(cursor)
    spend(cursor.position.toLong - start)
    cursor.moveTo(start)
    found
  }
}
