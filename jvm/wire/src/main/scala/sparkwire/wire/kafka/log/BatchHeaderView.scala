package sparkwire.wire.kafka.log

import sparkwire.wire.core.Bytes
import sparkwire.wire.kafka.batches.{BatchHeader, BatchLayouts, BatchRows, MessageLayout}

/** The head of a batch, or of a message of magic 0 or 1, read in place: see
  * [[batches.BatchLayouts]].
  *
  * Trap: the checksum does not cover the fields before it: base offset, length, leader epoch,
  * magic.
  */
final class BatchHeaderView {
  private[this] var bytes: Array[Byte] = _
  private[this] var start = 0

  def wrap(bytes: Array[Byte], start: Int): Unit = {
    this.bytes = bytes
    this.start = start
  }

  private def i16(at: Int): Short = Bytes.i16be(bytes, start + at)
  private def i32(at: Int): Int = Bytes.i32be(bytes, start + at)
  private def i64(at: Int): Long = Bytes.i64be(bytes, start + at)

  /** The base offset. A compressed message of magic 0 or 1 has the offset of its last message. */
  def baseOffset: Long = i64(BatchHeaderView.BaseOffsetAt)

  /** The number of bytes after the length. */
  def length: Int = i32(BatchHeader.LengthAt)

  /** The size of the whole batch in bytes. */
  def size: Long = BatchHeader.LengthEnd.toLong + length

  def magic: Int = bytes(start + BatchHeader.MagicAt).toInt
  def isMessage: Boolean = magic < 2

  // The following fields are present if the length fits the magic.

  def attributes: Int =
    if (isMessage) bytes(start + MessageLayout.AttributesAt) & 0xff
    else i16(BatchHeaderView.AttributesAt).toInt

  def codec: Int = attributes & BatchRows.CodecBits
  def isControl: Boolean = !isMessage && (attributes & BatchRows.ControlBit) != 0
  def isTransactional: Boolean = !isMessage && (attributes & BatchRows.TransactionalBit) != 0

  /** The type as Kafka numbers it: -1 for no timestamp, 0 for the producer's, 1 for the broker's */
  def timestampType: Int =
    if (magic == 0) -1 else if ((attributes & BatchRows.LogAppendBit) != 0) 1 else 0

  // Batches of magic 2 only.

  def leaderEpoch: Int = i32(BatchHeaderView.LeaderEpochAt)
  def checksum: Int = i32(BatchHeaderView.ChecksumAt)
  def lastOffsetDelta: Int = i32(BatchHeaderView.LastOffsetDeltaAt)

  /** Whether no record has an offset beyond [[baseOffset]] and [[lastOffset]]. Nothing is known of
    * the offsets inside a compressed message.
    */
  def hasOffsets: Boolean =
    if (isMessage) codec == 0 else BatchHeader.hasOffsets(baseOffset, lastOffsetDelta)
  def lastOffset: Long = if (isMessage) baseOffset else baseOffset + lastOffsetDelta

  /** Whether no record has a timestamp after [[maxTimestamp]]. */
  def hasTimestamps: Boolean = !isMessage && BatchHeader.hasTimestamps(maxTimestamp)
  def maxTimestamp: Long = i64(BatchHeaderView.MaxTimestampAt)
  def producerId: Long = i64(BatchHeaderView.ProducerIdAt)
  def producerEpoch: Short = i16(BatchHeaderView.ProducerEpochAt)
  def count: Int = i32(BatchHeader.CountAt)

  /** The most bytes that the batch can become when it is unpacked, as far as the codec tells. */
  def mostUnpacked: Long = size * BatchHeaderView.mostUnpacked(codec)

  /** Whether the bytes after the head can be this many records, as far as the codec tells. */
  def countFits: Boolean = count >= 0 && {
    val unpacked = (size - BatchHeaderView.Size) * BatchHeaderView.mostUnpacked(codec)
    count.toLong * BatchHeaderView.SmallestRecord <= unpacked
  }

  /** Whether rows of this many records, unpacked, are within `maxSize`. A reader of the records
    * would refuse them otherwise.
    */
  def countIsWithin(maxSize: Int): Boolean =
    codec == 0 || count.toLong * BatchRows.RecordBytes <= maxSize

  /** Whether a batch that ends within `left` bytes may begin here. */
  def fits(left: Long): Boolean = {
    val smallest = BatchHeaderView.minLength(magic)
    smallest > 0 && length >= smallest && size <= left && isPlausible
  }

  /** Whether a writer of batches could have written these fields. The checksum is not compared. */
  private def isPlausible: Boolean =
    baseOffset >= 0 && (isMessage || (attributes >>> BatchHeaderView.UsedAttributes) == 0 &&
      lastOffsetDelta >= 0 && count >= 0 && count <= lastOffsetDelta + 1L)
}

object BatchHeaderView {
  val ChecksumAt: Int = BatchLayouts.Batch.at("crc")
  val AttributesAt: Int = BatchLayouts.Batch.at("attributes")
  private val BaseOffsetAt = BatchLayouts.Batch.at("base_offset")
  private val LeaderEpochAt = BatchLayouts.Batch.at("partition_leader_epoch")
  private val LastOffsetDeltaAt = BatchLayouts.Batch.at("last_offset_delta")
  private val MaxTimestampAt = BatchLayouts.Batch.at("max_timestamp")
  private val ProducerIdAt = BatchLayouts.Batch.at("producer_id")
  private val ProducerEpochAt = BatchLayouts.Batch.at("producer_epoch")

  /** The size of the head at magic 2, in bytes. */
  val Size: Int = BatchLayouts.Batch.fixedSize

  /** The size of the smallest message, in bytes. */
  val SmallestSize: Int = BatchHeader.LengthEnd + MessageLayout.minLength(0)
  private final val UsedAttributes = 7

  // The length, attributes, timestamp, offset, lengths of key and value, and number of headers.
  private final val SmallestRecord = 7

  /** The most bytes that one byte can become: a copy of deflate has 258 bytes in 2 bits, one of
    * snappy 64 in 3 bytes; a byte of a length in lz4 stands for 255, a block of zstd for 128 KiB.
    */
  private val mostUnpacked = Array(1L, 1032L, 64L, 255L, 128L << 10, 0L, 0L, 0L)

  /** The names of the codecs in ASCII, by their numbers. */
  def codecs: Array[Array[Byte]] = BatchRows.codecs

  /** Returns the smallest length of a batch or message with this magic, -1 for an unknown magic. */
  def minLength(magic: Int): Int = magic match {
    case 0 | 1 => MessageLayout.minLength(magic)
    case 2 => BatchHeader.MinLength
    case _ => -1
  }
}
