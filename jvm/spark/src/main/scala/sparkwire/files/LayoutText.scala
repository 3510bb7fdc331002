package sparkwire.files

import java.io.FileNotFoundException
import java.nio.charset.StandardCharsets.UTF_8

import scala.util.Using

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.classic

import sparkwire.errors.SparkwireErrors
import sparkwire.wire.layouts.BadLayout
import sparkwire.wire.layouts.text.OneText

/** Layouts in files of any file system that Spark reads. */
private[sparkwire] object LayoutText {

  /** Returns one text of a file and the files that it imports.
    *
    * @param asking
    *   the function or format that an error names
    */
  def read(asking: String, path: String): String = {
    val hadoop = configuration
    val file = new Path(path)
    val system = file.getFileSystem(hadoop)
    val whole = system.makeQualified(file).toString
    refusing(asking)(OneText.of(whole, textOf(_, hadoop)))
  }

  /** The same for a local file, for which Hadoop is not needed. */
  def readLocal(asking: String, file: java.nio.file.Path): String =
    refusing(asking)(OneText.ofFile(file))

  private def refusing(asking: String)(text: => String): String =
    try text
    catch {
      case bad: BadLayout => throw SparkwireErrors.invalidSchema(asking, bad.sentence)
    }

  private def textOf(file: String, hadoop: Configuration): Option[String] = {
    val path = new Path(file)
    try
      Some(
        Using.resource(path.getFileSystem(hadoop).open(path))(in =>
          new String(in.readAllBytes(), UTF_8)))
    catch { case _: FileNotFoundException => None }
  }

  private def configuration: Configuration =
    SparkSession.getActiveSession.orElse(SparkSession.getDefaultSession) match {
      case Some(session: classic.SparkSession) => session.sessionState.newHadoopConf()
      case _ => new Configuration
    }
}
