package sparkwire.wire.kafka.log

/** A part of a log file.
  *
  * @param from
  *   where it begins: a batch is there
  * @param until
  *   the position where it ends
  * @param first
  *   the smallest offset that one of its records may have
  * @param last
  *   the greatest offset that one of its records may have
  */
final case class LogPiece(from: LogPlace, until: Long, first: Long, last: Long)

/** Divides a log file into pieces of about a length, and finds which offsets each of them has.
  *
  * A file is divided before a batch if all batches before it are where the heads say, and their
  * offsets ascend, so a reader that begins there knows as much as one that comes from the beginning
  * of the file. The batch before that one has a right checksum. The first doubt, such as a broken
  * batch, ends the search: the rest of the file is one piece that may have any offsets.
  *
  * Traps: the name of a segment and its `.index` say nothing about its batches. Either may belong
  * to another file, and a position in an index may point to bytes in a value that look like a
  * batch.
  */
object SplitPoints {

  /** @param scan
    *   a scan of the whole file
    * @param end
    *   the length of the file
    * @param length
    *   the length that pieces should have, in bytes
    */
  def of(scan: BatchScan, end: Long, length: Long): Seq[LogPiece] = {
    val pieces = Seq.newBuilder[LogPiece]
    var from = LogPlace(0, 0)
    var last = -1L
    var mayDivide = false
    var isSure = true
    var first = Long.MaxValue
    while (isSure && scan.advance()) {
      isSure = scan.fault == null && isBehind(scan.head, last) && scan.isBorneOut
      if (isSure) {
        if (mayDivide) {
          pieces += LogPiece(from, scan.position, first, last)
          from = LogPlace(scan.position, last + 1)
          first = Long.MaxValue
        }
        first = math.min(first, scan.head.baseOffset)
        last = scan.head.lastOffset
        mayDivide = scan.nextPosition - from.position >= length && scan.hasRightChecksum
      }
    }
    pieces += (
      if (isSure) LogPiece(from, end, first, last)
      else LogPiece(from, end, Long.MinValue, Long.MaxValue))
    pieces.result()
  }

  /** Whether the offsets of a batch are known, and greater than the offsets of the batches before
    * it.
    */
  private def isBehind(head: BatchHeaderView, last: Long): Boolean =
    head.hasOffsets && head.baseOffset > last &&
      (last < 0 || head.baseOffset - last <= Int.MaxValue)
}
