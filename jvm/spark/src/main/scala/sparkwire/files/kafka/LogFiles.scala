package sparkwire.files.kafka

import java.io.FileNotFoundException

import scala.collection.mutable

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileStatus, Path}

import sparkwire.files.FileOptions
import sparkwire.wire.kafka.log.LogNames

/** A file with batches.
  *
  * @param baseOffset
  *   the smallest offset that a record has, as the name says
  * @param lastOffset
  *   the greatest offset that a record has, as the name of the next segment says
  * @param isActive
  *   whether it is the last segment of its partition, which a broker may be writing
  * @param changed
  *   when it was written last, in milliseconds
  * @param manifest
  *   the path of the file that says how the segment is stored; null if there is none
  */
private[sparkwire] final case class LogFile(path: String, length: Long, topic: String,
    partition: Int, baseOffset: Long, lastOffset: Long, isActive: Boolean, changed: Long,
    manifest: String = null) {

  /** The offset after all offsets that it may have. */
  def end: Long = if (lastOffset == Long.MaxValue) lastOffset else lastOffset + 1

  /** Whether no other segment follows it. */
  def isLast: Boolean = lastOffset == Long.MaxValue

  /** The path of the folder of the partition, or of the file itself if it is not a segment. */
  def partitionPath: String =
    if (LogNames.baseOffset(new Path(path).getName).isEmpty) path
    else new Path(path).getParent.toString
}

/** Finds log files in the folder of a broker, in the folder of a partition, or by their names. */
private[sparkwire] final class LogFiles(options: FileOptions, hadoop: Configuration) {
  private[this] var ranks = Map.empty[String, Int]
  private[this] val folders = mutable.Map.empty[Path, LogFolder]

  /** Returns all files that the paths name, ordered by topic, partition and offset. */
  def find(): Seq[LogFile] = {
    val found = options.paths.flatMap(filesAt).map(describe).distinctBy(_.path)
    ranks = found.map(_.partitionPath).distinct.zipWithIndex.toMap
    found.sortBy(file => (file.topic, file.partition, file.baseOffset, file.path))
  }

  /** Returns the place of a partition's path in the order of the paths that are given. */
  def rank(partitionPath: String): Int = ranks(partitionPath)

  /** Whether a folder that was listed has a file with such a name. */
  def hasName(such: String => Boolean): Boolean = folders.values.exists(_.hasName(such))

  /** Returns files with all other segments of their partitions. */
  def withOthers(files: Seq[LogFile]): Seq[LogFile] = {
    val found = files.map(_.path).toSet
    files ++ partitionsOf(files).flatMap(_._2).filterNot(file => found(file.path)).distinctBy(
      _.path)
  }

  /** Groups files by their partitions. Returns the files of each partition, and all its segments. */
  def partitionsOf(files: Seq[LogFile]): Seq[(Seq[LogFile], Seq[LogFile])] =
    files.groupBy(file => new Path(file.path).getParent).toSeq.flatMap { case (parent, here) =>
      val all = folder(parent).segments.map(describe)
      val paths = all.map(_.path).toSet
      val (segments, others) = here.partition(file => paths(file.path))
      val single = others.map(file => Seq(file) -> Seq(file))
      if (segments.isEmpty) single else single :+ (segments -> all)
    }

  private def filesAt(written: String): Seq[FileStatus] = {
    val path = new Path(written)
    val fileSystem = path.getFileSystem(hadoop)
    val isPattern = FileOptions.isPattern(written)
    val found =
      if (isPattern) Option(fileSystem.globStatus(path)).toSeq.flatten
      else
        try Seq(fileSystem.getFileStatus(path))
        catch { case _: FileNotFoundException => Nil }
    if (found.isEmpty) KafkaLog.refuse(s"path = '$written': there is no such file or folder.")
    val met = if (isPattern) found.filterNot(isPassedOver) else found
    if (met.forall(status => status.isDirectory && isNoLog(status.getPath)))
      KafkaLog.refuse(
        s"path = '$written': no log is there. A log is files such as 00000000000000000000.log, " +
          "or folders called <topic>-<partition> with such files.")
    met.flatMap(status => if (status.isDirectory) inFolder(status.getPath) else Seq(status))
  }

  /** Whether a file or folder that matches a pattern is not a log. */
  private def isPassedOver(status: FileStatus): Boolean = {
    val name = status.getPath.getName
    if (status.isDirectory) LogNames.isDiscarded(name) else LogNames.isBeside(name)
  }

  /** Whether a folder is neither the folder of a partition nor has logs in it. */
  private def isNoLog(path: Path): Boolean =
    LogFiles.partitionOf(path).isEmpty && folder(path).segments.isEmpty && partitionsIn(
      path).isEmpty

  /** Returns the segments in the folder of a partition, or of all partitions in a folder of logs.
    */
  private def inFolder(path: Path): Seq[FileStatus] =
    folder(path).segments ++ partitionsIn(path).flatMap(folder(_).segments)

  /** Returns the folders of partitions in a folder, or in the folders of topics in it. */
  private def partitionsIn(path: Path): Seq[Path] =
    folder(path).partitions ++ folder(path).topics.flatMap(folder(_).partitions)

  private def folder(path: Path): LogFolder = folders.getOrElseUpdate(path,
    new LogFolder(path.getFileSystem(hadoop).listStatus(path).toSeq))

  private def describe(status: FileStatus): LogFile = {
    val path = status.getPath
    val beside = folder(path.getParent)
    val named = LogFiles.partitionOf(path.getParent)
    def missing(option: String): Nothing = KafkaLog.refuse(
      s"$option: the folder of $path is not called <topic>-<partition>. Give the options topic and partition.")
    val base = LogNames.baseOffset(path.getName)
    LogFile(
      path = path.toString,
      length = status.getLen,
      topic = KafkaLog.topic(options).orElse(named.map(_._1)).getOrElse(missing("topic")),
      partition = KafkaLog.partition(options).orElse(named.map(_._2)).getOrElse(
        missing("partition")),
      baseOffset = base.getOrElse(0L),
      lastOffset = base.fold(Long.MaxValue)(beside.lastOffset),
      isActive = !LogNames.isTiered(path.getName) &&
        base.exists(beside.lastOffset(_) == Long.MaxValue),
      changed = status.getModificationTime,
      manifest =
        base.flatMap(_ => beside.file(LogNames.manifestOf(path.getName))).map(
          _.getPath.toString).orNull
    )
  }
}

