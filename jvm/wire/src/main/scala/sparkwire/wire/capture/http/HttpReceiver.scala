package sparkwire.wire.capture.http

import sparkwire.wire.capture.{PacketPlace, Piece}
import sparkwire.wire.core.Reason

/** Receives the messages of one direction of a connection. */
abstract class HttpReceiver {

  /** A message begins. Returns whether it may have a body: the response to HEAD has none, although
    * its fields announce one.
    */
  def head(head: HttpHead): Boolean

  /** Bytes of its body, or bytes of it that are lost. */
  def body(piece: Piece): Unit

  /** The message is complete. */
  def complete(): Unit

  /** The message ends here, and so does whatever follows, up to the next head that is found.
    *
    * @param place
    *   where that shows
    * @param isInBody
    *   whether bytes of a body would have been next
    */
  def broken(place: PacketPlace, reason: Reason, isInBody: Boolean): Unit
}
