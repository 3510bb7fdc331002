package sparkwire.wire.ignite

import sparkwire.wire.core.Reason

/** A budget for bytes that are read again because handles or shared offsets lead to them. Each
  * value also costs a fixed amount, about its size in a result, however few bytes it takes on the
  * wire. Without a budget, the bytes read could double with each level of nesting.
  */
private[ignite] final class Rereads(limit: Int) {
  private[this] var seen = 0
  private[this] var spent = 0L

  def begin(from: Int): Unit = {
    seen = from
    spent = 0
  }

  /** Records that a value without parts was read. */
  def leaf(from: Int, until: Int): Unit =
    if (from < seen) spend(until - from) else seen = until

  /** Records the value at `from`, which has parts. Its parts are recorded separately: `size` counts
    * only its other bytes.
    */
  def head(from: Int, size: Int): Unit = if (from < seen) spend(size) else seen = from + 1

  /** Records `count` adjacent values without parts. */
  def leaves(from: Int, until: Int, count: Int): Unit =
    if (from >= seen) seen = until
    else {
      spend(until - from)
      spent += (count - 1L) * Rereads.Value
    }

  /** Records a value of this many bytes that was read again. */
  def again(bytes: Int): Unit = spend(bytes)

  /** The bytes that were read again so far, including the fixed amounts. */
  def inAll: Long = spent

  private def spend(bytes: Int): Unit = {
    spent += bytes + Rereads.Value
    if (spent > limit) throw Reason.TooLarge.signal
  }
}

private object Rereads {
  final val Value = 8
}
