package sparkwire.files.kafka

import java.io.FileNotFoundException

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileStatus, Path}

import sparkwire.errors.SparkwireErrors
import sparkwire.wire.kafka.log.{LogNames, LogRange}

/** Finds the parts of a stream's batch as they are when a task reads them. Compaction rewrites a
  * segment, without some of its batches and perhaps with the batches of the segments after it; then
  * a part is read from the beginning of the file that has its offsets now.
  */
private[kafka] final class CurrentParts(reading: LogReading, hadoop: Configuration) {
  import CurrentParts._

  def of(part: LogPart): Seq[LogPart] =
    // The last segment is not compacted, and a query that is not a stream reads the files that it
    // has listed.
    if (part.wanted.isAll || reading.isUnion || part.file.isActive) Seq(part)
    else
      found(part, looks = 1) match {
        case Some(parts) => parts
        case None if !reading.failsOnDataLoss => Nil
        case None =>
          throw SparkwireErrors.changedFile(KafkaLog.name, part.file.path,
            "was deleted before the stream has read it. With failOnDataLoss = false, it goes on")
      }

  /** Looks until the part is found, or until a broker must have finished its pending change. */
  @scala.annotation.tailrec
  private def found(part: LogPart, looks: Int): Option[Seq[LogPart]] = {
    val here = lengthOf(part.file) match {
      case Some(length) if length == part.file.length => Some(Seq(part))
      case Some(length) => Some(Seq(fromBeginning(part, part.file, length)))
      case None => replaced(part, isSettled = looks > 2)
    }
    if (here.nonEmpty || looks == LogScan.MostLooks) here
    else {
      Thread.sleep(LogScan.MillisBetweenLooks)
      found(part, looks + 1)
    }
  }

  private def beside(file: LogFile): Seq[FileStatus] = {
    val folder = new Path(file.path).getParent
    try folder.getFileSystem(hadoop).listStatus(folder).toSeq
    catch { case _: FileNotFoundException => Nil }
  }

  private def lengthOf(file: LogFile): Option[Long] = {
    val path = new Path(file.path)
    try Some(path.getFileSystem(hadoop).getFileStatus(path).getLen)
    catch { case _: FileNotFoundException => None }
  }

  /** Returns the part as a file from its beginning, which may have more batches than those wanted. */
  private def fromBeginning(part: LogPart, file: LogFile, length: Long): LogPart = part.copy(
    file = file.copy(length = length),
    range = LogRange(0, length, isActive = false),
    firstOffset = math.min(part.firstOffset, part.file.baseOffset),
    offsetBefore = -1)

  /** Returns the segments that have the offsets of one that is gone, if they are there: another one with
    * its base offset, as in tiered storage, or one that has taken it in.
    *
    * @param isSettled
    *   whether a list that was made while files were renamed is unlikely: it may be without both names
    */
  private def replaced(part: LogPart, isSettled: Boolean): Option[Seq[LogPart]] = {
    val files = beside(part.file)
    val segments =
      files.flatMap(file => LogNames.baseOffset(file.getPath.getName).map(_ -> file)).sortBy(_._1)
    val (before, behind) = segments.partition(_._1 <= part.file.baseOffset)
    def within(file: FileStatus): LogPart = {
      val now = part.file.copy(
        path = file.getPath.toString,
        manifest = manifestOf(file, files))
      fromBeginning(part, now, file.getLen).copy(
        wanted = part.wanted.from(part.file.baseOffset))
    }
    before.lastOption match {
      case Some((base, same)) if base == part.file.baseOffset => Some(Seq(within(same)))
      case Some((_, last))
          if isSettled && !files.exists(file => LogNames.isReplacing(file.getPath.getName)) =>
        val all = last +: behind.filter(_._1 <= part.file.lastOffset).map(_._2)
        Some(all.map(within))
      case _ => None
    }
  }
}

private object CurrentParts {
  private def manifestOf(segment: FileStatus, files: Seq[FileStatus]): String = {
    val name = LogNames.manifestOf(segment.getPath.getName)
    files.find(_.getPath.getName == name).map(_.getPath.toString).orNull
  }
}
