package sparkwire.wire.capture.streams

import sparkwire.wire.capture.{Budget, Piece}

/** A connection of a capture.
  *
  * @param number
  *   counts the connections of a capture, from 0
  * @param client
  *   the side that has opened it, 0 or 1; -1 if the capture begins later
  */
final class Connection(val endpoints: Endpoints, val number: Long, val client: Int,
    budget: Budget) {
  private[streams] val halves: Array[HalfStream] =
    Array(new HalfStream(this, 0, budget), new HalfStream(this, 1, budget))

  /** The memory that its reader keeps. With more than half of the budget, it is the one to give
    * way.
    */
  val held: Budget = budget.part(2)

  private[streams] var isClosed = false

  /** The side that is the client, -1 if it is not known.
    *
    * @param port
    *   the port of the servers, 0 if it is not known
    */
  def clientOf(port: Int): Int =
    if (port == 0 || endpoints.port(0) == endpoints.port(1)) client
    else if (endpoints.port(0) == port) 1
    else 0

  /** Whether a direction is there from its beginning.
    *
    * @param first
    *   the first that is there of it
    */
  def isWhole(first: Piece): Boolean = client >= 0 && first.start == 0 && !first.isLost

  // Of the receiver of the streams, if it has one for each connection.
  private[streams] var reader: ConnectionReader = _

  /** The text of a side: address and port. It is made once. */
  def text(side: Int): String = {
    if (texts(side) == null) texts(side) = endpoints.text(side)
    texts(side)
  }
  private[this] val texts = new Array[String](2)

  /** The address of a side as text. It is made once. */
  def address(side: Int): String = {
    if (addresses(side) == null) addresses(side) = endpoints.address(side)
    addresses(side)
  }
  private[this] val addresses = new Array[String](2)
}

private[streams] object Connection {
  // The memory that a connection takes, including the receiver of its streams.
  final val Overhead = 2048L
}