private[kafka] object LogFiles {

  /** Returns the topic and partition that the path of a folder names. */
  def partitionOf(folder: Path): Option[(String, Int)] =
    LogNames.partitionOf(folder.getName, Option(folder.getParent).fold("")(_.getName))
}

/** The content of a folder, which is listed once. */
private final class LogFolder(entries: Seq[FileStatus]) {
  private[this] lazy val files =
    entries.filter(_.isFile).map(status => status.getPath.getName -> status).toMap

  val segments: Seq[FileStatus] = entries
    .filter(status => status.isFile && LogNames.baseOffset(status.getPath.getName).nonEmpty)
    .sortBy(_.getPath.getName)

  // In tiered storage, several brokers may have copied the same segment.
  private[this] val offsets = segments.flatMap(status =>
    LogNames.baseOffset(status.getPath.getName)).distinct.toArray

  def file(name: String): Option[FileStatus] = files.get(name)

  /** Returns the last offset of the segment that begins with `base`. */
  def lastOffset(base: Long): Long = {
    val found = java.util.Arrays.binarySearch(offsets, base)
    if (found >= 0 && found < offsets.length - 1) offsets(found + 1) - 1 else Long.MaxValue
  }

  def hasName(such: String => Boolean): Boolean = files.keys.exists(such)

  private def folders: Seq[Path] =
    entries.filter(_.isDirectory).map(_.getPath).sortBy(_.getName)

  def partitions: Seq[Path] = folders.filter(LogFiles.partitionOf(_).nonEmpty)
  def topics: Seq[Path] = folders.filter(path =>
    LogNames.isTopic(path.getName) && LogFiles.partitionOf(path).isEmpty)
}
