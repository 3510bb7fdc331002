package sparkwire.wire.capture.streams

import java.util.TreeMap

/** The directions in which bytes are missing, by how long they have been. */
private[streams] final class GapQueue {
  private[this] val byAge = new TreeMap[java.lang.Long, HalfStream]
  private[this] var last = 0L

  /** Notes whether bytes are missing in a direction. */
  def update(half: HalfStream): Unit =
    if (half.hasGap && half.waitingAs == 0) {
      last += 1
      half.waitingAs = last
      val _ = byAge.put(last, half)
    } else if (!half.hasGap) remove(half)

  def remove(half: HalfStream): Unit = if (half.waitingAs != 0) {
    val _ = byAge.remove(half.waitingAs)
    half.waitingAs = 0
  }

  /** Returns the oldest, null if there is none. */
  def oldest: HalfStream = {
    val entry = byAge.firstEntry
    if (entry == null) null else entry.getValue
  }
}
