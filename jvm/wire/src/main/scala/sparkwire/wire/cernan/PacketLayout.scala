package sparkwire.wire.cernan

import sparkwire.wire.core.{FixedLayout, LayoutBits}
import sparkwire.wire.core.LayoutEdge.{End, Offset}
import sparkwire.wire.core.LayoutField._

/** The layout of packets. Big endian; all numbers are unsigned. */
private[cernan] object PacketLayout {
  val Packet: FixedLayout = FixedLayout(
    "packet",
    uint32("length", 0).counts(Offset(4), End),
    uint32("version", 4),
    uint32("control", 8).flags(LayoutBits("sync", 0x1)),
    uint64("id", 12),
    uint64("shard_by", 20).making("kafka_key"),
    varying("pair count", 28, "uint8").numberOf("pairs").saying("Only in version 2 and above"),
    after("pairs").making("metadata").saying(
      "Each is a uint8 length of the key, the key, a uint16 length of the value, the value"),
    after("avro", "container").saying("To the end")
  )

  /** The bit of `control` that requests a reply, which consists of the id. */
  val SyncBit: Int = Packet.bits("control", "sync").mask

  /** The size of the fields up to the pairs, with the length itself. */
  val MinSize: Int = Packet.at("pair count")
  val IdSize: Int = Packet("id").size
}
