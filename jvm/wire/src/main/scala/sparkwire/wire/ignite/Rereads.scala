package sparkwire.wire.ignite

import sparkwire.wire.core.{Allowance, Cursor}

/** Finds the bytes that are read again, because handles or shared offsets lead to them, and charges
  * them to the allowance of the cursor. Each value also costs a fixed amount, about its size in a
  * result, however few bytes it takes on the wire. Without a limit, the bytes read could double
  * with each level of nesting.
  */
private[ignite] final class Rereads {
  private[this] var costs: Allowance = new Allowance
  private[this] var seen = 0
  // How many bytes of heads are still to come if no two heads overlap. Heads that do, such as the
  // heads of objects with one footer, are charged as soon as they have more bytes than the value.
  private[this] var headsLeft = 0L

  /** Begins the value at the cursor, which ends where the cursor ends. */
  def begin(cursor: Cursor): Unit = {
    costs = cursor.allowance
    seen = cursor.position
    headsLeft = cursor.left.toLong
  }

  /** Records that a value without parts was read. */
  def leaf(from: Int, until: Int): Unit =
    if (from < seen) again(until - from) else seen = until

  /** Records the value at `from`, which has parts. Its parts are recorded separately: `size` counts
    * only its other bytes.
    */
  def head(from: Int, size: Int): Unit =
    if (from < seen) again(size)
    else {
      seen = from + 1
      headsLeft -= size
      if (headsLeft < 0) {
        costs.spend(-headsLeft)
        headsLeft = 0
      }
    }

  /** Records `count` adjacent values without parts. */
  def leaves(from: Int, until: Int, count: Int): Unit =
    if (from >= seen) seen = until
    else costs.spend(until - from + count.toLong * Rereads.Value)

  /** Records a value of this many bytes that was read again. */
  def again(bytes: Int): Unit = costs.spend(bytes.toLong + Rereads.Value)

  /** Records bytes of a value that are read again, beside the value itself. */
  def more(bytes: Int): Unit = costs.spend(bytes.toLong)

  /** Records a layout that is made for an object with so many fields. A layout takes far more
    * memory than a footer. A large one is never kept, so its cost does not depend on earlier
    * values.
    */
  def layout(fields: Int): Unit =
    if (fields > Rereads.FreeFields) costs.spend((fields - Rereads.FreeFields) * Rereads.Field)

  /** The charges so far, including the fixed amounts. */
  def inAll: Long = costs.mark
}

private object Rereads {
  final val Value = 8L
  final val Field = 96L

  // Far more than any class has.
  final val FreeFields = 1 << 16
}
