package sparkwire.files.values

import scala.collection.mutable

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileStatus, FileSystem, Path}
import org.apache.spark.sql.connector.read._
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType

import sparkwire.files._
import sparkwire.wire.core.Options
import sparkwire.wire.files.{FileWindow, ValueSplits}

/** A file of values.
  *
  * @param packing
  *   how it is compressed: a word of [[Packing.Option]]
  */
private[sparkwire] final case class ValueFile(path: String, length: Long, packing: String) {
  def isPacked: Boolean = packing != Packing.None
}

/** A part of a file that one task reads.
  *
  * @param from
  *   where a value begins
  * @param until
  *   where the values of the part end, `Long.MaxValue` for the end of the file
  */
private[sparkwire] final case class ValuePart(file: ValueFile, from: Long, until: Long)
    extends FilePart {
  override def length: Long = math.min(until, file.length) - from
}

/** One query over files of values. */
private[sparkwire] final case class ValueFileScan(options: FileOptions, kind: ValueKind,
    required: StructType, filters: Seq[Filter])
    extends FileScan {
  private[this] lazy val files = found.filter(file => mayMatch(file.path))

  override protected def length: Long = files.map(_.length).sum

  override def createReaderFactory(): PartitionReaderFactory = new ValueReaderFactory(
    ValueReading(kind, required, options.reading, options.isPermissive, filters), shared)

  override def planInputPartitions(): Array[InputPartition] = {
    val length = partLength
    val (of, reading) = (kind, options.reading)
    val large =
      if (!of.divides(reading)) Nil
      else files.filter(file => !file.isPacked && file.length > length)
    val points = onEach(large)(ValueFileScan.splitPoints(_, _, of, reading, length)).toMap
    val parts = files.flatMap { file =>
      val starts = 0L +: points.getOrElse(file, Nil)
      starts.zip(starts.drop(1) :+ Long.MaxValue).map { case (from, until) =>
        ValuePart(file, from, until)
      }
    }
    FileScan.packed(parts, length)
  }

  private def mayMatch(path: String): Boolean = FilterRanges.mayMatch(filters,
    {
      case "file" => ValueRange(path, path)
      case _ => null
    })

  private def found: Seq[ValueFile] =
    options.paths.flatMap(filesAt).distinctBy(_.path).sortBy(_.path)

  private def filesAt(written: String): Seq[ValueFile] = {
    val path = new Path(written)
    val fileSystem = path.getFileSystem(hadoop)
    val isPattern = written.exists("*?[]{}".contains(_))
    Option(fileSystem.globStatus(path)).toSeq.flatten
      .filterNot(status => isPattern && ValueFileScan.isHidden(status))
      .flatMap(filesIn(fileSystem, _)).map(describe)
  }

  /** Returns a file, or all files in a folder and in the folders in it. */
  private def filesIn(fileSystem: FileSystem, found: FileStatus): Seq[FileStatus] = {
    val files = mutable.Buffer.empty[FileStatus]
    val waiting = mutable.Queue(found)
    while (waiting.nonEmpty) {
      val next = waiting.dequeue()
      if (!next.isDirectory) files += next
      else waiting ++= fileSystem.listStatus(next.getPath).filterNot(ValueFileScan.isHidden)
    }
    files.toSeq
  }

  private def describe(status: FileStatus): ValueFile = {
    val path = status.getPath.toString
    ValueFile(path, status.getLen, Packing.of(options.reading.word(Packing.Option), path))
  }
}

private object ValueFileScan {
  private final val HeadBytes = 1024

  /** Whether a file or folder is passed over if nobody names it, as for Spark's own formats. */
  private def isHidden(status: FileStatus): Boolean =
    Seq("_", ".").exists(status.getPath.getName.startsWith)

  /** Returns the positions where a file is divided. */
  private def splitPoints(file: ValueFile, hadoop: Configuration, kind: ValueKind,
      reading: Options, length: Long): Seq[Long] = {
    val input = new HadoopInput(new Path(file.path), file.length, hadoop)
    try {
      val splits =
        new ValueSplits(new FileWindow(input, HeadBytes), kind.newBounds(reading), reading.maxSize)
      (length until file.length by length).map(splits.at).filter(_ > 0).distinct
    } finally input.close()
  }
}
