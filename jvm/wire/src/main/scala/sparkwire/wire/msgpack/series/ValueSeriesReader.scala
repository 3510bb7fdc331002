package sparkwire.wire.msgpack.series

import sparkwire.wire.core._
import sparkwire.wire.msgpack.MsgpackReader
import sparkwire.wire.series.{Series, SeriesReader}

/** Values end to end.
  *
  * Only malformed bytes end the reading. If the sink refuses a value, because it does not fit the
  * requested type or is nested too deeply for a VARIANT, the value is missing in the result, and
  * reading goes on after it.
  */
private[series] final class ValueSeriesReader(series: Series, bounds: MsgpackBounds,
    options: Options)
    extends SeriesReader(series, bounds) {
  private[this] val values = new MsgpackReader(options)

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
