package sparkwire.wire.kafka.captures

import java.util.ArrayDeque

import sparkwire.wire.capture.{Budget, Piece}
import sparkwire.wire.core.Bytes

/** Finds out which side of a connection is the client, where nothing else tells it, and holds its pieces
  * until then.
  *
  * A packet that begins like a request is not enough. Responses have many places that do: in one of Fetch,
  * two equal offsets are a size, the key of Produce, version 0, and a correlation id; in an old one, a
  * correlation id is a size, and the name of a topic a client id. So the other side must answer with
  * the correlation id, in a packet that does not itself begin like a request of a named client.
  */
private[captures] final class ClientSearch(budget: Budget, maxSize: Int) {
  import ClientSearch._

  private[this] val held = new ArrayDeque[Held](Few)
  private[this] var size = 0L
  // The correlation ids of the last packets of each side that begin like a request, null if there is
  // none, and the count of all.
  private[this] val ids = new Array[Array[Int]](2)
  private[this] val counts = Array(0, 0)

  /** Whether it holds as much as it may. */
  def isFull: Boolean = size > MostBytes || held.size > MostPieces

  /** Holds a piece. Returns the client if it tells, or -1. */
  def add(side: Int, piece: Piece): Int = {
    held.add(new Held(side, piece))
    size += piece.size
    budget.take(piece.cost)
    if (piece.isLost) -1 else look(side, piece.bytes)
  }

  /** Takes the oldest piece, null if there is none. */
  def poll(): Held = {
    val first = held.poll()
    if (first != null) {
      size -= first.piece.size
      budget.giveBack(first.piece.cost)
    }
    first
  }

  /** Gives the memory back that is not in pieces. */
  def close(): Unit = budget.giveBack(ids.count(_ != null) * IdsCost)

  /** The side of which more packets begin like a request, -1 if both have as many. */
  def likely: Int = if (counts(0) == counts(1)) -1 else if (counts(0) > counts(1)) 0 else 1

  private def look(side: Int, bytes: Array[Byte]): Int = {
    val isNamed = RequestHead.isNamed(bytes, 0, maxSize)
    if (!isNamed && answers(1 - side, bytes)) 1 - side
    else {
      val isRequest = isNamed || (bytes.length >= RequestHead.Size &&
        RequestHead.judge(bytes, 0, maxSize) == RequestHead.Yes)
      if (isRequest) remember(side, RequestHead.correlationId(bytes, 0))
      -1
    }
  }

  private def remember(side: Int, id: Int): Unit = {
    if (ids(side) == null) {
      budget.take(IdsCost)
      ids(side) = new Array[Int](MostIds)
    }
    ids(side)(counts(side) % MostIds) = id
    counts(side) += 1
  }

  /** Whether a packet begins with a response to a request of the other side. */
  private def answers(other: Int, bytes: Array[Byte]): Boolean =
    bytes.length >= RequestHead.ResponseSize && {
      val size = Bytes.i32be(bytes, 0)
      size >= 4 && size <= maxSize && has(other, Bytes.i32be(bytes, 4))
    }

  private def has(side: Int, id: Int): Boolean = {
    var at = math.min(counts(side), MostIds) - 1
    while (at >= 0 && ids(side)(at) != id) at -= 1
    at >= 0
  }
}

private[captures] object ClientSearch {
  final class Held(val side: Int, val piece: Piece)

  // More than clients have under way at a time.
  private final val MostIds = 64
  private final val IdsCost = 16L + 4 * MostIds
  private final val Few = 3
  // Brokers accept requests of a bit more than 1 MiB by default.
  private final val MostBytes = 2L << 20
  // A piece may have a single byte, and takes more.
  private final val MostPieces = 16 << 10
}
