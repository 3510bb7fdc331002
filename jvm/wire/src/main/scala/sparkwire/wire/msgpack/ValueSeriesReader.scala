package sparkwire.wire.msgpack

import sparkwire.wire.core._

/** Values end to end, as MessagePack streams and log shippers write them.
  *
  * Only malformed bytes end the reading. If the sink refuses a value, because it does not fit the
  * requested type or is nested too deeply for a VARIANT, the value is missing in the result, and
  * reading goes on after it.
  */
private[msgpack] final class ValueSeriesReader(options: Options)
    extends SeriesReader(Msgpack.Stream) {
  private[this] val values = new ValueReader(options)
  // Checks everything, so that only the sink can refuse when the value is given.
  private[this] val checker =
    new ValueReader(Options(options.values.updated(Options.Verify.name, "full")))

  protected def begin(cursor: Cursor): Unit = cursor.setBigEndian(true)

  protected def check(cursor: Cursor): Unit = checker.skip(cursor, 1)

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
