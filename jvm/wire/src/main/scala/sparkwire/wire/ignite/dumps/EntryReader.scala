package sparkwire.wire.ignite.dumps

import sparkwire.wire.core.{Bytes, Cursor, Sink}
import sparkwire.wire.ignite.dumps.Dump._
import sparkwire.wire.ignite.entries.{EntryVersion, StoredCrc, StoredEntry, StoredValue}

/** Reads one entry of a dump, and keeps where its fields are. The layout is [[EntryLayout]].
  *
  * Traps: `size` counts the checksum, but not itself, and the checksum does not cover it. The checksum
  * is a CRC-32 with all bits inverted.
  *
  * @param verifies
  *   whether checksums are compared
  */
final class EntryReader(verifies: Boolean) extends StoredEntry {
  private[this] val crc = new StoredCrc
  private[this] var bytes: Array[Byte] = _
  private[this] var start = 0
  private[this] var isReplicated = false
  private[this] var keyType = 0
  private[this] var keyFrom = 0
  private[this] var keyUntil = 0
  private[this] var valueType = 0
  private[this] var valueFrom = 0
  private[this] var valueUntil = 0
  private[this] var summed = 0L

  def cacheId: Int = Bytes.i32be(bytes, start + EntryLayout.Entry.at("cache_id"))

  def expireTime: Long = Bytes.i64be(bytes, start + EntryReader.ExpireTimeAt)
  def version: EntryVersion = versionAt(start + EntryLayout.VersionAt)
  def sourceVersion: EntryVersion =
    if (isReplicated) versionAt(start + EntryLayout.VersionAt + EntryLayout.VersionSize) else null

  private def versionAt(at: Int): EntryVersion = EntryVersion.of(
    Bytes.i32be(bytes, at), Bytes.i64be(bytes, at + 4), Bytes.i32be(bytes, at + 12))

  def key: Array[Byte] = StoredValue.decodable(keyType, bytes, keyFrom, keyUntil)
  def value: Array[Byte] = StoredValue.decodable(valueType, bytes, valueFrom, valueUntil)

  /** How many bytes have been added up by the last call of [[readNext]]. */
  def bytesSummed: Long = summed

  /** Reads the entry at the cursor, and moves the end of the cursor to its end. */
  def readNext(cursor: Cursor, sink: Sink): Unit = {
    bytes = cursor.bytes
    start = cursor.position
    summed = 0
    sink.beginStruct(Entry)
    readFrame(cursor, sink)
    readHead(cursor, sink)
    keyType = readObject(cursor, sink, KeyHead, isKey = true)
    keyFrom = cursor.position
    readBytes(cursor, sink, Key)
    keyUntil = cursor.position
    valueType = readObject(cursor, sink, ValueHead, isKey = false)
    valueFrom = cursor.position
    readBytes(cursor, sink, Value)
    valueUntil = cursor.position
    sink.endStruct()
  }

  /** Reads size and checksum. */
  private def readFrame(cursor: Cursor, sink: Sink): Unit = {
    val wantSize = sink.wanted(Size)
    val size = cursor.u32(Truncated)
    if (size < EntryLayout.LeastSize) cursor.refuse(BadSize)
    cursor.need(size, LengthPastEnd)
    if (wantSize) sink.int(size) else sink.skipped()
    val isWhole = size <= cursor.left
    if (isWhole) cursor.setEnd(cursor.position + size.toInt)

    val wantCrc = sink.wanted(Crc)
    val found = cursor.i32(Truncated)
    if (verifies && isWhole) {
      summed = cursor.left.toLong
      val expected = crc.of(cursor.bytes, cursor.position, cursor.end)
      if (expected != found)
        cursor.refuseChecksum(BadChecksum, expected & 0xffffffffL, found & 0xffffffffL)
    }
    if (wantCrc) sink.int(found & 0xffffffffL) else sink.skipped()
  }

  private def readHead(cursor: Cursor, sink: Sink): Unit = {
    val wantCache = sink.wanted(CacheId)
    val cache = cursor.i32(Truncated)
    if (wantCache) sink.int(cache.toLong) else sink.skipped()
    val wantTime = sink.wanted(ExpireTime)
    val time = cursor.i64(Truncated)
    if (wantTime) sink.int(time) else sink.skipped()

    val wantFlag = sink.wanted(HasSource)
    val flag = cursor.u8(Truncated)
    if (flag > 1) cursor.refuse(BadFlag)
    isReplicated = flag == 1
    if (wantFlag) sink.int(flag.toLong) else sink.skipped()
    readVersion(cursor, sink, Version)
    if (isReplicated) readVersion(cursor, sink, SourceVersion)
  }

  private def readVersion(cursor: Cursor, sink: Sink, field: Int): Unit = {
    val wanted = sink.wanted(field)
    val from = cursor.take(EntryLayout.VersionSize.toLong, Truncated)
    if (wanted) sink.binary(cursor.bytes, from, cursor.position) else sink.skipped()
  }

  // How many bytes the key or value has whose head was read last.
  private[this] var length = 0

  /** Reads length and type of a key or value, and returns the type. */
  private def readObject(cursor: Cursor, sink: Sink, field: Int, isKey: Boolean): Int = {
    val wanted = sink.wanted(field)
    length = cursor.i32(Truncated)
    val kind = cursor.u8(Truncated)
    // A value follows a key, nothing follows a value.
    val fits =
      if (isKey) length.toLong + StoredValue.HeadSize <= cursor.left else length == cursor.left
    if (length < 0 || !fits) cursor.refuse(BadLength)
    if (!StoredValue.isType(kind, isKey)) cursor.refuse(BadType)
    if (wanted) sink.int(length.toLong) else sink.skipped()
    kind
  }

  private def readBytes(cursor: Cursor, sink: Sink, field: Int): Unit = {
    val wanted = sink.wanted(field)
    val from = cursor.take(length.toLong, Truncated)
    if (wanted) sink.binary(cursor.bytes, from, cursor.position) else sink.skipped()
  }
}

private object EntryReader {
  private val ExpireTimeAt = EntryLayout.Entry.at("expire_time")
}
