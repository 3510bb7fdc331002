package sparkwire.files

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.connector.catalog.TableCatalog
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap

import sparkwire.wire.core.{Nearest, Options, OptionSpec}

import com.fasterxml.jackson.core.JsonProcessingException
import com.fasterxml.jackson.databind.ObjectMapper

/** The options of a table of files.
  *
  * @param reading
  *   the options of the kind, and those of its readers
  * @param fileSystem
  *   the options with a dot in their names, which are passed to Hadoop
  */
private[sparkwire] final case class FileOptions(kind: FileKind, paths: Seq[String],
    reading: Options, fileSystem: Map[String, String]) {
  def schema: StructType = kind.schema(reading)
  def isPermissive: Boolean = reading.word(FileKind.Mode) == "permissive"

  if (paths.isEmpty) kind.refuse("path: none is given.")
}

private[sparkwire] object FileOptions {

  /** Whether a path is a glob pattern. */
  def isPattern(path: String): Boolean = path.exists("*?[]{}".contains(_))

  def of(kind: FileKind, passed: CaseInsensitiveStringMap): FileOptions = {
    val written = passed.asCaseSensitiveMap.asScala.toMap
    FileOptions(
      kind,
      paths = written.filter(isPlace).toSeq.flatMap { case (key, value) =>
        pathsOf(kind, key, value)
      },
      reading = reading(kind, passed),
      fileSystem = written.filter(isOfFileSystem)
    )
  }

  /** Returns the options of the kind. */
  def reading(kind: FileKind, passed: CaseInsensitiveStringMap): Options =
    kind.completed(
      checked(kind, kind.options,
        passed.asCaseSensitiveMap.asScala.toMap
          .filterNot(option => isPlace(option) || isOfFileSystem(option))))

  private def isPlace(option: (String, String)): Boolean =
    Seq(Path, "paths").contains(lower(option._1))
  private def isOfFileSystem(option: (String, String)): Boolean = option._1.contains('.')

  /** Returns the options with which a table was made and is read, by the names that Spark passes.
    *
    * Trap: a table of Spark's catalogue has its options among its properties, both after the prefix
    * `option.` and without it. The others are the owner, the comment and whatever the user has set there.
    */
  def passedTo(format: String, properties: CaseInsensitiveStringMap): CaseInsensitiveStringMap =
    if (!isOfCatalog(format, properties)) properties
    else {
      val own = properties.asCaseSensitiveMap.asScala.toMap.collect {
        case (key, value) if key.startsWith(TableCatalog.OPTION_PREFIX) =>
          key.drop(TableCatalog.OPTION_PREFIX.length) -> value
      }
      val path = Option(properties.get(Path)).map(Path -> _)
      new CaseInsensitiveStringMap((own.filterNot(_._1.equalsIgnoreCase(Path)) ++ path).asJava)
    }

  /** Whether these are the properties of a table in the catalogue, and not the options of a query. */
  def isOfCatalog(format: String, properties: CaseInsensitiveStringMap): Boolean =
    Option(properties.get(TableCatalog.PROP_PROVIDER)).exists(provider =>
      provider.equalsIgnoreCase(format) || provider.startsWith("sparkwire."))

  private final val Path = "path"

  private def lower(key: String): String = key.toLowerCase(java.util.Locale.ROOT)

  /** Returns options by their proper names. Names and words may be given in any case, as for Spark's own
    * formats.
    */
  private[files] def checked(kind: FileKind, specs: Seq[OptionSpec],
      passed: Map[String, String]): Options =
    Options(passed.map { case (key, value) => checked(kind, specs, key, value) })

  private def checked(kind: FileKind, specs: Seq[OptionSpec], key: String,
      value: String): (String, String) = {
    val names = specs.map(_.name)
    val spec = specs.find(_.name.equalsIgnoreCase(key)).getOrElse(
      kind.refuse(
        s"unknown option '$key'.${Nearest.hint(key, names)} Accepted: ${names.mkString(", ")}."))
    val word = spec match {
      case words: OptionSpec.Words =>
        words.words.find(_.equalsIgnoreCase(value)).getOrElse(value)
      case _ => value
    }
    spec.whyNot(word).foreach(kind.refuse)
    spec.name -> word
  }

  /** Spark passes one path as text, and several as a JSON list. */
  private def pathsOf(kind: FileKind, key: String, value: String): Seq[String] =
    if (lower(key) == Path) Seq(value)
    else
      try new ObjectMapper().readValue(value, classOf[Array[String]]).toSeq
      catch {
        case _: JsonProcessingException =>
          kind.refuse(s"$key = '$value'. Accepted: a list in JSON.")
      }
}
