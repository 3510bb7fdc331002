package sparkwire.wire.avro.container

import sparkwire.wire.core._

/** Reads one container: [[ContainerHeaderReader]], then [[BlockReader]]. */
private[avro] final class ContainerReader(shape: Shape, positions: ContainerFields,
    records: RecordSchema, options: Options)
    extends Reader {
  private[this] val header = new ContainerHeaderReader(positions, records, options)
  private[this] val blocks = new BlockReader(positions, records.isTyped, options)

  def read(cursor: Cursor, sink: Sink): Unit = {
    sink.beginStruct(shape)
    val needed = sink.needed
    blocks.begin()
    header.read(cursor, sink)
    blocks.read(cursor, sink, needed, header)
    sink.endStruct()
  }

  override def mayBecome(length: Long): Long = super.mayBecome(length) + blocks.mayBecome
}
