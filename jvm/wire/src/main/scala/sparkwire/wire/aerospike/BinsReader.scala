package sparkwire.wire.aerospike

import sparkwire.wire.core._
import sparkwire.wire.msgpack.Msgpack

/** Reads only the bins of a message. Everything else is checked and belongs to no field. A DELETE
  * has no bins, so no value is given.
  */
private[aerospike] final class BinsReader(options: Options) extends Reader {
  private[this] val messages = new NotificationReader(options)
  private[this] val bins = new BinReader(options)
  private[this] val unplaced = new Unplaced

  def read(cursor: Cursor, sink: Sink): Unit = {
    cursor.setBigEndian(true)
    unplaced.beside = sink
    val isWrite = messages.readEnvelope(cursor, unplaced)
    sink.tracer.outside()
    if (isWrite) bins.readList(cursor, sink) else sink.skipped()
    Reader.requireEnd(cursor, sink, Msgpack.TrailingBytes)
  }
}

/** A sink for bytes that are checked but are not part of the result. */
private final class Unplaced extends DeafSink {
  var beside: Sink = Nowhere

  override def wanted(field: Int): Boolean = {
    beside.tracer.outside()
    false
  }
}
