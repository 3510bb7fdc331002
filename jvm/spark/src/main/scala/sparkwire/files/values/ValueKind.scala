package sparkwire.files.values

import scala.util.Try

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.spark.network.util.JavaUtils
import org.apache.spark.sql.connector.read.Scan
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types._

import sparkwire.files.{FileKind, FileOptions}
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

  /** Returns what makes several rows of one value, null if a value is a row. */
  private[values] def newUnfolding(required: StructType, options: Options): Unfolding = null

  final def ranged: Set[String] = Set("file", "offset")
  final def options: Seq[OptionSpec] =
    Seq(FileKind.Mode, Packing.Option, Options.Verify, Options.MaxSize) ++ ofReaders ++
      Seq(ValueKind.MostFiles, ValueKind.MostBytes)
  final override def streams: Boolean = true

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

private[sparkwire] object ValueKind {
  val schema: StructType = new StructType()
    .add("value", BinaryType)
    .add("file", StringType)
    .add("offset", LongType)
    .add("fault", FileKind.Fault)

  private val MostFiles = OptionSpec.Number("maxFilesPerTrigger", 0, 1, Int.MaxValue,
    "how many files a batch of a stream may read")
  private val MostBytes = OptionSpec.Checked("maxBytesPerTrigger",
    "a number of bytes, such as 1000000 or 64m", "how many bytes a batch of a stream may read",
    text => Option.when(bytesIn(text).forall(_ <= 0))(s"'$text' is no such number"))

  private def bytesIn(text: String): Option[Long] =
    Try(JavaUtils.byteStringAsBytes(text)).toOption

  def mostFiles(of: FileOptions): Option[Int] =
    of.reading.values.get(MostFiles.name).map(_ => of.reading.number(MostFiles))
  def mostBytes(of: FileOptions): Option[Long] = of.reading.text(MostBytes).flatMap(bytesIn)
}
