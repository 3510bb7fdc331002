package sparkwire.wire.ignite.cdc

import sparkwire.wire.core.Cursor
import sparkwire.wire.ignite.Ignite
import sparkwire.wire.ignite.cdc.ObjectStream._
import sparkwire.wire.writing.Output

/** The data that a class writes by itself. It is cut into blocks: code 77 and n (1), or 7a and n (4),
  * then n bytes.
  *
  * Trap: the JDK begins another block after 1,024 bytes, and a number may begin in one block and end
  * in the next.
  */
private[cdc] final class Blocks {
  private[this] var left = 0

  def begin(): Unit = left = 0

  // Each block takes two bytes at least, empty ones too.
  private def enter(cursor: Cursor): Unit = while (left == 0)
    left = cursor.u8(Ignite.Truncated) match {
      case Block => checked(cursor, cursor.u8(Ignite.Truncated), 1)
      case LongBlock => count(cursor, 1)
      case _ => cursor.refuse(BadBlock)
    }

  /** Whether the next `size` bytes are in one block. */
  def hasTogether(cursor: Cursor, size: Int): Boolean = {
    if (size > 0) enter(cursor)
    size <= left
  }

  /** Skips bytes that are in one block, and returns where they begin. */
  def take(cursor: Cursor, size: Int): Int = {
    left -= size
    cursor.take(size.toLong, Ignite.Truncated)
  }

  def u8(cursor: Cursor): Int = {
    enter(cursor)
    left -= 1
    cursor.u8(Ignite.Truncated)
  }

  def i32(cursor: Cursor): Int =
    if (hasTogether(cursor, 4)) cursor.i32At(take(cursor, 4))
    else (u8(cursor) << 24) | (u8(cursor) << 16) | (u8(cursor) << 8) | u8(cursor)

  def i64(cursor: Cursor): Long = (i32(cursor).toLong << 32) | (i32(cursor) & 0xffffffffL)

  /** Copies the next `size` bytes. */
  def copy(cursor: Cursor, size: Int, output: Output): Unit = {
    var behind = size
    while (behind > 0) {
      enter(cursor)
      val length = math.min(left, behind)
      val from = take(cursor, length)
      output.put(cursor.bytes, from, from + length)
      behind -= length
    }
  }

  /** Copies all bytes up to the next content. */
  def copyAll(cursor: Cursor, output: Output): Unit =
    while (left > 0 || cursor.left > 0 && isBlock(cursor.bytes(cursor.position).toInt)) {
      enter(cursor)
      copy(cursor, left, output)
    }

  private def isBlock(code: Int): Boolean = code == Block || code == LongBlock

  /** Comes to the contents between blocks: the block must have been read. */
  def leave(cursor: Cursor): Unit = if (left > 0) cursor.refuse(BadBlock)

  /** Reads the end of the data. */
  def end(cursor: Cursor): Unit = {
    leave(cursor)
    expect(cursor, EndOfData, BadBlock)
  }
}
