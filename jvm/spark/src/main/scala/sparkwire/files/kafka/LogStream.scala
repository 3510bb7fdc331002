package sparkwire.files.kafka

import java.io.FileNotFoundException
import java.util.{Map => JavaMap, TreeMap}

import scala.collection.mutable
import scala.jdk.CollectionConverters._

import org.apache.spark.sql.connector.read.{InputPartition, PartitionReaderFactory}
import org.apache.spark.sql.connector.read.streaming._

import sparkwire.errors.SparkwireErrors
import sparkwire.files.{StreamLimit, StreamLimits}
import sparkwire.wire.kafka.log.{LogPlace, LogRange, OffsetRanges, Transactions}

import com.fasterxml.jackson.core.`type`.TypeReference
import com.fasterxml.jackson.databind.ObjectMapper

/** How far a stream has come: the offset that comes next, for the path of each partition. Paths that are
  * gone are kept: they may only be away, such as a disk that is not there for a while.
  */
private[kafka] final case class LogOffset(next: Map[String, Long]) extends Offset {
  override def json(): String = {
    val sorted = new TreeMap[String, Long]
    next.foreach { case (path, offset) => sorted.put(path, offset) }
    LogOffset.mapper.writeValueAsString(sorted)
  }
}

private[kafka] object LogOffset {
  private val mapper = new ObjectMapper

  def of(json: String): LogOffset = LogOffset(
    mapper.readValue(json, new TypeReference[JavaMap[String, java.lang.Long]] {}).asScala
      .map { case (path, offset) => path -> offset.longValue }.toMap)
}

/** A partition as it was listed.
  *
  * @param segments
  *   its files in the order of their offsets
  * @param all
  *   the same with the segments that no path names: they may have markers of transactions
  */
private final case class LogPartition(path: String, segments: Seq[LogFile], all: Seq[LogFile]) {
  def first: Long = segments.head.baseOffset
  def last: LogFile = segments.last
}

/** A stream over the logs of brokers. It goes by Kafka's offsets and not by positions, because
  * compaction rewrites segments; their records keep their offsets. All that it must know is in its
  * offsets.
  */
