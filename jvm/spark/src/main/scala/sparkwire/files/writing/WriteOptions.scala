package sparkwire.files.writing

import scala.jdk.CollectionConverters._

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.util.CaseInsensitiveStringMap

import sparkwire.catalog.FunctionCatalog
import sparkwire.files.{FileKind, FileOptions, FileTable, FileWriting}
import sparkwire.files.values.Packing
import sparkwire.wire.core.{Options, OptionSpec}
import sparkwire.wire.files.PackedOutput

/** Where values are written, and how.
  *
  * @param ending
  *   the ending of the names of files that are not compressed
  * @param path
  *   the folder
  * @param fileSystem
  *   the options with a dot in their names, which are passed to Hadoop
  */
private[sparkwire] final case class WriteOptions private (kind: FileKind, ending: String,
    path: String, private val named: Options, fileSystem: Map[String, String]) {
  import WriteOptions._

  def compression: String = named.word(Compression)
  def maxRecords: Option[String] = named.values.get(MaxRecords.name)

  def folder(hadoop: Configuration): Path = {
    val written = new Path(path)
    written.getFileSystem(hadoop).makeQualified(written)
  }
  def hadoop: Configuration = FileTable.session.sessionState.newHadoopConfWithOptions(fileSystem)

  /** Returns the options and constants of the function that encodes values.
    *
    * @param isEncoded
    *   whether it is called. If not, a constant that it requires may be missing
    */
  def ofEncoding(isEncoded: Boolean): Map[String, String] = {
    val ofFunction = Options(named.values -- ofFiles.map(_.name))
    val replaced = (constantsOf(kind) ++ kind.ofFiles).map(_.name)
    if (isEncoded || replaced.exists(ofFunction.values.contains))
      kind.completed(ofFunction).values
    else ofFunction.values
  }
}

private[sparkwire] object WriteOptions {
  private final val PathName = "path"

  private val Compression =
    OptionSpec.Words(Packing.Option.name, Packing.None +: PackedOutput.names,
      "how each file is compressed")
  private val MaxRecords = OptionSpec.Number("maxRecordsPerFile", 0, 0, Int.MaxValue,
    "how many values a file may have; 0 for any number")
  private val ofFiles = Seq(Compression, MaxRecords)

  // What Spark adds: the columns of `partitionBy` and `clusterBy`.
  private final val OfSpark = "__"
  // Options of a stream that are not those of its sink.
  private val ofStreams = Seq("checkpointLocation", "queryName")

  private def constantsOf(kind: FileKind): Seq[OptionSpec] =
    FunctionCatalog.encodings.get(kind.name).toSeq.flatMap(_.constants).map(constant =>
      kind.options.find(_.name == constant.name).getOrElse(
        OptionSpec.Checked(constant.name, constant.accepts.words, constant.about, _ => None)))

  /** The options that files of a kind can be written with. */
  def specs(kind: FileKind): Seq[OptionSpec] =
    ofFiles ++ FunctionCatalog.encodings.get(kind.name).toSeq.flatMap(_.options) ++
      constantsOf(kind) ++ kind.ofFiles

  /** The options that a table may have only because it is written, too. */
  private def onlyForWriting(kind: FileKind): Seq[OptionSpec] = kind.writing match {
    case _: FileWriting.Values => specs(kind).filterNot(spec =>
        kind.options.exists(_.name == spec.name))
    case _: FileWriting.Refused => Nil
  }

  /** Returns the options of a table without those that are only for writing. */
  def forReading(kind: FileKind, own: CaseInsensitiveStringMap): CaseInsensitiveStringMap = {
    val names = onlyForWriting(kind).map(_.name)
    new CaseInsensitiveStringMap(
      own.asCaseSensitiveMap.asScala.toMap.filterNot {
        case (name, _) => names.exists(_.equalsIgnoreCase(name))
      }.asJava)
  }

  /** Refuses what is wrong with the options of a table that are only for writing. */
  def check(kind: FileKind, own: CaseInsensitiveStringMap): Unit = {
    val only = onlyForWriting(kind)
    val _ = FileOptions.checked(kind, only,
      own.asCaseSensitiveMap.asScala.toMap.filter {
        case (name, _) => only.exists(_.name.equalsIgnoreCase(name))
      })
  }

  /** Returns the ending of the files of a kind, or refuses to write it. */
  private def endingOf(kind: FileKind): String = kind.writing match {
    case FileWriting.Values(ending) => ending
    case FileWriting.Refused(instead) => kind.refuse(s"such files are only read. $instead")
  }

  /** Returns the options of a query that writes, and refuses what is wrong with them. */
  def of(kind: FileKind, passed: Map[String, String]): WriteOptions = {
    val ending = endingOf(kind)
    val (fileSystem, others) = passed.partition(_._1.contains('.'))
    val (paths, named) = others.partition(_._1.equalsIgnoreCase(PathName))
    if (named.keys.exists(_.startsWith(OfSpark))) refuseColumns(kind)
    val path = paths.values.headOption.getOrElse(kind.refuse(s"$PathName: none is given."))
    if (FileOptions.isPattern(path))
      kind.refuse(s"$PathName = '$path' is a pattern. Values are written to one folder.")
    WriteOptions(kind, ending, path, FileOptions.checked(kind, specs(kind), named), fileSystem)
  }

  def ofStream(kind: FileKind, passed: Map[String, String]): WriteOptions =
    of(kind, passed.filterNot { case (name, _) => ofStreams.exists(_.equalsIgnoreCase(name)) })

  def refuseColumns(kind: FileKind): Nothing = kind.refuse(
    "partitionBy and clusterBy: files of values have no columns. Write each part to a folder of its own.")

  /** Returns the options for a table: its own, as far as they are for writing, and those of the query.
    *
    * @param own
    *   the options of the table
    */
  def ofTable(kind: FileKind, own: CaseInsensitiveStringMap,
      passed: CaseInsensitiveStringMap): WriteOptions = {
    val _ = endingOf(kind)
    val known = specs(kind).map(_.name)
    def isForWriting(name: String, value: String) = name.contains('.') ||
      name.equalsIgnoreCase(PathName) || known.exists(_.equalsIgnoreCase(name)) && !isAuto(
        name, value)
    val ofTable = own.asCaseSensitiveMap.asScala.toMap.filter { case (name, value) =>
      isForWriting(name, value) && (name.equalsIgnoreCase(PathName) || !passed.containsKey(name))
    }
    val ofQuery = passed.asCaseSensitiveMap.asScala.toMap.filterNot(_._1.equalsIgnoreCase(PathName))
    val options = of(kind, ofTable ++ ofQuery)
    val read = own.getOrDefault(Packing.Option.name, "auto")
    if (!read.equalsIgnoreCase("auto") && !read.equalsIgnoreCase(options.compression))
      kind.refuse(
        s"${Compression.name} = '${options.compression}': the table reads its files as $read.")
    options
  }

  // The files that are written then are not compressed, which their names say.
  private def isAuto(name: String, value: String): Boolean =
    name.equalsIgnoreCase(Compression.name) && value.equalsIgnoreCase("auto")
}
