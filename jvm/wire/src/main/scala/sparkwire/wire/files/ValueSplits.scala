package sparkwire.wire.files

import sparkwire.wire.core.Cursor
import sparkwire.wire.series.ValueBounds

/** Finds positions where a file of values can be divided: where a value begins that lies in no other.
  *
  * Trap: a value may contain the bytes of another value. So all heads up to `maxSize` bytes before a
  * position are looked at. If one of them announces a value that reaches over the position, the file is
  * not divided there, whether that value is good or malformed. Otherwise every reader that begins
  * earlier stops at the position: neither a good value takes it further, because that would have such a
  * head, nor the search for the next value, because one begins there.
  */
final class ValueSplits(window: FileWindow, bounds: ValueBounds, maxSize: Int) {
  private[this] val cursor = new Cursor

  /** Returns the first position from `near` on where the file can be divided; -1 if the first value
    * there may lie in another one, or there is none close by.
    */
  def at(near: Long): Long = {
    val from = math.max(0, near - maxSize)
    val before = (near - from).toInt
    val there = load(from, before + maxSize)
    bounds.setEffort(ValueBounds.LooksAtByte * there)
    val first = cursor.position
    val found = bounds.find(cursor, first + before, first + there) - first
    if (found < 0 || isCovered(from, found)) -1 else from + found
  }

  /** Whether a value may reach over the position that is `before` bytes after `from`. */
  private def isCovered(from: Long, before: Int): Boolean = {
    val _ = load(from, before + maxSize)
    val position = cursor.position + before
    var at = cursor.position
    while (at < position && bounds.effortLeft > 0 && !bounds.reaches(cursor, at, position, maxSize))
      at += 1
    at < position
  }

  private def load(from: Long, size: Int): Int = {
    val there = window.ensure(from, size)
    val _ = cursor.wrap(window.bytes, window.load(from, 0), there)
    bounds.begin(cursor)
    there
  }
}
