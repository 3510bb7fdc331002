package sparkwire.wire.databus.captures

import sparkwire.wire.capture.{PacketPlace, Piece}
import sparkwire.wire.capture.http.{HttpHead, HttpReceiver}
import sparkwire.wire.capture.streams.Connection
import sparkwire.wire.capture.values.{CapturedValue, DirectionReading, DirectionValues}
import sparkwire.wire.core.Reason

/** The responses of a server, with the events in their bodies. In the body of a response whose request is
  * not known, events are searched for; without one, it has no rows.
  */
private[captures] final class Responses(connection: Connection, side: Int, requests: Requests,
    reading: DirectionReading)
    extends HttpReceiver {
  // The events of the current body, null if it has none.
  private[this] var events: DirectionValues = _
  private[this] var isEncoded = false
  // Those of the last body, as long as they are being read.
  private[this] var ended: DirectionValues = _

  /** Reads an event of the body that has come. Returns false if that takes more bytes. */
  def step(): Boolean =
    if (ended == null) events != null && events.step()
    else {
      if (!ended.step()) ended = null
      true
    }

  def head(head: HttpHead): Boolean = {
    // Such a response comes before the real one.
    val request =
      if (head.status >= 100 && head.status < 200) Request.Other else requests.next()
    val hasEvents =
      head.status == Responses.Ok && (request == Request.Stream || request == Request.Unknown)
    isEncoded = hasEvents && head.isEncoded && request == Request.Stream
    events =
      if (hasEvents && !head.isEncoded)
        new DirectionValues(connection, side, reading, isWhole = request == Request.Stream)
      else null
    request != Request.Head
  }

  def body(piece: Piece): Unit = {
    if (isEncoded) give(piece.place, DatabusCapture.ContentEncoding)
    isEncoded = false
    if (events != null) events.piece(piece)
  }

  def complete(): Unit = if (events != null) {
    events.end()
    ended = events
    events = null
  }

  def broken(place: PacketPlace, reason: Reason, isInBody: Boolean): Unit = {
    if (events != null && events.hasBegun) events.breakOff(place, reason)
    // A body without events that ends early is not a loss.
    else if (!isInBody || (reason ne DirectionValues.CutOff)) give(place, reason)
    complete()
    requests.lose()
  }

  // Of a connection that may be anything, nothing is said.
  private def give(place: PacketPlace, reason: Reason): Unit = if (requests.hasAny)
    reading.give(new CapturedValue(connection, side, place, null, reason))
}

private object Responses {
  private final val Ok = 200
}
