package sparkwire.files

import java.util.{EnumSet, Map => JavaMap, Set => JavaSet}

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.classic
import org.apache.spark.sql.connector.catalog.{SupportsRead, SupportsWrite, Table, TableCapability}
import org.apache.spark.sql.connector.read._
import org.apache.spark.sql.connector.write.{LogicalWriteInfo, WriteBuilder}
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** A table of what is in files. Each query lists the files anew.
  *
  * The options are looked at when a query reads or writes the table, and not before: a table whose options
  * or files are wrong by now can still be described, altered and dropped.
  *
  * @param found
  *   returns the columns. Spark asks for them to read the table, and not to write files
  */
private[sparkwire] final class FileTable(override val name: String, found: () => StructType,
    override val properties: JavaMap[String, String], access: FileAccess)
    extends Table with SupportsRead with SupportsWrite {
  private[this] lazy val readable = found()

  override def schema(): StructType = readable

  // Tables that are only read refuse to be written by their name, so they, too, can be asked. Spark
  // gives values of any type to a table that accepts any schema; they are encoded when they are written.
  override def capabilities(): JavaSet[TableCapability] = {
    val all = EnumSet.of(TableCapability.BATCH_READ, TableCapability.V1_BATCH_WRITE,
      TableCapability.TRUNCATE, TableCapability.ACCEPT_ANY_SCHEMA)
    if (access.kind.streams) {
      val _ = all.add(TableCapability.MICRO_BATCH_READ)
    }
    all
  }

  override def newWriteBuilder(info: LogicalWriteInfo): WriteBuilder =
    access.newWrite(info.options)

  /** Returns the files that are there now. */
  def files: Seq[Path] = {
    val options = access.optionsOf(CaseInsensitiveStringMap.empty)
    FoundFiles.at(options.paths, FileTable.hadoop(options)).map(_.getPath)
  }

  /** @param passed
    *   the options of the query, such as `WITH (mode = 'permissive')`
    */
  override def newScanBuilder(passed: CaseInsensitiveStringMap): ScanBuilder = {
    val options = access.optionsOf(passed)
    val lacking = readable.filterNot(options.schema.contains)
    if (lacking.nonEmpty)
      options.kind.refuse(
        s"the table has the columns ${StructType(lacking).toDDL}, which these options do not " +
          "give. Create a table with these options.")
    new FileScanBuilder(options, readable)
  }
}

/** What queries do with a table. The options that a query passes come before those of the table; what is
  * wrong with them is refused.
  */
private[sparkwire] trait FileAccess {
  def kind: FileKind

  /** Returns the options of a query that reads the table. */
  def optionsOf(passed: CaseInsensitiveStringMap): FileOptions

  /** Returns what a query writes by. */
  def newWrite(passed: CaseInsensitiveStringMap): WriteBuilder
}

private[sparkwire] object FileTable {

  /** Returns the settings for the session's file systems, with the options given for the table. */
  def hadoop(options: FileOptions): Configuration =
    session.sessionState.newHadoopConfWithOptions(options.fileSystem)

  def session: classic.SparkSession = SparkSession.active.asInstanceOf[classic.SparkSession]
}

private[sparkwire] final class FileScanBuilder(options: FileOptions, columns: StructType)
    extends ScanBuilder with SupportsPushDownRequiredColumns with SupportsPushDownFilters {
  private[this] var required = columns
  private[this] var used = Array.empty[Filter]

  /** Keeps columns whole, where a query needs some of their fields: rows have them whole. */
  override def pruneColumns(wanted: StructType): Unit =
    required = StructType(wanted.map(column => columns(column.name)))

  /** Returns all filters, so Spark evaluates them, too. */
  override def pushFilters(filters: Array[Filter]): Array[Filter] = {
    used = filters.filter(_.references.exists(options.kind.ranged))
    filters
  }
  override def pushedFilters(): Array[Filter] = used

  override def build(): Scan = options.kind.newScan(options, required, used.toSeq)
}
