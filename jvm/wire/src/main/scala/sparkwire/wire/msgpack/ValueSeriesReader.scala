package sparkwire.wire.msgpack

import sparkwire.wire.core._

/** Values end to end, as MessagePack streams and log shippers write them.
  *
  * Only malformed bytes end the reading. If the sink refuses a value, because it does not fit the
  * requested type or is nested too deeply for a VARIANT, the value is missing in the result, and
  * reading goes on after it.
  *
  * With `fields`, reading goes on with the next record that has them: see [[Records]]. Damaged bytes
  * often are values by accident, and then the bytes behind them are, too. So a value that is no record
  * counts as broken, unless a record seems to follow it.
  */
private[msgpack] final class ValueSeriesReader(series: Series, fields: Option[Seq[String]],
    options: Options)
    extends SeriesReader(series) {
  private[this] val values = new ValueReader(options)
  // Checks everything, so that only the sink can refuse when the value is given.
  private[this] val checker =
    new ValueReader(Options(options.values.updated(Options.Verify.name, "full")))
  private[this] val records = fields.map(new Records(_, checker)).orNull

  protected def begin(cursor: Cursor): Unit = cursor.setBigEndian(true)

  protected def check(cursor: Cursor): Unit =
    if (records == null) checker.skip(cursor, 1)
    else {
      val room = cursor.room
      try
        if (records.skip(cursor) == 0 && !records.mayFollow(cursor, cursor.position))
          cursor.refuse(Reason.TypeMismatch)
      catch {
        case malformed: Malformed =>
          cursor.leaveTo(room)
          throw malformed
      }
    }

  override protected def begins(cursor: Cursor): Boolean = {
    val start = cursor.position
    val found = records.beginsAt(cursor)
    spendEffort(cursor.position.toLong - start)
    cursor.moveTo(start)
    found
  }

  protected def give(cursor: Cursor, sink: Sink): Unit = {
    val room = cursor.room
    sink.mark()
    try values.readValue(cursor, sink)
    catch {
      case malformed: Malformed if malformed.reason ne Reason.TooLarge =>
        sink.takeBack()
        cursor.leaveTo(room)
    }
  }
}
