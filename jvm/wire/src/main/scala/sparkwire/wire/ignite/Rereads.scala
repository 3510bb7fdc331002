package sparkwire.wire.ignite

import sparkwire.wire.core.Reason

/** What is read a second time, because handles or shared offsets lead to it: bytes, and some for each
  * value: about what it becomes in a result, however little it takes here. A budget: from level to level of
  * nesting it can double.
  */
private[ignite] final class Rereads(limit: Int) {
  private[this] var seen = 0
  private[this] var spent = 0L

  def begin(from: Int): Unit = {
    seen = from
    spent = 0
  }

  /** A value without parts was read. */
  def leaf(from: Int, until: Int): Unit =
    if (from < seen) spend(until - from) else seen = until

  /** The value that begins here has parts, which count for themselves, and other bytes. */
  def head(from: Int, size: Int): Unit = if (from < seen) spend(size) else seen = from + 1

  /** As many values without parts were read one behind the other. */
  def leaves(from: Int, until: Int, count: Int): Unit =
    if (from >= seen) seen = until
    else {
      spend(until - from)
      spent += (count - 1L) * Rereads.Value
    }

  /** As many bytes were read a second time, as a value. */
  def again(bytes: Int): Unit = spend(bytes)

  /** How many bytes were read a second time. */
  def inAll: Long = spent

  private def spend(bytes: Int): Unit = {
    spent += bytes + Rereads.Value
    if (spent > limit) throw Reason.TooLarge.signal
  }
}

private object Rereads {
  final val Value = 8
}
