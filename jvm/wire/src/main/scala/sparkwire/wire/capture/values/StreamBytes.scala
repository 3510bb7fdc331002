package sparkwire.wire.capture.values

import java.util.{ArrayDeque, Arrays}

import sparkwire.wire.capture.{Budget, PacketPlace, Piece}

/** The bytes of a direction that are not read yet, and which packets brought them.
  *
  * Trap: a packet may bring one byte, and its place takes more. So at most [[StreamBytes.MostPlaces]]
  * are kept; the data of a later packet then counts for the last of them.
  */
private[values] final class StreamBytes(budget: Budget) {
  import StreamBytes._

  private final class Begin(val at: Long, val place: PacketPlace)

  private[this] var buffer = Array.emptyByteArray
  private[this] var first = 0
  private[this] var behind = 0
  // The position of the first byte, counted from the first one that was added.
  private[this] var passed = 0L
  private[this] var current: PacketPlace = _
  private[this] val later = new ArrayDeque[Begin]

  def bytes: Array[Byte] = buffer
  def from: Int = first
  def size: Int = behind - first

  /** The packet of the first byte. */
  def place: PacketPlace = current

  def add(piece: Piece): Unit = {
    val count = piece.bytes.length
    if (buffer.length - behind < count) makeRoom(count)
    System.arraycopy(piece.bytes, 0, buffer, behind, count)
    if (size == 0) current = piece.place
    else if (later.size < MostPlaces) {
      later.add(new Begin(passed + size, piece.place))
      budget.take(PlaceCost)
    }
    behind += count
  }

  private def makeRoom(count: Int): Unit = {
    val needed = size + count
    val room =
      if (needed <= buffer.length / 2) buffer
      else {
        val larger = math.min(needed + needed / 2L, Int.MaxValue - 8L).toInt
        budget.take((larger - buffer.length).toLong)
        new Array[Byte](larger)
      }
    System.arraycopy(buffer, first, room, 0, size)
    buffer = room
    behind = size
    first = 0
  }

  /** Forgets the first bytes. */
  def drop(count: Int): Unit = {
    first += count
    passed += count
    while (!later.isEmpty && later.peek().at <= passed) {
      current = later.poll().place
      budget.giveBack(PlaceCost)
    }
    if (size == 0) empty()
  }

  private def empty(): Unit = {
    first = 0
    behind = 0
    if (buffer.length > MostIdle) {
      budget.giveBack(buffer.length.toLong)
      buffer = Array.emptyByteArray
    }
  }

  def copy(count: Int): Array[Byte] = Arrays.copyOfRange(buffer, first, first + count)

  /** Gives the memory back. */
  def close(): Unit = {
    drop(size)
    budget.giveBack(buffer.length.toLong)
    buffer = Array.emptyByteArray
  }
}

private object StreamBytes {
  private final val MostPlaces = 64 << 10
  // Two objects, and their place in a queue.
  private final val PlaceCost = 72L
  private final val MostIdle = 64 << 10
}
