package sparkwire.wire.databus.json

import java.nio.charset.StandardCharsets.US_ASCII
import java.util.Arrays

import sparkwire.wire.core.{Cursor, Kind, Nowhere, Options, Reader, Root, Sink}
import sparkwire.wire.databus.{EventLayouts, SourceId}
import sparkwire.wire.databus.Databus._
import sparkwire.wire.heads.ResultFields

/** One event from its JSON line. */
case object FromJson extends Root {
  def kind: Kind = Kind.Struct(Event)
  def newReader(options: Options): Reader = new EventFromJson
}

/** Reads one event from its JSON line; [[EventToJson]] has the names. There are two passes over the
  * text, because `version` may be the last field: the first checks the JSON and finds the fields,
  * the second reads their values.
  *
  * | in the line                   | rule                                                          |
  * | version                       | 2; otherwise the line is a version 1 event                    |
  * | a field of the other version, or unknown | ignored                                            |
  * | null                          | as if absent                                                  |
  * | timestampInNanos, sequence    | required                                                      |
  * | endOfPeriod                   | true, or "true" in any letter case: source id -2, others optional |
  * | opcode; isReplicated, traceEnabled, endOfPeriod of version 1 | optional: no opcode; false     |
  * | all others                    | required                                                      |
  * | numbers                       | integers in the range of the field                            |
  * | base64                        | white space inside is ignored                                 |
  * | metadata..., payload...       | present exactly if hasPayloadMetadata and hasPayload are true |
  *
  * Databus's own parser also accepts endOfPeriod as a string in any letter case.
  *
  * Fields that the text does not contain are NULL: byte order, lengths, attributes; in version 1
  * the CRCs and the schema version (its byte order is unknown); the data of a part as key, if
  * longer than 64 bytes.
  */
