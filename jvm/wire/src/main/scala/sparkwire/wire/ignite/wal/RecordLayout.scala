package sparkwire.wire.ignite.wal

import sparkwire.wire.heads.FixedLayout
import sparkwire.wire.heads.LayoutEdge.{End, Offset}
import sparkwire.wire.heads.LayoutField._

/** The layouts of a segment, little endian: its head, the records that follow it end to end, and
  * the entries in records of the types in [[RecordTypes]].
  */
private[ignite] object RecordLayout {
  private val checksum = "CRC-32 with all bits inverted, of all bytes before it"

  val Head: FixedLayout = FixedLayout(
    "segment head",
    uint8("type", 0).is(RecordTypes.Head.toLong),
    int64("segment", 1).saying("The number of the segment"),
    int32("segment_offset", 9).is(0),
    int64("magic", 13).saying("`B0D045ACE7ED045A`, or `4E07AE0E573A694E` in a compacted segment"),
    int32("version", 21).is(2),
    uint32("crc", 25).saying(checksum)
  )

  val Record: FixedLayout = FixedLayout(
    "record",
    uint8("type", 0),
    int64("segment", 1),
    int32("segment_offset", 9).saying("Where the record begins in a segment that is not compacted"),
    int32("length", 13).counts(Offset(0), End),
    varying("body", 17),
    after("crc", "uint32").saying(checksum)
  )

  /** The size of the checksum after a record. */
  final val CrcSize = 4

  /** The length of a record without a body. */
  val LeastSize: Int = Record.fixedSize + CrcSize

  /** The body of a record with entries. */
  val Entries: FixedLayout = FixedLayout(
    "entries",
    int32("number of entries", 0),
    int64("time", 4).saying("In milliseconds since the Unix epoch"),
    varying("entries", 12)
  )

  val Entry: FixedLayout = FixedLayout(
    "entry",
    int32("cache_id", 0).saying("The hash of the cache's name"),
    varying("key", 4).saying("An int32 length, an int8 type, and the bytes"),
    after("value").saying("As the key, or the int32 -1 for none"),
    after("operation", "uint8"),
    after("transaction", "version").saying("Only a 0, if there is none"),
    after("version", "version"),
    after("partition", "int32"),
    after("update_counter", "int64"),
    after("expire_time", "int64").saying("In milliseconds, 0 for never"),
    after("flags", "uint8").saying(
      "1 `primary`, 2 `preload`, 4 `from_store`. Not there in records of the type 3")
  )

  val Version: FixedLayout = FixedLayout(
    "version",
    uint8("form", 0).saying("1, or 2 if there is a `source_version`"),
    int32("topology_version", 1),
    uint32("node_order", 5).saying("The 5 highest bits are the `cluster_id`"),
    int64("order", 9),
    varying("source_version", 17).saying(
      "If the entry was replicated from another cluster: the three fields of its version there")
  )
}
