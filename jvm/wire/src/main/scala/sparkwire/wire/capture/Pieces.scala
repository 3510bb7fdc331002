package sparkwire.wire.capture

import java.util.{Arrays, TreeMap}

/** Bytes of a stream that one packet has brought, or that are lost.
  *
  * @param start
  *   the position of its first byte in the stream
  * @param bytes
  *   null for lost bytes
  * @param place
  *   the packet; for lost bytes, the packet that shows the loss
  */
final class Piece(val start: Long, val size: Long, val bytes: Array[Byte],
    val place: PacketPlace) {
  def end: Long = start + size
  def isLost: Boolean = bytes == null

  /** The memory that it takes while it waits. */
  def cost: Long = Piece.Overhead + (if (isLost) 0 else size)
}

object Piece {

  /** Three objects, the head of an array and an entry of a tree. */
  final val Overhead = 160L
}

/** Pieces that do not overlap, by position. Of bytes that come twice, the first ones count. */
final class Pieces(budget: Budget) {
  private[this] val byStart = new TreeMap[java.lang.Long, Piece]
  private[this] var total = 0L

  def count: Int = byStart.size
  def isEmpty: Boolean = byStart.isEmpty

  /** How many bytes there are in all pieces. */
  def size: Long = total

  /** Returns the piece with the smallest position, null if there is none. */
  def first: Piece = {
    val entry = byStart.firstEntry
    if (entry == null) null else entry.getValue
  }

  def removeFirst(): Piece = {
    val piece = byStart.pollFirstEntry().getValue
    total -= piece.size
    budget.giveBack(piece.cost)
    piece
  }

  /** Adds copies of those bytes that are not there yet. Each piece in between costs a step, which one
    * of the bytes pays for.
    */
  def add(start: Long, bytes: Array[Byte], from: Int, size: Int, place: PacketPlace): Unit = {
    val end = start + size
    val before = byStart.floorEntry(start)
    var at = if (before == null) start else math.max(start, before.getValue.end)
    while (at < end) {
      val entry = byStart.ceilingEntry(at)
      val after = if (entry == null) null else entry.getValue
      val until = if (after == null) end else math.min(end, after.start)
      if (until > at) {
        val offset = from + (at - start).toInt
        val copy = Arrays.copyOfRange(bytes, offset, offset + (until - at).toInt)
        put(new Piece(at, until - at, copy, place))
      }
      at = if (after == null) end else math.max(until, after.end)
    }
  }

  private def put(piece: Piece): Unit = {
    byStart.put(piece.start, piece)
    total += piece.size
    budget.take(piece.cost)
  }

  /** Forgets all pieces. */
  def clear(): Unit = {
    budget.giveBack(total + Piece.Overhead * count)
    byStart.clear()
    total = 0
  }
}
