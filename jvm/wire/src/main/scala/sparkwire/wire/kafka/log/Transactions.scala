package sparkwire.wire.kafka.log

import java.lang.{Long => JavaLong}
import java.util.{HashMap => JavaMap}

import sparkwire.wire.core.{Cursor, Malformed}
import sparkwire.wire.files.FileWindow
import sparkwire.wire.kafka.Kafka.Truncated
import sparkwire.wire.kafka.Varints

/** The batches of a producer that belong to an aborted transaction. Their offsets are between
  * `after` and `marker`, both excluded.
  */
final case class Aborted(producerId: Long, after: Long, marker: Long)

/** The transactions of one file, by its markers.
  *
  * @param aborted
  *   the aborted transactions in the order of their markers; `after` is -1 if an earlier file may
  *   contain the beginning
  * @param lastMarkers
  *   the offset of each producer's last marker
  * @param open
  *   for each producer with a transaction that has no marker here, the offset of the first batch
  */
final case class TransactionSummary(aborted: Seq[Aborted], lastMarkers: ProducerOffsets,
    open: ProducerOffsets)

object TransactionSummary {

  /** Returns the summary of parts that follow each other. */
  def of(parts: Seq[TransactionSummary]): TransactionSummary = {
    val lastMarkers = new ProducerOffsets
    val open = new ProducerOffsets
    val aborted = Seq.newBuilder[Aborted]
    parts.foreach { part =>
      aborted ++= part.aborted.map { range =>
        if (range.after >= 0) range else range.copy(after = lastMarkers.of(range.producerId))
      }
      part.lastMarkers.foreach { (producer, offset) =>
        open.remove(producer)
        lastMarkers.put(producer, offset)
      }
      part.open.foreach(open.putIfAbsent)
    }
    TransactionSummary(aborted.result(), lastMarkers, open)
  }
}

/** An offset for each of some producers. Ids of producers may be chosen so that their hashes are
  * equal; a map of Java then sorts them.
  */
final class ProducerOffsets extends Serializable {
  private[this] val offsets = new JavaMap[JavaLong, JavaLong]

  /** Returns the offset of a producer, -1 if there is none. */
  def of(producer: Long): Long = {
    val found = offsets.get(producer)
    if (found == null) -1 else found
  }

  def put(producer: Long, offset: Long): Unit = { val _ = offsets.put(producer, offset) }
  def putIfAbsent(producer: Long, offset: Long): Unit = {
    val _ = offsets.putIfAbsent(producer, offset)
  }
  def remove(producer: Long): Unit = { val _ = offsets.remove(producer) }
  def foreach(use: (Long, Long) => Unit): Unit =
    offsets.forEach((producer, offset) => use(producer, offset))

  /** Returns the smallest offset, `Long.MaxValue` if there is none. */
  def smallest: Long = {
    var found = Long.MaxValue
    foreach((_, offset) => found = math.min(found, offset))
    found
  }
}

/** The transactions of a partition: those that were aborted, and the offset from which one may
  * still be open. A consumer of committed records reads up to that offset.
  */
final case class Transactions(aborted: Seq[Aborted], lastStableOffset: Long)

object Transactions {

  /** @param files
    *   the files of one partition, in the order of their offsets
    */
  def of(files: Seq[TransactionSummary]): Transactions = {
    val all = TransactionSummary.of(files)
    Transactions(all.aborted, all.open.smallest)
  }
}

/** Finds the transactions of a file by the heads of its batches and the markers that end
  * transactions.
  *
  * A marker is a control batch of the producer with one record, whose key is INT16 version, INT16
  * type: 0 abort, 1 commit. Other types of control records do not end a transaction. `.txnindex`
  * files also list the aborted transactions, but not the open ones, and they may be missing in a
  * copy of a log.
  *
  * @param verifies
  *   whether a batch begins or ends a transaction only if its checksum is right: a marker that is
  *   damaged is a fault of its own, and does not remove the records of others
  */
private[log] final class TransactionFinder(verifies: Boolean) {
  import TransactionFinder._

  private[this] val aborted = Seq.newBuilder[Aborted]
  private[this] val lastMarkers = new ProducerOffsets
  private[this] val open = new ProducerOffsets
  private[this] val cursor = new Cursor

  def result: TransactionSummary = TransactionSummary(aborted.result(), lastMarkers, open)

  /** Takes the current batch of a scan of a window. */
  def add(window: FileWindow, scan: BatchScan): Unit = if (scan.head.isTransactional) {
    val producer = scan.head.producerId
    val offset = scan.head.baseOffset
    if (!scan.head.isControl) {
      // Only the first batch of a transaction is looked at as a whole.
      if (open.of(producer) < 0 && isRight(scan)) open.put(producer, offset)
    } else if (isRight(scan)) {
      val end = markerType(window, scan)
      if (end == Abort)
        aborted += Aborted(producer, lastMarkers.of(producer), offset)
      if (end == Abort || end == Commit) {
        lastMarkers.put(producer, offset)
        open.remove(producer)
      }
    }
  }

  private def isRight(scan: BatchScan): Boolean = !verifies || scan.hasRightChecksum

  /** Returns the type of the first record in a control batch, -1 if there is none. */
  private def markerType(window: FileWindow, scan: BatchScan): Int = {
    val size = math.min(scan.size, MaxMarkerBytes)
    val at = window.load(scan.position, size)
    cursor.setBigEndian(true)
    val _ = cursor.wrap(window.bytes, at, size)
    cursor.moveTo(at + BatchHeaderView.Size)
    try {
      val _ = Varints.int(cursor) // the length of the record
      cursor.skip(1, Truncated) // its attributes
      val _ = Varints.long(cursor) // its timestamp delta
      val _ = Varints.int(cursor) // its offset delta
      if (Varints.int(cursor) < 4) -1
      else {
        cursor.skip(2, Truncated) // the version of the key
        cursor.i16(Truncated).toInt
      }
    } catch { case _: Malformed => -1 }
  }
}

private object TransactionFinder {
  private final val Abort = 0
  private final val Commit = 1
  // More than a batch with a marker takes.
  private final val MaxMarkerBytes = 256
}