private[kafka] final class LogStream(scan: LogScan)
    extends MicroBatchStream with SupportsTriggerAvailableNow {
  private[this] val options = scan.options
  private[this] val walks = new LogWalks(scan)
  // The ends at the start, if the stream ends with the data that was there then.
  private[this] var atStart: Option[Map[String, Long]] = None

  override def initialOffset(): Offset = LogOffset(Map.empty)
  override def deserializeOffset(json: String): Offset = LogOffset.of(json)
  override def commit(end: Offset): Unit = ()
  override def stop(): Unit = ()
  override def getDefaultReadLimit: ReadLimit = StreamLimits.of(options)
  override def createReaderFactory(): PartitionReaderFactory = scan.createReaderFactory()

  override def prepareForTriggerAvailableNow(): Unit = atStart = Some(onSegments(ends))

  override def latestOffset(): Offset =
    throw new UnsupportedOperationException("a stream of files is asked with a limit")

  override def latestOffset(start: Offset, limit: ReadLimit): Offset =
    onSegments(latest(start.asInstanceOf[LogOffset].next, limit, _))

  private def latest(before: Map[String, Long], limit: ReadLimit,
      partitions: Seq[LogPartition]): LogOffset = {
    walks.keep(partitions.flatMap(_.all))
    val until = ends(partitions).map { case (path, end) =>
      path -> atStart.fold(end)(those => math.min(end, those.getOrElse(path, Long.MinValue)))
    }
    partitions.foreach(partition => requireContinued(partition, before, until))
    val taken = new StreamLimit(limit) match {
      case rest if rest.isNone => until
      case rest => within(rest, partitions, before, until)
    }
    LogOffset(
      before ++ partitions.flatMap { partition =>
        val old = before.get(partition.path)
        val next = taken.get(partition.path).filter(_ > old.getOrElse(partition.first))
        next.orElse(old).map(partition.path -> _)
      })
  }

  /** Uses the segments that are there. If one is gone before it is opened, because a broker has replaced
    * it, that is done again.
    */
  private def onSegments[A](use: Seq[LogPartition] => A, looks: Int = 1): A =
    try use(listed())
    catch {
      case _: FileNotFoundException if looks < LogScan.MostLooks => onSegments(use, looks + 1)
    }

  private def listed(): Seq[LogPartition] = {
    val (found, all) = scan.listed()
    val others = all.groupBy(_.partitionPath)
    found.groupBy(_.partitionPath).toSeq.sortBy(_._1).map { case (path, segments) =>
      LogPartition(path, segments.sortBy(_.baseOffset), others(path).sortBy(_.baseOffset))
    }
  }

  /** Returns the offset after the readable records of each partition. */
  private def ends(partitions: Seq[LogPartition]): Map[String, Long] = {
    // Segments that a broker no longer writes end where the next one begins.
    walks.update(
      if (scan.isCommittedOnly) partitions.flatMap(_.all)
      else partitions.map(_.last).filter(_.isLast))
    partitions.map { partition =>
      val last = partition.last
      val end = if (last.isLast) walks(last).end.offset else last.end
      partition.path -> (if (scan.isCommittedOnly) math.min(end,
                           transactionsOf(
                             partition).lastStableOffset)
                         else end)
    }.toMap
  }

  private def transactionsOf(partition: LogPartition): Transactions =
    Transactions.of(partition.all.map(walks(_).transactions))

  private def requireContinued(partition: LogPartition, before: Map[String, Long],
      until: Map[String, Long]): Unit = {
    def refuse(change: String): Nothing =
      throw SparkwireErrors.changedFile(options.kind.name, partition.path, change)
    before.get(partition.path).foreach { next =>
      if (partition.first > next && KafkaLog.failsOnDataLoss(options))
        refuse(
          s"begins with offset ${partition.first}, and the stream has read only up to $next. With " +
            "failOnDataLoss = false, it goes on with what is there")
      if (until(partition.path) < next && !scan.isCommittedOnly)
        refuse(s"had offsets up to $next when the stream read it, and has them up to " +
          s"${until(partition.path)} now")
    }
    if (partition.last.isLast && !walks(partition.last).ascends)
      refuse(
        "has a batch whose offsets are not behind those of the batch in front of it, so it does " +
          "not tell which records are new")
  }

  /** Returns how far a batch goes in each partition, which takes the oldest segments first. */
  private def within(rest: StreamLimit, partitions: Seq[LogPartition], before: Map[String, Long],
      until: Map[String, Long]): Map[String, Long] = {
    val next = mutable.Map.from(
      partitions.map(partition =>
        partition.path -> math.max(
          before.getOrElse(partition.path, partition.first), partition.first)))
    byTime(partitions).foreach { segment =>
      val path = segment.partitionPath
      val from = next(path)
      val end = math.min(until(path), segment.end)
      // Unless the segments before it were taken as a whole, it has to wait.
      if (rest.left > 0 && end > from && segment.baseOffset <= from)
        next(path) = math.min(end, taken(segment, from, rest))
    }
    next.toMap
  }

  /** Returns the segments in the order in which they were written last; the segments of a partition
    * in the order of their offsets.
    */
  private def byTime(partitions: Seq[LogPartition]): Seq[LogFile] =
    partitions.flatMap { partition =>
      val times = partition.segments.map(_.changed).scanLeft(Long.MinValue)(math.max).tail
      partition.segments.zip(times)
    }.sortBy { case (file, time) => (time, file.partitionPath, file.baseOffset) }.map(_._1)

  /** Takes batches of a segment from an offset on, at least one. Returns the offset after them. */
  private def taken(segment: LogFile, from: Long, rest: StreamLimit): Long = {
    val start = scan.walkedTo(segment, walks.before(segment, from))((_, head) =>
      head.lastOffset >= from)
    val most = rest.left
    // Positions in a segment that is stored in chunks may be beyond the stored size.
    val left = math.max(0, segment.length - start.position)
    if (left <= most) {
      rest.take(left)
      segment.end
    } else {
      val end = scan.walkedTo(segment, start)((place, _) => place.position - start.position >= most)
      walks.remember(segment, end)
      rest.take(end.position - start.position)
      end.offset
    }
  }

  override def planInputPartitions(start: Offset, end: Offset): Array[InputPartition] =
    onSegments(planned(start.asInstanceOf[LogOffset].next, end.asInstanceOf[LogOffset].next, _))

  private def planned(before: Map[String, Long], until: Map[String, Long],
      partitions: Seq[LogPartition]): Array[InputPartition] = {
    val grown = partitions.flatMap { partition =>
      val range = LogStream.Range(before.getOrElse(partition.path, partition.first),
        until.getOrElse(partition.path, Long.MinValue))
      Option.when(range.until > range.from)(partition -> range)
    }
    if (scan.isCommittedOnly) walks.update(grown.flatMap(_._1.all))
    val transactions =
      if (scan.isCommittedOnly)
        grown.map { case (partition, _) => partition.segments -> transactionsOf(partition) }
      else Nil
    scan.planned(grown.flatMap { case (partition, range) => parts(partition, range) }, transactions)
  }

  /** Returns the segments that have batches of a range, each as one part. A malformed batch at the
    * end of a segment belongs to the offset after it.
    */
  private def parts(partition: LogPartition, range: LogStream.Range): Seq[LogPart] =
    partition.segments.filter(segment =>
      segment.baseOffset < range.until && segment.end >= range.from).map {
      segment =>
        val LogPlace(position, offset) = walks.before(segment, range.from)
        LogPart(segment, LogRange(position, segment.length, segment.isActive), offset,
          LogScan.offsetBefore(LogPlace(position, offset)),
          OffsetRanges.of(range.from, range.until))
    }
}

private object LogStream {

  /** The offsets that a batch of the stream reads of a partition. */
  final case class Range(from: Long, until: Long)
}
