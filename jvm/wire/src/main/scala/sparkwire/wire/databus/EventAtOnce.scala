package sparkwire.wire.databus

import scala.annotation.switch

import sparkwire.wire.core.{Cursor, Options}
import sparkwire.wire.databus.Databus._
import sparkwire.wire.databus.EventHeader.{BytesKey, LongKey}
import sparkwire.wire.heads.HeadFields
import sparkwire.wire.places.WholeFields

/** Reads an event that is the whole value and entirely valid, and gives all its fields at once. Any
  * other event, and one with metadata or with a part as its key, is left to [[EventReader]], which
  * goes step by step and reports the fault.
  */
private[databus] final class EventAtOnce(options: Options) {
  private[this] val verifies = options.verifies
  private[this] val askedOrder = options.word(ByteOrder)
  private[this] val headers = new EventHeaders
  private[this] val head1 = new HeadFields(EventLayouts.Version1, Event)
  private[this] val head2 = new HeadFields(EventLayouts.Version2, Event)

  private[this] val opcodes = EventLayouts.Version2.bits("attributes", "opcode")

  // The state of the current event.
  private[this] var header: EventHeader = headers.version1
  private[this] var attributes = 0
  private[this] var keyAt = 0
  private[this] var keyLength = 0
  private[this] var schemaIdAt = 0
  private[this] var payloadAt = 0

  /** Gives the event at the cursor if it is valid. Returns true if so; the cursor is then past it. */
  def tryGive(cursor: Cursor, fields: WholeFields): Boolean = {
    val isValid = cursor.left >= EventAtOnce.MinSize && {
      header = headers.of(cursor.bytes(cursor.position).toInt)
      header != null && header.decide(cursor, cursor.position, askedOrder) &&
      header.end == cursor.end && (!verifies || header.crcsFit(cursor)) && findParts(cursor)
    }
    if (isValid) {
      give(cursor, fields)
      cursor.moveTo(cursor.end)
    }
    isValid
  }

  /** Takes note of where key and payload are. Returns false if they are not valid or unusual. */
  private def findParts(cursor: Cursor): Boolean = {
    attributes = header.attributes(cursor)
    keyAt = header.start + header.keyAt
    val kind = header.keyKind(attributes)
    keyLength = if (kind == LongKey) -1 else cursor.i32At(keyAt)
    val keyLimit = if (isVersion1) header.end else header.headerEnd
    val isKey = kind == LongKey || (kind == BytesKey && keyLength >= 0 &&
      keyLength <= keyLimit - keyAt - 4)
    payloadAt = if (isKey) keyEnd else -1
    isKey && (isVersion1 || (keyEnd == header.headerEnd && !opcodes.isUnknown(attributes.toLong) &&
      !header.hasMetadata(attributes) &&
      (if (hasPayload) findPayload(cursor, header.headerEnd) else header.headerEnd == header.end)))
  }

  private def isVersion1: Boolean = header eq headers.version1
  private def hasPayload: Boolean = header.hasPayload(attributes)
  private def keyEnd: Int = if (keyLength < 0) keyAt + 8 else keyAt + 4 + keyLength

  /** Takes note of where the payload part is. Returns false if the bytes from `at` to the end of the
    * event are not a valid one.
    */
  private def findPayload(cursor: Cursor, at: Int): Boolean =
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
    EventAtOnce.Always | opcode | key | digestType | payload
  }

  private def give(cursor: Cursor, fields: WholeFields): Unit = {
    val head = if (isVersion1) head1 else head2
    var left = fields.begin(present)
    while (left != 0) {
      val field = java.lang.Long.numberOfTrailingZeros(left)
      if ((head.all & (1L << field)) != 0) head.give(field, cursor, header.start, fields)
      else giveAfterHead(field, cursor, fields)
      left &= left - 1
    }
    fields.end()
  }

  private def giveAfterHead(field: Int, cursor: Cursor, fields: WholeFields): Unit =
    (field: @switch) match {
      case Key => fields.int(Key, cursor.i64At(keyAt))
      case KeyBytes => fields.binary(KeyBytes, cursor.bytes, keyAt + 4, keyLength)
      case SchemaId =>
        fields.binary(SchemaId, cursor.bytes, schemaIdAt, payloadAt - schemaIdAt)
      case SchemaDigestType =>
        fields.word(SchemaDigestType, if (payloadAt - schemaIdAt == 16) Md5 else Crc32)
      case SchemaVersion =>
        fields.int(
          SchemaVersion, if (hasPayload) (cursor.i16At(schemaIdAt - 2) >> 2).toLong else 0L)
      case Payload => fields.binary(Payload, cursor.bytes, payloadAt, cursor.end - payloadAt)
    }
}

private object EventAtOnce {

  /** The size of a version 2 event without a payload, with an empty byte[] key. */
  private val MinSize = EventLayouts.Version2.fixedSize + 4

  private def bits(fields: Int*): Long = fields.map(1L << _).sum

  /** The fields that every event has. */
  private val Always = bits(Sequence to IsExtReplicated: _*) |
    bits(Version, ByteOrderFound, Size, HeaderLength, KeyType, SchemaVersion, Attributes,
      HeaderCrc, BodyCrc)
}
