package sparkwire.wire.capture.streams

/** How many bytes may wait in memory, for all connections of a capture together. */
final class Budget(limit: Long) {
  private[this] var used = 0L

  def take(bytes: Long): Unit = used += bytes
  def giveBack(bytes: Long): Unit = used -= bytes
  def isExceeded: Boolean = used > limit
}
