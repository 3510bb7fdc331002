package sparkwire.wire.kafka.batches

import sparkwire.wire.heads.{FixedLayout, LayoutBits, LayoutField}
import sparkwire.wire.heads.LayoutEdge.{End, Offset}
import sparkwire.wire.heads.LayoutField._
import sparkwire.wire.kafka.Kafka._

/** The layouts of batches, and of the messages of magic 0 and 1 in their place. Big endian. The
  * magic has the same offset in all of them. The checksum of a batch is CRC-32C, the one of a
  * message CRC-32.
  */
private[kafka] object BatchLayouts {
  private val codec = LayoutBits("codec", 0x7,
    Seq("none" -> 0x0, "gzip" -> 0x1, "snappy" -> 0x2, "lz4" -> 0x3, "zstd" -> 0x4))
    .refusing(BadCompression)
  private val oldCodec = codec.copy(words = codec.words.init)
  private val logAppendTime = LayoutBits("log append time", 0x8)

  /** A batch of magic 2. */
  val Batch: FixedLayout = FixedLayout(
    "batch",
    int64("base_offset", 0),
    int32("length", 8).counts(Offset(12), End).refusing(NegativeLength, BadBatchLength),
    int32("partition_leader_epoch", 12),
    int8("magic", 16).is(2).refusing(BadMagic),
    uint32("crc", 17).sums(Offset(21), End).refusing(BadCrc),
    int16("attributes", 21).flags(codec, logAppendTime, LayoutBits("transactional", 0x10),
      LayoutBits("control", 0x20), LayoutBits("delete horizon", 0x40)),
    int32("last_offset_delta", 23),
    int64("base_timestamp", 27).saying("With the bit for it, the delete horizon"),
    int64("max_timestamp", 35).saying("With log append time, the timestamp of all records"),
    int64("producer_id", 43),
    int16("producer_epoch", 51),
    int32("base_sequence", 53).saying("-1 for none"),
    int32("record_count", 57).numberOf("records").refusing(BadRecordCount),
    varying("records", 61).saying("Compressed together if a codec is set")
  )

  val Message0: FixedLayout = FixedLayout(
    "message of magic 0",
    head(0) ++ keyAndValue(18): _*)

  val Message1: FixedLayout = FixedLayout(
    "message of magic 1",
    head(1, logAppendTime) ++ (int64("timestamp", 18) +: keyAndValue(26)): _*)

  private def head(magic: Int, bits: LayoutBits*): Seq[LayoutField] = Seq(
    int64("base_offset", 0),
    int32("length", 8).counts(Offset(12), End),
    uint32("crc", 12).sums(Offset(16), End),
    int8("magic", 16).is(magic.toLong),
    int8("attributes", 17).flags(oldCodec +: bits: _*)
  )

  private def keyAndValue(at: Int): Seq[LayoutField] = Seq(
    varying("key", at, "nullable bytes").saying("An int32 length, -1 for null, and the key"),
    after("value", "nullable bytes").saying(
      "In the same form; with a codec, a compressed set of messages")
  )
}
