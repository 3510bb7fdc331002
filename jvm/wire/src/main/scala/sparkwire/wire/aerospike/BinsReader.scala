package sparkwire.wire.aerospike

import sparkwire.wire.core._

/** The bins of a message alone. All else is looked at and belongs to no field; a DELETE has no bins, so
  * no value is given.
  */
final class BinsReader(options: Options) extends Reader {
  private[this] val messages = new MessageReader(options)
  private[this] val bins = new BinReader(options)
  private[this] val unplaced = new Unplaced

  def read(cursor: Cursor, sink: Sink): Unit = {
    cursor.setBigEndian(true)
    unplaced.beside = sink
    val isWrite = messages.readEnvelope(cursor, unplaced)
    sink.tracer.outside()
    if (isWrite) bins.readList(cursor, sink) else sink.skipped()
    messages.end(cursor, sink)
  }
}

/** For bytes that are looked at but are no part of the result. */
private final class Unplaced extends DeafSink {
  var beside: Sink = Nowhere

  override def wanted(field: Int): Boolean = {
    beside.tracer.outside()
    false
  }
}
