package sparkwire.wire.ignite.wal

import sparkwire.wire.core.Cursor
import sparkwire.wire.ignite.entries.{EntryVersion, StoredEntry, StoredValue}
import sparkwire.wire.ignite.wal.Wal._

/** The entries in a record, one after the other; none, if it has another type. The layouts are in
  * [[RecordLayout]].
  * {{{
  *   entries.begin(record)
  *   while (entries.next()) … entries.key …
  * }}}
  *
  * The record is whole, and its checksum fits. So the search for where it ends is not repeated here.
  */
final class LoggedEntries extends StoredEntry {
  import LoggedEntries._

  private[this] val cursor = new Cursor
  cursor.setBigEndian(false)

  private[this] var kind = 0
  private[this] var bytes: Array[Byte] = _
  private[this] var left = 0
  private[this] var index = -1
  private[this] var millis = 0L

  private[this] var cache = 0
  private[this] val keyPart = new Part
  private[this] val valuePart = new Part
  private[this] var operationAt = 0
  private[this] var transactionAt = 0
  private[this] var versionAt = 0
  private[this] var part = 0
  private[this] var counter = 0L
  private[this] var expires = 0L
  private[this] var flags = NoFlags

  // Of the record.

  /** The number of the segment. */
  def segment: Long = cursor.i64At(RecordLayout.Record.at("segment"))

  /** Where the record begins in its segment, if that is not compacted. */
  def segmentOffset: Int = cursor.i32At(RecordLayout.Record.at("segment_offset"))

  /** When the entries were logged, in milliseconds since the Unix epoch. */
  def time: Long = millis

  // Of the current entry.

  /** The position of the entry in its record, from 0. */
  def entry: Int = index
  def cacheId: Int = cache
  def operation: String = Operations(operationAt)
  def key: Array[Byte] = keyPart.decodable(bytes)
  def value: Array[Byte] = if (valuePart.isThere) valuePart.decodable(bytes) else null
  def version: EntryVersion = read(versionAt)
  def sourceVersion: EntryVersion =
    if (cursor.bytes(versionAt) == Replicated) read(versionAt + SourceAt - 1) else null

  /** The version of the transaction, null for none. */
  def transaction: EntryVersion =
    if (cursor.bytes(transactionAt) == NoVersion) null else read(transactionAt)
  def partition: Int = part

  /** The number of updates of the partition up to this one. */
  def updateCounter: Long = counter
  def expireTime: Long = expires

  /** Whether the record has the flags below. */
  def haveFlags: Boolean = flags != NoFlags

  /** Whether the node had the primary copy of the partition. */
  def isPrimary: Boolean = (flags & 1) != 0

  /** Whether the entry came from another node that had the partition before. */
  def isPreload: Boolean = (flags & 2) != 0

  /** Whether the entry was read from the database behind the cache. */
  def isFromStore: Boolean = (flags & 4) != 0

  /** Where the reading has come to in the record, for faults. */
  def position: Int = cursor.position

  private def read(at: Int): EntryVersion =
    EntryVersion.of(cursor.i32At(at + 1), cursor.i64At(at + 9), cursor.i32At(at + 5))

  /** Begins with a whole record, or refuses it. */
  def begin(record: Array[Byte]): Unit = {
    bytes = record
    cursor.wrap(record)
    kind = record(0) & 0xff
    left = 0
    index = -1
    if (RecordTypes.hasEntries(kind)) {
      cursor.setEnd(record.length - RecordLayout.CrcSize)
      cursor.moveTo(RecordLayout.Record.fixedSize)
      if (kind == RecordTypes.MvccData) cursor.refuse(Mvcc)
      left = cursor.i32(BadEntries)
      millis = cursor.i64(BadEntries)
      if (left < 0) cursor.refuse(BadEntries)
    }
  }

  /** Moves to the next entry, or refuses it. Returns false after the last one. */
  def next(): Boolean = {
    val isThere = left > 0
    if (isThere) {
      left -= 1
      index += 1
      readEntry()
    } else if (RecordTypes.hasEntries(kind) && cursor.left > 0) cursor.refuse(BadEntries)
    isThere
  }

  private def readEntry(): Unit = {
    if (RecordTypes.mayBeEncrypted(kind) && cursor.u8(BadEntries) != 0) cursor.refuse(Encrypted)
    cache = cursor.i32(BadEntries)
    keyPart.read(cursor, isKey = true)
    valuePart.read(cursor, isKey = false)
    operationAt = cursor.u8(BadEntries)
    if (operationAt >= Operations.length) cursor.refuse(BadOperation)
    transactionAt = passVersion(mayBeMissing = true)
    versionAt = passVersion(mayBeMissing = false)
    part = cursor.i32(BadEntries)
    counter = cursor.i64(BadEntries)
    expires = cursor.i64(BadEntries)
    flags = if (RecordTypes.haveFlags(kind)) cursor.u8(BadEntries) else NoFlags
  }

  /** Returns where the version is that comes next. */
  private def passVersion(mayBeMissing: Boolean): Int = {
    val at = cursor.position
    val form = cursor.u8(BadEntries)
    if (form > Replicated || form == NoVersion && !mayBeMissing) cursor.refuse(BadEntryVersion)
    if (form == Once) cursor.skip(SourceAt - 1L, BadEntries)
    else if (form == Replicated) cursor.skip(2 * (SourceAt - 1L), BadEntries)
    at
  }
}

private object LoggedEntries {
  private val Operations =
    Vector("READ", "CREATE", "UPDATE", "DELETE", "TRANSFORM", "RELOAD", "NOOP")

  // Forms of a version.
  private final val NoVersion = 0
  private final val Once = 1
  private final val Replicated = 2

  private final val NoFlags = -1

  // The length of a missing value.
  private final val Absent = -1

  private val SourceAt = RecordLayout.Version.at("source_version")

  /** A key or value in a record. */
  private final class Part {
    private[this] var kind = 0
    private[this] var from = 0
    private[this] var until = 0

    def isThere: Boolean = from >= 0
    def decodable(bytes: Array[Byte]): Array[Byte] =
      StoredValue.decodable(kind, bytes, from, until)

    def read(cursor: Cursor, isKey: Boolean): Unit = {
      val length = cursor.i32(BadEntries)
      if (length == Absent && !isKey) from = -1
      else {
        if (length < 0) cursor.refuse(BadEntries)
        kind = cursor.u8(BadEntries)
        if (!StoredValue.isType(kind, isKey)) cursor.refuse(BadType)
        from = cursor.take(length.toLong, BadEntries)
        until = cursor.position
      }
    }
  }
}
