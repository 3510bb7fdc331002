package sparkwire.wire.capture.packets

import java.util.Arrays

import sparkwire.wire.capture.Pieces

/** What the fragments of one packet have in common: addresses, protocol and identification. */
private[packets] final case class FragmentKey(addresses: Array[Byte], protocol: Int, id: Int) {
  def is(other: FragmentKey): Boolean =
    id == other.id && protocol == other.protocol && Arrays.equals(addresses, other.addresses)
}

private[packets] object FragmentKey {
  def apply(bytes: Array[Byte], from: Int, size: Int, protocol: Int, id: Int): FragmentKey =
    FragmentKey(Arrays.copyOfRange(bytes, from, from + size), protocol, id)
}

/** Packets of which fragments are missing, a few at a time: the one that has waited longest for its next
  * fragment gives way. What comes of it shows in the TCP stream, as lost bytes.
  */
private[packets] final class Fragments {
  import Fragments._

  private[this] val waiting = new Array[Packet](MostPackets)
  private[this] var clock = 0L

  /** Adds a fragment. Returns the payload of the packet if it is complete, else null. */
  def add(key: FragmentKey, bytes: Array[Byte], from: Int, size: Int, offset: Int,
      hasMore: Boolean): Array[Byte] = {
    val slot = slotOf(key)
    if (waiting(slot) == null || !waiting(slot).key.is(key)) waiting(slot) = new Packet(key)
    val packet = waiting(slot)
    clock += 1
    packet.usedAt = clock
    packet.add(bytes, from, size, offset, hasMore)
    val whole = if (packet.isComplete) packet.joined else null
    if (whole != null || packet.isRefused) waiting(slot) = null
    whole
  }

  /** Returns the place of a packet: its own, a free one, or that of the oldest. */
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
}

private object Fragments {
  private final val MostPackets = 64
  // A packet of 64 KiB over a link with the smallest packets of IPv4 that anybody has.
  private final val MostFragments = 2048
  private final val MaxSize = 65535

  private final class Packet(val key: FragmentKey) {
    private[this] val pieces = new Pieces
    private[this] var end = -1
    private[this] var refused = false
    var usedAt = 0L

    def add(bytes: Array[Byte], from: Int, size: Int, offset: Int, hasMore: Boolean): Unit = {
      refused = offset + size > MaxSize || pieces.count >= MostFragments ||
        (end >= 0 && offset + size > end)
      if (!refused) {
        pieces.add(offset.toLong, bytes, from, size, place = null)
        if (!hasMore) end = offset + size
      }
    }

    /** Whether its fragments contradict each other, or are too many. */
    def isRefused: Boolean = refused || (end >= 0 && pieces.size > end)
    def isComplete: Boolean = !isRefused && end >= 0 && pieces.size == end

    def joined: Array[Byte] = {
      val whole = new Array[Byte](end)
      while (pieces.first != null) {
        val piece = pieces.removeFirst()
        System.arraycopy(piece.bytes, 0, whole, piece.start.toInt, piece.bytes.length)
      }
      whole
    }
  }
}
