package sparkwire.wire.kafka.batches

import sparkwire.wire.core.{Cursor, Reason}
import sparkwire.wire.heads.{HeadExtent, LayoutField}
import sparkwire.wire.kafka.Kafka
import sparkwire.wire.kafka.batches.BatchRows._

/** The fields of a batch's head that apply to all of its records. */
private[kafka] final class BatchHeader extends HeadExtent {
  import BatchHeader._

  var baseOffset = 0L
  var leaderEpoch = 0
  var attributes = 0
  var baseTimestamp = 0L
  var maxTimestamp = 0L
  var producerId = 0L
  var producerEpoch: Short = 0
  var baseSequence = 0
  var count = 0
  var lastOffsetDelta = 0

  /** Finds the extent of the batch at the cursor, whose bytes are all there. Of one that is not of
    * magic 2, nothing is known but the fields up to the magic.
    */
  def find(cursor: Cursor): Unit = {
    start = cursor.position
    val length = cursor.i32At(start + LengthAt)
    val isKnown = length > MagicAt - LengthEnd && cursor.bytes(start + MagicAt) == 2
    headerEnd = start + (if (isKnown) BatchLayouts.Batch.fixedSize else MagicAt + 1)
    end = start + LengthEnd + length
  }

  /** Takes the fields from the head that [[find]] has found, and that has been checked. */
  def load(cursor: Cursor): Unit = {
    baseOffset = BatchFields.baseOffset.in(cursor, start)
    leaderEpoch = BatchFields.leaderEpoch.in(cursor, start).toInt
    attributes = BatchFields.attributes.in(cursor, start).toInt
    lastOffsetDelta = BatchFields.lastOffsetDelta.in(cursor, start).toInt
    baseTimestamp = BatchFields.baseTimestamp.in(cursor, start)
    maxTimestamp = BatchFields.maxTimestamp.in(cursor, start)
    producerId = BatchFields.producerId.in(cursor, start)
    producerEpoch = BatchFields.producerEpoch.in(cursor, start).toShort
    baseSequence = BatchFields.baseSequence.in(cursor, start).toInt
    count = BatchFields.count.in(cursor, start).toInt
  }

  def codec: Int = attributes & CodecBits
  def hasLogAppendTime: Boolean = (attributes & LogAppendBit) != 0
  def isTransactional: Boolean = (attributes & TransactionalBit) != 0
  def isControl: Boolean = (attributes & ControlBit) != 0

  /** Whether a record may have this offset delta and timestamp. */
  def allows(delta: Int, millis: Long): Boolean = {
    val isInOffsets =
      if (BatchHeader.hasOffsets(baseOffset, lastOffsetDelta))
        delta >= 0 && delta <= lastOffsetDelta
      else baseOffset + delta >= 0
    isInOffsets && (!BatchHeader.hasTimestamps(maxTimestamp) || millis <= maxTimestamp)
  }

  def millis(delta: Long): Long = if (hasLogAppendTime) maxTimestamp else baseTimestamp + delta

  /** Returns the sequence of a record, -1 if there is none. It wraps from 2147483647 to 0. */
  def sequence(delta: Int): Int =
    if (baseSequence < 0) -1 else (baseSequence + delta) & Int.MaxValue
}

private[kafka] object BatchHeader {
  val LengthAt: Int = BatchLayouts.Batch.at("length")
  val LengthEnd: Int = BatchLayouts.Batch("length").end
  val MagicAt: Int = BatchLayouts.Batch.at("magic")
  val CountAt: Int = BatchLayouts.Batch.at("record_count")

  /** The length of a batch without records. */
  val MinLength: Int = BatchLayouts.Batch.fixedSize - LengthEnd

  val BeyondHead: Reason = Kafka.BadRecordCount.because(
    "a record has an offset or a timestamp beyond those in the batch header")

  // Whether a head limits the offsets or the timestamps of its records, so that a query which needs
  // others may skip the batch.

  def hasOffsets(baseOffset: Long, lastOffsetDelta: Int): Boolean =
    baseOffset >= 0 && lastOffsetDelta >= 0 && baseOffset <= Long.MaxValue - lastOffsetDelta
  def hasTimestamps(maxTimestamp: Long): Boolean = maxTimestamp >= 0
}

/** The fields of a batch's head. */
private[batches] object BatchFields {
  val baseOffset: LayoutField = BatchLayouts.Batch("base_offset")
  val leaderEpoch: LayoutField = BatchLayouts.Batch("partition_leader_epoch")
  val attributes: LayoutField = BatchLayouts.Batch("attributes")
  val lastOffsetDelta: LayoutField = BatchLayouts.Batch("last_offset_delta")
  val baseTimestamp: LayoutField = BatchLayouts.Batch("base_timestamp")
  val maxTimestamp: LayoutField = BatchLayouts.Batch("max_timestamp")
  val producerId: LayoutField = BatchLayouts.Batch("producer_id")
  val producerEpoch: LayoutField = BatchLayouts.Batch("producer_epoch")
  val baseSequence: LayoutField = BatchLayouts.Batch("base_sequence")
  val count: LayoutField = BatchLayouts.Batch("record_count")
}

/** A message of magic 0 or 1, which takes the place of a batch. */
private[kafka] object MessageLayout {
  val AttributesAt: Int = BatchLayouts.Message0.at("attributes")

  // Key and value have a length of four bytes each.
  private val minLength0 = BatchLayouts.Message0.fixedSize - BatchHeader.LengthEnd + 2 * 4
  private val minLength1 = BatchLayouts.Message1.fixedSize - BatchHeader.LengthEnd + 2 * 4

  /** Returns the length of a message without key and value. */
  def minLength(magic: Int): Int = if (magic == 0) minLength0 else minLength1
}

/** Charges a value for the result of its records, in the same way with and without compression. */
private[kafka] object BatchCost {

  /** Charges for the size of a record's row beyond the bytes of the record. Those are in the input,
    * or were charged when they were decompressed.
    */
  def spendRecord(cursor: Cursor, size: Int): Unit =
    if (size < RecordBytes) cursor.allowance.spend(RecordBytes.toLong - size)

  def spendHeaders(cursor: Cursor, count: Int): Unit =
    cursor.allowance.spend(HeaderBytes.toLong * count)
}
