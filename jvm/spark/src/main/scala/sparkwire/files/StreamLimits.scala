package sparkwire.files

import scala.util.Try

import org.apache.spark.network.util.JavaUtils
import org.apache.spark.sql.connector.read.streaming._

import sparkwire.wire.core.OptionSpec

/** How much a batch of a stream reads. */
private[sparkwire] object StreamLimits {
  private val MostFiles = OptionSpec.Number("maxFilesPerTrigger", 0, 1, Int.MaxValue,
    "how many files a batch of a stream may read")
  private val MostBytes = OptionSpec.Checked("maxBytesPerTrigger",
    "a number of bytes, such as 1000000 or 64m", "how many bytes a batch of a stream may read",
    text => Option.when(bytesIn(text).forall(_ <= 0))(s"'$text' is no such number"))

  val options: Seq[OptionSpec] = Seq(MostFiles, MostBytes)

  private def bytesIn(text: String): Option[Long] =
    Try(JavaUtils.byteStringAsBytes(text)).toOption

  def of(options: FileOptions): ReadLimit = {
    val files = options.reading.values.get(MostFiles.name)
      .map(_ => ReadLimit.maxFiles(options.reading.number(MostFiles)))
    val bytes = options.reading.text(MostBytes).flatMap(bytesIn).map(ReadLimit.maxBytes)
    Seq(files, bytes).flatten match {
      case Seq() => ReadLimit.allAvailable()
      case Seq(one) => one
      case both => ReadLimit.compositeLimit(both.toArray)
    }
  }
}

/** How much of the files a batch may still take. */
private[files] final class StreamLimit(limit: ReadLimit) {
  private[this] val all = limit match {
    case several: CompositeReadLimit => several.getReadLimits.toSeq
    case one => Seq(one)
  }
  private[this] var files =
    all.collect { case most: ReadMaxFiles => most.maxFiles().toLong }.minOption.getOrElse(
      Long.MaxValue)
  private[this] var bytes =
    all.collect { case most: ReadMaxBytes => most.maxBytes() }.minOption.getOrElse(Long.MaxValue)

  /** Whether there is no limit. */
  def isNone: Boolean = files == Long.MaxValue && bytes == Long.MaxValue

  /** How many bytes of the next file may be taken, 0 for none. */
  def left: Long = if (files <= 0) 0 else math.max(0, bytes)

  /** Takes bytes of a file. They may be more than are [[left]], if it is not read in pieces. */
  def take(size: Long): Unit = {
    files -= 1
    bytes -= size
  }
}
