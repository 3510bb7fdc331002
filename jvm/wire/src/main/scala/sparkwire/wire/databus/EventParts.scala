package sparkwire.wire.databus

import sparkwire.wire.core.{Cursor, Options}
import sparkwire.wire.databus.Databus.ByteOrder
import sparkwire.wire.databus.EventHeader.{BytesKey, LongKey}

/** Checks an event and finds its parts, if it is valid and a usual one. Any other event, also one with
  * metadata or with a part as its key, is left to [[EventReader]], which goes step by step and reports
  * the fault. The code of [[EventCode]] calls this class.
  */
final class EventParts private[databus] (options: Options) {
  private[this] val verifies = options.verifies
  private[this] val askedOrder = options.word(ByteOrder)
  private[this] val headers = new EventHeaders
  private[this] val opcodes = EventLayouts.Version2.bits("attributes", "opcode")
  private[this] val bytesOfEvent = new Cursor

  // The state of the event that was found last.
  private[this] var header: EventHeader = headers.version1
  private[this] var attributes = 0
  private[this] var keyLength = 0
  private[this] var payload = 0
  private[this] var version = 0
  private[this] var isBigEndian = true

  /** Finds the event that all of the bytes from `from` on are. Returns false if they are not a usual
    * one.
    */
  def tryFind(bytes: Array[Byte], from: Int, until: Int): Boolean =
    tryFind(bytesOfEvent.wrap(bytes, from, until - from), askedOrder) && end == until

  /** Finds the event that begins at the cursor, in the requested byte order. */
  private[databus] def tryFind(cursor: Cursor, order: String): Boolean =
    cursor.left >= EventParts.MinSize && {
      header = headers.of(cursor.bytes(cursor.position).toInt)
      header != null && header.decide(cursor, cursor.position, order) && header.end >= 0 && {
        isBigEndian = cursor.isBigEndian
        attributes = header.attributes(cursor)
        // Checksums last, because an event that is not usual is read again.
        hasUsualKey(cursor) && (isVersion1 || hasUsualBody(cursor)) &&
        (!verifies || header.crcsFit(cursor))
      }
    }

  private def hasUsualKey(cursor: Cursor): Boolean = {
    val kind = header.keyKind(attributes)
    keyLength = if (kind == LongKey) -1 else cursor.i32At(keyAt)
    payload = keyUntil
    val limit = if (isVersion1) header.end else header.headerEnd
    kind == LongKey || (kind == BytesKey && keyLength >= 0 && keyLength <= limit - keyFrom)
  }

  private def hasUsualBody(cursor: Cursor): Boolean =
    keyUntil == header.headerEnd && !opcodes.isUnknown(attributes.toLong) &&
      !header.hasMetadata(attributes) &&
      (if (hasPayload) hasUsualPayload(cursor) else header.headerEnd == header.end)

  private def hasUsualPayload(cursor: Cursor): Boolean =
    header.end - header.headerEnd >= PartReader.DigestAt && {
      val ofPart = cursor.i16At(header.headerEnd + PartReader.AttributesAt)
      val digestType = ofPart & 3
      version = ofPart >> 2
      payload = digestFrom + (if (digestType == 0) 16 else 4)
      val length = cursor.i32At(header.headerEnd)
      digestType <= 1 && length >= 0 && payload + length.toLong == header.end
    }

  def isVersion1: Boolean = header eq headers.version1
  def isBig: Boolean = isBigEndian
  def end: Int = header.end
  def hasLongKey: Boolean = keyLength < 0
  def keyAt: Int = header.start + header.keyAt

  /** Where a byte[] key begins, and where any key ends. */
  def keyFrom: Int = keyAt + 4
  def keyUntil: Int = if (keyLength < 0) keyAt + 8 else keyFrom + keyLength
  def hasPayload: Boolean = header.hasPayload(attributes)
  def payloadFrom: Int = payload

  // Of the payload part of version 2, which ends with the payload.

  def digestFrom: Int = header.headerEnd + PartReader.DigestAt
  def hasMd5: Boolean = payload - digestFrom == 16
  def schemaVersion: Int = version
}

private object EventParts {

  /** The size of a version 2 event without a payload, with an empty byte[] key. */
  private val MinSize = EventLayouts.Version2.fixedSize + 4
}
