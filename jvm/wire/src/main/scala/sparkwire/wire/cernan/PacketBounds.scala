package sparkwire.wire.cernan

import sparkwire.wire.cernan.Cernan._
import sparkwire.wire.core._
import sparkwire.wire.series.ValueBounds

/** Where packets begin and end, as a connection delivers them. Only a malformed packet or a malformed
  * header of its container is refused; the blocks are not looked at.
  */
private[cernan] final class PacketBounds(packet: PacketShape, options: Options)
    extends ValueBounds {
  val header = new PacketHeader(packet, options)

  def begin(cursor: Cursor): Unit = cursor.setBigEndian(true)

  def pass(cursor: Cursor, sink: Sink): Unit = {
    sink.beginStruct(packet.shape)
    header.readLength(cursor, sink)
    val until = cursor.position + header.length
    cursor.setEnd(until)
    header.read(cursor, sink)
    cursor.moveTo(until)
  }

  def isCut(reason: Reason): Boolean = (reason eq TruncatedLength) || (reason eq LengthPastEnd)

  def areFound: Boolean = true

  // A packet has no magic of its own, its container has. The length has to lead up to it.
  def begins(cursor: Cursor): Boolean = {
    val start = cursor.position
    // Most bytes are not a length, and a refusal costs more than a look.
    val found = fits(cursor, start) && containerFollows(cursor)
    spend(math.max(0, cursor.position.toLong - start))
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
  override def lookedAt(cursor: Cursor, from: Int): Long =
    math.max(super.lookedAt(cursor, from), header.length.toLong)
}
