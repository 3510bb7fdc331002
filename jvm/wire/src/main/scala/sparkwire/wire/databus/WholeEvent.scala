package sparkwire.wire.databus

import sparkwire.wire.core.{Cursor, Options}
import sparkwire.wire.databus.Databus._
import sparkwire.wire.places.WholeFields

/** Reads an event that is the whole value and entirely valid, and gives all its fields at once. Any
  * other event, and one with metadata or with a part as its key, is left to [[EventReader]], which
  * goes step by step and reports the fault.
  */
private[databus] final class WholeEvent(options: Options) {
  private[this] val verifies = options.verifies
  private[this] val askedOrder = options.word(ByteOrder)
  private[this] val header1 = new EventHeader.Version1
  private[this] val header2 = new EventHeader.Version2
  private[this] val orders = new EventOrder(header1)

  // The state of the current event.
  private[this] var header: EventHeader = header1
  private[this] var attributes = 0
  private[this] var keyAt = 0
  private[this] var keyLength = 0
  private[this] var schemaIdAt = 0
  private[this] var payloadAt = 0

  /** Gives the event at the cursor if it is valid. Returns true if so; the cursor is then past it. */
  def tryGive(cursor: Cursor, fields: WholeFields): Boolean = {
    val isRight = cursor.left >= WholeEvent.MinSize && {
      val version = cursor.bytes(cursor.position)
      if (version == header1.version) tryBegin1(cursor, cursor.position)
      else version == header2.version && tryBegin2(cursor, cursor.position)
    }
    if (isRight) {
      give(cursor, cursor.position, fields)
      cursor.moveTo(cursor.end)
    }
    isRight
  }

  private def tryBegin1(cursor: Cursor, start: Int): Boolean = {
    val crcFits = orders.decide1(cursor, start, askedOrder)
    val size = cursor.left
    val headerLength = header1.headerLength(cursor, start)
    begin(header1, cursor, start)
    size >= headerLength && header1.size(cursor, start) == size &&
    (!verifies || ((crcFits || orders.crcFits1(cursor, start)) &&
      header1.bodyCrcFits(cursor, start, headerLength, size))) &&
    tryKey(cursor, isLong = !header1.hasBytesKey(attributes), size - headerLength) && {
      schemaIdAt = start + header1.schemaIdAt
      payloadAt = keyEnd
      true
    }
  }

  private def tryBegin2(cursor: Cursor, start: Int): Boolean =
    orders.decide2(cursor, start + EventHeader.Version2.MagicAt, askedOrder) && {
      val size = cursor.left
      val headerLength = header2.headerLength(cursor, start)
      val body = start + headerLength
      begin(header2, cursor, start)
      val keyType = header2.keyType(attributes)
      headerLength >= WholeEvent.MinSize && headerLength <= size &&
      header2.size(cursor, start) == size &&
      (!verifies || (header2.headerCrcFits(cursor, start, headerLength) &&
        header2.bodyCrcFits(cursor, start, headerLength, size))) &&
      (attributes & 3) != 3 && (keyType == 1 || keyType == 2) &&
      !header2.hasMetadata(attributes) &&
      tryKey(cursor, keyType == 1, headerLength - WholeEvent.MinSize) && keyEnd == body &&
      (if (hasPayload) tryPayload(cursor, body) else headerLength == size)
    }

  private def begin(header: EventHeader, cursor: Cursor, start: Int): Unit = {
    this.header = header
    attributes = header.attributes(cursor, start)
    keyAt = start + header.keyAt
  }

  private def isVersion1: Boolean = header eq header1
  private def hasPayload: Boolean = isVersion1 || header2.hasPayload(attributes)

  /** Takes note of the key's length. Returns false if the key cannot be valid.
    *
    * @param room
    *   the maximum length in bytes of a key that has a length
    */
  private def tryKey(cursor: Cursor, isLong: Boolean, room: Int): Boolean = {
    keyLength = if (isLong) -1 else cursor.i32At(keyAt)
    isLong || (keyLength >= 0 && keyLength <= room)
  }

  private def keyEnd: Int = if (keyLength < 0) keyAt + 8 else keyAt + 4 + keyLength

  /** Takes note of where the payload part is. Returns false if the bytes from `at` to the end of the
    * event are not a valid one.
    */
  private def tryPayload(cursor: Cursor, at: Int): Boolean =
    cursor.end - at >= PartReader.DigestAt && {
      val digestType = cursor.i16At(at + PartReader.AttributesAt) & 3
      schemaIdAt = at + PartReader.DigestAt
      payloadAt = schemaIdAt + (if (digestType == 0) 16 else 4)
      val length = cursor.i32At(at)
      digestType <= 1 && length >= 0 && payloadAt + length.toLong == cursor.end
    }

  private def present: Long = {
    val opcode = if ((attributes & 3) != 0) 1L << Opcode else 0L
    val key = if (keyLength < 0) 1L << Key else 1L << KeyBytes
    val digestType = if (!isVersion1 && hasPayload) 1L << SchemaDigestType else 0L
    val payload = if (hasPayload) 1L << SchemaId | 1L << Payload else 0L
    WholeEvent.Always | opcode | key | digestType | payload
  }

  private def give(cursor: Cursor, start: Int, fields: WholeFields): Unit = {
    val asked = fields.begin(present)
    if ((asked & WholeEvent.Head) != 0) giveHead(cursor, start, fields, asked)
    if ((asked & WholeEvent.Tail) != 0) giveTail(cursor, start, fields, asked)
    fields.end()
  }

  private def has(asked: Long, field: Int): Boolean = (asked & (1L << field)) != 0

  // Two methods of more than 325 bytes of code, so that the JIT compiler compiles each by itself: all
  // of this class is more than it inlines in one method, and calls of those that are left over took a
  // fifth of the time of an event.

  private def giveHead(cursor: Cursor, start: Int, fields: WholeFields, asked: Long): Unit = {
    if (has(asked, Version)) fields.int(Version, header.version.toLong)
    if (has(asked, ByteOrderFound))
      fields.word(ByteOrderFound, if (cursor.isBigEndian) Big else Little)
    if (has(asked, Size)) fields.int(Size, cursor.left.toLong)
    if (has(asked, HeaderLength))
      fields.int(HeaderLength, header.headerLength(cursor, start).toLong)
    if (has(asked, Opcode)) fields.word(Opcode, if ((attributes & 1) != 0) Upsert else Delete)
    if (has(asked, KeyType)) fields.word(KeyType, if (keyLength < 0) LongKey else StringKey)
    if (has(asked, Key)) fields.int(Key, cursor.i64At(keyAt))
    if (has(asked, KeyBytes)) fields.binary(KeyBytes, cursor.bytes, keyAt + 4, keyLength)
    if (has(asked, Sequence)) fields.int(Sequence, header.sequence(cursor, start))
    if (has(asked, PhysicalPartition))
      fields.int(PhysicalPartition, header.physicalPartition(cursor, start))
    if (has(asked, LogicalPartition))
      fields.int(LogicalPartition, header.logicalPartition(cursor, start))
    val nanos = header.timestamp(cursor, start)
    if (has(asked, Timestamp)) fields.int(Timestamp, Math.floorDiv(nanos, 1000L))
    if (has(asked, TimestampNanos)) fields.int(TimestampNanos, nanos)
    if (has(asked, SrcId)) fields.int(SrcId, header.sourceId(cursor, start).toLong)
    if (has(asked, SourceKind))
      fields.word(SourceKind, SourceId.kind(header.sourceId(cursor, start)))
  }

  private def giveTail(cursor: Cursor, start: Int, fields: WholeFields, asked: Long): Unit = {
    if ((asked & WholeEvent.Flags) != 0) {
      val source = header.sourceId(cursor, start)
      var field = IsControl
      while (field <= IsError) {
        if (has(asked, field)) fields.bool(field, SourceId.is(source, field))
        field += 1
      }
      if (has(asked, IsTrace)) fields.bool(IsTrace, header.isTrace(attributes))
      if (has(asked, IsExtReplicated))
        fields.bool(IsExtReplicated, header.isReplicated(attributes))
    }
    if (has(asked, SchemaId))
      fields.binary(
        SchemaId, cursor.bytes, schemaIdAt, if (isVersion1) 16 else payloadAt - schemaIdAt)
    if (has(asked, SchemaDigestType))
      fields.word(SchemaDigestType, if (payloadAt - schemaIdAt == 16) Md5 else Crc32)
    if (has(asked, SchemaVersion)) fields.int(SchemaVersion, schemaVersion(cursor).toLong)
    if (has(asked, Attributes)) fields.int(Attributes, attributes.toLong)
    if (has(asked, HeaderCrc)) fields.int(HeaderCrc, header.headerCrc(cursor, start))
    if (has(asked, BodyCrc)) fields.int(BodyCrc, header.bodyCrc(cursor, start))
    if (has(asked, Payload))
      fields.binary(Payload, cursor.bytes, payloadAt, cursor.end - payloadAt)
  }

  private def schemaVersion(cursor: Cursor): Int =
    if (isVersion1) cursor.i16At(schemaIdAt).toInt
    else if (hasPayload) cursor.i16At(schemaIdAt - 2) >> 2
    else 0
}

private object WholeEvent {

  /** The size of a version 2 event without a payload, with an empty byte[] key. */
  private val MinSize = EventHeader.Version2.MinLength + 4

  private def bits(fields: Int*): Long = fields.map(1L << _).sum

  private val Head = bits(Version to SourceKind: _*)
  private val Flags = bits(IsControl to IsExtReplicated: _*)
  private val Tail = Flags | bits(SchemaId to Payload: _*)

  /** The fields that every event has. */
  private val Always = bits(Sequence to SourceKind: _*) | Flags |
    bits(Version, ByteOrderFound, Size, HeaderLength, KeyType, SchemaVersion, Attributes,
      HeaderCrc, BodyCrc)
}
