package sparkwire.wire.capture.streams

import sparkwire.wire.capture.{PacketPlace, Piece}

/** Receives the streams of all connections. The data of one call is read before the next call. */
abstract class StreamSink {

  /** The next bytes of a direction, or bytes of it that are lost.
    *
    * @param side
    *   the side of the connection that has sent them, 0 or 1
    */
  def piece(connection: Connection, side: Int, piece: Piece): Unit

  /** Nothing follows of a connection. */
  def ended(connection: Connection): Unit

  /** Too much data is kept of a connection: it is given, and reading starts again with the data
    * that follows.
    *
    * @param place
    *   the packet that was too much
    */
  def exceeded(connection: Connection, place: PacketPlace): Unit

  /** Gives up a small part of the data that is kept of a connection. Returns false if there is
    * none.
    */
  def relieve(connection: Connection): Boolean
}
