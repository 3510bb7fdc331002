package sparkwire.wire.kafka.batches

import java.util.Arrays
import java.util.zip.CRC32C

import sparkwire.wire.core.{Options, Reason}
import sparkwire.wire.heads.{CrcSum, HeadWriter}
import sparkwire.wire.kafka.batches.BatchRows._
import sparkwire.wire.writing.{Output, Source, SourceWriter, Unencodable}
import sparkwire.wire.writing.VarintOutput

/** Writes record batches of magic 2 from the rows that [[BatchReader]] gives.
  *
  * Rows of one batch stand together. The next batch begins where a field of the head changes, where
  * an offset is not above the last one, and where a sequence does not continue. Lengths, checksums
  * and the fields of the head that describe all records are computed.
  */
private[kafka] final class BatchWriter(options: Options, output: Output) extends SourceWriter {
  import BatchWriter._

  private[this] val fields = new HeadWriter(BatchLayouts.Batch, output, new CrcSum(new CRC32C))
  private[this] val compressor = new Compressor
  private[this] val unpacked = new Output
  unpacked.setMaxSize(options.maxSize)
  unpacked.setBigEndian(true)

  // The head of the current batch, and the one of the row that was looked at last.
  private[this] var head = new RowHead
  private[this] var next = new RowHead
  // The common properties of the records of the current batch.
  private[this] var baseOffset = 0L
  private[this] var baseMillis = 0L
  private[this] var maxMillis = 0L
  private[this] var baseSequence = -1
  private[this] var lastDelta = 0
  private[this] var count = 0

  override def write(source: Source): Unit = {
    output.setBigEndian(true)
    val _ = source.has(0)
    val rows = source.list(0)
    val size = rows.count
    if (size > 0) next.read(rowAt(rows, 0))
    var at = 0
    while (at < size) at = batch(rows, at, size)
  }

  private def rowAt(rows: Source, at: Int): Source = {
    if (!rows.has(at)) refuse(Unencodable.MissingField)
    rows.struct(at)
  }

  /** Writes the batch that begins with row `from`, whose head is `next`. Returns the row after it. */
  private def batch(rows: Source, from: Int, size: Int): Int = {
    fields.begin()
    val now = head
    head = next
    next = now
    begin(recordOf(rows, from))
    val records = if (head.codec == 0) output else unpacked
    if (records eq unpacked) unpacked.begin()
    var at = from
    var isSame = true
    while (isSame) {
      // The row is asked for again, because its record was only looked at.
      record(recordOf(rows, at), records)
      at += 1
      isSame = at < size && {
        next.read(rowAt(rows, at))
        next.isSame(head) && continues(recordOf(rows, at))
      }
    }
    if (records eq unpacked) compressor.compress(head.codec, unpacked, output)
    fillHead()
    at
  }

  private def recordOf(rows: Source, at: Int): Source = {
    val row = rowAt(rows, at)
    if (!row.has(OneRecord)) refuse(Unencodable.MissingField)
    row.struct(OneRecord)
  }

  /** Begins a batch with its first record. */
  private def begin(record: Source): Unit = {
    count = 0
    lastDelta = -1
    baseOffset =
      if (head.hasBaseOffset) head.baseOffset
      else if (record.has(Offset)) record.int(Offset)
      else 0
    baseMillis = millis(record)
    maxMillis = baseMillis
    val sequence = sequenceOf(record)
    baseSequence = if (sequence < 0) -1 else (sequence - delta(record)) & Int.MaxValue
  }

  /** Whether a record can follow in the same batch. */
  private def continues(record: Source): Boolean = {
    val sequence = sequenceOf(record)
    val offset = if (record.has(Offset)) record.int(Offset) else baseOffset + lastDelta + 1
    val delta = offset - baseOffset
    delta > lastDelta && delta <= Int.MaxValue &&
    (if (baseSequence < 0) sequence < 0
     else sequence < 0 || sequence == ((baseSequence + delta.toInt) & Int.MaxValue))
  }

  private def sequenceOf(record: Source): Int =
    if (record.has(Sequence)) record.int(Sequence).toInt else -1

  /** Returns the distance of a record's offset from the base offset of the batch. A record without
    * an offset comes right after the last one. Offsets of damaged batches overflow, as they do
    * where the records are read.
    */
  private def delta(record: Source): Int =
    if (!record.has(Offset)) lastDelta + 1
    else {
      val offset = record.int(Offset)
      val delta = offset - baseOffset
      if (delta != delta.toInt) refuse(NoSuchOffset)
      delta.toInt
    }

  private def millis(record: Source): Long =
    if (record.has(TimestampMs)) record.int(TimestampMs)
    else if (record.has(Timestamp)) Math.floorDiv(record.int(Timestamp), 1000L)
    else NoTimestamp

  private def record(record: Source, out: Output): Unit = {
    val time = millis(record)
    if (time > maxMillis) maxMillis = time
    lastDelta = delta(record)
    count += 1
    val lengthAt = out.reserve(1)
    out.i8(0)
    VarintOutput.long(out, time - baseMillis)
    VarintOutput.int(out, lastDelta)
    nullable(record, Key, out)
    nullable(record, Value, out)
    if (record.has(Headers)) headers(record.list(Headers), out) else VarintOutput.int(out, 0)
    VarintOutput.fill(out, lengthAt, (out.position - lengthAt - 1).toLong << 1)
  }

  private def nullable(source: Source, field: Int, out: Output): Unit =
    if (!source.has(field)) VarintOutput.int(out, -1)
    else {
      source.binary(field)
      VarintOutput.int(out, source.until - source.from)
      out.put(source.bytes, source.from, source.until)
    }

  private def headers(list: Source, out: Output): Unit = {
    VarintOutput.int(out, list.count)
    var at = 0
    while (at < list.count) {
      if (!list.has(at)) refuse(Unencodable.MissingField)
      val header = list.struct(at)
      if (!header.has(HeaderKey)) refuse(Unencodable.MissingField)
      header.text(HeaderKey)
      VarintOutput.int(out, header.until - header.from)
      out.put(header.bytes, header.from, header.until)
      nullable(header, HeaderValue, out)
      at += 1
    }
  }

  private def fillHead(): Unit = {
    fields.put(BatchFields.baseOffset, baseOffset)
    fields.put(BatchFields.leaderEpoch, head.leaderEpoch.toLong)
    fields.put(BatchFields.attributes, head.attributes.toLong)
    fields.put(BatchFields.lastOffsetDelta, lastDelta.toLong)
    fields.put(BatchFields.baseTimestamp, baseMillis)
    fields.put(BatchFields.maxTimestamp, maxMillis)
    fields.put(BatchFields.producerId, head.producerId)
    fields.put(BatchFields.producerEpoch, head.producerEpoch.toLong)
    fields.put(BatchFields.baseSequence, baseSequence.toLong)
    fields.put(BatchFields.count, count.toLong)
    fields.end(output.position)
  }
}

