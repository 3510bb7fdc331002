package sparkwire.wire.capture.streams

/** How many bytes may wait in memory, for all connections of a capture together. */
final class Budget(limit: Long) {
  private[this] var taken = 0L

  def take(bytes: Long): Unit = taken += bytes
  def giveBack(bytes: Long): Unit = taken -= bytes
  def used: Long = taken
  def isExceeded: Boolean = taken > limit
}
