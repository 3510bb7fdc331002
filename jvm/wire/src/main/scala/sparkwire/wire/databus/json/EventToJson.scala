package sparkwire.wire.databus.json

import java.nio.charset.StandardCharsets.US_ASCII

import sparkwire.wire.core._
import sparkwire.wire.databus.{EventFields, EventReader}
import sparkwire.wire.databus.Databus._

/** The JSON line of one event. */
final case class ToJson(plain: Boolean) extends Root {
  def kind: Kind = Kind.Text
  def newReader(options: Options): Reader = new EventToJson(options, plain)
  override def explainer: Root = OneEvent
}

/** Writes one event as a JSON line, without the final newline. Names in this order, no spaces:
  * | version 1                    | written                                                        |
  * | opcode                       | if there is one                                                |
  * | key or keyBytes              | number, or base64                                              |
  * | sequence, logicalPartitionId, physicalPartitionId, timestampInNanos, srcId | numbers          |
  * | schemaId                     | base64 of 16 bytes                                             |
  * | valueEnc                     | JSON or JSON_PLAIN_VALUE                                       |
  * | isReplicated                 | always                                                         |
  * | endOfPeriod, traceEnabled    | only when true                                                 |
  * | value                        | base64, or the bytes as text in JSON_PLAIN_VALUE               |
  *
  * | version 2                    | written                                                        |
  * | version, magicByte, headerCrc, bodyCrc | numbers, the magic signed                            |
  * | opcode                       | null if there is none                                          |
  * | keyType                      | Number, String, Schema                                         |
  * | key or keyBytes              | number, base64, or the text of a part: `Length=<n>;SchemaVersion=<v>;SchemaId=0x<hex>;Value=0x<hex of 64 bytes at most>` |
  * | valueEnc, isReplicated, traceOn, hasPayloadMetadata, hasPayload | always                      |
  * | timestampInNanos, srcId, logicalPartitionId, physicalPartitionId, sequence | numbers          |
  * | metadataLength, metadataSchemaVersion, metadataSchemaId, metadataValue | with metadata         |
  * | payloadLength, payloadSchemaVersion, payloadSchemaId, payloadValue | with a payload            |
  */
final class EventToJson(options: Options, plain: Boolean) extends Reader {
  private[this] val events = new EventReader(options)
  private[this] val event = new EventFields
  private[this] val out = new JsonText(options.maxSize, escapesPairs = true)

  def read(cursor: Cursor, sink: Sink): Unit = {
    event.begin()
    events.read(cursor, event)
    out.begin()
    out.put('{')
    if (event.number(Version) == 0) writeVersion1() else writeVersion2()
    out.put('}')
    sink.text(out.bytes, 0, out.length)
  }

  private def writeVersion1(): Unit = {
    if (event.has(Opcode)) word(JsonField.Opcode, Opcode)
    if (event.has(KeyBytes)) base64(JsonField.KeyBytes, KeyBytes) else number(JsonField.Key, Key)
    number(JsonField.Sequence, Sequence)
    number(JsonField.LogicalPartition, LogicalPartition)
    number(JsonField.PhysicalPartition, PhysicalPartition)
    number(JsonField.TimestampNanos, TimestampNanos)
    number(JsonField.SrcId, SrcId)
    base64(JsonField.SchemaId, SchemaId)
    valueEnc()
    bool(JsonField.IsReplicated, event.flag(IsExtReplicated))
    if (event.flag(IsEndOfPeriod)) bool(JsonField.EndOfPeriod, true)
    if (event.flag(IsTrace)) bool(JsonField.TraceEnabled, true)
    data(JsonField.Value, Payload)
  }

