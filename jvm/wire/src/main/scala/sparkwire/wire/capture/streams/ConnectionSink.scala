package sparkwire.wire.capture.streams

import java.util.ArrayDeque

import sparkwire.wire.capture.{PacketPlace, Piece}

/** Reads the two streams of a connection.
  *
  * @param port
  *   the port of the server, 0 if it is not known
  */
abstract class ConnectionReader(connection: Connection, port: Int) {

  /** The side of the client, -1 as long as it is not known. */
  protected var client: Int = connection.clientOf(port)

  /** The first packet and its sender, for a connection that speaks something else. */
  protected var first: PacketPlace = _
  protected var firstSide = 0

  final def piece(side: Int, piece: Piece): Unit = {
    if (first == null) {
      first = piece.place
      firstSide = side
    }
    take(side, piece)
  }

  protected def take(side: Int, piece: Piece): Unit

  /** Nothing more comes. */
  def end(): Unit
}

/** Makes values of the streams of a capture, with a reader for each connection. */
abstract class ConnectionSink[V <: AnyRef] extends StreamSink {
  private[this] val waiting = new ArrayDeque[V]

  /** Returns the next value, null if there is none yet. */
  final def poll(): V = waiting.poll()

  protected final def add(value: V): Unit = { val _ = waiting.add(value) }

  protected def newReader(connection: Connection): ConnectionReader

  final def piece(connection: Connection, side: Int, piece: Piece): Unit = {
    if (connection.reader == null) connection.reader = newReader(connection)
    connection.reader.piece(side, piece)
  }

  final def ended(connection: Connection): Unit = if (connection.reader != null) {
    connection.reader.end()
    connection.reader = null
  }
}
