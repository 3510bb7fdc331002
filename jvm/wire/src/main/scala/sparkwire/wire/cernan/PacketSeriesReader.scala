package sparkwire.wire.cernan

import sparkwire.wire.avro.container.BlockReader
import sparkwire.wire.cernan.Cernan._
import sparkwire.wire.core._

/** Reads packets end to end, as a connection delivers them. Only a malformed packet or a malformed
  * header of its container ends the list. A packet with malformed blocks stays in it, without its
  * records.
  */
private[cernan] final class PacketSeriesReader(packet: PacketShape, stream: Series,
    options: Options)
    extends SeriesReader(stream) {
  private[this] val header = new PacketHeader(packet, options)
  private[this] val checker = new BlockReader(positions, packet.records.isTyped, options)
  private[this] val giver = new BlockReader(positions, packet.records.isTyped, options)

  override def mayBecome(length: Long): Long = super.mayBecome(length) + checker.mayBecome

  protected def begin(cursor: Cursor): Unit = {
    cursor.setBigEndian(true)
    checker.begin()
    giver.begin()
  }

  protected def check(cursor: Cursor): Unit = {
    header.readLength(cursor, Nowhere)
    val until = cursor.position + header.length
    cursor.setEnd(until)
    header.read(cursor, Nowhere)
    cursor.moveTo(until)
  }

  // A packet has no magic of its own, its container has. The length has to lead up to it.
  override protected def begins(cursor: Cursor): Boolean = {
    val start = cursor.position
    // Most bytes are no length, and a refusal costs more than a look.
    val found = fits(cursor, start) && containerFollows(cursor)
    spendEffort(math.max(0, cursor.position.toLong - start))
    cursor.moveTo(start)
    found
  }

  private def fits(cursor: Cursor, start: Int): Boolean =
    cursor.left > PacketLayout.MinSize && {
      val length = Bytes.i32be(cursor.bytes, start)
      length >= PacketLayout.MinSize - 4 && length <= cursor.left - 4
    }

  private def containerFollows(cursor: Cursor): Boolean = {
    val end = cursor.end
    try {
      header.readLength(cursor, Nowhere)
      cursor.setEnd(cursor.position + header.length)
      header.readHead(cursor, Nowhere)
      header.container.startsAt(cursor)
    } catch { case _: Malformed => false }
    finally cursor.setEnd(end)
  }

  // A refused schema may be as long as the packet, and has been parsed.
  override protected def lookedAt(cursor: Cursor, from: Int): Long =
    math.max(super.lookedAt(cursor, from), header.length.toLong)

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
  override protected def pass(cursor: Cursor): Unit = if (options.verifies) give(cursor, Nowhere)

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
