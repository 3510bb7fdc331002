package sparkwire.files.kafka

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.connector.read._
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType

import sparkwire.files.{
  FileOptions, FilePart, FileScan, FileTable, FilterRanges, HadoopInput, ValueRange
}
import sparkwire.wire.files.FileWindow
import sparkwire.wire.kafka.log._

/** A part of a file that one task reads.
  *
  * @param firstOffset
  *   the smallest offset that its records may have
  * @param lastOffset
  *   the greatest offset that its records may have
  * @param transactions
  *   the number of the partition whose aborted transactions are left out, -1 for none
  * @param lastStableOffset
  *   the offset from which on records are left out
  */
private[sparkwire] final case class LogPart(file: LogFile, range: LogRange, firstOffset: Long,
    lastOffset: Long, transactions: Int = -1, lastStableOffset: Long = Long.MaxValue)
    extends FilePart {
  override def length: Long = range.until - range.from
}

/** One query over log files. */
private[sparkwire] final case class LogScan(options: FileOptions, required: StructType,
    filters: Seq[Filter])
    extends FileScan {
  private[this] val isCommitted = KafkaLog.isCommitted(options)
  private[this] lazy val files = new LogFiles(options, hadoop)
  private[this] lazy val wanted =
    files.find().filter(file => mayMatch(file, file.baseOffset, file.lastOffset))

  private[this] lazy val transactions =
    if (isCommitted) transactionsOf(wanted) else Nil
  // All tasks share it: each transaction may span all parts of a file.
  private[this] lazy val sharedAborted: Broadcast[Array[AbortedRanges]] =
    if (!isCommitted) null
    else
      FileTable.session.sparkContext.broadcast(
        transactions.map { case (_, found) =>
          AbortedRanges.of(found.aborted)
        }.toArray)

  override protected def length: Long = wanted.map(_.length).sum

  override def createReaderFactory(): PartitionReaderFactory = new LogReaderFactory(
    LogReading(required, options.reading, options.isPermissive, isCommitted, filters),
    shared, sharedAborted)

  override def planInputPartitions(): Array[InputPartition] = {
    val length = partLength
    val (large, small) = wanted.partition(_.length > length)
    val maxSize = options.reading.maxSize
    val points = onEach(large)(LogScan.splitPoints(_, _, length, maxSize)).toMap
    val parts = (small.map(file => file -> LogScan.whole(file)) ++ large.map(file =>
      file -> LogScan.divided(file, points(file)))).toMap
    val committed = (for {
      ((files, found), number) <- transactions.zipWithIndex
      file <- files
    } yield file -> (number, found.lastStableOffset)).toMap
    val kept = wanted.flatMap { file =>
      val inFile = parts(file).filter(part => mayMatch(file, part.firstOffset, part.lastOffset))
      committed.get(file).fold(inFile) { case (number, lastStableOffset) =>
        inFile.map(_.copy(transactions = number, lastStableOffset = lastStableOffset))
      }
    }
    FileScan.packed(kept, length)
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
  private def transactionsOf(wanted: Seq[LogFile]): Seq[(Seq[LogFile], Transactions)] = {
    val partitions = files.partitionsOf(wanted)
    val maxSize = options.reading.maxSize
    val summaries =
      onEach(partitions.flatMap(_._2))(LogScan.summary(_, _, maxSize)).toMap
    partitions.map { case (ofPartition, all) => ofPartition -> Transactions.of(all.map(summaries)) }
  }
}

private[sparkwire] object LogScan {
  // The heads of batches are far apart; the bytes between them are not read.
  private final val HeadBytes = 1024
  private final val IndexBytes = 64 << 10

  private def splitPoints(file: LogFile, hadoop: Configuration, length: Long,
      maxSize: Int): SplitPoints = {
    val input = new HadoopInput(new Path(file.path), file.length, hadoop)
    val index = Option(file.index).map(path =>
      new HadoopInput(new Path(path), file.indexLength, hadoop))
    try
      SplitPoints.of(new FileWindow(input, HeadBytes), file.isActive, file.baseOffset,
        index.map(new FileWindow(_, IndexBytes)).orNull, length, maxSize)
    finally {
      input.close()
      index.foreach(_.close())
    }
  }

  private def summary(file: LogFile, hadoop: Configuration, maxSize: Int): TransactionSummary = {
    val input = new HadoopInput(new Path(file.path), file.length, hadoop)
    try
      TransactionScan.of(new FileWindow(input, HeadBytes), LogRange(0, file.length, file.isActive),
        maxSize)
    finally input.close()
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
