package sparkwire.wire.capture.streams

import java.util.TreeMap

import sparkwire.wire.capture.{Budget, PacketPlace, Piece}

/** Bytes that a packet is said to have had, and that were not captured.
  *
  * @param packetStart
  *   where the packet begins
  */
private[streams] final class Claim(val start: Long, val end: Long, val packetStart: Long,
    val place: PacketPlace)

/** The claims of a direction, which do not overlap: of those that do, the first one counts.
  *
  * Nobody has seen these bytes, and the length of the packet may be wrong. So a claim takes the place of
  * no bytes that come; only its end may tell where the next bytes belong.
  */
private[streams] final class Claims(budget: Budget) {
  private[this] val byStart = new TreeMap[java.lang.Long, Claim]

  /** Returns the one with the smallest position, null if there is none. */
  def first: Claim = {
    val entry = byStart.firstEntry
    if (entry == null) null else entry.getValue
  }
  def isEmpty: Boolean = byStart.isEmpty

  /** Whether a packet that begins at a position or after it has claimed something. */
  def goOnAt(position: Long): Boolean =
    !byStart.isEmpty && byStart.lastEntry.getValue.packetStart >= position

  /** Adds the unclaimed range from `start` to the next claim, or to the end. Claims in between are
    * removed, so that each is looked at twice at most.
    */
  def add(start: Long, end: Long, packetStart: Long, place: PacketPlace): Unit = {
    val before = byStart.floorEntry(start)
    val from = if (before == null) start else math.max(start, before.getValue.end)
    var until = end
    var next = byStart.ceilingEntry(from)
    while (next != null && next.getValue.start < until) {
      if (next.getValue.end > end) until = next.getValue.start
      else remove(next.getValue)
      next = byStart.higherEntry(next.getKey)
    }
    if (from < until) put(new Claim(from, until, packetStart, place))
  }

  /** Forgets the claims that end at a position or before it. */
  def dropUntil(position: Long): Unit =
    while (!byStart.isEmpty && first.end <= position) remove(first)

  private def put(claim: Claim): Unit = {
    byStart.put(claim.start, claim)
    budget.take(Piece.Overhead)
  }

  private def remove(claim: Claim): Unit = {
    val _ = byStart.remove(claim.start)
    budget.giveBack(Piece.Overhead)
  }
}
