package sparkwire.wire.cernan

import sparkwire.wire.avro.container.BlockReader
import sparkwire.wire.cernan.Cernan._
import sparkwire.wire.core._
import sparkwire.wire.series.{Series, SeriesReader}

/** Reads packets end to end. A packet with malformed blocks stays in the list, without its records. */
private[cernan] final class PacketSeriesReader(packet: PacketShape, stream: Series,
    bounds: PacketBounds, options: Options)
    extends SeriesReader(stream, bounds) {
  private[this] val header = bounds.header
  private[this] val checker = new BlockReader(positions, packet.records.isTyped, options)
  private[this] val giver = new BlockReader(positions, packet.records.isTyped, options)

  override def mayBecome(length: Long): Long = super.mayBecome(length) + checker.mayBecome

  override protected def begin(): Unit = {
    checker.begin()
    giver.begin()
  }

  protected def give(cursor: Cursor, sink: Sink): Unit = {
    sink.beginStruct(packet.shape)
    val needed = sink.needed
    header.readLength(cursor, sink)
    val until = cursor.position + header.length
    cursor.setEnd(until)
    header.read(cursor, sink)
    giveBlocks(cursor, sink, needed)
    cursor.moveTo(until)
    sink.endStruct()
  }

  // Only the blocks can still be refused, because they may become too large.
  override protected def checkUnneeded(cursor: Cursor): Unit =
    if (options.verifies) give(cursor, Nowhere)

  private def giveBlocks(cursor: Cursor, sink: Sink, needed: Long): Unit = {
    val isNeeded = (needed & PacketSeriesReader.OfBlocks) != 0
    val before = cursor.allowance.mark
    if ((isNeeded || options.verifies) && checker.check(cursor, header.container) && isNeeded) {
      // The same blocks are read again, and charged once.
      cursor.allowance.goBack(before)
      giver.read(cursor, sink, needed, header.container)
    }
  }
}

private object PacketSeriesReader {
  // The bits of the fields that come from blocks.
  private val OfBlocks = (1L << positions.theRecords) | (1L << positions.recordCount)
}
