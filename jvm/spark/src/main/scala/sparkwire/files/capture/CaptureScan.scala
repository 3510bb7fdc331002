package sparkwire.files.capture

import org.apache.hadoop.fs.FileStatus
import org.apache.spark.sql.connector.read.{InputPartition, PartitionReaderFactory}
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType

import sparkwire.files._
import sparkwire.files.values.Packing

/** A file of a capture.
  *
  * @param packing
  *   how it is compressed: a word of [[Packing.Option]]
  */
private[capture] final case class CaptureFile(path: String, length: Long, packing: String)

private[capture] object CapturePart {
  def whole(files: Seq[CaptureFile]): CapturePart = CapturePart(files, 0, files.length)
}

/** The files of one capture, in their order.
  *
  * @param from
  *   the number of the first file whose rows are wanted. The files before it only show the state of
  *   the connections
  * @param until
  *   the number after the last one. The files after it only show how the connections go on
  */
private[capture] final case class CapturePart(files: Seq[CaptureFile], from: Int, until: Int)
    extends FilePart {
  override def length: Long = files.map(_.length).sum
}

/** One query over captures. Streams are put together from their beginning, so a capture is read by one
  * task.
  */
private[capture] final case class CaptureScan(options: FileOptions, required: StructType,
    filters: Seq[Filter])
    extends FileScan {
  private[this] lazy val parts =
    if (CaptureFiles.isRotated(options.reading)) rotated
    else
      found.map(describe).filter(file => mayMatch(file.path)).sortBy(_.path)
        .map(file => CapturePart.whole(Seq(file)))

  private def rotated: Seq[CapturePart] =
    found.groupBy(_.getPath.getParent).toSeq.sortBy(_._1).map { case (_, inFolder) =>
      CapturePart.whole(inFolder.sortBy(_.getPath.getName)(NameOrder).map(describe))
    }

  override def toMicroBatchStream(checkpoint: String): MicroBatchStream = new CaptureStream(this)

  /** The files that are there now, by their folders. */
  private[capture] def found: Seq[FileStatus] = FoundFiles.at(options.paths, hadoop)

  private[capture] def packed(parts: Seq[CapturePart]): Array[InputPartition] =
    FileScan.packed(parts, partLength(parts.map(_.length).sum))

  private[capture] def describe(status: FileStatus): CaptureFile = {
    val path = status.getPath.toString
    CaptureFile(path, status.getLen, Packing.of(options.reading.word(Packing.Option), path))
  }

  private def mayMatch(path: String): Boolean = FilterRanges.mayMatch(filters,
    {
      case "file" => ValueRange(path, path)
      case _ => null
    })

  override protected def length: Long = parts.map(_.length).sum

  override def createReaderFactory(): PartitionReaderFactory =
    new FileReaderFactory(
      CaptureReading(required, options.reading, options.isPermissive), shared)

  override def planInputPartitions(): Array[InputPartition] = FileScan.packed(parts, partLength)
}
