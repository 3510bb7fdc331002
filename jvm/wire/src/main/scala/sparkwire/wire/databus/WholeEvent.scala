package sparkwire.wire.databus

import sparkwire.wire.core.{Cursor, Options}
import sparkwire.wire.databus.Databus._
import sparkwire.wire.places.WholeFields

/** One event that is the whole value and right in everything, given at once. Any other, and one that has a part beside
  * its payload, is left to [[EventReader]], which goes step by step and says what is wrong; the offsets are there.
  */
private[databus] final class WholeEvent(options: Options) {
  private[this] val verifies = options.verifies
  private[this] val askedOrder = options.word(ByteOrder)
  private[this] val orders = new EventOrder

  // Of the event at hand.
  private[this] var is1 = false
  private[this] var attributes = 0
  private[this] var keyAt = 0
  private[this] var keyLength = 0
  private[this] var schemaIdAt = 0
  private[this] var payloadAt = 0

  /** True if it was given, the cursor behind it then. */
  def gives(cursor: Cursor, fields: WholeFields): Boolean = {
    val isRight = cursor.left >= WholeEvent.Least && (cursor.bytes(cursor.position) match {
      case 0 => isRight1(cursor, cursor.position)
      case 2 => isRight2(cursor, cursor.position)
      case _ => false
    })
    if (isRight) {
      give(cursor, cursor.position, fields)
      cursor.moveTo(cursor.end)
    }
    isRight
  }

  private def isRight1(cursor: Cursor, start: Int): Boolean = {
    val crcFits = orders.find1(cursor, start, askedOrder)
    val size = cursor.left
    val headerLength = orders.headerLength1(cursor, start)
    is1 = true
    attributes = cursor.i16At(start + 9) & 0xffff
    keyAt = start + 53
    size >= headerLength && cursor.i32At(start + 5) == size &&
    (!verifies || ((crcFits || orders.headerCrcFits1(cursor, start)) &&
      orders.crcFits(cursor, start + headerLength, start + size, start + 49))) &&
    hasKey(cursor, isLong = (attributes & 8) == 0, size - headerLength) && {
      schemaIdAt = start + 33
      payloadAt = keyEnd
      true
    }
  }

  private def isRight2(cursor: Cursor, start: Int): Boolean =
    orders.find2(cursor, start + 1, askedOrder) && {
      val size = cursor.left
      val headerLength = cursor.i32At(start + 5)
      val body = start + headerLength
      is1 = false
      attributes = cursor.i16At(start + 21) & 0xffff
      keyAt = start + 45
      val keyType = (attributes >> 2) & 3
      headerLength >= 49 && headerLength <= size && cursor.i32At(start + 17) == size &&
      (!verifies || (orders.crcFits(cursor, start + 13, body, start + 9) &&
        orders.crcFits(cursor, body, start + size, start + 13))) &&
      (attributes & 3) != 3 && (keyType == 1 || keyType == 2) && (attributes & 0x40) == 0 &&
      hasKey(cursor, keyType == 1, headerLength - 49) && keyEnd == body &&
      (if (hasPayload) isPayload(cursor, body) else headerLength == size)
    }

  private def hasPayload: Boolean = is1 || (attributes & 0x80) != 0

  /** @param room
    *   how many bytes a key may have that says its length
    */
  private def hasKey(cursor: Cursor, isLong: Boolean, room: Int): Boolean = {
    keyLength = if (isLong) -1 else cursor.i32At(keyAt)
    isLong || (keyLength >= 0 && keyLength <= room)
  }

  private def keyEnd: Int = if (keyLength < 0) keyAt + 8 else keyAt + 4 + keyLength

  /** The payload's part, which ends with the event. */
  private def isPayload(cursor: Cursor, at: Int): Boolean = cursor.end - at >= 6 && {
    val digestType = cursor.i16At(at + 4) & 3
    schemaIdAt = at + 6
    payloadAt = schemaIdAt + (if (digestType == 0) 16 else 4)
    val length = cursor.i32At(at)
    digestType <= 1 && length >= 0 && payloadAt + length.toLong == cursor.end
  }

  private def present: Long = {
    val opcode = if ((attributes & 3) != 0) 1L << Opcode else 0L
    val key = if (keyLength < 0) 1L << Key else 1L << KeyBytes
    val digestType = if (!is1 && hasPayload) 1L << SchemaDigestType else 0L
    val payload = if (hasPayload) 1L << SchemaId | 1L << Payload else 0L
    WholeEvent.Always | opcode | key | digestType | payload
  }

  private def give(cursor: Cursor, start: Int, fields: WholeFields): Unit = {
    val asked = fields.begin(present)
    if ((asked & WholeEvent.Head) != 0) giveHead(cursor, start, fields, asked)
    if ((asked & WholeEvent.Middle) != 0) giveMiddle(cursor, start, fields, asked)
    if ((asked & WholeEvent.Flags) != 0) giveFlags(cursor, start, fields, asked)
    if ((asked & WholeEvent.Tail) != 0) giveTail(cursor, start, fields, asked)
    fields.end()
  }

  private def has(asked: Long, field: Int): Boolean = (asked & (1L << field)) != 0

  private def giveHead(cursor: Cursor, start: Int, fields: WholeFields, asked: Long): Unit = {
    if (has(asked, Version)) fields.int(Version, if (is1) 0L else 2L)
    if (has(asked, ByteOrderFound))
      fields.word(ByteOrderFound, if (cursor.isBigEndian) Big else Little)
    if (has(asked, Size)) fields.int(Size, cursor.left.toLong)
    if (has(asked, HeaderLength)) fields.int(HeaderLength, headerLength(cursor, start).toLong)
    if (has(asked, Opcode)) fields.word(Opcode, if ((attributes & 1) != 0) Upsert else Delete)
    if (has(asked, KeyType)) fields.word(KeyType, if (keyLength < 0) LongKey else StringKey)
    if (has(asked, Key)) fields.int(Key, cursor.i64At(keyAt))
    if (has(asked, KeyBytes)) fields.binary(KeyBytes, cursor.bytes, keyAt + 4, keyLength)
  }

  private def headerLength(cursor: Cursor, start: Int): Int =
    if (is1) orders.headerLength1(cursor, start) else cursor.i32At(start + 5)

  private def giveMiddle(cursor: Cursor, start: Int, fields: WholeFields, asked: Long): Unit = {
    if (has(asked, Sequence)) fields.int(Sequence, cursor.i64At(start + (if (is1) 11 else 37)))
    val partition = start + (if (is1) 19 else 35)
    if (has(asked, PhysicalPartition))
      fields.int(PhysicalPartition, cursor.i16At(partition).toLong)
    if (has(asked, LogicalPartition))
      fields.int(LogicalPartition, cursor.i16At(if (is1) partition + 2 else partition).toLong)
    val nanos = cursor.i64At(start + 23)
    if (has(asked, Timestamp)) fields.int(Timestamp, Math.floorDiv(nanos, 1000L))
    if (has(asked, TimestampNanos)) fields.int(TimestampNanos, nanos)
    val source = sourceId(cursor, start)
    if (has(asked, SrcId)) fields.int(SrcId, source.toLong)
    if (has(asked, SourceKind)) fields.word(SourceKind, SourceId.kind(source))
  }

  private def sourceId(cursor: Cursor, start: Int): Int =
    if (is1) cursor.i16At(start + 31).toInt else cursor.i32At(start + 31)

  private def giveFlags(cursor: Cursor, start: Int, fields: WholeFields, asked: Long): Unit = {
    val source = sourceId(cursor, start)
    var field = IsControl
    while (field <= IsError) {
      if (has(asked, field)) fields.bool(field, SourceId.is(source, field))
      field += 1
    }
    if (has(asked, IsTrace)) fields.bool(IsTrace, (attributes & (if (is1) 4 else 0x20)) != 0)
    if (has(asked, IsExtReplicated))
      fields.bool(IsExtReplicated, (attributes & (if (is1) 0x100 else 0x10)) != 0)
  }

  private def giveTail(cursor: Cursor, start: Int, fields: WholeFields, asked: Long): Unit = {
    if (has(asked, SchemaId))
      fields.binary(SchemaId, cursor.bytes, schemaIdAt, if (is1) 16 else payloadAt - schemaIdAt)
    if (has(asked, SchemaDigestType))
      fields.word(SchemaDigestType, if (payloadAt - schemaIdAt == 16) Md5 else Crc32)
    if (has(asked, SchemaVersion)) fields.int(SchemaVersion, schemaVersion(cursor).toLong)
    if (has(asked, Attributes)) fields.int(Attributes, attributes.toLong)
    if (has(asked, HeaderCrc))
      fields.int(HeaderCrc, cursor.i32At(start + (if (is1) 1 else 9)) & 0xffffffffL)
    if (has(asked, BodyCrc))
      fields.int(BodyCrc, cursor.i32At(start + (if (is1) 49 else 13)) & 0xffffffffL)
    if (has(asked, Payload))
      fields.binary(Payload, cursor.bytes, payloadAt, cursor.end - payloadAt)
  }

  private def schemaVersion(cursor: Cursor): Int =
    if (is1) cursor.i16At(schemaIdAt).toInt
    else if (hasPayload) cursor.i16At(schemaIdAt - 2) >> 2
    else 0
}

private object WholeEvent {

  /** Version 2 without a payload, its key of no bytes. */
  private final val Least = 49

  private def bits(fields: Int*): Long = fields.map(1L << _).sum

  private val Head = (Version to KeyBytes).map(1L << _).sum
  private val Middle = (Sequence to SourceKind).map(1L << _).sum
  private val Flags = (IsControl to IsExtReplicated).map(1L << _).sum
  private val Tail = (SchemaId to Payload).map(1L << _).sum

  /** What every event has. */
  private val Always = Middle | Flags |
    bits(Version, ByteOrderFound, Size, HeaderLength, KeyType, SchemaVersion, Attributes,
      HeaderCrc, BodyCrc)
}
