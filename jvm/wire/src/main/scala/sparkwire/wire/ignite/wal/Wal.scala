package sparkwire.wire.ignite.wal

import sparkwire.wire.core.{Bytes, Field, Kind, Reason, Shape}
import sparkwire.wire.ignite.entries.{StoredCrc, StoredValue}

/** Segments of a node's write-ahead log: the fields of a record, and why a file of records, or an
  * entry in one of them, cannot be read.
  */
object Wal {
  final val Name = "ignite-wal"

  // Positions in `Record`.
  private[wal] final val Type = 0
  private[wal] final val Segment = 1
  private[wal] final val Offset = 2
  private[wal] final val Length = 3
  private[wal] final val Body = 4
  private[wal] final val Crc = 5

  /** A record. The first one of a file is its head, which has no length. */
  private[wal] val Record: Shape = Shape("record",
    Vector(
      Field.frame("type", "uint8"),
      Field("segment", Kind.Int64, "int64"),
      Field("segment_offset", Kind.Int32, "int32"),
      Field.frame("length", "int32"),
      Field("record", Kind.Binary, "bytes"),
      Field.frame("crc", "uint32")
    ))

  /** How many bytes the head of a segment has. */
  val HeadSize: Int = RecordLayout.Head.fixedSize

  /** Returns the number of a segment, if these bytes are its head, with a right checksum. */
  def segmentOf(head: Array[Byte]): Option[Long] = {
    val crcAt = RecordLayout.Head.at("crc")
    Option.when(head(0) == RecordTypes.Head &&
      new StoredCrc().of(head, 0, crcAt) == Bytes.i32le(head, crcAt))(
      Bytes.i64le(head, RecordLayout.Head.at("segment")))
  }

  val NotSegment =
    new Reason("not-a-segment", "the file does not begin as a segment of Ignite's log does")
  val BadVersion = new Reason("bad-log-version", "only the second version of the log can be read")
  val NotRecord = new Reason("not-a-record", "between two records are bytes that are none")
  val Truncated = new Reason("truncated-record", "the file ends inside a record")
  val LengthPastEnd = new Reason("length-past-end", "a record is longer than the rest of the file")
  val BadSize = new Reason("bad-record-size", "the size is too small for a record")
  val BadChecksum =
    new Reason("bad-crc", "the checksum of a record does not fit: the file is damaged")

  // Of the entries in a record.
  val BadEntries = new Reason("bad-entries", "the entries contradict the length of their record")
  val BadType: Reason = StoredValue.BadType
  val BadOperation = new Reason("bad-operation", "no operation has this number")
  val BadEntryVersion =
    new Reason("bad-entry-version", "the version of an entry must have the form 1 or 2")
  val Encrypted = new Reason("encrypted", "the cache of an entry is encrypted")
  val Mvcc = new Reason(
    "mvcc", "the cache keeps several versions of its entries, which Ignite 2.17 no longer supports")

  val reasons: Seq[Reason] =
    Seq(NotSegment, BadVersion, NotRecord, Truncated, LengthPastEnd, BadSize, BadChecksum,
      BadEntries, BadType, BadOperation, BadEntryVersion, Encrypted, Mvcc, Reason.TooLarge)
}
