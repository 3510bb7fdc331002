package sparkwire.wire.ignite.dumps

import sparkwire.wire.heads.FixedLayout
import sparkwire.wire.heads.LayoutEdge.{End, Offset}
import sparkwire.wire.heads.LayoutField._
import sparkwire.wire.ignite.entries.StoredValue

/** The layout of the entries of a dump, which follow each other in a file for each partition. Big
  * endian, unlike the values in them.
  */
private[ignite] object EntryLayout {
  val Entry: FixedLayout = FixedLayout(
    "dump entry",
    uint32("size", 0).counts(Offset(4), End),
    uint32("crc", 4).sums(Offset(8), End).saying("CRC-32 with all bits inverted"),
    int32("cache_id", 8).saying("The hash of the cache's name"),
    int64("expire_time", 12).saying("In milliseconds, 0 for never"),
    uint8("has source_version", 20).saying("0 or 1"),
    int32("topology_version", 21),
    int64("order", 25),
    uint32("node_order", 33).saying("The 5 highest bits are the `cluster_id`"),
    varying("source_version", 37).saying(
      "If the entry was replicated from another cluster: the three fields of its version there"),
    after("key").saying("An int32 length, an int8 type, and the bytes"),
    after("value").saying("As the key")
  )

  val FlagAt: Int = Entry.at("has source_version")
  val VersionAt: Int = FlagAt + 1

  /** The size of a version. */
  val VersionSize: Int = Entry.fixedSize - VersionAt

  /** The smallest `size`: the size of an entry whose key and value have no bytes. */
  val LeastSize: Int = Entry.fixedSize - 4 + 2 * StoredValue.HeadSize
}
