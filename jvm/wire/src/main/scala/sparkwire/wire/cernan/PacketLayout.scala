package sparkwire.wire.cernan

import sparkwire.wire.heads.{FixedLayout, LayoutBits, LayoutField, ResultField}
import sparkwire.wire.heads.LayoutEdge.{End, Offset}
import sparkwire.wire.heads.LayoutField._

/** The layout of packets. Big endian; all numbers are unsigned. */
private[cernan] object PacketLayout {
  val Packet: FixedLayout = FixedLayout(
    "packet",
    uint32("length", 0).counts(Offset(4), End),
    uint32("version", 4),
    uint32("control", 8).flags(LayoutBits("sync", 0x1)),
    uint64("id", 12),
    uint64("shard_by", 20).making(ResultField.text("kafka_key")((shardBy, _) => kafkaKey(shardBy))),
    varying("pair count", 28, "uint8").numberOf("pairs").saying("Only in version 2 and above"),
    after("pairs").saying(
      "They make `metadata`. Each is a uint8 length of the key, the key, a uint16 length of the value, the value"),
    after("avro", "container").saying("To the end")
  )

  /** The bit of `control` that requests a reply, which consists of the id. */
  val SyncBit: Int = Packet.bits("control", "sync").mask

  /** The size of the fields up to the pairs, with the length itself. */
  val MinSize: Int = Packet.at("pair count")
  val IdSize: Int = Packet("id").size

  val Version: LayoutField = Packet("version")
  val Control: LayoutField = Packet("control")
  val Id: LayoutField = Packet("id")
  val ShardBy: LayoutField = Packet("shard_by")

  /** The size of the length, which comes first. */
  val LengthSize: Int = Packet("length").size

  /** The key that Cernan's Kafka sink uses: hex digits without leading zeros. */
  private def kafkaKey(shardBy: Long): Array[Byte] = {
    val digits = math.max(1, (67 - java.lang.Long.numberOfLeadingZeros(shardBy)) / 4)
    val text = new Array[Byte](digits)
    var at = 0
    while (at < digits) {
      val digit = ((shardBy >>> (4 * (digits - 1 - at))) & 0xf).toInt
      text(at) = (if (digit < 10) '0' + digit else 'A' + digit - 10).toByte
      at += 1
    }
    text
  }
}
