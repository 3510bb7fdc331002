package sparkwire.wire.cernan.captures

import java.util.ArrayDeque

import sparkwire.wire.capture.{Budget, Piece}

/** The last pieces of a direction, as long as the protocol of the connection is unknown. */
private[captures] final class HeldPieces(budget: Budget) {
  import HeldPieces._

  private[this] val pieces = new ArrayDeque[Piece]
  private[this] var size = 0L
  private[this] var costs = 0L
  private[this] var matched = 0
  private[this] var hasSeen = false

  /** Whether the head of an Avro container is in them, or was: each packet has one. */
  def hasContainer: Boolean = hasSeen

  /** The oldest piece, null if there is none. */
  def first: Piece = pieces.peek()

  /** The memory that all pieces take, in bytes. */
  def cost: Long = costs

  def add(piece: Piece): Unit = {
    pieces.add(piece)
    size += piece.size
    costs += piece.cost
    budget.take(piece.cost)
    while ((size > MostBytes && pieces.size > 1) || pieces.size > MostPieces) { val _ = poll() }
    if (piece.isLost) matched = 0 else look(piece.bytes)
  }

  private def look(bytes: Array[Byte]): Unit = {
    var at = 0
    while (at < bytes.length && !hasSeen) {
      // The magic has its first byte once.
      matched =
        if (bytes(at) == Magic(matched)) matched + 1 else if (bytes(at) == Magic(0)) 1 else 0
      if (matched == Magic.length) hasSeen = true
      at += 1
    }
  }

  /** Takes the first piece, null if there is none. */
  def poll(): Piece = {
    val piece = pieces.poll()
    if (piece != null) {
      size -= piece.size
      costs -= piece.cost
      budget.giveBack(piece.cost)
    }
    piece
  }

  /** Gives the memory back. */
  def close(): Unit = while (poll() != null) {}
}

private object HeldPieces {
  private val Magic = Array[Byte]('O', 'b', 'j', 1)

  // The largest packet that Cernan accepts has 1 MiB, after a length of 4 bytes.
  private final val MostBytes = (1L << 20) + 4
  // A piece may have a single byte, and takes more.
  private final val MostPieces = 64 << 10
}
