package sparkwire.files

import java.util.OptionalLong

import scala.collection.mutable
import scala.reflect.ClassTag

import org.apache.hadoop.conf.Configuration
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.read._
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType
import org.apache.spark.util.SerializableConfiguration

/** What tasks read: a file or a part of it. */
private[sparkwire] trait FilePart extends Serializable {

  /** In bytes. */
  def length: Long
}

/** The parts that one task reads. */
private[sparkwire] final case class FileParts[P <: FilePart](parts: Seq[P]) extends InputPartition

/** What a query needs from files, and who reads them in a task. */
private[sparkwire] trait FileReading[P <: FilePart] extends Serializable {
  def newReader(parts: Seq[P], hadoop: Configuration): PartitionReader[InternalRow]
}

private[sparkwire] final class FileReaderFactory[P <: FilePart](reading: FileReading[P],
    hadoop: Broadcast[SerializableConfiguration])
    extends PartitionReaderFactory {
  override def createReader(partition: InputPartition): PartitionReader[InternalRow] =
    reading.newReader(partition.asInstanceOf[FileParts[P]].parts, hadoop.value.value)
}

/** One query over files: the files, their parts, and the columns. An implementation is compared by
  * value, so that Spark reads only once what a query uses twice.
  */
private[sparkwire] abstract class FileScan extends Scan with Batch with SupportsReportStatistics {
  def options: FileOptions
  def required: StructType
  def filters: Seq[Filter]

  /** The length of all files in bytes. */
  protected def length: Long

  protected lazy val hadoop: Configuration = FileTable.hadoop(options)
  protected lazy val shared: Broadcast[SerializableConfiguration] =
    FileTable.session.sparkContext.broadcast(new SerializableConfiguration(hadoop))

  override def readSchema(): StructType = required
  override def description(): String =
    s"${options.kind.format} [${options.paths.mkString(", ")}], columns: [${required.fieldNames.mkString(", ")}], " +
      s"filters: [${filters.mkString(", ")}]"
  override def toBatch: Batch = this

  override def estimateStatistics(): Statistics = new Statistics {
    override def sizeInBytes(): OptionalLong = OptionalLong.of(length)
    override def numRows(): OptionalLong = OptionalLong.empty
  }

  /** Returns the intended length of parts in bytes, computed as for Spark's own file sources. */
  protected def partLength: Long = partLength(length)

  protected final def partLength(all: Long): Long = {
    val session = FileTable.session
    val most = session.sessionState.conf.filesMaxPartitionBytes
    val each = all / math.max(1, session.sparkContext.defaultParallelism)
    math.max(1, math.min(most, math.max(FileScan.MinPart, each)))
  }

  /** Reads something from each file: on the driver if there is little to read, else in tasks.
    *
    * @param isMuch
    *   whether the content is read, and is long
    */
  protected def onEach[F: ClassTag, A](files: Seq[F], isMuch: Boolean = false)(
      read: (F, Configuration) => A): Seq[(F, A)] =
    if (files.length <= FileScan.MaxRead && !isMuch) files.map(file => file -> read(file, hadoop))
    else {
      val settings = shared
      FileTable.session.sparkContext.parallelize(files, math.min(files.length, FileScan.MaxTasks))
        .map(file => file -> read(file, settings.value.value)).collect().toSeq
    }
}

private[sparkwire] object FileScan {
  // The most files that the driver reads by itself, and the most tasks for more files.
  private final val MaxRead = 4
  private final val MaxTasks = 1000
  private final val MinPart = 4L << 20

  /** Distributes parts to tasks, so that the parts of a task are together about as long as
    * intended.
    */
  def packed[P <: FilePart](parts: Seq[P], length: Long): Array[InputPartition] = {
    val tasks = Array.newBuilder[InputPartition]
    val open = mutable.Buffer.empty[P]
    var size = 0L
    parts.foreach { part =>
      if (open.nonEmpty && size + part.length > length) {
        tasks += FileParts(open.toSeq)
        open.clear()
        size = 0
      }
      open += part
      size += part.length
    }
    if (open.nonEmpty) tasks += FileParts(open.toSeq)
    tasks.result()
  }
}
