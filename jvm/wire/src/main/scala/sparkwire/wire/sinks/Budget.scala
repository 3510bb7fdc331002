package sparkwire.wire.sinks

import sparkwire.wire.core.Reason

/** The limit in bytes of what rows and arrays take in addition to the bytes of their values, which
  * come from the input. A single byte of input can be an empty element, and that element a row of a
  * hundred fields. Work that takes more time than its size suggests is charged here, too.
  */
private[sparkwire] final class Budget(limit: Int) {
  private[this] var spent = 0L
  def begin(): Unit = spent = 0

  /** Returns the amount spent so far, for [[goBack]] after a failed attempt. */
  def mark: Long = spent
  def goBack(mark: Long): Unit = spent = mark
  def spend(bytes: Long): Unit = {
    spent += bytes
    if (spent > limit) throw Reason.TooLarge.signal
  }
}
