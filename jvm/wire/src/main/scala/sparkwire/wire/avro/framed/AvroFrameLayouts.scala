package sparkwire.wire.avro.framed

import sparkwire.wire.heads.{FixedLayout, LayoutBits}
import sparkwire.wire.heads.LayoutField._

/** The layouts of the frames before an Avro value, which identify the schema that it was
  * written with.
  */
private[avro] object AvroFrameLayouts {

  /** The id is the one of a registry, big endian. */
  val Confluent: FixedLayout = FixedLayout(
    "confluent",
    uint8("magic", 0).is(0),
    int32("schema_id", 1).saying("Big endian"),
    varying("datum", 5)
  )

  val SingleObject: FixedLayout = FixedLayout(
    "single-object",
    uint8("magic", 0).is(0xc3),
    uint8("version", 1).is(1),
    bytes("fingerprint", 2, SchemaId.FingerprintBytes).saying(
      "The schema's CRC-64-AVRO, the low byte first"),
    varying("datum", 10)
  )

  val Glue: FixedLayout = FixedLayout(
    "glue",
    uint8("magic", 0).is(3),
    uint8("compression", 1).flags(
      LayoutBits("compression", 0xff, Seq("none" -> 0, "zlib" -> 5))),
    bytes("schema_uuid", 2, SchemaId.UuidBytes),
    varying("datum", 18)
  )

  /** The value of a Kafka header with an id. */
  val HeaderId: FixedLayout = FixedLayout(
    "confluent-header with an id",
    uint8("magic", 0).is(0),
    int32("schema_id", 1).saying("Big endian")
  )

  /** The value of a Kafka header with a GUID. A payload that is not Avro may follow it. */
  val HeaderGuid: FixedLayout = FixedLayout(
    "confluent-header with a GUID",
    uint8("magic", 0).is(1),
    bytes("schema_uuid", 1, SchemaId.UuidBytes)
  )
}
