package sparkwire.wire.capture.streams

import java.util.ArrayDeque

import sparkwire.wire.capture.{Budget, PacketPlace, Piece}

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

  /** Begins to read a piece, of which nothing is read before [[step]]. */
  protected def take(side: Int, piece: Piece): Unit

  /** Continues to read the data that it was given, by about one value. Returns false if nothing is
    * left to read.
    */
  def step(): Boolean

  /** Nothing more comes. [[step]] reads the rest. */
  def end(): Unit

  /** Gives up a small part of the data that it keeps. Returns false if there is none. */
  def relieve(): Boolean = false

  /** Gives a row that says that it keeps too much. */
  def exceed(place: PacketPlace): Unit
}

/** Makes values of the streams of a capture, with a reader for each connection. They are made as they
  * are asked for.
  */
abstract class ConnectionSink[V <: AnyRef](budget: Budget) extends StreamSink {
  // The result of one step.
  private[this] val waiting = new ArrayDeque[V]
  // The connection that is being read, null if all that has come of it is.
  private[this] var current: Connection = _
  private[this] var isEnding = false

  /** Returns the next value, null if there is none yet. */
  final def poll(): V = {
    while (waiting.isEmpty && current != null) readOn()
    val value = waiting.poll()
    if (value != null) budget.giveBack(costOf(value))
    value
  }

  private def readOn(): Unit = if (!current.reader.step()) {
    if (isEnding) {
      current.reader = null
      current.held.giveBack(current.held.used)
    }
    isEnding = false
    current = null
  }

  protected final def add(value: V): Unit = {
    budget.take(costOf(value))
    val _ = waiting.add(value)
  }

  /** The memory that a value takes while it waits. */
  protected def costOf(value: V): Long

  protected def newReader(connection: Connection): ConnectionReader

  final def piece(connection: Connection, side: Int, piece: Piece): Unit = {
    if (connection.reader == null) connection.reader = newReader(connection)
    connection.reader.piece(side, piece)
    current = connection
  }

  final def ended(connection: Connection): Unit = if (connection.reader != null) {
    connection.reader.end()
    current = connection
    isEnding = true
  }

  final def exceeded(connection: Connection, place: PacketPlace): Unit =
    if (connection.reader != null) {
      connection.reader.exceed(place)
      ended(connection)
    }

  final def relieve(connection: Connection): Boolean =
    connection.reader != null && {
      val isRelieved = connection.reader.relieve()
      if (isRelieved) current = connection
      isRelieved
    }
}
