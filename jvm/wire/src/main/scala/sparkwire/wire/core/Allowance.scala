package sparkwire.wire.core

/** What one value may cost beyond reading each of its bytes once, in bytes: bytes that are read
  * again, bytes that are unpacked, and whatever a reader makes of a few bytes that is larger than
  * they are. A walk whose length the bytes choose pays for each step that takes no bytes of its
  * own, or more time than they.
  *
  * The limit is `maxSize`. Without it, a handle, a count or a shared offset of a few bytes could
  * hold a task for minutes.
  */
final class Allowance {
  private[this] var limit = Options.none.maxSize.toLong
  private[this] var spent = 0L

  def setLimit(bytes: Int): Unit = limit = bytes.toLong

  /** Begins the next value. */
  def begin(): Unit = spent = 0

  /** Charges the value, or refuses it.
    *
    * @param cost
    *   in bytes, not negative; any `long`
    */
  def spend(cost: Long): Unit = {
    if (cost > limit - spent) throw Reason.TooLarge.signal
    spent += cost
  }

  def left: Long = limit - spent

  /** Returns the amount spent so far, for [[goBack]]. */
  def mark: Long = spent

  /** Forgets what was spent since `mark`: the same bytes are walked again for another purpose, and
    * only one of the walks is charged.
    */
  def goBack(mark: Long): Unit = spent = mark
}
