package sparkwire.wire.capture.streams

import sparkwire.wire.capture.{PacketPlace, Piece}

/** Receives the streams of all connections. What one call has given it is read before the next call. */
abstract class StreamSink {

  /** The next bytes of a direction, or bytes of it that are lost.
    *
    * @param side
    *   the side of the connection that has sent them, 0 or 1
    */
  def piece(connection: Connection, side: Int, piece: Piece): Unit

  /** Nothing follows of a connection. */
  def ended(connection: Connection): Unit

  /** What is kept of a connection is too much: it is given, and what follows is read anew.
    *
    * @param place
    *   the packet that was too much
    */
  def exceeded(connection: Connection, place: PacketPlace): Unit

  /** Gives up a small part of what is kept of a connection. Returns false if there is none. */
  def relieve(connection: Connection): Boolean
}
