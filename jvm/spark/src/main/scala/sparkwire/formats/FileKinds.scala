package sparkwire.formats

import java.util.{HashMap => JavaMap}

import org.apache.spark.sql.connector.catalog.Table
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap

import sparkwire.errors.SparkwireErrors
import sparkwire.files.{FileKind, FileOptions, FileTable}
import sparkwire.files.capture.CaptureFiles
import sparkwire.files.ignite.{DumpFiles, WalFiles}
import sparkwire.files.kafka.KafkaLog
import sparkwire.files.values.{CernanFiles, DatabusFiles, MsgpackFiles}
import sparkwire.wire.core.Nearest

/** All kinds of files. */
private[sparkwire] object FileKinds {
  val all: Seq[FileKind] =
    Seq(KafkaLog, DatabusFiles, CernanFiles, MsgpackFiles, CaptureFiles, DumpFiles, WalFiles)

  /** The option of the format `sparkwire` that names the kind. */
  private final val Files = "files"

  /** Returns a table of files.
    *
    * @param kind
    *   the kind of all files, null if the option `files` names it
    */
  def table(kind: String, passed: CaseInsensitiveStringMap): Table =
    FileTable.of(optionsOf(kind, passed))

  def schema(kind: String, passed: CaseInsensitiveStringMap): StructType =
    optionsOf(kind, passed).schema

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
