package sparkwire.wire.capture.streams

import sparkwire.wire.capture.Piece

/** Receives the streams of all connections. */
abstract class StreamSink {

  /** The next bytes of a direction, or bytes of it that are lost.
    *
    * @param side
    *   the side of the connection that has sent them, 0 or 1
    */
  def piece(connection: Connection, side: Int, piece: Piece): Unit

  /** Nothing follows of a connection. */
  def ended(connection: Connection): Unit
}
