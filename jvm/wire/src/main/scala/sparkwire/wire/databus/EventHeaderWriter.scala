package sparkwire.wire.databus

import sparkwire.wire.core.FixedLayout
import sparkwire.wire.writing.{LayoutWriter, Output}

/** Writes the header of an event by the same table that [[EventHeader]] reads it by. */
private[databus] final class EventHeaderWriter(layout: FixedLayout, output: Output,
    checksums: Checksums)
    extends LayoutWriter(layout, output) {
  private[this] val attributesAt = layout.at("attributes")
  private[this] val sequenceAt = layout.at("sequence")
  private[this] val physicalPartitionAt = layout.at("physical_partition_id")
  private[this] val timestampAt = layout.at("timestamp_nanos")
  private[this] val source = layout("src_id")

  private[this] val opcodes = layout.bits("attributes", "opcode")
  val opcodeMask: Int = opcodes.mask
  val upsert: Int = opcodes("UPSERT")
  val delete: Int = opcodes("DELETE")
  val traceBit: Int = layout.bits("attributes", "is_trace").mask
  val replicatedBit: Int = layout.bits("attributes", "is_ext_replicated").mask

  override protected def checksum(bytes: Array[Byte], from: Int, until: Int): Int =
    checksums.databusCrc(bytes, from, until)

  def attributes(value: Int): Unit = output.putI16(start + attributesAt, value)
  def sequence(value: Long): Unit = output.putI64(start + sequenceAt, value)
  def physicalPartition(value: Int): Unit = output.putI16(start + physicalPartitionAt, value)
  def timestamp(nanos: Long): Unit = output.putI64(start + timestampAt, nanos)
  def sourceId(value: Int): Unit =
    if (source.size == 2) output.putI16(start + source.at, value)
    else output.putI32(start + source.at, value)

  /** Writes a field that only one of the versions has. */
  def putI16(at: Int, value: Int): Unit = output.putI16(start + at, value)
  def put(at: Int, bytes: Array[Byte], from: Int, until: Int): Unit =
    System.arraycopy(bytes, from, output.bytes, start + at, until - from)
  def putZeros(at: Int, size: Int): Unit =
    java.util.Arrays.fill(output.bytes, start + at, start + at + size, 0.toByte)
}
