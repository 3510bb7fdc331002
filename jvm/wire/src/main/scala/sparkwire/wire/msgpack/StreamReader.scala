package sparkwire.wire.msgpack

import sparkwire.wire.core._

/** Values end to end, as MessagePack streams and log shippers write them.
  *
  * A value is whole if its own bytes are. One that the sink refuses, because it does not fit the type
  * that was asked for or no VARIANT nests so deep, has no value in the result, and reading goes on
  * behind it.
  */
private[msgpack] final class StreamReader(options: Options)
    extends SeriesReader(Msgpack.Stream, options) {
  private[this] val values = new ValueReader(options)
  // Looks at everything, so that only the sink can refuse when the value is given.
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
