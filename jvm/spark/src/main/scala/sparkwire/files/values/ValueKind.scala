package sparkwire.files.values

import scala.annotation.unused

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileStatus, Path}
import org.apache.spark.sql.connector.read.Scan
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types._

import sparkwire.files.{FileKind, FileOptions, FileWriting, StreamLimits}
import sparkwire.wire.core.{Options, OptionSpec}
import sparkwire.wire.series.ValueBounds

/** Files in which values of one format stand end to end. Each value is a row, which the functions of
  * the format decode.
  */
private[sparkwire] abstract class ValueKind extends FileKind {
  def newBounds(options: Options): ValueBounds

  /** The options of the readers that tell where a value ends. */
  protected def ofReaders: Seq[OptionSpec]

  /** Whether files can be divided between tasks: heads of values tell how long they are. */
  def divides(options: Options): Boolean = false

  def schema(options: Options): StructType = ValueKind.schema

  /** Returns what makes several rows or further columns of one value, null if a value is a row. */
  private[files] def newUnfolding(reading: ValueReading): Unfolding = null

  /** Returns the files that are read, of all that are found at the paths. */
  private[files] def choose(found: Seq[FileStatus], @unused of: FileOptions,
      @unused hadoop: Configuration): ChosenFiles = ChosenFiles(found)

  /** The columns that the path of a file says everything about. */
  private[files] def ofPath(@unused path: String): Map[String, Any] = Map.empty

  def writing: FileWriting = FileWriting.Values(name)

  def ranged: Set[String] = Set("file", "offset")
  final def options: Seq[OptionSpec] =
    Seq(FileKind.Mode, Packing.Option, Options.Verify, Options.MaxSize) ++ ofReaders ++
      (if (streams) StreamLimits.options else Nil)
  override def streams: Boolean = true

  final def requireFiles(of: FileOptions, hadoop: Configuration): Unit =
    of.paths.foreach { written =>
      val path = new Path(written)
      val found = path.getFileSystem(hadoop).globStatus(path)
      if (found == null || found.isEmpty)
        refuse(s"path = '$written': there is no such file or folder.")
    }

  final def newScan(of: FileOptions, required: StructType, filters: Seq[Filter]): Scan =
    ValueFileScan(of, this, required, filters)
}

/** The files that a query reads.
  *
  * @param names
  *   what tasks need to know of other files: names, by the folder in which they are
  */
private[files] final case class ChosenFiles(files: Seq[FileStatus],
    names: Map[String, Seq[String]] = Map.empty)

private[sparkwire] object ValueKind {
  val schema: StructType = new StructType()
    .add("value", BinaryType)
    .add("file", StringType)
    .add("offset", LongType)
    .add("fault", FileKind.Fault)
}
