package sparkwire.wire.capture.packets

import java.io.ByteArrayOutputStream
import java.util.{ArrayDeque, Arrays}

import sparkwire.wire.capture.{Budget, PacketPlace, Piece, Pieces}

/** The common properties of the fragments of one packet: addresses, protocol and identification. */
private[packets] final case class FragmentKey(addresses: Array[Byte], protocol: Int, id: Int) {
  def is(other: FragmentKey): Boolean =
    id == other.id && protocol == other.protocol && Arrays.equals(addresses, other.addresses)
}

private[packets] object FragmentKey {
  def apply(bytes: Array[Byte], from: Int, size: Int, protocol: Int, id: Int): FragmentKey =
    FragmentKey(Arrays.copyOfRange(bytes, from, from + size), protocol, id)
}

/** A packet of which fragments are missing, and that has been given up.
  *
  * @param begin
  *   its first bytes, as far as they are there
  * @param place
  *   the packet that has brought them, or the first that has brought any
  */
private[packets] final class LostPacket(val key: FragmentKey, val begin: Array[Byte],
    val place: PacketPlace) {
  def cost: Long = Piece.Overhead + begin.length
}

/** Packets of which fragments are missing, a few at a time, and within a quarter of the budget: the one
  * that has waited longest for its next fragment gives way. With TCP, the consequence shows in the
  * stream, as lost bytes.
  *
  * @param keepsLost
  *   whether packets of the protocol that give way are kept, to be taken with [[nextLost]]
  */
private[packets] final class Fragments(budget: Budget, protocol: Int, keepsLost: Boolean) {
  import Fragments._

  private[this] val held = budget.part(4)
  private[this] val waiting = new Array[Packet](MostPackets)
  private[this] var count = 0
  private[this] var clock = 0L
  private[this] val lost = new ArrayDeque[LostPacket]
  private[this] var joinedAt: PacketPlace = _

  /** Adds a fragment. Returns the payload of the packet if it is complete, else null. */
  def add(key: FragmentKey, bytes: Array[Byte], from: Int, size: Int, offset: Int,
      hasMore: Boolean, place: PacketPlace): Array[Byte] = {
    val slot = slotOf(key)
    if (waiting(slot) == null || !waiting(slot).key.is(key)) begin(slot, key)
    val packet = waiting(slot)
    clock += 1
    packet.usedAt = clock
    packet.add(bytes, from, size, offset, hasMore, place)
    val whole = if (packet.isComplete) packet.joined else null
    if (whole != null) {
      joinedAt = packet.firstPlace
      forget(slot)
    } else if (packet.isRefused) giveUp(slot)
    while (held.isExceeded) giveUp(oldest)
    whole
  }

  /** The place of the first bytes of the packet that has become complete. */
  def firstPlace: PacketPlace = joinedAt

  def hasLost: Boolean = !lost.isEmpty
  def nextLost(): LostPacket = {
    val next = lost.poll()
    budget.giveBack(next.cost)
    next
  }

  /** Nothing more comes. */
  def end(): Unit = while (count > 0) giveUp(oldest)

  private def begin(slot: Int, key: FragmentKey): Unit = {
    if (waiting(slot) != null) giveUp(slot)
    held.take(PacketCost)
    waiting(slot) = new Packet(key, held)
    count += 1
  }

  private def giveUp(slot: Int): Unit = {
    val packet = waiting(slot)
    if (keepsLost && packet.key.protocol == protocol) {
      val what = new LostPacket(packet.key, packet.begin, packet.firstPlace)
      budget.take(what.cost)
      lost.add(what)
    }
    forget(slot)
  }

  private def forget(slot: Int): Unit = {
    waiting(slot).close()
    held.giveBack(PacketCost)
    waiting(slot) = null
    count -= 1
  }

  /** Returns the place of a packet: its own, a free one, or the place of the oldest. */
  private def slotOf(key: FragmentKey): Int = {
    var best = 0
    var slot = 0
    var isFound = false
    while (!isFound && slot < MostPackets) {
      val there = waiting(slot)
      isFound = there != null && there.key.is(key)
      if (isFound || age(there) < age(waiting(best))) best = slot
      slot += 1
    }
    best
  }

  private def age(packet: Packet): Long = if (packet == null) 0 else packet.usedAt

  /** Returns the place of the oldest packet. There is one. */
  private def oldest: Int = {
    var best = -1
    for (slot <- waiting.indices)
      if (waiting(slot) != null && (best < 0 || age(waiting(slot)) < age(waiting(best))))
        best = slot
    best
  }
}

private object Fragments {
  private final val MostPackets = 64
  // A packet of 64 KiB over a link with the smallest packets of IPv4 that anybody has.
  private final val MostFragments = 2048
  private final val MaxSize = 65535
  // Its key and its tree.
  private final val PacketCost = 200L

  /** @param budget
    *   of the pieces
    */
  private final class Packet(val key: FragmentKey, budget: Budget) {
    private[this] val pieces = new Pieces(budget)
    // Where the last fragment ends, -1 if it is not there; where any of them ends.
    private[this] var end = -1
    private[this] var reach = 0
    private[this] var refused = false
    private[this] var place: PacketPlace = _
    private[this] var placeOffset = Int.MaxValue
    var usedAt = 0L

    /** The place of the fragment that is the first one of those that are there. */
    def firstPlace: PacketPlace = place

    def add(bytes: Array[Byte], from: Int, size: Int, offset: Int, hasMore: Boolean,
        at: PacketPlace): Unit = {
      if (offset < placeOffset) {
        place = at
        placeOffset = offset
      }
      val until = offset + size
      val isOther = !hasMore && end >= 0 && until != end
      if (!hasMore) end = until
      reach = math.max(reach, until)
      refused = isOther || until > MaxSize || pieces.count >= MostFragments ||
        (end >= 0 && reach > end)
      if (!refused) pieces.add(offset.toLong, bytes, from, size, at)
    }

    /** Whether its fragments contradict each other, or are too many. */
    def isRefused: Boolean = refused

    /** Whether all bytes up to the end are there. They do not overlap, and none is beyond it. */
    def isComplete: Boolean = !refused && end >= 0 && pieces.size == end

    def joined: Array[Byte] = {
      val whole = new Array[Byte](end)
      while (pieces.first != null) {
        val piece = pieces.removeFirst()
        System.arraycopy(piece.bytes, 0, whole, piece.start.toInt, piece.bytes.length)
      }
      whole
    }

    /** Returns the first bytes, as far as they are there. */
    def begin: Array[Byte] = {
      val out = new ByteArrayOutputStream
      while (pieces.first != null && pieces.first.start == out.size)
        out.write(pieces.removeFirst().bytes)
      out.toByteArray
    }

    def close(): Unit = pieces.clear()
  }
}
