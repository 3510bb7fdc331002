package sparkwire.wire.databus.captures

import sparkwire.wire.capture.{Capture, PacketPlace, Piece}
import sparkwire.wire.capture.http.{HttpHead, HttpMessages, HttpReceiver}
import sparkwire.wire.capture.streams.{Connection, ConnectionReader}
import sparkwire.wire.capture.values.{CapturedValue, DirectionReading}
import sparkwire.wire.core.Reason

/** Reads the two streams of a connection: requests of the client, and responses of the server. If nothing
  * else tells which is which, the first packet does that begins with a head.
  *
  * @param port
  *   the port of the server, 0 if it is not known
  */
private[captures] final class DatabusConnection(connection: Connection, port: Int,
    reading: DirectionReading)
    extends ConnectionReader(connection, port) {
  private[this] val isClientKnown = client >= 0
  private[this] val requests = new Requests(connection.held)
  private[this] val sides = new Array[HttpMessages](2)
  private[this] var responses: Responses = _
  private[this] var hasEnded = false

  protected def take(side: Int, piece: Piece): Unit = {
    if (!isClientKnown && !requests.hasAny && !piece.isLost) guess(side, piece.bytes)
    if (client >= 0) messages(side, piece).piece(piece)
  }

  private def guess(side: Int, bytes: Array[Byte]): Unit = {
    val found =
      if (HttpHead.mayBeResponse(bytes)) 1 - side
      else if (HttpHead.mayBeRequest(bytes)) side
      else client
    if (found != client) {
      end(0)
      end(1)
      client = found
    }
  }

  private def messages(side: Int, piece: Piece): HttpMessages = {
    if (sides(side) == null) {
      val isWhole = connection.isWhole(piece)
      if (!isWhole) requests.lose()
      val receiver =
        if (side == client) new RequestReceiver
        else {
          responses = new Responses(connection, side, requests, reading)
          responses
        }
      sides(side) =
        new HttpMessages(receiver, isResponse = side != client, isWhole, connection.held)
    }
    sides(side)
  }

  /** Requests have no events. A fault in them only makes it less certain which response belongs to
    * which request.
    */
  private final class RequestReceiver extends HttpReceiver {
    def head(head: HttpHead): Boolean = {
      val server = sides(1 - client)
      requests.add(head, isServerIdle = server == null || server.isIdle)
      true
    }
    def body(piece: Piece): Unit = ()
    def complete(): Unit = ()
    def broken(place: PacketPlace, reason: Reason, isInBody: Boolean): Unit = requests.lose()
  }

  private def end(side: Int): Unit = if (sides(side) != null) {
    sides(side).end()
    sides(side) = null
  }

  def step(): Boolean =
    (responses != null && responses.step()) || reads(0) || reads(1) || (hasEnded && finish())

  private def reads(side: Int): Boolean = sides(side) != null && sides(side).step()

  def end(): Unit = hasEnded = true

  def exceed(place: PacketPlace): Unit =
    reading.give(new CapturedValue(connection, firstSide, place, null, Capture.MemoryExceeded))

  /** Ends a direction, then the other. Returns false if nothing is left. */
  private def finish(): Boolean =
    if (sides(0) != null || sides(1) != null) {
      end(if (sides(0) != null) 0 else 1)
      true
    } else {
      hasEnded = false
      if (!requests.hasAny)
        reading.give(
          new CapturedValue(connection, firstSide, first, null, DatabusCapture.NotHttp))
      requests.lose()
      false
    }
}
