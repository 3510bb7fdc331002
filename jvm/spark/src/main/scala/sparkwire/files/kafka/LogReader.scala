package sparkwire.files.kafka

import java.util.Arrays

import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.read.PartitionReader
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType

import sparkwire.errors.SparkwireErrors
import sparkwire.files.{FileKind, FileNames, FileReading, FilterRanges, ValueRange}
import sparkwire.wire.core.{Options, Reason}
import sparkwire.wire.files.FileWindow
import sparkwire.wire.kafka.Kafka
import sparkwire.wire.kafka.log._
import sparkwire.wire.trace.Fault

/** The columns and options that a query needs from log files. */
private[sparkwire] final case class LogReading(required: StructType, options: Options,
    isPermissive: Boolean, isCommitted: Boolean, filters: Seq[Filter],
    failsOnDataLoss: Boolean = true, isUnion: Boolean = false)
    extends FileReading[LogPart] {

  /** Whether no part of the records is needed or verified. */
  val needsHeadsOnly: Boolean = !options.verifies && LogColumns.ofRecordIn(required).isEmpty

  /** Whether the whole of most batches is read. */
  def readsBatches: Boolean = filters.isEmpty && !needsHeadsOnly

  override def newReader(parts: Seq[LogPart], hadoop: Configuration): PartitionReader[InternalRow] =
    new LogReader(parts, this, hadoop)
}

/** Produces the rows of one task, part after part and batch after batch. One batch at a time is in
  * memory.
  */
private[sparkwire] final class LogReader(parts: Seq[LogPart], reading: LogReading,
    hadoop: Configuration)
    extends PartitionReader[InternalRow] {
  private[this] val waiting = parts.iterator.flatMap(new CurrentParts(reading, hadoop).of)
  private[this] val decoder = new BatchDecoder(reading)
  private[this] val row = new LogRow(reading.required)
  private[this] var batches: PartBatches = _
  // The number of rows in the current batch, and how many of them were returned.
  private[this] var count = 0
  private[this] var taken = 0

  override def next(): Boolean = {
    while (taken == count && nextBatch()) {}
    if (taken == count) false
    else {
      if (decoder.hasRecords) row.setRecord(decoder, taken)
      taken += 1
      true
    }
  }

  override def get(): InternalRow = row.row

  /** Takes the rows of the next batch, which may have none. Returns false after the last batch. */
  private def nextBatch(): Boolean = {
    taken = 0
    count = 0
    if (batches == null || !batches.advance()) nextPart()
    else {
      take()
      true
    }
  }

  private def nextPart(): Boolean = {
    close()
    if (!waiting.hasNext) false
    else {
      batches = new PartBatches(waiting.next(), reading, hadoop)
      val part = batches.part
      row.setFile(part.file)
      FileNames.begin(part.file.path, part.range.from, part.range.until)
      if (batches.refusal != null) refuse(batches.refusal)
      true
    }
  }

  /** Reports a file that cannot be read, as a single row or as an error. */
  private def refuse(reason: Reason): Unit = {
    val fault = Fault(reason, 0, "", reason.explanation)
    if (!reading.isPermissive)
      throw SparkwireErrors.malformedFile(Kafka.Batches.name, batches.part.file.path, fault, 0)
    decoder.forget()
    row.setFault(fault, 0, -1)
    count = 1
  }

  private def take(): Unit = {
    val scan = batches.scan
    decoder.forget()
    if (scan.fault != null) {
      if (batches.isWantedPiece) broken(scan.fault) else scan.skipBroken()
    } else if (!batches.isOfPart) {
      // It may be broken here, with a wrong length.
      val _ = scan.skip()
    } else {
      val isNeeded = batches.isNeeded
      if (isNeeded || !batches.isKnown) decode(isNeeded)
    }
  }

  /** Decodes a batch.
    *
    * @param isNeeded
    *   whether its records may be in the result. If not, all that counts is whether it is a batch
    */
  private def decode(isNeeded: Boolean): Unit = {
    val scan = batches.scan
    row.setBatch(scan.head)
    val needsHeadOnly = decoder.needsHeadOnly(scan.head)
    val overlap = scan.overlapFault
    val fault =
      if (overlap != null) overlap else if (needsHeadOnly) counted(scan) else decoded(scan)
    if (fault != null) broken(fault) else if (!isNeeded) count = 0
  }

  // Each returns the fault of the batch, or null if it has none.

  private def counted(scan: BatchScan): Fault = {
    val fault = scan.countFault
    if (fault == null) count = scan.head.count
    fault
  }

  private def decoded(scan: BatchScan): Fault = {
    val mostUnpacked = scan.head.mostUnpacked
    val at = batches.window.load(scan.position, scan.size)
    val maxSize = batches.broken.maxSizeOf(scan.size, scan.position - batches.part.range.from)
    val damage = batches.damage
    val fault =
      if (damage != null) Fault(damage, 0, "", damage.explanation)
      else decoder.decode(batches.window.bytes, at, scan.size, maxSize)
    if (fault == null) count = decoder.count else batches.broken.add(mostUnpacked)
    fault
  }

  /** Reports a malformed batch, as a single row or as an error. */
  private def broken(found: Fault): Unit = {
    val damage = batches.damage
    val fault = if (damage == null) found else Fault(damage, 0, "", damage.explanation)
    val offset = batches.scan.position + fault.offset
    if (!reading.isPermissive)
      throw SparkwireErrors.malformedFile(Kafka.Batches.name, batches.part.file.path, fault, offset)
    decoder.forget()
    row.setFault(fault, offset, batches.scan.baseOffset)
    count = 1
    batches.scan.skipBroken()
    if (row.hasValue) row.setPassed(batches.passed)
  }

  override def close(): Unit = if (batches != null) {
    FileNames.end()
    batches.close()
    batches = null
  }
}

