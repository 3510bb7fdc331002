package sparkwire.files.kafka

import java.nio.file.{Files, Path}

import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.sources.GreaterThan
import org.apache.spark.sql.types.StructType

import sparkwire.files.FileReads
import sparkwire.files.HadoopInput
import sparkwire.wire.core.Options
import sparkwire.wire.files.FileWindow
import sparkwire.wire.kafka.log._

/** Reads a log file with the readers of a task, without a session. */
object LogReads {

  /** Writes a segment that is removed when the JVM ends. */
  def segment(bytes: Array[Byte]): Path = {
    val file = Files.createTempFile("segment", ".log")
    file.toFile.deleteOnExit()
    Files.write(file, bytes)
  }

  /** Reads all rows of a segment, with the columns named, and returns their number.
    *
    * @param isUnion
    *   whether the segment is read as the first of two replicas that are the same
    * @param use
    *   takes each row, which is valid until the next one
    */
  def rows(file: Path, columns: Seq[String], verifies: Boolean = true,
      isCommitted: Boolean = false, isUnion: Boolean = false,
      use: InternalRow => Unit = _ => ()): Int = {
    val length = Files.size(file)
    val options = Options(if (verifies) Map.empty[String, String] else Map("verify" -> "none"))
    val log = LogFile(file.toUri.toString, length, "t", 0, 0, Long.MaxValue, isActive = false,
      changed = 0)
    val range = LogRange(0, length, isActive = false)
    val hadoop = FileReads.hadoop
    val transactions =
      if (isCommitted) Transactions.of(Seq(summary(log, range, hadoop, options)))
      else Transactions(Nil, Long.MaxValue)
    val part =
      LogPart(log, range, 0, aborted = () => AbortedRanges.of(transactions.aborted),
        lastStableOffset = transactions.lastStableOffset,
        wanted = if (isUnion) merged(log, range, hadoop, options) else OffsetRanges.All)
    val reading = LogReading(
      StructType(
        LogColumns.schema.filter(field =>
          columns.contains(field.name))),
      options, isPermissive = true, isCommitted, filters = Nil, isUnion = isUnion)
    FileReads.count(new LogReader(Seq(part), reading, hadoop), use)
  }

  /** Reads all rows of a segment, however it is stored, and returns their number.
    *
    * @param above
    *   a column of which no row has so great a value
    */
  def rowsOf(file: LogFile, above: (String, Long)*): Int = {
    val part = LogPart(file, LogRange(0, file.length, isActive = false), file.baseOffset)
    val reading = LogReading(LogColumns.schema, Options(Map.empty[String, String]),
      isPermissive = true, isCommitted = false,
      filters = above.map { case (column, value) => GreaterThan(column, value) })
    FileReads.count(new LogReader(Seq(part), reading, FileReads.hadoop), _ => ())
  }

  /** Merges replicas, and returns how many ranges of offsets are read. */
  def merged(replicas: Seq[Seq[LogFile]]): Int =
    Replicas.merged(Replicas(replicas), FileReads.hadoop, 16 << 20, verifies = true).wanted
      .map(_.count(!_.isEmpty)).sum

  /** Looks at a segment by the heads of its batches, and returns how many offsets it has. */
  def looked(file: LogFile): Int = LogScan.walk(file, FileReads.hadoop, 16 << 20, verifies = true,
    LogPlace(0, 0), (_, _) => false).end.offset.toInt

  /** Returns the offsets in a part of a segment that is no longer written, and was listed with another
    * length.
    */
  def closed(file: Path, listed: Int, base: Long, last: Long, wanted: OffsetRanges): Seq[Long] = {
    val log = LogFile(file.toUri.toString, listed.toLong, "t", 0, base, last, isActive = false,
      changed = 0)
    val part = LogPart(log, LogRange(30, listed.toLong, isActive = false), base, wanted = wanted)
    val reading = LogReading(StructType(Seq(LogColumns.schema("offset"))),
      Options(Map.empty[String, String]), isPermissive = false, isCommitted = false, filters = Nil)
    val reader = new LogReader(Seq(part), reading, FileReads.hadoop)
    try Iterator.continually(reader.next()).takeWhile(identity).map(_ =>
        reader.get().getLong(0)).toSeq
    finally reader.close()
  }

  /** Returns the records that are read of the first of two replicas. */
  private def merged(log: LogFile, range: LogRange, hadoop: Configuration,
      options: Options): OffsetRanges = {
    val inputs = Seq.fill(2)(
      new HadoopInput(log.path, log.length, hadoop))
    val replicas = inputs.map { input =>
      val window = new FileWindow(input, 256 << 10)
      Iterator(
        OpenSegment(window,
          new BatchScan(window, range, options.maxSize, OffsetLimits(0, Long.MaxValue)), 0))
    }
    try ReplicaMerge.of(replicas, options.verifies).wanted.head.head
    finally inputs.foreach(_.close())
  }

  private def summary(log: LogFile, range: LogRange, hadoop: Configuration,
      options: Options): TransactionSummary = {
    val input = new HadoopInput(log.path, log.length, hadoop)
    val window = new FileWindow(input, 1024)
    try SegmentWalk.of(new BatchScan(window, range, options.maxSize), window, LogPlace(0, 0),
        options.verifies).transactions
    finally input.close()
  }
}
