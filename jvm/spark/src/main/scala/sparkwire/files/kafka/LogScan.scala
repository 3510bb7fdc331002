package sparkwire.files.kafka

import java.io.FileNotFoundException

import scala.collection.mutable

import org.apache.hadoop.conf.Configuration
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.connector.read._
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType

import sparkwire.files.{
  FileOptions, FilePart, FileReaderFactory, FileScan, FileTable, FilterRanges, HadoopInput,
  ValueRange
}
import sparkwire.wire.files.{FileInput, FileWindow}
import sparkwire.wire.kafka.log._

/** A part of a file that one task reads.
  *
  * @param firstOffset
  *   the smallest offset that its records may have
  * @param lastOffset
  *   the greatest offset that its records may have
  * @param wanted
  *   the batches that are read, by their last offsets. What is broken belongs to the offset behind the
  *   batches in front of it
  * @param aborted
  *   gives the aborted transactions, which are left out; null if there are none
  * @param lastStableOffset
  *   the offset from which on records are left out
  */
private[sparkwire] final case class LogPart(file: LogFile, range: LogRange, firstOffset: Long,
    lastOffset: Long, wanted: OffsetRanges = OffsetRanges.All, aborted: () => AbortedRanges = null,
    lastStableOffset: Long = Long.MaxValue)
    extends FilePart {
  override def length: Long = range.until - range.from
}

/** Gives the aborted transactions of one partition. All tasks share those of all partitions, because
  * each transaction may span all parts of a file.
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
  private[this] lazy val files = new LogFiles(options, hadoop)
  private[this] lazy val wanted =
    files.find().filter(file => mayMatch(file, file.baseOffset, file.lastOffset))

  private[this] val isUnion = KafkaLog.isUnion(options)
  override protected def length: Long = wanted.map(_.length).sum

  override def createReaderFactory(): PartitionReaderFactory = new FileReaderFactory(
    LogReading(required, options.reading, options.isPermissive, isCommitted, filters,
      KafkaLog.failsOnDataLoss(options), isUnion),
    shared)

  override def planInputPartitions(): Array[InputPartition] = {
    val length = partLength
    val (large, small) =
      wanted.partition(file => file.length > length && file.manifest == null)
    val maxSize = options.reading.maxSize
    val points = onEach(large)(LogScan.splitPoints(_, _, length, maxSize)).toMap
    val parts = (small.map(file => file -> LogScan.whole(file)) ++ large.map(file =>
      file -> LogScan.divided(file, points(file)))).toMap
    val kept = wanted.flatMap(parts).filter(part =>
      mayMatch(part.file, part.firstOffset, part.lastOffset))
    FileScan.packed(
      if (isUnion) ofReplicas(kept) else committed(kept, transactionsOf(wanted)), length)
  }

  /** Returns the parts without what aborted and open transactions have in them.
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
    val (maxSize, verifies) = (options.reading.maxSize, options.reading.verifies)
    val partitions = Replicas.of(wanted, files)
    val merged = onEach(partitions, isMuch = true)(LogScan.merged(_, _, maxSize, verifies))
    val taken = (for {
      (partition, merge) <- merged
      (replica, ranges) <- partition.replicas.zip(merge.wanted)
      file <- replica
      // What is broken at the end of a segment belongs to the offset behind it.
    } yield file -> ranges.between(
      file.baseOffset, if (file.isLast) file.end else file.end + 1)).toMap
    val transactions =
      if (!isCommitted) Nil
      else
        merged.map { case (partition, merge) =>
          partition.replicas.flatten -> Transactions.of(Seq(merge.transactions))
        }
    committed(parts.map(part => part.copy(wanted = taken(part.file))).filterNot(_.wanted.isEmpty),
      transactions)
  }

  // For streams.

  override def toMicroBatchStream(checkpoint: String): MicroBatchStream = {
    if (isUnion)
      KafkaLog.refuse("replicas: a stream reads each replica as it is, so it takes only 'all'.")
    new LogStream(this)
  }

  /** Returns the files that are there now. While a broker replaces segments, they are listed until they
    * are the same twice.
    */
  private[kafka] def listed(): Seq[LogFile] = {
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
    found
  }

  private[kafka] def isCommittedOnly: Boolean = isCommitted

  /** Walks through segments, each from a place on. If one is gone, it throws what the driver would: a job
    * of Spark has other errors.
    */
  private[kafka] def walked(segments: Seq[(LogFile, LogPlace)]): Seq[(LogFile, SegmentWalk)] = {
    val maxSize = options.reading.maxSize
    onEach(segments) { case ((file, from), hadoop) =>
      try Some(LogScan.walk(file, hadoop, maxSize, from, (_, _) => false))
      catch { case _: FileNotFoundException => None }
    }.map { case ((file, _), walk) =>
      file -> walk.getOrElse(throw new FileNotFoundException(file.path))
    }
  }

  /** Walks through a segment up to a batch, by the place in front of it and its head. */
  private[kafka] def walkedTo(file: LogFile, from: LogPlace)(
      stop: (LogPlace, BatchHeaderView) => Boolean): LogPlace =
    LogScan.walk(file, hadoop, options.reading.maxSize, from, stop).end

  private[kafka] def planned(parts: Seq[LogPart],
      transactions: Seq[(Seq[LogFile], Transactions)]): Array[InputPartition] = {
    val kept = parts.filter(part =>
      mayMatch(part.file, math.max(part.firstOffset, part.wanted.first),
        math.min(part.lastOffset, part.wanted.end - 1)))
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
    val maxSize = options.reading.maxSize
    val summaries =
      onEach(partitions.flatMap(_._2))(LogScan.walk(_, _, maxSize).transactions).toMap
    partitions.map { case (ofPartition, all) => ofPartition -> Transactions.of(all.map(summaries)) }
  }
}

