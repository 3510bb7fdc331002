package sparkwire.sinks

import java.util.Arrays

import sparkwire.wire.Bytes

/** What stands in front of containers. It can be written only when a container has ended, so it is
  * kept apart from the content, each piece in a slot; slots are in the order of their places.
  *
  * Positions in a VARIANT under construction are counted with the headers that are already written:
  * those of the containers that ended before them.
  */
private[sinks] final class VariantHeaders {
  private[this] var out = new Array[Byte](256)
  private[this] var end = 0
  // Where in the content a slot is, where its piece starts, and how long that is (0: nothing is there).
  private[this] var places = new Array[Int](64)
  private[this] var froms = new Array[Int](64)
  private[this] var sizes = new Array[Int](64)
  private[this] var slots = 0
  // The last slot that something was written to.
  private[this] var lastFilled = -1

  def begin(): Unit = {
    end = 0
    slots = 0
    lastFilled = -1
  }

  /** The size of all that is written. */
  def size: Int = end

  /** A place where a header may be needed. */
  def slotAt(place: Int): Int = {
    val slot = slots
    if (slot == places.length) grow()
    places(slot) = place
    sizes(slot) = 0
    slots = slot + 1
    slot
  }

  private def grow(): Unit = {
    places = Arrays.copyOf(places, slots * 2)
    froms = Arrays.copyOf(froms, slots * 2)
    sizes = Arrays.copyOf(sizes, slots * 2)
  }

  /** Begins the piece of a slot of at most `room` bytes. */
  def beginPiece(slot: Int, room: Int): Unit = {
    // A number is written as eight bytes of which the next one covers what is too many.
    val needed = end.toLong + room + 8
    if (needed > out.length)
      out = Arrays.copyOf(out, math.min(math.max(needed, out.length * 2L), Int.MaxValue - 8L).toInt)
    froms(slot) = end
  }

  def put(value: Long, size: Int): Unit = {
    Bytes.putI64le(out, end, value)
    end += size
  }

  def put(bytes: Array[Byte]): Unit = {
    System.arraycopy(bytes, 0, out, end, bytes.length)
    end += bytes.length
  }

  def endPiece(slot: Int): Unit = {
    sizes(slot) = end - froms(slot)
    lastFilled = math.max(lastFilled, slot)
  }

  /** The slots behind this one were not needed; nothing else comes between. */
  def releaseBehind(slot: Int): Unit = if (lastFilled <= slot) slots = slot + 1

  /** The content with the headers in their places. */
  def joined(content: Array[Byte], length: Int): Array[Byte] = {
    val all = new Array[Byte](length + end)
    var from = 0
    var to = 0
    var slot = 0
    while (slot < slots) {
      val size = sizes(slot)
      if (size > 0) {
        val before = places(slot) - from
        System.arraycopy(content, from, all, to, before)
        System.arraycopy(out, froms(slot), all, to + before, size)
        from += before
        to += before + size
      }
      slot += 1
    }
    System.arraycopy(content, from, all, to, length - from)
    all
  }
}
