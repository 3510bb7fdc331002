package sparkwire.formats

import java.util.{HashMap => JavaMap}

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.connector.catalog.Table
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap

import sparkwire.errors.SparkwireErrors
import sparkwire.files.{FileKind, FileOptions, FileTable}
import sparkwire.files.capture.CaptureFiles
import sparkwire.files.ignite.{DumpFiles, WalFiles}
import sparkwire.files.kafka.KafkaLog
import sparkwire.files.values.{CernanFiles, DatabusFiles, LayoutFiles, MsgpackFiles}
import sparkwire.wire.core.Nearest

/** All kinds of files. */
private[sparkwire] object FileKinds {
  val all: Seq[FileKind] =
    Seq(KafkaLog, DatabusFiles, CernanFiles, MsgpackFiles, LayoutFiles, CaptureFiles, DumpFiles,
      WalFiles)

  /** The option of the format `sparkwire` that names the kind. */
  private final val Files = "files"

  /** Returns a table of files.
    *
    * @param format
    *   the name of the format
    * @param kind
    *   the kind of all files, null if the option `files` names it
    * @param columns
    *   the columns that the catalogue has kept, or that the user has set
    * @param properties
    *   the options, or the properties of a table of the catalogue
    */
  def table(format: String, kind: String, columns: StructType,
      properties: CaseInsensitiveStringMap): Table = {
    val own = FileOptions.passedTo(format, properties)
    val path = own.getOrDefault("path", own.getOrDefault("paths", ""))
    val found =
      if (FileOptions.isOfCatalog(format, properties)) keptColumns(kind, own, columns)
      else {
        val options = optionsOf(kind, own)
        options.kind.requireFiles(options, FileTable.hadoop(options))
        // As Spark itself says for a source whose columns cannot be set.
        if (columns != options.schema)
          throw new UnsupportedOperationException(
            s"$format source does not support user-specified schema. The columns are " +
              s"${options.schema.toDDL}.")
        columns
      }
    new FileTable(s"$format $path", found, properties.asCaseSensitiveMap, own, optionsOf(kind, _))
  }

  /** Returns the columns that the catalogue has kept, or those that there are if it has others: Spark
    * compares both when a table is created.
    */
  private def keptColumns(kind: String, own: CaseInsensitiveStringMap,
      columns: StructType): StructType =
    try {
      val all = optionsOf(kind, own).schema
      if (columns.forall(all.contains)) columns else all
    } catch {
      // A query that reads the table says what is wrong. To drop the table, it need not be right.
      case _: AnalysisException => columns
    }

  /** Returns the columns of a table. Whatever is wrong with its options or its files is refused: this is
    * called when a table is created.
    */
  def schema(format: String, kind: String, properties: CaseInsensitiveStringMap): StructType = {
    val options = optionsOf(kind, FileOptions.passedTo(format, properties))
    options.kind.requireFiles(options, FileTable.hadoop(options))
    options.schema
  }

  private def optionsOf(kind: String, passed: CaseInsensitiveStringMap): FileOptions =
    FileOptions.of(kindOf(kind, passed), if (kind == null) withoutKind(passed) else passed)

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

  private def withoutKind(passed: CaseInsensitiveStringMap): CaseInsensitiveStringMap = {
    val others = new JavaMap[String, String](passed.asCaseSensitiveMap)
    others.keySet.removeIf(_.equalsIgnoreCase(Files))
    new CaseInsensitiveStringMap(others)
  }
}
