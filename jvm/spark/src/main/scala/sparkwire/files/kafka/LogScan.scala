package sparkwire.files.kafka

import java.io.FileNotFoundException

import scala.util.Using

import org.apache.hadoop.conf.Configuration
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.connector.read._
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType

import sparkwire.files.{
  FileOptions, FilePart, FileReaderFactory, FileScan, FileTable, FilterRanges, ValueRange
}
import sparkwire.wire.kafka.log._

/** A part of a file that one task reads.
  *
  * @param firstOffset
  *   the offset after the batches before it
  * @param offsetBefore
  *   the offset of the last record before it, -1 if none is known
  * @param wanted
  *   the batches that are read, by their last offsets. A malformed batch belongs to the offset
  *   after the batches before it
  * @param aborted
  *   gives the aborted transactions, which are left out; null if there are none
  * @param lastStableOffset
  *   the offset from which on records are left out
  */
private[sparkwire] final case class LogPart(file: LogFile, range: LogRange, firstOffset: Long,
    offsetBefore: Long = -1, wanted: OffsetRanges = OffsetRanges.All,
    aborted: () => AbortedRanges = null, lastStableOffset: Long = Long.MaxValue)
    extends FilePart {
  override def length: Long = range.until - range.from
}

/** Gives the aborted transactions of one partition. All tasks share the transactions of all
  * partitions, because each transaction may span all parts of a file.
  */
private[kafka] final case class SharedAborted(all: Broadcast[Array[AbortedRanges]], number: Int)
    extends (() => AbortedRanges) {
  override def apply(): AbortedRanges = all.value(number)
}

