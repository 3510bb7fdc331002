package sparkwire.wire.cernan.captures

import sparkwire.wire.capture.Piece
import sparkwire.wire.capture.streams.{Connection, ConnectionReader}
import sparkwire.wire.capture.values.{CapturedValue, ValueReading, ValueStream}

/** Reads the two streams of a connection: packets of the client, and answers of the server.
  *
  * The length of a packet is no evidence: most bytes are one. So the pieces are held until the head of an
  * Avro container is seen, which each packet has. It also tells the client, if nothing else does.
  *
  * @param port
  *   the port of the server, 0 if it is not known
  */
private[captures] final class CernanConnection(connection: Connection, port: Int,
    reading: ValueReading)
    extends ConnectionReader(connection, port) {
  private[this] val held = Array.fill(2)(new HeldPieces(reading.budget))
  private[this] var packets: ValueStream = _
  private[this] var answers: Answers = _

  protected def take(side: Int, piece: Piece): Unit =
    if (packets != null) read(side, piece)
    else {
      held(side).add(piece)
      if (held(side).hasContainer && (client < 0 || side == client)) decide(side)
    }

  private def decide(sender: Int): Unit = {
    client = sender
    packets = new ValueStream(connection, client, reading, connection.isWhole(held(client).first))
    for (side <- Seq(client, 1 - client)) {
      var piece = held(side).poll()
      while (piece != null) {
        read(side, piece)
        piece = held(side).poll()
      }
    }
  }

  private def read(side: Int, piece: Piece): Unit =
    if (side == client) packets.piece(piece)
    else {
      if (answers == null)
        answers = new Answers(connection, side, baseOf(piece), reading)
      answers.piece(piece)
    }

  // An answer is sent at once, so that a packet that begins inside of one is rare.
  private def baseOf(piece: Piece): Long = if (connection.client >= 0) 0 else piece.start

  def end(): Unit = {
    if (packets != null) packets.end()
    else
      reading.give(
        new CapturedValue(connection, firstSide, first, null, CernanCapture.NotCernan))
    if (answers != null) answers.end()
    held.foreach(_.close())
  }
}