/** The fields of a row that are in the head of its batch. */
private final class RowHead {
  import BatchWriter._

  var hasBaseOffset = false
  var baseOffset = 0L
  var codec = 0
  var leaderEpoch = 0
  var producerId = 0L
  var producerEpoch = 0
  private var isTransactional = false
  private var isControl = false

  def attributes: Int = codec | (if (isTransactional) TransactionalBit else 0) |
    (if (isControl) ControlBit else 0)

  def read(row: Source): Unit = {
    hasBaseOffset = row.has(BaseOffset)
    baseOffset = if (hasBaseOffset) row.int(BaseOffset) else 0
    if (row.has(Magic) && row.int(Magic) != 2) refuse(NoMagic)
    codec = if (row.has(CodecName)) codecOf(row) else 0
    leaderEpoch = if (row.has(LeaderEpoch)) row.int(LeaderEpoch).toInt else -1
    producerId = if (row.has(ProducerId)) row.int(ProducerId) else -1
    producerEpoch = if (row.has(ProducerEpoch)) row.int(ProducerEpoch).toInt else -1
    isTransactional = row.has(Transactional) && row.bool(Transactional)
    isControl = row.has(Control) && row.bool(Control)
  }

  private def codecOf(row: Source): Int = {
    row.text(CodecName)
    var codec = 0
    while (codec < codecs.length && !isWord(row, codecs(codec))) codec += 1
    if (codec == codecs.length) refuse(NoCodec)
    codec
  }

  private def isWord(row: Source, word: Array[Byte]): Boolean =
    Arrays.equals(row.bytes, row.from, row.until, word, 0, word.length)

  def isSame(other: RowHead): Boolean =
    hasBaseOffset == other.hasBaseOffset && baseOffset == other.baseOffset &&
      attributes == other.attributes && leaderEpoch == other.leaderEpoch &&
      producerId == other.producerId && producerEpoch == other.producerEpoch
}

private object BatchWriter {
  def refuse(reason: Reason): Nothing = throw new Unencodable(reason)

  val NoMagic: Reason = Unencodable.OutOfRange.because(
    "batches of magic 2 are written, and no older ones; leave magic out")
  val NoCodec: Reason =
    Unencodable.TypeMismatch.because("codec is none, gzip, snappy, lz4 or zstd")
  private val NoSuchOffset: Reason = Unencodable.OutOfRange.because(
    "the offset is too far from base_offset")
}