/** One query over log files. */
private[sparkwire] final case class LogScan(options: FileOptions, required: StructType,
    filters: Seq[Filter])
    extends FileScan {
  private[this] val isCommitted = KafkaLog.isCommitted(options)
  private[this] val isUnion = KafkaLog.isUnion(options)
  private[this] val reading = options.reading
  private[this] lazy val files = new LogFiles(options, hadoop)
  // Topic and partition are the name of the folder. Offsets are in the files, whatever these are
  // called.
  private[this] lazy val found = files.find().filter(mayMatch(_, Long.MinValue, Long.MaxValue))

  override protected def length: Long = found.map(_.length).sum

  override def createReaderFactory(): PartitionReaderFactory = new FileReaderFactory(
    LogReading(required, reading, options.isPermissive, isCommitted, filters,
      KafkaLog.failsOnDataLoss(options), isUnion),
    shared)

  override def planInputPartitions(): Array[InputPartition] = {
    val length = partLength
    val parts = divided(length)
    FileScan.packed(
      if (isUnion) ofReplicas(parts) else committed(parts, transactionsOf(found)), length)
  }

  /** Returns the parts that may have rows for the filters. A file that should have none, as its name
    * says, is looked at, as one is that is long: the heads of its batches tell.
    */
  private def divided(length: Long): Seq[LogPart] = {
    val (looked, others) = found.partition(file =>
      LogScan.isLarge(file, length) || !mayMatch(file, file.baseOffset, file.lastOffset))
    val (maxSize, ofReplicas) = (reading.maxSize, isUnion)
    val isMuch = looked.map(_.length).sum > LogScan.MuchToLookAt
    val parts = onEach(looked, isMuch)((file, hadoop) =>
      LogScan.pieces(file, hadoop, length, maxSize, ofReplicas)).map { case (file, pieces) =>
      file -> pieces.filter(piece => mayMatch(file, piece.first, piece.last))
        .map(LogScan.partOf(file, _))
    } ++ others.map(file => file -> Seq(LogScan.whole(file)))
    found.flatMap(parts.toMap)
  }

  /** Returns the parts without the records that aborted and open transactions have in them.
    *
    * @param transactions
    *   the transactions of the files of each partition
    */
  private def committed(parts: Seq[LogPart],
      transactions: Seq[(Seq[LogFile], Transactions)]): Seq[LogPart] = if (transactions.isEmpty)
    parts
  else {
    val aborted = FileTable.session.sparkContext.broadcast(
      transactions.map { case (_, found) => AbortedRanges.of(found.aborted) }.toArray)
    val known = (for {
      ((files, found), number) <- transactions.zipWithIndex
      file <- files
    } yield file -> (SharedAborted(aborted, number), found.lastStableOffset)).toMap
    parts.map(part =>
      known.get(part.file).fold(part) { case (shared, lastStableOffset) =>
        part.copy(aborted = shared, lastStableOffset = lastStableOffset)
      })
  }

  /** Returns the parts of replicas, without the batches that are read from another one. */
  private def ofReplicas(parts: Seq[LogPart]): Seq[LogPart] = {
    val all = if (isCommitted) files.withOthers(found) else found
    val merged = mergedOf(found)
    val taken = (for {
      (partition, merge) <- merged
      (replica, segments) <- partition.replicas.zip(merge.wanted)
      (file, ranges) <- replica.zip(segments)
    } yield file -> ranges).toMap
    val transactions =
      if (!isCommitted) Nil
      else
        // A segment that no path names may have the marker of a transaction.
        (if (all.length == found.length) merged else mergedOf(all)).map { case (partition, merge) =>
          partition.replicas.flatten -> Transactions.of(Seq(merge.transactions))
        }
    committed(parts.map(part => part.copy(wanted = taken(part.file))).filterNot(_.wanted.isEmpty),
      transactions)
  }

  private def mergedOf(files: Seq[LogFile]): Seq[(Replicas, MergedReplicas)] = {
    val (maxSize, verifies) = (reading.maxSize, reading.verifies)
    val partitions = Replicas.of(files, this.files)
    partitions.find(_.replicas.length > LogScan.MostReplicas).foreach(refuseReplicas)
    onEach(partitions, isMuch = partitions.nonEmpty)(Replicas.merged(_, _, maxSize, verifies))
  }

  private def refuseReplicas(partition: Replicas): Unit = {
    val first = partition.replicas.head.head
    KafkaLog.refuse(
      s"replicas: there are ${partition.replicas.length} replicas of ${first.topic}-${first.partition}, " +
        s"or copies of one of its segments, and at most ${LogScan.MostReplicas} are read at once. Give " +
        "fewer paths, or use replicas = 'all'.")
  }

  // For streams.

  override def toMicroBatchStream(checkpoint: String): MicroBatchStream = {
    if (isUnion)
      KafkaLog.refuse("replicas: a stream reads each replica as it is, so it takes only 'all'.")
    new LogStream(this)
  }

  /** Returns the files that are there now, and the same with the other segments of their partitions.
    * While a broker replaces segments, they are listed until they are the same twice.
    */
  private[kafka] def listed(): (Seq[LogFile], Seq[LogFile]) = {
    var files = new LogFiles(options, hadoop)
    var found = files.find()
    var isDone = !files.hasName(LogNames.isInMotion)
    var looks = 1
    while (!isDone && looks < LogScan.MostLooks) {
      Thread.sleep(LogScan.MillisBetweenLooks)
      files = new LogFiles(options, hadoop)
      val again = files.find()
      isDone = again.map(_.path) == found.map(_.path) && !files.hasName(LogNames.isReplacing)
      found = again
      looks += 1
    }
    (found, files.withOthers(found))
  }

  private[kafka] def isCommittedOnly: Boolean = isCommitted

  /** Walks through segments, each from a place on. If one is gone, it throws the driver's
    * exception: a job of Spark has other errors.
    */
  private[kafka] def walked(segments: Seq[(LogFile, LogPlace)]): Seq[(LogFile, SegmentWalk)] = {
    val (maxSize, verifies) = (reading.maxSize, reading.verifies)
    onEach(segments) { case ((file, from), hadoop) =>
      try Some(LogScan.walk(file, hadoop, maxSize, verifies, from, (_, _) => false))
      catch { case _: FileNotFoundException => None }
    }.map { case ((file, _), walk) =>
      file -> walk.getOrElse(throw new FileNotFoundException(file.path))
    }
  }

  /** Walks through a segment up to a batch, by the place before it and its head. */
  private[kafka] def walkedTo(file: LogFile, from: LogPlace)(
      stop: (LogPlace, BatchHeaderView) => Boolean): LogPlace =
    LogScan.walk(file, hadoop, reading.maxSize, reading.verifies, from, stop).end

  private[kafka] def planned(parts: Seq[LogPart],
      transactions: Seq[(Seq[LogFile], Transactions)]): Array[InputPartition] = {
    // The first of these batches may have records with smaller offsets.
    val kept = parts.filter(part =>
      mayMatch(part.file, Long.MinValue, math.min(part.file.lastOffset, part.wanted.end - 1)))
    FileScan.packed(committed(kept, transactions), partLength(kept.map(_.length).sum))
  }

  private def mayMatch(file: LogFile, first: Long, last: Long): Boolean =
    FilterRanges.mayMatch(filters,
      {
        case "topic" => ValueRange(file.topic, file.topic)
        case "partition" => ValueRange(file.partition.toLong, file.partition.toLong)
        case "offset" => ValueRange(first, last)
        case _ => null
      })

  /** Finds transactions by the markers in all segments of the partitions, because a transaction may
    * begin in one segment and end in another.
    */
  private def transactionsOf(
      wanted: Seq[LogFile]): Seq[(Seq[LogFile], Transactions)] = if (!isCommitted) Nil
  else {
    val partitions = files.partitionsOf(wanted)
    val (maxSize, verifies) = (reading.maxSize, reading.verifies)
    val summaries = onEach(partitions.flatMap(_._2))((file, hadoop) =>
      LogScan.walk(file, hadoop, maxSize, verifies, LogPlace(0, file.baseOffset), (_, _) => false,
        OffsetLimits.None).transactions).toMap
    partitions.map { case (ofPartition, all) => ofPartition -> Transactions.of(all.map(summaries)) }
  }
}

