package sparkwire.files.kafka

import java.io.FileNotFoundException

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileStatus, Path}

import sparkwire.errors.SparkwireErrors
import sparkwire.wire.kafka.log.{LogNames, LogRange}

/** Finds the parts of a stream's batch as they are when a task reads them. Compaction writes a segment
  * anew, without some of its batches and perhaps with those of the segments behind it; then a part is
  * read from the beginning of the file that has its offsets now.
  */
private[kafka] final class CurrentParts(reading: LogReading, hadoop: Configuration) {
  def of(part: LogPart): Seq[LogPart] =
    // The last segment is not compacted, and a query that is no stream reads what it has listed.
    if (part.wanted.isAll || reading.isUnion || part.file.isActive) Seq(part)
    else
      lengthOf(part.file) match {
        case Some(length) if length == part.file.length => Seq(part)
        case Some(length) => Seq(from(part, part.file.path, length))
        case None => replaced(part, looks = 1)
      }

  private def lengthOf(file: LogFile): Option[Long] = {
    val path = new Path(file.path)
    try Some(path.getFileSystem(hadoop).getFileStatus(path).getLen)
    catch { case _: FileNotFoundException => None }
  }

  /** Returns the part as a file from its beginning, which may have more batches than those wanted. */
  private def from(part: LogPart, path: String, length: Long): LogPart = part.copy(
    file = part.file.copy(path = path, length = length),
    range = LogRange(0, length, isActive = false),
    firstOffset = math.min(part.firstOffset, part.file.baseOffset))

  /** Returns the segments that have the offsets of one that is gone. */
  private def replaced(part: LogPart, looks: Int): Seq[LogPart] = {
    val parent = new Path(part.file.path).getParent
    val files = parent.getFileSystem(hadoop).listStatus(parent).toSeq
    val segments =
      files.flatMap(file => LogNames.baseOffset(file.getPath.getName).map(_ -> file)).sortBy(_._1)
    val (before, behind) = segments.partition(_._1 <= part.file.baseOffset)
    // A list that was made while files were renamed may be without both names.
    val isSettled = looks > 2 && !files.exists(file => LogNames.isReplacing(file.getPath.getName))
    if (before.lastOption.exists(_._1 == part.file.baseOffset)) of(part)
    else if (isSettled && before.nonEmpty)
      (before.last +: behind.filter(_._1 <= part.file.lastOffset)).map { case (_, file) =>
        within(part, file)
      }
    else if (looks < LogScan.MostLooks) {
      Thread.sleep(LogScan.MillisBetweenLooks)
      replaced(part, looks + 1)
    } else if (!reading.failsOnDataLoss) Nil
    else
      throw SparkwireErrors.changedFile(KafkaLog.name, part.file.path,
        "was deleted before the stream has read it. With failOnDataLoss = false, it goes on")
  }

  private def within(part: LogPart, status: FileStatus): LogPart =
    from(part, status.getPath.toString, status.getLen).copy(
      wanted =
        part.wanted.between(part.file.baseOffset, Long.MaxValue))
}
