package sparkwire.wire.capture

/** How many bytes may wait in memory: of all connections of a capture together, or of a part of them.
  * Memory that a part takes is also taken from the whole.
  */
final class Budget private (limit: Long, whole: Budget) {
  private[this] var taken = 0L

  def this(limit: Long) = this(limit, null)

  /** Returns the budget of a part, whose limit is a fraction of this limit. */
  def part(fraction: Int): Budget = new Budget(limit / fraction, this)

  def take(bytes: Long): Unit = {
    taken += bytes
    if (whole != null) whole.take(bytes)
  }
  def giveBack(bytes: Long): Unit = take(-bytes)
  def used: Long = taken
  def isExceeded: Boolean = taken > limit
}
