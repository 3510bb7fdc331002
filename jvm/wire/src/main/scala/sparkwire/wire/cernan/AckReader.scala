package sparkwire.wire.cernan

import sparkwire.wire.core._

/** The eight bytes with which Cernan answers a packet that asks for it: the packet's id. Cernan looks at no
  * block, so neither does this. No value where there would be no answer.
  */
private[cernan] final class AckReader extends Reader {
  private[this] val header = new PacketHeader(new Cernan.PacketShape(None), Options.none)

  def read(cursor: Cursor, sink: Sink): Unit = {
    cursor.setBigEndian(true)
    if (isAnswered(cursor)) sink.binary(cursor.bytes, header.idAt, header.idAt + 8)
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
