package sparkwire.wire.capture

/** How many bytes may wait in memory: of all connections of a capture together, or of a part of them.
  * What a part takes is taken from the whole, too.
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
