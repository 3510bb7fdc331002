package sparkwire.wire.cernan

import sparkwire.wire.core._

/** Gives the eight bytes of Cernan's reply to a packet that requests one, which are the packet's
  * id. Cernan does not check blocks, so neither does this reader. The result is NULL if Cernan
  * would not reply.
  */
private[cernan] final class AckReader extends Reader {
  private[this] val header = new PacketHeader(new Cernan.PacketShape(None), Options.none)

  def read(cursor: Cursor, sink: Sink): Unit = {
    cursor.setBigEndian(true)
    if (isAnswered(cursor))
      sink.binary(cursor.bytes, header.idAt, header.idAt + PacketLayout.IdSize)
    else sink.nothing()
  }

  private def isAnswered(cursor: Cursor): Boolean =
    try {
      header.readLength(cursor, Nowhere)
      val isAlone = cursor.left == header.length
      if (isAlone) header.read(cursor, Nowhere)
      isAlone && header.isSync
    } catch { case _: Malformed => false }
}
