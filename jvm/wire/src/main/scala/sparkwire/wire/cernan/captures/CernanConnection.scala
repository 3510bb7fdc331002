package sparkwire.wire.cernan.captures

import sparkwire.wire.capture.{Capture, PacketPlace, Piece}
import sparkwire.wire.capture.streams.{Connection, ConnectionReader}
import sparkwire.wire.capture.values.{CapturedValue, DirectionReading, DirectionValues}

/** Reads the two streams of a connection: packets of the client, and answers of the server.
  *
  * The length of a packet is not evidence: most bytes form a possible length. So the pieces are
  * held until the head of an Avro container is seen, which each packet has. It also tells the
  * client, if nothing else does.
  *
  * @param port
  *   the port of the server, 0 if it is not known
  */
private[captures] final class CernanConnection(connection: Connection, port: Int,
    reading: DirectionReading)
    extends ConnectionReader(connection, port) {
  private[this] val held = Array.fill(2)(new HeldPieces(connection.held))
  private[this] var packets: DirectionValues = _
  private[this] var answers: Answers = _
  private[this] var hasEnded = false
  private[this] var isLast = false

  protected def take(side: Int, piece: Piece): Unit =
    if (packets != null) read(side, piece)
    else {
      held(side).add(piece)
      if (held(side).hasContainer && (client < 0 || side == client)) decide(side)
    }

  private def decide(sender: Int): Unit = {
    client = sender
    packets =
      new DirectionValues(connection, client, reading, connection.isWhole(held(client).first))
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

  def step(): Boolean = readsOn || (packets != null && readsHeld) || (hasEnded && finish())

  private def readsOn: Boolean =
    (packets != null && packets.step()) || (answers != null && answers.step())

  /** Continues with the data that was held until the client was known: the data that it has sent,
    * then the answers.
    */
  private def readsHeld: Boolean = {
    val sender = if (held(client).first != null) client else 1 - client
    val piece = held(sender).poll()
    if (piece != null) read(sender, piece)
    piece != null
  }

  def end(): Unit = hasEnded = true

  /** Ends the packets, and then the answers. Returns false if nothing is left. */
  private def finish(): Boolean =
    if (packets != null && !isLast) {
      packets.end()
      isLast = true
      true
    } else {
      hasEnded = false
      if (packets == null)
        reading.give(
          new CapturedValue(connection, firstSide, first, null, CernanCapture.NotCernan))
      if (answers != null) answers.end()
      held.foreach(_.close())
      false
    }

  def exceed(place: PacketPlace): Unit =
    reading.give(new CapturedValue(connection, firstSide, place, null, Capture.MemoryExceeded))

  /** Forgets the piece that has been held longest. */
  override def relieve(): Boolean = packets == null && {
    val larger = if (held(0).cost >= held(1).cost) 0 else 1
    held(larger).poll() != null
  }
}