private[sparkwire] object LogScan {
  // The heads of batches are far apart; the bytes between them are not read.
  private final val HeadBytes = 1024
  // How often folders are looked at while a broker replaces segments, which takes it some milliseconds.
  final val MostLooks: Int = 20
  final val MillisBetweenLooks: Long = 50
  // How many bytes of files the driver looks at by itself.
  private final val MuchToLookAt = 256L << 20
  // Each replica that is read at once has a window.
  private final val MostReplicas = 64

  /** Whether a file is divided into parts of a length. */
  private def isLarge(file: LogFile, length: Long): Boolean =
    file.length > length && file.manifest == null

  private def pieces(file: LogFile, hadoop: Configuration, length: Long, maxSize: Int,
      isUnion: Boolean): Seq[LogPiece] =
    Using.resource(LogInput.open(file, hadoop, HeadBytes)) { input =>
      // A file that cannot be read is also in a part. The task says why.
      if (input.refusal != null)
        Seq(LogPiece(LogPlace(0, 0), file.length, Long.MinValue, Long.MaxValue))
      else
        // Without limits: where a file is divided, offsets ascend.
        SplitPoints.of(
          input.scan(input.whole, maxSize, if (isUnion) input.named else null,
            readsBatches = false),
          input.length, if (isLarge(file, length)) length else Long.MaxValue)
    }

  /** Goes through the heads of batches from a place on.
    *
    * @param limits
    *   which offsets batches may have: see [[BatchScan]]
    */
  def walk(file: LogFile, hadoop: Configuration, maxSize: Int, verifies: Boolean, from: LogPlace,
      stop: (LogPlace, BatchHeaderView) => Boolean, limits: OffsetLimits = null): SegmentWalk =
    // A file that cannot be read has no batches here. A task that reads it says why.
    Using.resource(LogInput.open(file, hadoop, HeadBytes)) { input =>
      val range = input.whole.copy(from = from.position)
      val scan =
        input.scan(range, maxSize, limits, offsetBefore(from), readsBatches = false)
      SegmentWalk.of(scan, input.window, from, verifies, stop)
    }

  /** Returns the last offset before a place, -1 if none is known. */
  def offsetBefore(place: LogPlace): Long = if (place.position == 0) -1 else place.offset - 1

  private def whole(file: LogFile): LogPart =
    LogPart(file, LogRange(0, file.length, file.isActive), file.baseOffset)

  private def partOf(file: LogFile, piece: LogPiece): LogPart =
    LogPart(file, LogRange(piece.from.position, piece.until, file.isActive),
      math.max(file.baseOffset, piece.from.offset), offsetBefore(piece.from))
}
