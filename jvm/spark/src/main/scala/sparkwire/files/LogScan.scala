package sparkwire.files

import java.util.OptionalLong

import scala.collection.mutable

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.connector.read._
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType
import org.apache.spark.util.SerializableConfiguration

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
    lastOffset: Long, transactions: Int = -1, lastStableOffset: Long = Long.MaxValue) {
  def length: Long = range.until - range.from
}

/** The parts that one task reads. */
private[sparkwire] final case class LogParts(parts: Seq[LogPart]) extends InputPartition

/** One query over log files: the files, their parts, and the columns. Compared by value, so that
  * Spark reads only once what a query uses twice.
  */
private[sparkwire] final case class LogScan(options: LogOptions, required: StructType,
    filters: Seq[Filter])
    extends Scan with Batch with SupportsReportStatistics {
  private[this] lazy val hadoop = LogTable.hadoop(options)
  private[this] lazy val files = new LogFiles(options, hadoop)
  private[this] lazy val wanted =
    files.find().filter(file => mayMatch(file, file.baseOffset, file.lastOffset))
  private[this] lazy val shared: Broadcast[SerializableConfiguration] =
    LogTable.session.sparkContext.broadcast(new SerializableConfiguration(hadoop))

  private[this] lazy val transactions =
    if (options.isCommitted) transactionsOf(wanted) else Nil
  // All tasks share it: each transaction may span all parts of a file.
  private[this] lazy val sharedAborted: Broadcast[Array[AbortedRanges]] =
    if (!options.isCommitted) null
    else
      LogTable.session.sparkContext.broadcast(
        transactions.map { case (_, found) =>
          AbortedRanges.of(found.aborted)
        }.toArray)

  override def readSchema(): StructType = required
  override def description(): String =
    s"${KafkaLogSource.Name} [${options.paths.mkString(", ")}], columns: [${required.fieldNames.mkString(", ")}], " +
      s"filters: [${filters.mkString(", ")}]"
  override def toBatch: Batch = this

  override def estimateStatistics(): Statistics = new Statistics {
    override def sizeInBytes(): OptionalLong = OptionalLong.of(wanted.map(_.length).sum)
    override def numRows(): OptionalLong = OptionalLong.empty
  }

  override def createReaderFactory(): PartitionReaderFactory = new LogReaderFactory(
    LogReading(required, options.reading, options.isPermissive, options.isCommitted, filters),
    shared, sharedAborted)

  override def planInputPartitions(): Array[InputPartition] = {
    val length = LogScan.partLength(wanted.map(_.length).sum)
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
    LogScan.packed(kept, length).toArray
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

  /** Reads something from each file: on the driver if there are few files, else in tasks. */
  private def onEach[A](files: Seq[LogFile])(
      read: (LogFile, Configuration) => A): Seq[(LogFile, A)] =
    if (files.length <= LogScan.MaxRead) files.map(file => file -> read(file, hadoop))
    else {
      val settings = shared
      LogTable.session.sparkContext.parallelize(files, math.min(files.length, LogScan.MaxTasks))
        .map(file => file -> read(file, settings.value.value)).collect().toSeq
    }
}

private[sparkwire] object LogScan {
  // The most files that the driver reads by itself, and the most tasks for more files.
  private final val MaxRead = 4
  private final val MaxTasks = 1000
  // The heads of batches are far apart; the bytes between them are not read.
  private final val HeadBytes = 1024
  private final val IndexBytes = 64 << 10
  private final val MinPart = 4L << 20

  /** Returns the intended length of parts in bytes, computed as for Spark's own file sources. */
  private def partLength(all: Long): Long = {
    val session = LogTable.session
    val most = session.sessionState.conf.filesMaxPartitionBytes
    val each = all / math.max(1, session.sparkContext.defaultParallelism)
    math.max(1, math.min(most, math.max(MinPart, each)))
  }

  private def splitPoints(file: LogFile, hadoop: Configuration, length: Long,
      maxSize: Int): SplitPoints = {
    val input = new HadoopInput(new Path(file.path), file.length, hadoop)
    val index = Option(file.index).map(path =>
      new HadoopInput(new Path(path), file.indexLength, hadoop))
    try
      SplitPoints.of(new LogWindow(input, HeadBytes), file.isActive, file.baseOffset,
        index.map(new LogWindow(_, IndexBytes)).orNull, length, maxSize)
    finally {
      input.close()
      index.foreach(_.close())
    }
  }

  private def summary(file: LogFile, hadoop: Configuration, maxSize: Int): TransactionSummary = {
    val input = new HadoopInput(new Path(file.path), file.length, hadoop)
    try
      TransactionScan.of(new LogWindow(input, HeadBytes), LogRange(0, file.length, file.isActive),
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

  /** Distributes parts to tasks, so that the parts of a task are together about as long as
    * intended.
    */
  private def packed(parts: Seq[LogPart], length: Long): Seq[LogParts] = {
    val tasks = Seq.newBuilder[LogParts]
    val open = mutable.Buffer.empty[LogPart]
    var size = 0L
    parts.foreach { part =>
      if (open.nonEmpty && size + part.length > length) {
        tasks += LogParts(open.toSeq)
        open.clear()
        size = 0
      }
      open += part
      size += part.length
    }
    if (open.nonEmpty) tasks += LogParts(open.toSeq)
    tasks.result()
  }
}
