package sparkwire.files.kafka

import java.nio.file.{Files, Path}

import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.catalyst.InternalRow
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
      index = null, indexLength = 0, changed = 0)
    val range = LogRange(0, length, isActive = false)
    val hadoop = FileReads.hadoop
    val transactions =
      if (isCommitted) Transactions.of(Seq(summary(log, range, hadoop, options)))
      else Transactions(Nil, Long.MaxValue)
    val part =
      LogPart(log, range, 0, Long.MaxValue, aborted = () => AbortedRanges.of(transactions.aborted),
        lastStableOffset = transactions.lastStableOffset,
        wanted = if (isUnion) merged(log, range, hadoop, options) else OffsetRanges.All)
    val reading = LogReading(
      StructType(
        LogColumns.schema.filter(field =>
          columns.contains(field.name))),
      options, isPermissive = true, isCommitted, filters = Nil, isUnion = isUnion)
    FileReads.count(new LogReader(Seq(part), reading, hadoop), use)
  }

  /** Returns the offsets in a part of a segment that is no longer written, and was listed with another
    * length.
    */
  def closed(file: Path, listed: Int, base: Long, last: Long, wanted: OffsetRanges): Seq[Long] = {
    val log = LogFile(file.toUri.toString, listed.toLong, "t", 0, base, last, isActive = false,
      index = null, indexLength = 0, changed = 0)
    val part = LogPart(log, LogRange(30, listed.toLong, isActive = false), base, last, wanted)
    val reading = LogReading(StructType(Seq(LogColumns.schema("offset"))),
      Options(Map.empty[String, String]), isPermissive = false, isCommitted = false, filters = Nil)
    val reader = new LogReader(Seq(part), reading, FileReads.hadoop)
    try Iterator.continually(reader.next()).takeWhile(identity).map(_ =>
        reader.get().getLong(0)).toSeq
    finally reader.close()
  }

  /** Returns what is read of the first of two replicas. */
  private def merged(log: LogFile, range: LogRange, hadoop: Configuration,
      options: Options): OffsetRanges = {
    val inputs = Seq.fill(2)(
      new HadoopInput(log.path, log.length, hadoop))
    val replicas =
      inputs.map(input => Iterator(OpenSegment(new FileWindow(input, 256 << 10), range, 0)))
    try ReplicaMerge.of(replicas, options.maxSize, options.verifies).wanted.head
    finally inputs.foreach(_.close())
  }

  private def summary(log: LogFile, range: LogRange, hadoop: Configuration,
      options: Options): TransactionSummary = {
    val input = new HadoopInput(log.path, log.length, hadoop)
    try SegmentWalk.of(
        new FileWindow(input, 1024), range, LogPlace(0, 0), options.maxSize).transactions
    finally input.close()
  }
}
