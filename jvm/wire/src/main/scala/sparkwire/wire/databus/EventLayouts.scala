package sparkwire.wire.databus

import sparkwire.wire.databus.Databus._
import sparkwire.wire.heads.{FixedLayout, LayoutBits, LayoutField, ResultField}
import sparkwire.wire.heads.LayoutEdge.{End, HeaderEnd, Offset}
import sparkwire.wire.heads.LayoutField._

/** The layouts of events. The first byte tells which one an event has, the magic or a checksum in
  * which byte order. The checksum is Databus's own variant of CRC-32: see [[Checksums]].
  */
private[databus] object EventLayouts {
  private val byteOrder = ResultField.word("byte_order")((_, isBig) =>
    if (isBig) Big else Little)
  private val nanos = int64("timestamp_nanos", 23).needed.making(
    ResultField.timestamp("timestamp")((nanos, _) => Math.floorDiv(nanos, 1000L)))

  private def source(field: LayoutField): LayoutField =
    field.needed.making(SourceId.made: _*)

  private val opcodes = Seq("UPSERT" -> 0x1, "DELETE" -> 0x2)
  private val keyTypes1 = LayoutBits("key_type", 0x8, Seq("LONG" -> 0x0, "STRING" -> 0x8)).derived

  val Version1: FixedLayout = FixedLayout(
    "version 1",
    int8("version", 0).is(0).saying("It is 0 in the layout called version 1"),
    uint32("header_crc", 1).sums(Offset(5), HeaderEnd).refusing(BadHeaderCrc).saying(
      "The header ends at 61 with a long key, at 57 with a byte[] key"),
    int32("size", 5).counts(Offset(0), End).refusing(NegativeLength, LengthTooSmall),
    uint16("attributes", 9).flags(
      LayoutBits("opcode", 0x3, opcodes :+ ("UPSERT" -> 0x3)).orNone,
      LayoutBits("is_trace", 0x4),
      keyTypes1,
      LayoutBits("is_ext_replicated", 0x100)).making(byteOrder,
      ResultField.number("header_length")((attributes, _) =>
        if (keyTypes1.isSet(attributes)) KeyAt1 + 4L else KeyAt1 + 8L)),
    int64("sequence", 11).needed.saying("The SCN"),
    int16("physical_partition_id", 19),
    int16("logical_partition_id", 21),
    nanos,
    source(int16("src_id", 31)),
    bytes("schema_id", 33, 16).making(
      ResultField.first(int16("schema_version", 0))).saying(
      "An MD5; its first two bytes are the schema version, which has a meaning for REPL_DBUS " +
        "events only"),
    uint32("body_crc", 49).sums(HeaderEnd, End).refusing(BadBodyCrc).saying(
      "It covers a byte[] key"),
    varying("key", KeyAt1, "int64").saying("Or an int32 length and then `key_bytes`"),
    after("payload").saying("To the end")
  )

  private final val KeyAt1 = 53

  val Version2: FixedLayout = FixedLayout(
    "version 2",
    int8("version", 0).is(2),
    int32("magic", 1).is(0xcafedeed).refusing(BadMagic).saying(
      "In the byte order of the producer; not covered by a checksum"),
    int32("header_length", 5).counts(Offset(0), HeaderEnd).refusing(HeaderLengthTooSmall).saying(
      "Not covered by a checksum"),
    uint32("header_crc", 9).sums(Offset(13), HeaderEnd).refusing(BadHeaderCrc),
    uint32("body_crc", 13).sums(HeaderEnd, End).refusing(BadBodyCrc),
    int32("size", 17).counts(Offset(0), End).refusing(NegativeLength, TotalLessThanHeader),
    uint16("attributes", 21).flags(
      LayoutBits("opcode", 0x3, opcodes).orNone.refusing(BadOpcode),
      LayoutBits("key_type", 0xc, Seq("LONG" -> 0x4, "STRING" -> 0x8, "SCHEMA" -> 0xc))
        .derived.refusing(BadKeyType),
      LayoutBits("is_ext_replicated", 0x10),
      LayoutBits("is_trace", 0x20),
      LayoutBits("metadata", 0x40).derived,
      LayoutBits("payload", 0x80).derived).making(byteOrder),
    nanos,
    source(int32("src_id", 31)),
    int16("physical_partition_id", 35).making(
      ResultField.number("logical_partition_id")((partition, _) => partition)),
    int64("sequence", 37).needed,
    varying("key", 45, "int64").saying(
      "Or an int32 length and `key_bytes`; or a part, shown as `key_part`. The header ends with it"),
    after("metadata", "part").saying("If its bit is set"),
    after("payload", "part").saying(
      "If its bit is set; makes `schema_version`, `schema_digest_type`, `schema_id`")
  )

  /** A part of version 2: the data with the digest of its schema. */
  val Part: FixedLayout = FixedLayout(
    "part",
    int32("length", 0).lengthOf("data"),
    uint16("attributes", 4).flags(
      LayoutBits("digest_type", 0x3, Seq("MD5" -> 0x0, "CRC32" -> 0x1)),
      LayoutBits("schema_version", 0xfffc)).saying("The schema version is signed"),
    varying("digest", 6, "bytes").saying("16 bytes for MD5, 4 for CRC32"),
    after("data", "bytes")
  )
}
