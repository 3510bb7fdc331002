package sparkwire.wire.series

import scala.annotation.unused

import sparkwire.wire.core.{Cursor, Malformed, Nowhere, Reason, Sink}

/** Where the values of a format begin and end, if they follow each other in one value of a column
  * or in a file. It belongs to one task.
  *
  * Trap: broken values may overlap, and each of them costs as much as it announces. So whoever
  * looks for values has an effort in bytes, which is about [[ValueBounds.LooksAtByte]] for each
  * byte.
  */
abstract class ValueBounds {

  /** How many bytes of the head of a file [[readHead]] needs to look at, if the values are not read from
    * the beginning of the file; 0 if none.
    */
  def headSize: Int = 0

  /** Looks at the head of the file before values that begin later. */
  def readHead(@unused cursor: Cursor): Unit = ()

  /** Prepares for the values of one input. */
  def begin(cursor: Cursor): Unit

  /** Goes to the end of the value at the cursor, or refuses it. It may move the end of the cursor.
    *
    * @param sink
    *   is given the fields, so that a fault has a path; else [[Nowhere]]
    */
  def pass(cursor: Cursor, sink: Sink): Unit

  /** Whether a value may have been refused because it is longer than the input. */
  def isCut(reason: Reason): Boolean

  /** Whether the values of a file end before bytes that were refused for this reason, unless
    * another value follows them.
    */
  def isEnd(@unused reason: Reason): Boolean = false

  /** Whether a value may go on to the end of the input, wherever that is. */
  def mayTakeAll: Boolean = false

  /** Whether values can be distinguished from other bytes, so that [[begins]] finds them. */
  def areFound: Boolean

  /** Whether the bytes at the cursor are the head of a value, and of nothing else. Asked at one
    * position after the other, so each byte that it looks at is charged with [[spend]].
    */
  def begins(cursor: Cursor): Boolean

  /** Whether a value of at most `maxSize` bytes begins at `at` and ends after `position`, according
    * to its head. Asked only if files can be divided, which takes heads that say it.
    */
  def reaches(cursor: Cursor, at: Int, position: Int, maxSize: Int): Boolean = true

  /** Returns how many bytes [[pass]] has looked at before it refused the value at `from`. */
  def lookedAt(cursor: Cursor, from: Int): Long = cursor.position.toLong - from

  /** Returns how many bytes of the value that [[pass]] refused last are its own, whatever follows them:
    * no other value begins there.
    */
  def ownBytes: Int = 1

  private[this] var effort = 0L

  final def setEffort(bytes: Long): Unit = effort = bytes
  final def effortLeft: Long = effort
  final def spend(bytes: Long): Unit = effort -= bytes

  /** Goes to the end of the value at the cursor. If it is malformed, returns why, and stops anywhere. */
  final def whyBroken(cursor: Cursor): Reason = {
    val end = cursor.end
    val explains = cursor.isExplaining
    cursor.setExplaining(false)
    try {
      pass(cursor, Nowhere)
      null
    } catch { case malformed: Malformed => malformed.reason }
    finally {
      cursor.setExplaining(explains)
      cursor.setEnd(end)
    }
  }

  /** Returns the first position from `from` on, and before `until`, where a value begins. Returns -1
    * if there is none, or the effort has been spent: the cursor is where the search has ended.
    */
  final def find(cursor: Cursor, from: Int, until: Int): Int = {
    var at = from
    cursor.moveTo(at)
    while (at < until && effort > 0 && !begins(cursor)) {
      at += 1
      cursor.moveTo(at)
    }
    if (at < until && effort > 0) at else -1
  }
}

object ValueBounds {

  /** How often each byte may be looked at in search of values. */
  final val LooksAtByte = 16L
}
