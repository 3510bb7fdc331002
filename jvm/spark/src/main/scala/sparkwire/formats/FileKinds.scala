package sparkwire.formats

import java.util.{HashMap => JavaMap}

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.connector.catalog.Table
import org.apache.spark.sql.connector.write.WriteBuilder
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap

import sparkwire.errors.SparkwireErrors
import sparkwire.files.{FileAccess, FileKind, FileOptions, FileTable, FileWriting}
import sparkwire.files.aerospike.BackupFiles
import sparkwire.files.capture.CaptureFiles
import sparkwire.files.ignite.{DumpFiles, WalFiles}
import sparkwire.files.kafka.KafkaLog
import sparkwire.files.values.{CernanFiles, DatabusFiles, LayoutFiles, MsgpackFiles}
import sparkwire.files.writing.{TableWrite, WriteOptions}
import sparkwire.wire.core.Nearest

/** All kinds of files. */
private[sparkwire] object FileKinds {
  val all: Seq[FileKind] =
    Seq(KafkaLog, DatabusFiles, CernanFiles, MsgpackFiles, LayoutFiles, CaptureFiles, DumpFiles,
      WalFiles, BackupFiles)

  /** The option of the format `sparkwire` that names the kind. */
  private final val Files = "files"

  /** Returns a table of files.
    *
    * @param format
    *   the name of the format
    * @param kind
    *   the kind of all files, null if the option `files` names it
    * @param columns
    *   the columns that the catalogue has kept, that the user has set, or that a query writes
    * @param properties
    *   the options, or the properties of a table of the catalogue
    */
  def table(format: String, kind: String, columns: StructType,
      properties: CaseInsensitiveStringMap): Table = {
    val own = FileOptions.passedTo(format, properties)
    val path = own.getOrDefault("path", own.getOrDefault("paths", ""))
    def found() =
      if (FileOptions.isOfCatalog(format, properties)) keptColumns(kind, own, columns)
      else {
        val all = readableColumns(kind, own)
        // As Spark itself says for a source whose columns cannot be set.
        if (columns != all)
          throw new UnsupportedOperationException(
            s"$format source does not support user-specified schema. The columns are ${all.toDDL}.")
        columns
      }
    new FileTable(s"$format $path", () => found(), properties.asCaseSensitiveMap,
      new Access(kind, own, FileOptions.isOfCatalog(format, properties)))
  }

  private final class Access(named: String, own: CaseInsensitiveStringMap, isOfCatalog: Boolean)
      extends FileAccess {
    def kind: FileKind = kindOf(named, own)

    def optionsOf(passed: CaseInsensitiveStringMap): FileOptions = {
      val ofTable = if (isOfCatalog) WriteOptions.forReading(kind, own) else own
      val both = new JavaMap[String, String](ofTable.asCaseSensitiveMap)
      both.keySet.removeIf(passed.containsKey(_))
      both.putAll(passed.asCaseSensitiveMap)
      FileKinds.optionsOf(named, new CaseInsensitiveStringMap(both))
    }

    def newWrite(passed: CaseInsensitiveStringMap): WriteBuilder =
      new TableWrite(WriteOptions.ofTable(kind, own, passed))
  }

  /** Returns the columns that the catalogue has kept, or those that there are if it has others: Spark
    * compares both when a table is created.
    */
  private def keptColumns(kind: String, own: CaseInsensitiveStringMap,
      columns: StructType): StructType =
    try {
      val all = columnsOf(kind, WriteOptions.forReading(kindOf(kind, own), own))
      if (columns.forall(all.contains)) columns else all
    } catch {
      // A query that reads the table says what is wrong. To drop the table, it need not be right.
      case _: AnalysisException => columns
    }

  /** Returns the columns of a table. Whatever is wrong with its options or its files is refused: this is
    * called when a table is created.
    */
  def schema(format: String, kind: String, properties: CaseInsensitiveStringMap): StructType =
    readableColumns(kind, forReading(format, kind, properties))

  /** Refuses what is wrong with the options of a table that is created with a list of its columns. Its
    * folder need not be there if the table can be written, nor be named: Spark has one for it then.
    */
  def check(format: String, kind: String, properties: CaseInsensitiveStringMap): Unit =
    if (FileOptions.isOfCatalog(format, properties)) {
      val own = forReading(format, kind, properties)
      val _ = kindOf(kind, own).writing match {
        case _: FileWriting.Values => columnsOf(kind, own)
        case _: FileWriting.Refused => readableColumns(kind, own)
      }
    }

  private def columnsOf(kind: String, own: CaseInsensitiveStringMap): StructType = {
    val of = kindOf(kind, own)
    of.schema(FileOptions.reading(of, withoutKind(kind, own)))
  }

  private def readableColumns(kind: String, own: CaseInsensitiveStringMap): StructType = {
    val options = optionsOf(kind, own)
    options.kind.requireFiles(options, FileTable.hadoop(options))
    options.schema
  }

  /** Returns the options of a table without those for writing, which a table of the catalogue may have
    * beside them.
    */
  private def forReading(format: String, kind: String,
      properties: CaseInsensitiveStringMap): CaseInsensitiveStringMap = {
    val own = FileOptions.passedTo(format, properties)
    if (!FileOptions.isOfCatalog(format, properties)) own
    else {
      val of = kindOf(kind, own)
      WriteOptions.check(of, own)
      WriteOptions.forReading(of, own)
    }
  }

  private def optionsOf(kind: String, passed: CaseInsensitiveStringMap): FileOptions =
    FileOptions.of(kindOf(kind, passed), withoutKind(kind, passed))

  /** Returns the kind and the other options. */
  def kindAndOptions(kind: String,
      passed: Map[String, String]): (FileKind, Map[String, String]) = {
    val found = kindOf(kind, new CaseInsensitiveStringMap(passed.asJava))
    found -> (if (kind == null) passed.filterNot(_._1.equalsIgnoreCase(Files)) else passed)
  }

  private def kindOf(kind: String, passed: CaseInsensitiveStringMap): FileKind = {
    val name = if (kind == null) passed.get(Files) else kind
    all.find(_.name.equalsIgnoreCase(name)).getOrElse(throw unknown(name))
  }

  private def unknown(name: String): Throwable = {
    val names = all.map(_.name)
    val wrong =
      if (name == null) s"$Files: is missing." else s"$Files = '$name'.${Nearest.hint(name, names)}"
    SparkwireErrors.invalidOption(
      FileSource.Name, s"$wrong Accepted: ${names.mkString(", ")}.")
  }

  private def withoutKind(kind: String,
      passed: CaseInsensitiveStringMap): CaseInsensitiveStringMap =
    if (kind != null) passed
    else {
      val others = new JavaMap[String, String](passed.asCaseSensitiveMap)
      others.keySet.removeIf(_.equalsIgnoreCase(Files))
      new CaseInsensitiveStringMap(others)
    }
}