private[sparkwire] object LogScan {
  // The heads of batches are far apart; the bytes between them are not read.
  private final val HeadBytes = 1024
  // How often folders are looked at while a broker replaces segments, which takes it some milliseconds.
  final val MostLooks: Int = 20
  final val MillisBetweenLooks: Long = 50
  private final val ReadAhead = 256 << 10
  private final val IndexBytes = 64 << 10

  private def splitPoints(file: LogFile, hadoop: Configuration, length: Long,
      maxSize: Int): SplitPoints = {
    val input = new HadoopInput(file.path, file.length, hadoop)
    val index = Option(file.index).map(new HadoopInput(_, file.indexLength, hadoop))
    try
      SplitPoints.of(new FileWindow(input, HeadBytes), file.isActive, file.baseOffset,
        index.map(new FileWindow(_, IndexBytes)).orNull, length, maxSize)
    finally {
      input.close()
      index.foreach(_.close())
    }
  }

  /** Goes through the heads of batches from a place on. */
  def walk(file: LogFile, hadoop: Configuration, maxSize: Int, from: LogPlace,
      stop: (LogPlace, BatchHeaderView) => Boolean): SegmentWalk = {
    // What cannot be read has no batches here. A task that reads it says why.
    val input = LogInput.open(file, hadoop).getOrElse(NoInput)
    try
      SegmentWalk.of(new FileWindow(input, HeadBytes),
        LogRange(from.position, input.length, file.isActive), from, maxSize, stop)
    finally input.close()
  }

  private def walk(file: LogFile, hadoop: Configuration, maxSize: Int): SegmentWalk =
    walk(file, hadoop, maxSize, LogPlace(0, file.baseOffset), (_, _) => false)

  private def merged(partition: Replicas, hadoop: Configuration, maxSize: Int,
      verifies: Boolean): MergedReplicas = {
    val inputs = mutable.Buffer.empty[FileInput]
    def opened(file: LogFile): OpenSegment = {
      val input = LogInput.open(file, hadoop).getOrElse(NoInput)
      inputs += input
      OpenSegment(new FileWindow(input, ReadAhead), LogRange(0, input.length, file.isActive),
        file.baseOffset)
    }
    try
      ReplicaMerge.of(partition.replicas.map(_.iterator.map(opened)), maxSize, verifies)
    finally inputs.foreach(_.close())
  }

  private def whole(file: LogFile): Seq[LogPart] = Seq(
    LogPart(file, LogRange(0, file.length, file.isActive), file.baseOffset, file.lastOffset))

  private def divided(file: LogFile, points: SplitPoints): Seq[LogPart] =
    points.positions.indices.map { number =>
      val isLast = number == points.positions.length - 1
      val until = if (isLast) file.length else points.positions(number + 1)
      val first = points.offsets(number)
      val after = if (isLast) -1L else points.offsets(number + 1)
      LogPart(file, LogRange(points.positions(number), until, file.isActive),
        if (first < 0) file.baseOffset else first,
        if (after < 0) file.lastOffset else after - 1)
    }
}
