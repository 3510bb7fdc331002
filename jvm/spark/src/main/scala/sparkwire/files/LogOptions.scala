package sparkwire.files

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.util.CaseInsensitiveStringMap

import sparkwire.errors.SparkwireErrors
import sparkwire.wire.core.{Nearest, Options, OptionSpec}

import com.fasterxml.jackson.core.JsonProcessingException
import com.fasterxml.jackson.databind.ObjectMapper

/** The options of a table of log files.
  *
  * @param topic
  *   the topic of all files, in place of the names of their folders
  * @param reading
  *   the options for the readers of batches
  * @param fileSystem
  *   the options with a dot in their names, which are passed to Hadoop
  */
private[sparkwire] final case class LogOptions(paths: Seq[String], topic: Option[String],
    partition: Option[Int], isCommitted: Boolean, isPermissive: Boolean, reading: Options,
    fileSystem: Map[String, String])

private[sparkwire] object LogOptions {
  private val Isolation = OptionSpec.Words("isolation", Seq("read_uncommitted", "read_committed"),
    "`read_committed`: what a consumer of committed records is given")
  private val Mode = OptionSpec.Words("mode", Seq("failfast", "permissive"),
    "`permissive`: a broken batch is one row with its `fault`")
  private val Partition = OptionSpec.Number("partition", 0, 0, Int.MaxValue,
    "the partition of all files, instead of the one in the folder name")
  private val specs = Seq(Isolation, Mode, Options.Verify, Options.MaxSize, Partition)
  private val Topic = "topic"
  private val known = specs.map(_.name) :+ Topic

  def of(passed: CaseInsensitiveStringMap): LogOptions = {
    val written = passed.asCaseSensitiveMap.asScala.toMap
    val (fileSystem, others) = written.partition(_._1.contains('.'))
    val (places, named) =
      others.partition { case (key, _) => Seq("path", "paths").contains(lower(key)) }
    val values = named.map { case (key, value) => checked(key, value) }
    val options = Options(values)
    LogOptions(
      paths = places.toSeq.flatMap { case (key, value) => pathsOf(key, value) },
      topic = values.get(Topic),
      partition = values.get(Partition.name).map(_ => options.number(Partition)),
      isCommitted = options.word(Isolation) == "read_committed",
      isPermissive = options.word(Mode) == "permissive",
      reading =
        Options(
          values.filter { case (key, _) =>
            key == Options.Verify.name || key == Options.MaxSize.name
          }),
      fileSystem = fileSystem
    )
  }

  private def lower(key: String): String = key.toLowerCase(java.util.Locale.ROOT)

  /** Returns the option by its proper name. Names and words may be given in any case, as for
    * Spark's own formats.
    */
  private def checked(key: String, value: String): (String, String) =
    known.find(_.equalsIgnoreCase(key)) match {
      case None =>
        refuse(
          s"unknown option '$key'.${Nearest.hint(key, known)} Accepted: ${known.mkString(", ")}.")
      case Some(Topic) => Topic -> value
      case Some(name) =>
        val spec = specs.find(_.name == name).get
        val word = spec match {
          case _: OptionSpec.Words => lower(value)
          case _ => value
        }
        spec.whyNot(word).foreach(refuse)
        name -> word
    }

  /** Spark passes one path as text, and several as a JSON list. */
  private def pathsOf(key: String, value: String): Seq[String] =
    if (lower(key) == "path") Seq(value)
    else
      try new ObjectMapper().readValue(value, classOf[Array[String]]).toSeq
      catch {
        case _: JsonProcessingException => refuse(s"$key = '$value'. Accepted: a list in JSON.")
      }

  def refuse(message: String): Nothing =
    throw SparkwireErrors.invalidOption(KafkaLogSource.Name, message)
}
