package sparkwire.wire.kafka.log

import java.util.{ArrayDeque, Comparator, PriorityQueue}

import sparkwire.wire.files.FileWindow

/** A segment of a replica, open for reading. Closing it is left to who opens the next one.
  *
  * @param isReadable
  *   whether it can be read at all; if not, all of it is broken
  */
final case class OpenSegment(window: FileWindow, scan: BatchScan, baseOffset: Long,
    isReadable: Boolean = true)

/** The parts of the replicas of a partition that are read, so that each batch is read once.
  *
  * @param wanted
  *   for each segment of each replica, the offsets of the batches that are read there, and of
  *   batches that are broken in all of them
  * @param transactions
  *   the transactions in these batches
  */
final case class MergedReplicas(wanted: Seq[Seq[OffsetRanges]], transactions: TransactionSummary)

/** Goes through all replicas of a partition at once, in the order of offsets. A batch is taken from the
  * first replica where its checksum is right. Replicas have the same batches, as far as they have them:
  * followers copy the bytes, and compaction keeps the offsets of a batch.
  *
  * The cost of one batch does not depend on the number of replicas, or of broken pieces in them:
  * both wait in queues by their offsets.
  */
object ReplicaMerge {

  /** @param replicas
    *   the segments of each replica, in the order of their offsets; each is read before the next one is
    *   opened
    * @param verifies
    *   whether checksums are compared; else a batch is right if its head is
    */
  def of(replicas: Seq[Iterator[OpenSegment]], verifies: Boolean): MergedReplicas =
    new ReplicaMerge(
      replicas.zipWithIndex.map { case (segments, rank) =>
        new ReplicaScan(segments, rank, verifies)
      },
      verifies).result
}

private final class ReplicaMerge(scans: Seq[ReplicaScan], verifies: Boolean) {
  private[this] val transactions = new TransactionFinder(verifies)
  private[this] val waiting =
    new PriorityQueue[ReplicaScan](math.max(1, scans.length), ReplicaScan.byOffset)
  private[this] val broken =
    new PriorityQueue[ReplicaScan](math.max(1, scans.length), ReplicaScan.byBroken)
  // Where the last batch was taken. Compaction leaves a gap after nearly every batch; while batches
  // come from the same segment, they are one range.
  private[this] var last: OffsetRanges.Builder = _
  private[this] var reported = Long.MinValue

  def result: MergedReplicas = {
    scans.foreach(advance)
    val same = new ArrayDeque[ReplicaScan]
    while (!waiting.isEmpty) {
      val offset = waiting.peek.lastOffset
      while (!waiting.isEmpty && waiting.peek.lastOffset == offset) same.add(waiting.poll())
      take(same, offset)
      while (!same.isEmpty) advance(same.poll())
    }
    report(Long.MaxValue, Long.MaxValue)
    MergedReplicas(scans.map(_.result), transactions.result)
  }

  private def advance(scan: ReplicaScan): Unit = {
    val hadBroken = !scan.broken.isEmpty
    if (scan.advance()) { val _ = waiting.add(scan) }
    if (!hadBroken && !scan.broken.isEmpty) { val _ = broken.add(scan) }
  }

  /** Takes a batch from the first replica where it is right.
    *
    * @param same
    *   the replicas that have it, in their order
    */
  private def take(same: ArrayDeque[ReplicaScan], offset: Long): Unit = {
    val each = same.iterator
    var right: ReplicaScan = null
    while (right == null && each.hasNext) {
      val next = each.next()
      if (next.isRight) right = next
    }
    if (right != null) {
      report(right.baseOffset, offset)
      add(right.wanted, right.baseOffset, offset)
      transactions.add(right.window, right.scan)
    } else {
      report(offset + 1, offset)
      add(same.peek.wanted, offset, offset)
    }
  }

  private def add(wanted: OffsetRanges.Builder, first: Long, offset: Long): Unit = {
    wanted.add(first, offset + 1, joins = last eq wanted)
    last = wanted
  }

  /** Reports the malformed bytes before a batch, once.
    *
    * @param until
    *   the first offset of the batch. Malformed bytes from there on to its last offset are not lost
    */
  private def report(until: Long, lastOffset: Long): Unit =
    while (!broken.isEmpty && isInFront(broken.peek.broken.peek, until, lastOffset)) {
      val scan = broken.poll()
      val piece = scan.broken.poll()
      if (piece.offset < until && piece.offset > reported) {
        piece.wanted.add(piece.offset, piece.offset + 1)
        reported = piece.offset
        last = null
      }
      if (!scan.broken.isEmpty) { val _ = broken.add(scan) }
    }

  private def isInFront(piece: BrokenPiece, until: Long, lastOffset: Long): Boolean =
    piece.offset < until || piece.offset <= lastOffset
}

/** Something that is broken in a segment of a replica.
  *
  * @param offset
  *   the offset after the batches before it
  * @param wanted the part of the segment that is read
  */
private final case class BrokenPiece(offset: Long, wanted: OffsetRanges.Builder)

/** Goes from batch to batch of a replica. */
private final class ReplicaScan(segments: Iterator[OpenSegment], val rank: Int, verifies: Boolean) {

  /** The broken pieces that have not been reported, in the order of offsets. */
  val broken: ArrayDeque[BrokenPiece] = new ArrayDeque

  var wanted: OffsetRanges.Builder = _
  var scan: BatchScan = _
  var window: FileWindow = _
  var baseOffset = 0L
  var lastOffset = 0L
  private[this] val each = Seq.newBuilder[OffsetRanges.Builder]
  private[this] var end = 0L
  private[this] var isKnown = true

  def result: Seq[OffsetRanges] = each.result().map(_.result)

  /** Whether the current batch is right. */
  def isRight: Boolean = {
    val isRight = if (verifies) scan.hasRightChecksum else scan.isBorneOut
    isKnown = isRight
    isRight
  }

  /** Moves to the next batch. Returns false after the last one. */
  def advance(): Boolean = {
    // Where a batch ends that is not taken from here has not been looked at.
    if (!isKnown) { val _ = scan.skip() }
    isKnown = true
    var found = false
    var more = true
    while (!found && more)
      if (scan != null && scan.advance()) {
        if (scan.fault == null) found = true
        else {
          addBroken()
          scan.skipBroken()
        }
      } else if (segments.hasNext) open(segments.next())
      else more = false
    if (found) {
      baseOffset = if (scan.head.isMessage) scan.head.lastOffset else scan.head.baseOffset
      lastOffset = scan.head.lastOffset
      end = math.max(end, lastOffset + 1)
      isKnown = false
    }
    found
  }

  private def open(next: OpenSegment): Unit = {
    window = next.window
    scan = next.scan
    wanted = new OffsetRanges.Builder
    each += wanted
    end = next.baseOffset
    if (!next.isReadable) addBroken()
  }

  private def addBroken(): Unit =
    if (broken.isEmpty || broken.peekLast.offset < end) broken.addLast(BrokenPiece(end, wanted))
}

private object ReplicaScan {
  val byOffset: Comparator[ReplicaScan] = (one, other) =>
    if (one.lastOffset != other.lastOffset) one.lastOffset.compareTo(other.lastOffset)
    else one.rank.compareTo(other.rank)

  val byBroken: Comparator[ReplicaScan] = (one, other) => {
    val (a, b) = (one.broken.peek.offset, other.broken.peek.offset)
    if (a != b) a.compareTo(b) else one.rank.compareTo(other.rank)
  }
}
