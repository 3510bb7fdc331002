package sparkwire.files.capture

import java.util.{Map => JavaMap, TreeMap}

import scala.jdk.CollectionConverters._

import org.apache.hadoop.fs.FileStatus
import org.apache.spark.sql.connector.read.{InputPartition, PartitionReaderFactory}
import org.apache.spark.sql.connector.read.streaming._

import sparkwire.files.{StreamLimit, StreamLimits}

import com.fasterxml.jackson.core.`type`.TypeReference
import com.fasterxml.jackson.databind.ObjectMapper

/** How far a stream has come: for each folder, the name of the last file whose rows it has given. */
private[capture] final case class CaptureOffset(names: Map[String, String]) extends Offset {
  override def json(): String =
    CaptureOffset.mapper.writeValueAsString(new TreeMap[String, String](names.asJava))

  /** Whether the rows of a file have been given. */
  def has(folder: String, name: String): Boolean =
    names.get(folder).exists(last => NameOrder.lteq(name, last))
}

private[capture] object CaptureOffset {
  private val mapper = new ObjectMapper

  def of(json: String): CaptureOffset = CaptureOffset(
    mapper.readValue(json, new TypeReference[JavaMap[String, String]] {}).asScala.toMap)
}

/** A stream over the files of rotated captures: the files of a folder are one capture, in the order
  * of their names.
  *
  * A row belongs to the file with its first packet. The batch that gives the rows of some files
  * also reads `overlap` files before them, which show the state of the connections, and as many
  * after them, in which responses come. So it waits until these are complete, which is when another
  * one follows. Nothing else is handed from batch to batch: no row comes twice, and a batch that is
  * repeated gives the same rows.
  */
private[capture] final class CaptureStream(scan: CaptureScan)
    extends MicroBatchStream with SupportsTriggerAvailableNow {
  private[this] val overlap = CaptureFiles.overlap(scan.options.reading)
  // The files that were ready at the start, if the stream ends with them.
  private[this] var atStart: Option[CaptureOffset] = None

  override def initialOffset(): Offset = CaptureOffset(Map.empty)
  override def deserializeOffset(json: String): Offset = CaptureOffset.of(json)
  override def commit(end: Offset): Unit = ()
  override def stop(): Unit = ()
  override def getDefaultReadLimit: ReadLimit = StreamLimits.of(scan.options)
  override def createReaderFactory(): PartitionReaderFactory = scan.createReaderFactory()

  override def prepareForTriggerAvailableNow(): Unit = atStart = Some(
    CaptureOffset(
      folders.map { case (folder, files) => folder -> ready(files) }.collect {
        case (folder, files) if files.nonEmpty => folder -> name(files.last)
      }.toMap))

  override def latestOffset(): Offset =
    throw new UnsupportedOperationException("a stream of files is asked with a limit")

  override def latestOffset(start: Offset, limit: ReadLimit): Offset = {
    val before = start.asInstanceOf[CaptureOffset]
    val rest = new StreamLimit(limit)
    val waiting = folders.flatMap { case (folder, files) =>
      val fresh = ready(files).filter(file =>
        !before.has(folder, name(file)) && atStart.forall(_.has(folder, name(file))))
      // A file is not older than the files before it.
      val times = fresh.map(_.getModificationTime).scanLeft(Long.MinValue)(math.max).tail
      fresh.zip(times).map { case (file, time) => (time, folder, file) }
    }
    val taken = waiting.sortBy(_._1).takeWhile { case (_, _, file) =>
      val isTaken = rest.left > 0
      if (isTaken) rest.take(file.getLen)
      isTaken
    }
    CaptureOffset(before.names ++ taken.map { case (_, folder, file) => folder -> name(file) })
  }

  private def name(file: FileStatus): String = file.getPath.getName

  private def folders: Seq[(String, Seq[FileStatus])] =
    scan.found.groupBy(_.getPath.getParent.toString).toSeq.sortBy(_._1).map {
      case (folder, files) => folder -> files.sortBy(name)(NameOrder)
    }

  /** Returns the files whose rows can be given. The last one of all is still being written. */
  private def ready(files: Seq[FileStatus]): Seq[FileStatus] = files.dropRight(overlap + 1)

  override def planInputPartitions(start: Offset, end: Offset): Array[InputPartition] = {
    val before = start.asInstanceOf[CaptureOffset]
    val until = end.asInstanceOf[CaptureOffset]
    scan.packed(
      folders.map { case (folder, files) =>
        val (old, later) = files.partition(file => before.has(folder, name(file)))
        val (own, behind) = later.partition(file => until.has(folder, name(file)))
        val front = old.takeRight(overlap)
        CapturePart((front ++ own ++ behind.take(overlap)).map(scan.describe), front.length,
          front.length + own.length)
      }.filter(part => part.until > part.from))
  }
}
