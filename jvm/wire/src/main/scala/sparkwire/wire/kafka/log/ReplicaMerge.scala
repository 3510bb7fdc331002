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
  def of(replicas: Seq[Iterator[OpenSegment]], maxSize: Int, verifies: Boolean): MergedReplicas = {
    val scans = replicas.map(new ReplicaScan(_, maxSize, verifies))
    val transactions = new TransactionFinder
    var waiting = scans.filter(_.advance())
    while (waiting.nonEmpty) {
      val offset = waiting.map(_.lastOffset).min
      val same = waiting.filter(_.lastOffset == offset)
      same.find(_.isRight) match {
        case Some(taken) =>
          report(scans, taken.baseOffset, offset)
          taken.wanted.add(taken.baseOffset, offset + 1)
          transactions.add(taken.window, taken.scan)
        case None =>
          report(scans, offset + 1, offset)
          same.head.wanted.add(offset, offset + 1)
      }
      waiting = waiting.filter(scan => scan.lastOffset != offset || scan.advance())
    }
    report(scans, Long.MaxValue, Long.MaxValue)
    MergedReplicas(scans.map(_.wanted.result), transactions.result)
  }

  /** Reports what is broken in front of a batch, once.
    *
    * @param until
    *   the first offset of the batch. What is broken from there on to its last offset is not lost
    */
  private def report(scans: Seq[ReplicaScan], until: Long, last: Long): Unit = {
    val lost = scans.flatMap(scan => scan.broken.filter(_ < until).map(_ -> scan)).sortBy(_._1)
    var before = Long.MinValue
    lost.foreach { case (offset, scan) =>
      if (offset > before) scan.wanted.add(offset, offset + 1)
      before = offset
    }
    scans.foreach(scan => scan.broken.dropWhileInPlace(_ <= last))
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
        else if (scan.fault == null) broken += end
        else {
          if (!broken.lastOption.contains(end)) broken += end
          scan.skipBroken()
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
