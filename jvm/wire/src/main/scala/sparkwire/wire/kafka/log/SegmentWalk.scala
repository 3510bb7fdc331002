package sparkwire.wire.kafka.log

import sparkwire.wire.files.FileWindow

/** A place between batches.
  *
  * @param position
  *   where the next batch begins in the file
  * @param offset the offset after the batches before it
  */
final case class LogPlace(position: Long, offset: Long)

/** The facts that the heads of batches tell about a segment, from a place on.
  *
  * @param end
  *   the place after the last batch. The bytes after it may become a batch when the file grows
  * @param ascends
  *   whether the offsets of each batch are after the offsets of the one before
  * @param transactions
  *   the transactions in these batches
  */
final case class SegmentWalk(end: LogPlace, ascends: Boolean, transactions: TransactionSummary) {

  /** Returns the facts that are known after the walk went on from [[end]]. */
  def and(behind: SegmentWalk): SegmentWalk = SegmentWalk(behind.end, ascends && behind.ascends,
    TransactionSummary.of(Seq(transactions, behind.transactions)))
}

object SegmentWalk {

  /** @param from
    *   the place where the range begins
    * @param verifies
    *   whether a batch says something about transactions only if its checksum is right
    * @param stop
    *   whether to end before a batch, by the place before it and its head
    */
  def of(scan: BatchScan, window: FileWindow, from: LogPlace, verifies: Boolean,
      stop: (LogPlace, BatchHeaderView) => Boolean = (_, _) => false): SegmentWalk = {
    val transactions = new TransactionFinder(verifies)
    var end = from
    var ascends = true
    var goesOn = true
    while (goesOn && scan.advance())
      if (scan.fault != null) scan.skipBroken()
      else if (stop(end, scan.head)) goesOn = false
      else {
        val next = scan.head.lastOffset + 1
        val until = scan.nextPosition
        val isBorneOut = scan.skip()
        if (isBorneOut) transactions.add(window, scan)
        // A broken batch is a batch, unless there is another one in it.
        if (scan.nextPosition == until) {
          ascends &&= next > end.offset
          end = LogPlace(until, math.max(end.offset, next))
        }
      }
    SegmentWalk(end, ascends, transactions.result)
  }
}
