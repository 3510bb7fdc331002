package sparkwire.wire.databus

import sparkwire.wire.core.{FixedLayout, LayoutBits}
import sparkwire.wire.core.LayoutEdge.{End, HeaderEnd, Offset}
import sparkwire.wire.core.LayoutField._

/** The layouts of events. The first byte tells which one an event has, the magic or a checksum in
  * which byte order. The checksum is Databus's own variant of CRC-32: see [[Checksums]].
  */
private[databus] object EventLayouts {

  // For the meaning of a source id, see `SourceId`.
  private val ofSource = Seq("source_kind", "is_control", "is_private_control", "is_checkpoint",
    "is_end_of_period", "is_scn_regress", "is_error")

  val Version1: FixedLayout = FixedLayout(
    "version 1",
    int8("version", 0).is(0).saying("It is 0 in the layout called version 1"),
    uint32("header_crc", 1).sums(Offset(5), HeaderEnd).saying(
      "The header ends at 61 with a long key, at 57 with a byte[] key"),
    int32("size", 5).counts(Offset(0), End),
    uint16("attributes", 9).flags(
      LayoutBits("opcode", 0x3, Seq("UPSERT" -> 0x1, "DELETE" -> 0x2)),
      LayoutBits("is_trace", 0x4),
      LayoutBits("key_type", 0x8, Seq("LONG" -> 0x0, "STRING" -> 0x8)),
      LayoutBits("is_ext_replicated", 0x100)).saying("UPSERT and DELETE together mean UPSERT"),
    int64("sequence", 11).saying("The SCN"),
    int16("physical_partition_id", 19),
    int16("logical_partition_id", 21),
    int64("timestamp_nanos", 23).making("timestamp").saying("Since 1970, UTC"),
    int16("src_id", 31).making(ofSource: _*),
    bytes("schema_id", 33, 16).making("schema_version").saying(
      "An MD5; its first two bytes are the schema version, which has a meaning for REPL_DBUS " +
        "events only"),
    uint32("body_crc", 49).sums(HeaderEnd, End).saying("It covers a byte[] key"),
    varying("key", 53, "int64").saying("Or an int32 length and then `key_bytes`"),
    after("payload").saying("To the end")
  )

  val Version2: FixedLayout = FixedLayout(
    "version 2",
    int8("version", 0).is(2),
    uint32("magic", 1).is(0xcafedeedL).saying(
      "In the byte order of the producer; not covered by a checksum"),
    int32("header_length", 5).counts(Offset(0), HeaderEnd).saying("Not covered by a checksum"),
    uint32("header_crc", 9).sums(Offset(13), HeaderEnd),
    uint32("body_crc", 13).sums(HeaderEnd, End),
    int32("size", 17).counts(Offset(0), End),
    uint16("attributes", 21).flags(
      LayoutBits("opcode", 0x3, Seq("UPSERT" -> 0x1, "DELETE" -> 0x2)),
      LayoutBits("key_type", 0xc, Seq("LONG" -> 0x4, "STRING" -> 0x8, "SCHEMA" -> 0xc)),
      LayoutBits("is_ext_replicated", 0x10),
      LayoutBits("is_trace", 0x20),
      LayoutBits("metadata", 0x40),
      LayoutBits("payload", 0x80)),
    int64("timestamp_nanos", 23).making("timestamp"),
    int32("src_id", 31).making(ofSource: _*),
    int16("physical_partition_id", 35).making("logical_partition_id"),
    int64("sequence", 37),
    varying("key", 45, "int64").saying(
      "Or an int32 length and `key_bytes`; or a part, shown as `key_part`. The header ends with it"),
    after("metadata", "part").saying("If its bit is set"),
    after("payload", "part").making("schema_version", "schema_digest_type", "schema_id").saying(
      "If its bit is set")
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