/** The batches in a part of a file, and which of them the query needs. */
private final class PartBatches(val part: LogPart, reading: LogReading, hadoop: Configuration)
    extends AutoCloseable {
  import PartBatches._

  private[this] val input = LogInput.open(part.file, hadoop, ReadAhead)

  /** Why the file cannot be read, null if it can. */
  def refusal: Reason = input.refusal

  def window: FileWindow = input.window
  val broken: BrokenBatches = new BrokenBatches(reading.options.maxSize)
  val scan: BatchScan = input.scan(
    if (refusal == null) input.range(part.range) else input.whole, reading.options.maxSize,
    if (reading.isUnion) input.named else OffsetLimits.None, part.offsetBefore,
    readsBatches = reading.readsBatches)
  private[this] val aborted = if (part.aborted == null) null else part.aborted()
  // The offset after the batches that were passed.
  private[this] var offset = part.firstOffset

  /** Why the current piece could not be read as it was stored, null if it could. */
  def damage: Reason =
    input.damageIn(scan.position, scan.position + math.max(1, scan.size))

  // A broken batch is read again, when the search for the next one has gone on.
  private[this] val behind = window.apart(ahead = 1)

  /** Returns the first bytes of a broken batch, and of the bytes up to the next one. */
  def passed: Array[Byte] = {
    val size = math.min(scan.size, FileKind.MostPassed)
    val at = behind.load(scan.position, size)
    Arrays.copyOfRange(behind.bytes, at, at + size)
  }

  def advance(): Boolean = {
    val isThere = scan.advance()
    if (isThere && scan.fault == null) offset = math.max(offset, scan.head.lastOffset + 1)
    isThere
  }

  /** Whether the bytes in place of a batch belong to the part. */
  def isWantedPiece: Boolean = part.wanted.contains(offset)

  /** Whether the current batch is read in this part. */
  def isOfPart: Boolean = {
    val last = scan.head.lastOffset
    // A segment that was rewritten may have absorbed the one after it.
    part.wanted.isAll || (part.wanted.contains(last) && last <= part.file.lastOffset)
  }

  /** Whether a record of the batch may be in the result, as its head says. */
  def isNeeded: Boolean = (!reading.isCommitted || isCommitted) && mayMatch

  private def mayMatch: Boolean =
    reading.filters.isEmpty || FilterRanges.mayMatch(reading.filters, ranges)

  /** Whether a batch that is not needed is known to match its head: that it ends there and, if
    * only this keeps it out, that it is aborted or a control batch.
    */
  def isKnown: Boolean =
    if (reading.options.verifies && mayMatch && isStable) scan.hasRightChecksum
    else scan.isBorneOut

  private def isStable: Boolean = scan.head.baseOffset < part.lastStableOffset

  private def isCommitted: Boolean = {
    val head = scan.head
    !head.isControl && isStable &&
    !(head.isTransactional && aborted != null && aborted.contains(head.producerId, head.baseOffset))
  }

  private val ranges: String => ValueRange = {
    case "offset" if scan.head.hasOffsets =>
      ValueRange(scan.head.baseOffset, scan.head.lastOffset)
    // The timestamp of the first record is not necessarily the smallest.
    case "timestamp" if scan.head.hasTimestamps =>
      ValueRange(Long.MinValue, greatestMicros(scan.head.maxTimestamp))
    case _ => null
  }

  override def close(): Unit = input.close()
}

private object PartBatches {
  private final val ReadAhead = 256 << 10

  private def greatestMicros(millis: Long): Long =
    if (millis > Long.MaxValue / 1000) Long.MaxValue else millis * 1000
}
