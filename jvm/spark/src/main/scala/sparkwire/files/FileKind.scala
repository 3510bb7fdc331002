package sparkwire.files

import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.connector.read.Scan
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types._

import sparkwire.errors.SparkwireErrors
import sparkwire.wire.core.{Options, OptionSpec}
import sparkwire.wire.files.ValueScan

/** One kind of files: its columns, its options, and how a query reads it. */
private[sparkwire] abstract class FileKind extends Serializable {

  /** What the option `files` calls it. */
  def name: String
  def schema(options: Options): StructType

  /** The columns by whose ranges rows are left out before they are read: see [[FilterRanges]]. */
  def ranged: Set[String]

  def options: Seq[OptionSpec]

  /** Whether the files can be read as a stream. */
  def streams: Boolean = false

  /** Reports paths where no such files are. */
  def requireFiles(options: FileOptions, hadoop: Configuration): Unit

  def newScan(options: FileOptions, required: StructType, filters: Seq[Filter]): Scan

  /** How files of this kind are written. */
  def writing: FileWriting

  /** The options that [[completed]] replaces by the content of a file. */
  private[files] def ofFiles: Seq[OptionSpec] = Nil

  /** Replaces options by what tasks need of them, such as the path of a file by its content. */
  private[files] def completed(options: Options): Options = options

  final def format: String = s"sparkwire-$name"

  final def refuse(message: String): Nothing = throw SparkwireErrors.invalidOption(format, message)
}

/** How files of a kind are written. */
private[sparkwire] sealed trait FileWriting

private[sparkwire] object FileWriting {

  /** Values end to end, as `files.writing` writes them.
    *
    * @param ending
    *   the ending of the names of files, without the dot
    */
  final case class Values(ending: String) extends FileWriting

  /** They are only read.
    *
    * @param instead
    *   a sentence that says what to use
    */
  final case class Refused(instead: String) extends FileWriting
}

private[sparkwire] object FileKind {
  val Fault: StructType =
    new StructType().add("reason", StringType).add("offset", LongType).add("path", StringType)

  /** How many bytes of what is broken a row has as its `value`. */
  final val MostPassed: Int = ValueScan.MostKept

  val Mode: OptionSpec.Words = OptionSpec.Words("mode", Seq("failfast", "permissive"),
    "`permissive`: what is broken is one row with its `fault`")
}
