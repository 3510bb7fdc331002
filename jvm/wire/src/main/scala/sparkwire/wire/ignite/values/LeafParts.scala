package sparkwire.wire.ignite.values

import sparkwire.wire.core.{Cursor, Sink}
import sparkwire.wire.ignite.{DayZone, LeafValues, Leaves}

/** Reads the parts of a list or a map up to the first that is not a leaf. Most lists and maps hold
  * leaves only. They are read at once, and no frame is opened for them.
  */
private[values] final class LeafParts(walk: IgniteWalk, heads: ValueHeads, zone: DayZone) {

  /** Reads elements up to the first that is not a leaf. Returns how many elements are left. */
  def elements(cursor: Cursor, sink: Sink, count: Int): Int = {
    val bytes = cursor.bytes
    val end = cursor.end
    var left = count
    var at = cursor.position
    while (left > 0 && at < end && Leaves.isLeaf(bytes(at).toInt)) {
      sink.element()
      at = leaf(cursor, sink, at, end)
      left -= 1
    }
    cursor.moveTo(at)
    left
  }

  /** Reads entries up to the first whose key or value is not a leaf. Returns how many entries are
    * left.
    */
  def entries(cursor: Cursor, sink: Sink, count: Int): Int = {
    val end = cursor.end
    var left = count
    var at = cursor.position
    while (left > 0 && areLeaves(cursor.bytes, at, end)) {
      sink.key()
      at = leaf(cursor, sink, at, end)
      if (sink.value()) at = leaf(cursor, sink, at, end)
      else {
        at = leaf(cursor, null, at, end)
        sink.skipped()
      }
      left -= 1
    }
    cursor.moveTo(at)
    left
  }

  private def areLeaves(bytes: Array[Byte], keyAt: Int, end: Int): Boolean = {
    val valueAt = Leaves.past(bytes, keyAt, end)
    valueAt >= 0 && valueAt < end && Leaves.isLeaf(bytes(valueAt).toInt)
  }

  /** Reads a leaf, perhaps a malformed one. Returns where it ends. */
  private def leaf(cursor: Cursor, sink: Sink, at: Int, end: Int): Int = {
    val past =
      if (sink == null || walk.isTraced) -1
      else LeafValues.give(cursor.bytes, at, end, sink, zone)
    if (past >= 0) {
      walk.rereads.leaf(at, past)
      past
    } else {
      cursor.moveTo(at)
      val _ = heads.read(cursor, sink, walk.anything, 0)
      cursor.position
    }
  }
}
