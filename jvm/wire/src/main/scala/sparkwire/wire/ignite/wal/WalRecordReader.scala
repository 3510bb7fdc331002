package sparkwire.wire.ignite.wal

import sparkwire.wire.core.{Bytes, Cursor, Sink}
import sparkwire.wire.ignite.entries.StoredCrc
import sparkwire.wire.ignite.wal.Wal._

/** Reads the records of a segment up to their bodies, one after the other. The layout is
  * [[RecordLayout]].
  *
  * A segment ends where a byte says so, or where a record of another segment stands: a node writes
  * over the files of old segments. So bytes that do not begin as a record of this segment are
  * refused with [[NotRecord]], and are the end unless a record follows.
  *
  * @param verifies
  *   whether checksums are compared
  */
private[wal] final class WalRecordReader(verifies: Boolean) {
  import WalRecordReader._

  private[this] val crc = new StoredCrc
  private[this] var summed = 0L

  // The number of the segment, once a record or the head has told it.
  private[this] var segment = Unknown

  /** How many bytes have been added up by the last call of [[readNext]]. */
  def bytesSummed: Long = summed

  /** Whether a complete record of the segment is at the cursor. Checksums are compared always:
    * there is little else that tells a record from other bytes.
    */
  def isWhole(cursor: Cursor): Boolean = {
    summed = 0
    cursor.left >= RecordLayout.LeastSize && {
      val at = cursor.position
      val number = Bytes.i64le(cursor.bytes, at + SegmentAt)
      isRecord(cursor.bytes(at) & 0xff) && isOfSegment(number) && {
        val length = Bytes.i32le(cursor.bytes, at + LengthAt)
        val fits = length >= RecordLayout.LeastSize && length <= cursor.left &&
          sum(cursor, at, at + length - RecordLayout.CrcSize) ==
          Bytes.i32le(cursor.bytes, at + length - RecordLayout.CrcSize)
        if (fits) segment = number
        fits
      }
    }
  }

  private def isRecord(kind: Int): Boolean =
    kind != RecordTypes.Stop && kind != RecordTypes.Head && kind != RecordTypes.Switch

  private def isOfSegment(number: Long): Boolean =
    if (segment == Unknown) number >= 0 else number == segment

  private def sum(cursor: Cursor, from: Int, until: Int): Int = {
    summed = until.toLong - from
    crc.of(cursor.bytes, from, until)
  }

  /** Reads the record at the cursor, and moves the end of the cursor to its end. */
  def readNext(cursor: Cursor, sink: Sink): Unit = {
    summed = 0
    sink.beginStruct(Record)
    val isWanted = sink.wanted(Type)
    val kind = cursor.u8(Truncated)
    val isHead = segment == Unknown && kind == RecordTypes.Head
    // A file that was made in advance is zeros.
    if (segment == Unknown && !isHead && kind != RecordTypes.Stop) cursor.refuse(NotSegment)
    if (!isHead && !isRecord(kind)) cursor.refuse(NotRecord)
    if (isWanted) sink.int(kind.toLong) else sink.skipped()
    if (isHead) readHead(cursor, sink) else readRecord(cursor, sink)
    sink.endStruct()
  }

  private def readHead(cursor: Cursor, sink: Sink): Unit = {
    val start = cursor.position - 1
    val number = readSegment(cursor, sink)
    giveInt(cursor, sink, Offset)
    val magic = cursor.i64(Truncated)
    if (magic != Regular && magic != Compacted) cursor.refuse(NotSegment)
    if (cursor.i32(Truncated) != RecordLayout.Head.constant("version")) cursor.refuse(BadVersion)
    cursor.setEnd(math.min(cursor.end, cursor.position + RecordLayout.CrcSize))
    readChecksum(cursor, sink, start)
    segment = number
  }

  private def readRecord(cursor: Cursor, sink: Sink): Unit = {
    val start = cursor.position - 1
    val number = readSegment(cursor, sink)
    giveInt(cursor, sink, Offset)
    val wantsLength = sink.wanted(Length)
    val length = cursor.i32(Truncated)
    if (length < RecordLayout.LeastSize) cursor.refuse(BadSize)
    cursor.need(length.toLong - RecordLayout.Record.fixedSize, LengthPastEnd)
    if (wantsLength) sink.int(length.toLong) else sink.skipped()
    val size = length.toLong - RecordLayout.LeastSize
    if (size + RecordLayout.CrcSize <= cursor.left) cursor.setEnd(start + length)
    val wantsBody = sink.wanted(Body)
    val from = cursor.take(size, LengthPastEnd)
    if (wantsBody) sink.binary(cursor.bytes, from, cursor.position) else sink.skipped()
    readChecksum(cursor, sink, start)
    segment = number
  }

  private def readSegment(cursor: Cursor, sink: Sink): Long = {
    val isWanted = sink.wanted(Segment)
    val number = cursor.i64(Truncated)
    if (segment != Unknown && number != segment) cursor.refuse(NotRecord)
    if (isWanted) sink.int(number) else sink.skipped()
    number
  }

  private def giveInt(cursor: Cursor, sink: Sink, field: Int): Unit = {
    val isWanted = sink.wanted(field)
    val value = cursor.i32(Truncated)
    if (isWanted) sink.int(value.toLong) else sink.skipped()
  }

  private def readChecksum(cursor: Cursor, sink: Sink, start: Int): Unit = {
    val isWanted = sink.wanted(Crc)
    val until = cursor.position
    val found = cursor.i32(Truncated)
    if (verifies) {
      val expected = sum(cursor, start, until)
      if (expected != found)
        cursor.refuseChecksum(BadChecksum, expected & 0xffffffffL, found & 0xffffffffL)
    }
    if (isWanted) sink.int(found & 0xffffffffL) else sink.skipped()
  }
}

private object WalRecordReader {
  private final val Unknown = -1L
  private final val Regular = 0xb0d045ace7ed045aL
  private final val Compacted = 0x4e07ae0e573a694eL

  private val SegmentAt = RecordLayout.Record.at("segment")
  private val LengthAt = RecordLayout.Record.at("length")
}
