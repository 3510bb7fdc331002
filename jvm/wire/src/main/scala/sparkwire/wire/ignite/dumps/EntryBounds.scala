package sparkwire.wire.ignite.dumps

import sparkwire.wire.core.{Bytes, Cursor, Malformed, Nowhere, Options, Reason, Sink}
import sparkwire.wire.ignite.entries.StoredValue
import sparkwire.wire.series.ValueBounds

/** Where the entries of a dump begin and end. An entry is distinguished from other bytes by its
  * lengths, which have to agree, and its checksum.
  */
final class EntryBounds(options: Options) extends ValueBounds {
  private[this] val reader = new EntryReader(options.verifies)
  // The search compares checksums always: lengths alone may agree anywhere.
  private[this] val searching = new EntryReader(verifies = true)

  def begin(cursor: Cursor): Unit = cursor.setBigEndian(true)
  def pass(cursor: Cursor, sink: Sink): Unit = reader.readNext(cursor, sink)
  def isCut(reason: Reason): Boolean = (reason eq Dump.Truncated) || (reason eq Dump.LengthPastEnd)
  def areFound: Boolean = true

  def begins(cursor: Cursor): Boolean =
    if (!hasSize(cursor)) {
      spend(EntryBounds.SizeLook)
      false
    } else {
      val isThere = fits(cursor) && isEntry(cursor)
      spend(EntryBounds.HeadLook)
      isThere
    }

  private def isEntry(cursor: Cursor): Boolean = {
    val end = cursor.end
    val start = cursor.position
    try {
      searching.readNext(cursor, Nowhere)
      true
    } catch { case _: Malformed => false }
    finally {
      spend(searching.bytesSummed)
      cursor.setEnd(end)
      cursor.moveTo(start)
    }
  }

  private def hasSize(cursor: Cursor): Boolean =
    cursor.left >= 4 + EntryLayout.LeastSize && {
      val size = Bytes.i32be(cursor.bytes, cursor.position)
      size >= EntryLayout.LeastSize && size <= cursor.left - 4
    }

  /** Whether flag and lengths agree with the size, which is there. */
  private def fits(cursor: Cursor): Boolean = {
    val at = cursor.position
    val flag = cursor.bytes(at + EntryLayout.FlagAt)
    val key = at + EntryLayout.Entry.fixedSize + flag * EntryLayout.VersionSize
    val until = at + 4L + Bytes.i32be(cursor.bytes, at)
    (flag == 0 || flag == 1) && valueAt(cursor, key, until) && {
      val value = key + StoredValue.HeadSize + Bytes.i32be(cursor.bytes, key)
      Bytes.i32be(cursor.bytes, value) == until - value - StoredValue.HeadSize
    }
  }

  /** Whether the head of a value fits after a key. */
  private def valueAt(cursor: Cursor, key: Int, until: Long): Boolean =
    key + 2L * StoredValue.HeadSize <= until && {
      val length = Bytes.i32be(cursor.bytes, key)
      length >= 0 && key + 2L * StoredValue.HeadSize + length <= until
    }

  override def lookedAt(cursor: Cursor, from: Int): Long =
    math.max(super.lookedAt(cursor, from), reader.bytesSummed + 8)
}

private object EntryBounds {
  // What a look at a size, and one at the head of an entry, is charged for.
  private final val SizeLook = 1L
  private final val HeadLook = 8L
}
