package sparkwire.wire.kafka.log

import scala.collection.mutable

import sparkwire.wire.files.FileWindow

/** A segment of a replica, open for reading. */
final case class OpenSegment(window: FileWindow, range: LogRange, baseOffset: Long)

/** What is read of the replicas of a partition, so that each batch is read once.
  *
  * @param wanted
  *   for each replica, the offsets of the batches that are read there, and of what is broken in all of
  *   them
  * @param transactions
  *   the transactions in these batches
  */
final case class MergedReplicas(wanted: Seq[OffsetRanges], transactions: TransactionSummary)

/** Goes through all replicas of a partition at once, in the order of offsets. A batch is taken from the
  * first replica where its checksum is right. Replicas have the same batches, as far as they have them:
  * followers copy the bytes, and compaction keeps the offsets of a batch.
  */
object ReplicaMerge {

  /** @param replicas
    *   the segments of each replica, in the order of their offsets; each is read before the next one is
    *   opened
    * @param verifies
    *   whether checksums are compared; else a batch is right if its head is
    */
  def of(replicas: Seq[Iterator[OpenSegment]], maxSize: Int, verifies: Boolean): MergedReplicas =
    new ReplicaMerge(replicas.map(new ReplicaScan(_, maxSize, verifies))).result
}

private final class ReplicaMerge(scans: Seq[ReplicaScan]) {
  private[this] val transactions = new TransactionFinder
  // The replica from which the last batch was taken. Compaction leaves a gap behind nearly every batch;
  // while batches come from the same replica, they are one range.
  private[this] var last: ReplicaScan = _

  def result: MergedReplicas = {
    var waiting = scans.filter(_.advance())
    while (waiting.nonEmpty) {
      val offset = waiting.map(_.lastOffset).min
      take(waiting.filter(_.lastOffset == offset), offset)
      waiting = waiting.filter(scan => scan.lastOffset != offset || scan.advance())
    }
    report(Long.MaxValue, Long.MaxValue)
    MergedReplicas(scans.map(_.wanted.result), transactions.result)
  }

  /** Takes a batch from the first replica where it is right.
    *
    * @param same
    *   the replicas that have it
    */
  private def take(same: Seq[ReplicaScan], offset: Long): Unit = same.find(_.isRight) match {
    case Some(right) =>
      report(right.baseOffset, offset)
      add(right, right.baseOffset, offset)
      transactions.add(right.window, right.scan)
    case None =>
      report(offset + 1, offset)
      add(same.head, offset, offset)
  }

  private def add(scan: ReplicaScan, first: Long, offset: Long): Unit = {
    scan.wanted.add(first, offset + 1, joins = last eq scan)
    last = scan
  }

  /** Reports what is broken in front of a batch, once.
    *
    * @param until
    *   the first offset of the batch. What is broken from there on to its last offset is not lost
    */
  private def report(until: Long, lastOffset: Long): Unit = {
    val lost = scans.flatMap(scan => scan.broken.filter(_ < until).map(_ -> scan)).sortBy(_._1)
    var before = Long.MinValue
    lost.foreach { case (offset, scan) =>
      if (offset > before) {
        scan.wanted.add(offset, offset + 1)
        last = null
      }
      before = offset
    }
    scans.foreach(_.broken.dropWhileInPlace(_ <= lastOffset))
  }
}

/** Goes from batch to batch of a replica. */
private final class ReplicaScan(segments: Iterator[OpenSegment], maxSize: Int, verifies: Boolean) {
  val wanted: OffsetRanges.Builder = new OffsetRanges.Builder

  /** The offsets behind which something is broken that is no batch, since the last report. */
  val broken: mutable.ArrayBuffer[Long] = mutable.ArrayBuffer.empty

  var scan: BatchScan = _
  var window: FileWindow = _
  var baseOffset = 0L
  var lastOffset = 0L
  private[this] var end = 0L
  private[this] var rightness: Option[Boolean] = _

  /** Whether the current batch is right. It is skipped as a broken one if not. */
  def isRight: Boolean = rightness.getOrElse {
    val isRight = !verifies || scan.hasRightChecksum
    rightness = Some(isRight)
    if (!isRight) scan.skipBroken()
    isRight
  }

  /** Moves to the next batch. Returns false behind the last one. */
  def advance(): Boolean = {
    var found = false
    var more = true
    while (!found && more)
      if (scan != null && scan.advance()) {
        if (scan.fault == null && scan.head.lastOffset >= end) found = true
        else {
          if (!broken.lastOption.contains(end)) broken += end
          if (scan.fault != null) scan.skipBroken()
        }
      } else if (segments.hasNext) {
        val next = segments.next()
        window = next.window
        scan = new BatchScan(window, next.range, maxSize, comparesOffsets = true)
        end = math.max(end, next.baseOffset)
      } else more = false
    if (found) {
      baseOffset = if (scan.head.isMessage) scan.head.lastOffset else scan.head.baseOffset
      lastOffset = scan.head.lastOffset
      end = math.max(end, lastOffset + 1)
      rightness = None
    }
    found
  }
}