private[databus] final class EventFromJson extends Reader {
  import EventFromJson._

  private[this] val line = new JsonLine
  private[this] val keyPart = new KeyPartText
  private[this] val ofSource = new ResultFields(SourceId.made, Event)
  private[this] var isEndOfPeriod = false
  private[this] var isPlain = false
  private[this] var needed = 0L

  def read(cursor: Cursor, sink: Sink): Unit = {
    sink.beginStruct(Event)
    needed = sink.needed
    line.find(cursor, sink)
    val isVersion2 = line.has(JsonField.Version) && readVersion() == 2
    isEndOfPeriod = line.has(JsonField.EndOfPeriod) && readEndOfPeriod()
    if (sink.derives(Version)) sink.int(if (isVersion2) 2 else 0)
    readCommon(cursor, sink)
    if (isVersion2) readVersion2(sink) else readVersion1(sink)
    cursor.moveTo(cursor.end)
    sink.endStruct()
  }

  private def readVersion(): Long = {
    val version = line.number(JsonField.Version, Version, 0, 2)
    if (version == 1) line.refuse(NoVersion1)
    version
  }

  private def readEndOfPeriod(): Boolean =
    if (line.isNotString(JsonField.EndOfPeriod)) line.flag(JsonField.EndOfPeriod, IsEndOfPeriod)
    else line.wordInAnyCase(JsonField.EndOfPeriod, IsEndOfPeriod, FalseTrue) == 1

  private def readCommon(cursor: Cursor, sink: Sink): Unit = {
    if (line.has(JsonField.Opcode)) {
      val opcode = line.word(JsonField.Opcode, Opcode, Opcodes)
      if (sink.derives(Opcode)) sink.word(Opcodes(opcode))
    }
    val nanos = line.giveLong(JsonField.TimestampNanos, TimestampNanos)
    if (sink.derives(Timestamp)) sink.timestamp(Math.floorDiv(nanos, 1000L))
    line.giveLong(JsonField.Sequence, Sequence)
    if (needs(JsonField.LogicalPartition))
      line.giveShort(JsonField.LogicalPartition, LogicalPartition)
    if (needs(JsonField.PhysicalPartition))
      line.giveShort(JsonField.PhysicalPartition, PhysicalPartition)
    val source = readSource()
    if (sink.derives(SrcId)) sink.int(source)
    ofSource.give(source.toLong, cursor, sink, needed)
    isPlain =
      needs(JsonField.ValueEnc) && line.word(JsonField.ValueEnc, JsonLine.NoResult, Encodings) == 1
  }

  private def readSource(): Int = {
    val there =
      if (!needs(JsonField.SrcId)) 0L
      else line.number(JsonField.SrcId, SrcId, Int.MinValue, Int.MaxValue)
    if (isEndOfPeriod) SourceId.EndOfPeriod else there.toInt
  }

  private def readVersion1(sink: Sink): Unit = {
    readKey1(sink)
    readFlag1(sink, JsonField.IsReplicated, IsExtReplicated)
    readFlag1(sink, JsonField.TraceEnabled, IsTrace)
    if (needs(JsonField.SchemaId)) line.giveBase64(JsonField.SchemaId, SchemaId, 16, 16)
    if (needs(JsonField.Value)) readValue(JsonField.Value, Payload, JsonLine.AnyLength)
  }

  private def readFlag1(sink: Sink, field: Int, result: Int): Unit =
    if (line.has(field)) line.giveFlag(field, result)
    else if (sink.derives(result)) sink.bool(false)

  private def readVersion2(sink: Sink): Unit = {
    if (needs(JsonField.MagicByte)) readMagic()
    if (needs(JsonField.HeaderCrc)) line.giveUnsignedInt(JsonField.HeaderCrc, HeaderCrc)
    if (needs(JsonField.BodyCrc)) line.giveUnsignedInt(JsonField.BodyCrc, BodyCrc)
    if (needs(JsonField.KeyType)) readKey2(sink) else readKey1(sink)
    if (needs(JsonField.IsReplicated)) line.giveFlag(JsonField.IsReplicated, IsExtReplicated)
    if (needs(JsonField.TraceOn)) line.giveFlag(JsonField.TraceOn, IsTrace)
    if (hasPart(JsonField.HasMetadata, JsonField.MetadataLength, Metadata)) readMetadata(sink)
    if (hasPart(JsonField.HasPayload, JsonField.PayloadLength, Payload))
      readPart(sink, JsonField.PayloadLength, PayloadLength, SchemaVersion, SchemaDigestType,
        SchemaId, Payload)
    else if (sink.derives(SchemaVersion)) sink.int(0)
  }

  private def readMagic(): Unit = {
    val magic = line.number(JsonField.MagicByte, Magic, Int.MinValue, Int.MaxValue)
    if (magic != OneMagic) line.refuse(OtherMagic)
  }

  private def readKey2(sink: Sink): Unit =
    line.word(JsonField.KeyType, KeyType, KeyTypes) match {
      case 0 => readLongKey(sink)
      case 1 => readBytesKey(sink)
      case _ => readPartKey(sink)
    }

  /** Reads the key under the name that is present. */
  private def readKey1(sink: Sink): Unit =
    if (line.has(JsonField.KeyBytes)) readBytesKey(sink)
    else if (needs(JsonField.Key)) readLongKey(sink)

  private def readLongKey(sink: Sink): Unit = {
    line.forbid(JsonField.KeyBytes, KeyBytes)
    line.giveLong(JsonField.Key, Key)
    if (sink.derives(KeyType)) sink.word(LongKey)
  }

  private def readBytesKey(sink: Sink): Unit = {
    line.forbid(JsonField.Key, Key)
    line.giveBase64(JsonField.KeyBytes, KeyBytes, JsonLine.AnyLength, JsonLine.AnyLength)
    if (sink.derives(KeyType)) sink.word(StringKey)
  }

  private def readPartKey(sink: Sink): Unit = {
    line.forbid(JsonField.KeyBytes, KeyBytes)
    val want = line.string(JsonField.Key, KeyPart)
    if (!keyPart.parse(line.decoded, line.decodedLength)) line.refuse(NoKeyPart)
    if (want) {
      val bytes = Arrays.copyOf(line.decoded, line.decodedLength)
      val digestEnd = keyPart.digestLength
      sink.beginStruct(Part)
      if (sink.derives(PartDigestType)) sink.word(digestType(digestEnd))
      if (sink.derives(PartDigest)) sink.binary(bytes, 0, digestEnd)
      if (sink.derives(PartSchemaVersion)) sink.int(keyPart.schemaVersion)
      if (keyPart.hasData && sink.derives(PartData))
        sink.binary(bytes, digestEnd, digestEnd + keyPart.dataLength)
      sink.endStruct()
    } else sink.skipped()
    if (sink.derives(KeyType)) sink.word(SchemaKey)
  }

  /** Whether the line has the part whose fields begin with `first`, according to its flag. */
  private def hasPart(field: Int, first: Int, result: Int): Boolean = {
    val says = needs(field) && line.flag(field, result)
    var other = first
    while (!says && other <= first + JsonField.PartValue) {
      line.forbid(other, result)
      other += 1
    }
    says
  }

  private def readMetadata(sink: Sink): Unit = {
    val want = sink.wanted(Metadata)
    val inner = if (want) sink else Nowhere
    line.giveTo(inner)
    inner.beginStruct(Part)
    readPart(inner, JsonField.MetadataLength, PartLength, PartSchemaVersion, PartDigestType,
      PartDigest, PartData)
    inner.endStruct()
    line.giveTo(sink)
    if (!want) sink.skipped()
  }

  private def readPart(sink: Sink, first: Int, lengthField: Int, versionField: Int, typeField: Int,
      digestField: Int, dataField: Int): Unit = {
    val length = line.number(first, lengthField, 0, Int.MaxValue).toInt
    line.giveShort(first + JsonField.PartSchemaVersion, versionField)
    val digestLength = line.giveBase64(first + JsonField.PartSchemaId, digestField, 16, 4)
    if (sink.derives(typeField)) sink.word(digestType(digestLength))
    readValue(first + JsonField.PartValue, dataField, length)
  }

  /** Reads a value. Plain text may have lost bytes to U+FFFD, so only base64 is checked against a
    * length.
    */
  private def readValue(field: Int, result: Int, length: Int): Unit = {
    line.demand(JsonField.ValueEnc, JsonLine.NoResult)
    if (isPlain) line.givePlain(field, result)
    else {
      line.giveBase64(field, result, length, length)
      ()
    }
  }

  /** Whether the field must be read: only in an end-of-period event may it be absent. */
  private def needs(field: Int): Boolean = line.has(field) || !isEndOfPeriod

  private def digestType(length: Int): Array[Byte] = if (length == 16) Md5 else Crc32
}

private object EventFromJson {
  private val OneMagic = EventLayouts.Version2.constant("magic").toInt
  private def words(texts: String*): Array[Array[Byte]] = texts.map(_.getBytes(US_ASCII)).toArray
  private val FalseTrue = words("false", "true")
  private val Opcodes = Array(Upsert, Delete)
  private val Encodings = words("JSON", "JSON_PLAIN_VALUE")
  private val KeyTypes = words("Number", "String", "Schema")

  private val NoVersion1 =
    BadJsonEvent.because(
      "version 1 is not written in JSON: an event of that layout has no version, or 0")
  private val OtherMagic = BadJsonEvent.because("the magic of version 2 must be -889266451")
  private val NoKeyPart = BadJsonEvent.because("the text does not describe a key that is a part")
}