  private def writeVersion2(): Unit = {
    number(JsonField.Version, Version)
    number(JsonField.MagicByte, Magic)
    number(JsonField.HeaderCrc, HeaderCrc)
    number(JsonField.BodyCrc, BodyCrc)
    if (event.has(Opcode)) word(JsonField.Opcode, Opcode)
    else {
      name(JsonField.Opcode)
      out.raw(EventToJson.Null)
    }
    key2()
    valueEnc()
    bool(JsonField.IsReplicated, event.flag(IsExtReplicated))
    bool(JsonField.TraceOn, event.flag(IsTrace))
    bool(JsonField.HasMetadata, event.has(Metadata))
    bool(JsonField.HasPayload, event.has(Payload))
    number(JsonField.TimestampNanos, TimestampNanos)
    number(JsonField.SrcId, SrcId)
    number(JsonField.LogicalPartition, LogicalPartition)
    number(JsonField.PhysicalPartition, PhysicalPartition)
    number(JsonField.Sequence, Sequence)
    if (event.has(Metadata))
      part(JsonField.MetadataLength, EventFields.InMetadata + PartSchemaVersion,
        EventFields.InMetadata + PartDigest,
        EventFields.InMetadata + PartData)
    if (event.has(Payload)) part(JsonField.PayloadLength, SchemaVersion, SchemaId, Payload)
  }

  private def key2(): Unit = {
    name(JsonField.KeyType)
    if (event.has(KeyPart)) {
      out.raw(EventToJson.SchemaKeyType)
      name(JsonField.Key)
      keyText()
    } else if (event.has(KeyBytes)) {
      out.raw(EventToJson.StringKeyType)
      base64(JsonField.KeyBytes, KeyBytes)
    } else {
      out.raw(EventToJson.NumberKeyType)
      number(JsonField.Key, Key)
    }
  }

  private def keyText(): Unit = {
    val digest = EventFields.InKeyPart + PartDigest
    val data = EventFields.InKeyPart + PartData
    val from = event.from(data)
    val length = event.until(data) - from
    out.put('"')
    out.raw(KeyPartText.Length)
    out.number(length)
    out.raw(KeyPartText.SchemaVersion)
    out.number(event.number(EventFields.InKeyPart + PartSchemaVersion))
    out.raw(KeyPartText.SchemaId)
    out.hex(event.bytes(digest), event.from(digest), event.until(digest))
    out.raw(KeyPartText.Value)
    out.hex(event.bytes(data), from, from + math.min(length, KeyPartText.MaxBytesShown))
    out.put('"')
  }

  private def part(length: Int, versionSlot: Int, digestSlot: Int, dataSlot: Int): Unit = {
    name(length)
    out.number(event.until(dataSlot) - event.from(dataSlot))
    number(length + JsonField.PartSchemaVersion, versionSlot)
    base64(length + JsonField.PartSchemaId, digestSlot)
    data(length + JsonField.PartValue, dataSlot)
  }

  private def name(field: Int): Unit = {
    out.comma()
    out.raw(JsonField.all(field).quoted)
  }

  private def number(field: Int, slot: Int): Unit = {
    name(field)
    out.number(event.number(slot))
  }

  private def bool(field: Int, value: Boolean): Unit = {
    name(field)
    out.bool(value)
  }

  private def word(field: Int, slot: Int): Unit = {
    name(field)
    out.put('"')
    out.raw(event.bytes(slot))
    out.put('"')
  }

  private def base64(field: Int, slot: Int): Unit = {
    name(field)
    out.base64(event.bytes(slot), event.from(slot), event.until(slot))
  }

  private def valueEnc(): Unit = {
    name(JsonField.ValueEnc)
    out.raw(if (plain) EventToJson.PlainEncoding else EventToJson.Base64Encoding)
  }

  private def data(field: Int, slot: Int): Unit =
    if (plain) {
      name(field)
      out.utf8(event.bytes(slot), event.from(slot), event.until(slot))
    } else base64(field, slot)
}

object EventToJson {
  val ValueEnc: OptionSpec.Words = OptionSpec.Words("valueEnc", Seq("JSON", "JSON_PLAIN_VALUE"),
    "how values are written: `JSON` as base64, `JSON_PLAIN_VALUE` as the text that they are in UTF-8")

  private def ascii(text: String): Array[Byte] = text.getBytes(US_ASCII)
  private val Null = ascii("null")
  private val NumberKeyType = ascii("\"Number\"")
  private val StringKeyType = ascii("\"String\"")
  private val SchemaKeyType = ascii("\"Schema\"")
  private val Base64Encoding = ascii("\"JSON\"")
  private val PlainEncoding = ascii("\"JSON_PLAIN_VALUE\"")
}
