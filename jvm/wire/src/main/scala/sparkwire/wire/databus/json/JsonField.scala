package sparkwire.wire.databus.json

import java.nio.charset.StandardCharsets.US_ASCII
import java.util.Arrays

import sparkwire.wire.core.Reason
import sparkwire.wire.databus.Databus

/** The field names of an event's JSON form, for both versions, in the order of [[JsonField]]'s
  * constants. The names of a part are adjacent: length, schema version, schema id, value.
  *
  * @param result
  *   the field of `Databus.Event` that a fault is attributed to, -1 if there is none
  */
private[databus] final class JsonField(word: String, val result: Int) {
  val bytes: Array[Byte] = word.getBytes(US_ASCII)

  val missing: Reason = Databus.BadJsonEvent.because(s"$word is missing")

  /** The name with quotes and colon, as it precedes the value. */
  val quoted: Array[Byte] = s"\"$word\":".getBytes(US_ASCII)
}

private[databus] object JsonField {
  final val Version = 0
  final val MagicByte = 1
  final val HeaderCrc = 2
  final val BodyCrc = 3
  final val Opcode = 4
  final val KeyType = 5
  final val Key = 6
  final val KeyBytes = 7
  final val Sequence = 8
  final val LogicalPartition = 9
  final val PhysicalPartition = 10
  final val TimestampNanos = 11
  final val SrcId = 12
  final val SchemaId = 13
  final val ValueEnc = 14
  final val IsReplicated = 15
  final val EndOfPeriod = 16
  final val TraceEnabled = 17
  final val Value = 18
  final val TraceOn = 19
  final val HasMetadata = 20
  final val HasPayload = 21
  final val MetadataLength = 22
  final val PayloadLength = 26
  // Distances from the length field of a part.
  final val PartSchemaVersion = 1
  final val PartSchemaId = 2
  final val PartValue = 3

  val all: Array[JsonField] = Array(
    new JsonField("version", Databus.Version),
    new JsonField("magicByte", Databus.Magic),
    new JsonField("headerCrc", Databus.HeaderCrc),
    new JsonField("bodyCrc", Databus.BodyCrc),
    new JsonField("opcode", Databus.Opcode),
    new JsonField("keyType", Databus.KeyType),
    new JsonField("key", Databus.Key),
    new JsonField("keyBytes", Databus.KeyBytes),
    new JsonField("sequence", Databus.Sequence),
    new JsonField("logicalPartitionId", Databus.LogicalPartition),
    new JsonField("physicalPartitionId", Databus.PhysicalPartition),
    new JsonField("timestampInNanos", Databus.TimestampNanos),
    new JsonField("srcId", Databus.SrcId),
    new JsonField("schemaId", Databus.SchemaId),
    new JsonField("valueEnc", -1),
    new JsonField("isReplicated", Databus.IsExtReplicated),
    new JsonField("endOfPeriod", Databus.IsEndOfPeriod),
    new JsonField("traceEnabled", Databus.IsTrace),
    new JsonField("value", Databus.Payload),
    new JsonField("traceOn", Databus.IsTrace),
    new JsonField("hasPayloadMetadata", Databus.Metadata),
    new JsonField("hasPayload", Databus.Payload),
    new JsonField("metadataLength", Databus.Metadata),
    new JsonField("metadataSchemaVersion", Databus.Metadata),
    new JsonField("metadataSchemaId", Databus.Metadata),
    new JsonField("metadataValue", Databus.Metadata),
    new JsonField("payloadLength", Databus.Payload),
    new JsonField("payloadSchemaVersion", Databus.SchemaVersion),
    new JsonField("payloadSchemaId", Databus.SchemaId),
    new JsonField("payloadValue", Databus.Payload)
  )

  /** Returns the index of the name that these bytes are, -1 if they are not a name. */
  def find(bytes: Array[Byte], from: Int, until: Int): Int = {
    var index = all.length - 1
    while (index >= 0 && !Arrays.equals(
        all(index).bytes, 0, all(index).bytes.length, bytes, from, until)) index -= 1
    index
  }
}
