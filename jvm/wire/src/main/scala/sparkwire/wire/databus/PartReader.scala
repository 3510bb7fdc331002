package sparkwire.wire.databus

import sparkwire.wire.core.{Cursor, Reason, Sink}
import sparkwire.wire.databus.Databus._

/** Reads a part of version 2, as [[EventLayouts.Part]] describes it. */
private[databus] final class PartReader {

  /** Reads a part as a struct of its own. */
  def read(cursor: Cursor, sink: Sink, pastEnd: Reason): Unit = {
    sink.beginStruct(Part)
    fields(cursor, sink, sink.needed, pastEnd, PartLength, PartSchemaVersion, PartDigestType,
      PartDigest, PartData)
    sink.endStruct()
  }

  /** Reads the payload part, whose fields are fields of the event. */
  def readPayload(cursor: Cursor, sink: Sink, needed: Long, pastEnd: Reason): Unit =
    fields(cursor, sink, needed, pastEnd, PayloadLength, SchemaVersion, SchemaDigestType, SchemaId,
      Payload)

  private def fields(cursor: Cursor, sink: Sink, needed: Long, pastEnd: Reason, lengthField: Int,
      versionField: Int,
      typeField: Int, digestField: Int, dataField: Int): Unit = {
    val wantLength = needs(needed, lengthField) && sink.wanted(lengthField)
    val length = cursor.i32(pastEnd)
    if (length < 0) cursor.refuse(if (isCut(pastEnd)) pastEnd else PartLengthNegative)
    if (wantLength) sink.int(length)

    val wantVersion = needs(needed, versionField) && sink.wanted(versionField)
    val attributes = cursor.i16(pastEnd)
    val digestType = attributes & 3
    if (digestType > 1) cursor.refuse(if (isCut(pastEnd)) pastEnd else BadDigestType)
    if (wantVersion) sink.int(attributes >> 2)
    if (needs(needed, typeField) && sink.derives(typeField))
      sink.word(if (digestType == 0) Md5 else Crc32)

    val wantDigest = needs(needed, digestField) && sink.wanted(digestField)
    val digest = cursor.take(if (digestType == 0) 16 else 4, pastEnd)
    if (wantDigest) sink.binary(cursor.bytes, digest, cursor.position)

    val wantData = needs(needed, dataField) && sink.wanted(dataField)
    val data = cursor.take(length, pastEnd)
    if (wantData) sink.binary(cursor.bytes, data, cursor.position)
  }

  /** Whether the input ends before the part's container does: that is the fault then, whatever the
    * part contains.
    */
  private def isCut(pastEnd: Reason): Boolean =
    (pastEnd eq TruncatedHeader) || (pastEnd eq TruncatedBody)

  private def needs(needed: Long, field: Int): Boolean = (needed & (1L << field)) != 0
}

private[databus] object PartReader {
  val AttributesAt: Int = EventLayouts.Part.at("attributes")
  val DigestAt: Int = EventLayouts.Part.at("digest")
}
