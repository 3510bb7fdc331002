package sparkwire.wire.cernan

import java.nio.charset.StandardCharsets.US_ASCII

import sparkwire.wire._
import sparkwire.wire.avro.BlockReader
import sparkwire.wire.cernan.Cernan._

/** Packets end to end, as a connection brings them. Bad bytes are no fault: what is behind the last whole
  * packet is told in the tail. Only what frames a packet, and the header of its container, ends the
  * list; a packet whose blocks are broken stays, without its records.
  *
  * Each packet is walked once to see that it is whole and once more to give it: a sink takes nothing back.
  */
private[cernan] final class StreamReader(packet: PacketShape, stream: Shape, located: Shape,
    options: Options)
    extends Reader {
  private[this] val header = new PacketHeader(packet)
  private[this] val checker = new BlockReader(places, packet.records.isTyped, options)
  private[this] val giver = new BlockReader(places, packet.records.isTyped, options)

  def read(cursor: Cursor, sink: Sink): Unit = {
    cursor.setBigEndian(true)
    checker.begin()
    giver.begin()
    sink.beginStruct(stream)
    val wantPackets = sink.wanted(Packets)
    val into = if (wantPackets && sink.beginArray(-1)) sink else null
    val end = cursor.end
    var broken: Reason = null
    while (broken == null && cursor.left > 0) {
      val from = cursor.position
      broken = whyBroken(cursor)
      cursor.setEnd(end)
      if (broken != null) cursor.moveTo(from)
      else if (into != null) {
        cursor.moveTo(from)
        give(cursor, sink, end)
      }
    }
    if (into != null) sink.endArray() else sink.skipped()
    if (broken != null) {
      if (sink.wanted(TheTail)) giveTail(cursor, sink, broken) else sink.skipped()
    }
    sink.endStruct()
  }

  override def mayBecome(length: Long): Long = super.mayBecome(length) + checker.mayBecome

  private def giveTail(cursor: Cursor, sink: Sink, broken: Reason): Unit = {
    sink.beginStruct(Tail)
    if (sink.derives(TailReason)) sink.word(broken.word.getBytes(US_ASCII))
    if (sink.derives(TailOffset)) sink.int(cursor.position.toLong)
    sink.endStruct()
  }

  /** Goes over a packet up to its end; null if it is one. */
  private def whyBroken(cursor: Cursor): Reason =
    try {
      header.readLength(cursor, Nowhere)
      val until = cursor.position + header.length
      cursor.setEnd(until)
      header.read(cursor, Nowhere)
      cursor.moveTo(until)
      null
    } catch { case malformed: Malformed => malformed.reason }

  private def give(cursor: Cursor, sink: Sink, end: Int): Unit = {
    sink.element()
    sink.beginStruct(located)
    if (sink.derives(Offset)) sink.int(cursor.position.toLong)
    if (sink.wanted(ThePacket)) givePacket(cursor, sink)
    else {
      header.readLength(cursor, Nowhere)
      cursor.moveTo(cursor.position + header.length)
      sink.skipped()
    }
    sink.endStruct()
    cursor.setEnd(end)
  }

  private def givePacket(cursor: Cursor, sink: Sink): Unit = {
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

  private def giveBlocks(cursor: Cursor, sink: Sink, needed: Long): Unit = {
    val isNeeded = (needed & StreamReader.OfBlocks) != 0
    if ((isNeeded || options.verifies) && checker.check(cursor, header.container) && isNeeded)
      giver.read(cursor, sink, needed, header.container)
  }
}

private object StreamReader {
  // Bits of the fields that are made from blocks.
  private val OfBlocks = (1L << places.theRecords) | (1L << places.recordCount)
}
